/*
 * emit_check.c: accesses that the device checks: those whose place in a base is
 * not known beforehand, where the section's extent is only somebody's word
 * (access_whole.c).
 */
#include "emit_private.h"

#define ASTRAY "tcr_astray"

const char *emit_range_field(size_t base)
{
    return ir_printf("tcr_lo%zu", base);
}

const char *emit_astray_field(void)
{
    return ASTRAY;
}

bool emit_checks(const struct region *r)
{
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].checked)
            return true;
    return false;
}

void emit_check_fields(const struct region *r, struct buf *out, emit_field *emit, const void *ctx)
{
    static const struct type number = {
        .kind = TYPE_SCALAR, .scalar = TCR_I64, .size = 8, .spelling = "long long"};
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].checked) {
            emit(out, &number, false, emit_range_field(i), ctx);
            emit(out, &number, false, ir_printf("tcr_room%zu", i), ctx);
        }
    if (emit_checks(r)) {
        emit(out, &number, false, ASTRAY, ctx);
        emit(out, &number, false, "tcr_spare", ctx);
    }
}

/* What a loop follows may lead nowhere once zeros are read for it. */
const char *emit_unless_gone(const struct emitter *em)
{
    return emit_checks(em->r) ? "!" EMIT_GONE : NULL;
}

/* *tcr_within(pointer to the lvalue, the section): the lvalue itself, if it is. */
bool emit_checked(struct emitter *em, struct expr *e)
{
    if (!e->astray || e->through < 0 || !em->r->bases[e->through].checked)
        return false;
    long long size = type_flat_element(e->type)->size;
    if (size < 1 || size > TCR_SPARE_BYTES)
        refuse(em->r, REFUSE_DEVICE, e->begin, "extent-unknown",
               "elements of %lld bytes are read at places that cannot be computed beforehand, "
               "which is possible up to %d bytes; read members",
               size, TCR_SPARE_BYTES);
    emit_put(em, "(*tcr_within(");
    e->astray = false; /* the lvalue is a part of its address's text */
    emit_address(em, e, false);
    e->astray = true;
    buf_printf(em->out, ", A.%s, A.tcr_room%d, %d, A." ASTRAY ", A.tcr_spare, " EMIT_GONE "))",
               emit_range_field((size_t)e->through), e->through, e->through + 1);
    return true;
}
