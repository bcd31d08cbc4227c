/*
 * access_extern.c: variables of other units that the loop's own unit does not
 * declare.
 *
 * They are declared in the block in front of the loop, by the name that the
 * linker knows and under one of ours: the unit may call something else so.
 */
#include "access_private.h"

#include <string.h>

#include "emit.h"

static _Noreturn void refuse_type(struct region *r, const struct expr *e)
{
    refuse(r, REFUSE_DEVICE, e->begin, "not-visible",
           "'%s', read by a called function, is of a type that cannot be named where the loop "
           "stands; declare it in the loop's unit, too",
           e->decl->name);
}

/* "double *tcr_x_name[3]" */
static const char *declare(struct region *r, const struct expr *e, const char *name)
{
    const struct type *t = e->decl->type;
    const char *levels = "", *stars = "";
    for (; t->kind == TYPE_ARRAY; t = t->of) {
        if (t->count < 0 && *levels)
            refuse_type(r, e);
        levels = t->count < 0 ? ir_printf("%s[]", levels) : ir_printf("%s[%lld]", levels, t->count);
    }
    for (; t->kind == TYPE_POINTER; t = t->of)
        stars = ir_printf("%s*", stars);
    if (t->kind != TYPE_SCALAR || e->decl->is_thread_local)
        refuse_type(r, e);
    return ir_printf("%s %s%s%s", emit_host_scalar(t), stars, name, levels);
}

const char *access_extern(struct region *r, const struct expr *e)
{
    struct decl *d = e->decl;
    if (!d->host_name) {
        const char *name = ir_printf("tcr_x_%s", d->name);
        IR_PUSH(r->externs, r->n_externs,
                ir_printf("extern %s __asm__(\"%s\");", declare(r, e, name), d->symbol));
        d->host_name = name;
    }
    return d->host_name;
}
