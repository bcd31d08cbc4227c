/* SPDX-License-Identifier: MIT */
/*
 * emit_bits.c: bit-fields.  On the device their bytes are nameless members of the structure,
 * which kernels/bits.cuh reads and changes.
 */
#include "emit_private.h"

#include <string.h>

/* The structure, and for the simulated device which bits of it are used how. */
static void place(struct emitter *em, struct expr *e, const char *use)
{
    bool memory = !shape_is_local(e);
    if (memory)
        buf_printf(em->out, "%s%lld, %d, ", use, e->field->bit_offset, e->field->bits);
    emit_as_place(em, e->a);
    emit_put(em, memory ? ")" : "");
}

void emit_bits(struct emitter *em, struct expr *e)
{
    buf_printf(em->out, "(%s)tcr_bits<%s, %lld, %d>(", emit_type(em, e->type),
               emit_type(em, e->field->type), e->field->bit_offset, e->field->bits);
    place(em, e, "TCR_LOAD_BITS(");
    emit_put(em, ")");
}

static void change(struct emitter *em, const struct expr *to, const char *name, bool before)
{
    const char *type = emit_type(em, to->field->type);
    buf_printf(em->out, "tcr_change_bits<%s, %s, %lld, %d, tcr_do_%s, tcr_assign_%s>(", type,
               strcmp(name, "set") == 0 ? type : emit_type(em, to->type), to->field->bit_offset,
               to->field->bits, name, before ? "before" : "after");
}

bool emit_bits_change(struct emitter *em, struct expr *e)
{
    struct expr *to = e->a;
    bool step = e->kind == EXPR_INCDEC, sets = e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN;
    if ((e->kind != EXPR_ASSIGN && !step) || to->kind != EXPR_MEMBER || to->field->bits < 0)
        return false;
    struct expr *outer = em->written;
    buf_printf(em->out, "(%s)", emit_type(em, to->type));
    change(em, to, c_op_update(e->op), e->postfix);
    for (em->written = to; em->written->kind == EXPR_MEMBER;)
        em->written = em->written->a;
    place(em, to, sets ? "TCR_STORE_BITS(" : "TCR_UPDATE_BITS(");
    em->written = outer;
    const char *wraps = step ? emit_wraps(em, e) : emit_wraps_operand(em, e);
    if (step) {
        buf_printf(em->out, ", %s1)", wraps ? ir_printf("(%s)", wraps) : "");
        return true;
    }
    const char *type = sets ? emit_type(em, to->field->type) : wraps;
    buf_printf(em->out, ", %s(", type ? ir_printf("(%s)", type) : "");
    emit_exact(em, e->b);
    emit_put(em, "))");
    return true;
}

bool emit_members_list(struct emitter *em, struct expr *e)
{
    if (!shape_sets_members(e))
        return false;
    buf_printf(em->out, "[&] { %s tcr_new = {}; ", emit_type(em, e->type));
    for (size_t i = 0; i < e->n_args; i++) {
        const struct field *f = &e->type->record->fields[i];
        if (e->args[i]->kind == EXPR_INIT)
            continue;
        struct expr to = {.kind = EXPR_MEMBER, .type = f->type, .field = f};
        if (f->bits >= 0) {
            change(em, &to, "set", false);
            buf_printf(em->out, "tcr_new, (%s)(", emit_type(em, f->type));
        } else {
            buf_printf(em->out, "tcr_new.%s = (%s)(", emit_member_name(e->type->record, f),
                       emit_type(em, f->type));
        }
        emit_exact(em, e->args[i]);
        emit_put(em, f->bits >= 0 ? ")); " : "); ");
    }
    emit_put(em, "return tcr_new; }()");
    return true;
}
