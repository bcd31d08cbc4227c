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
           "stands%s",
           e->decl->name, e->decl->is_static ? "" : "; declare it in the loop's unit, too");
}

/* ---- structures ---- */

/* Is there a line that begins so? */
static bool is_written(const struct region *r, const char *begin)
{
    for (size_t i = 0; i < r->n_externs; i++)
        if (strncmp(r->externs[i], begin, strlen(begin)) == 0)
            return true;
    return false;
}

/* Those that pointers lead to are written after what has the pointers. */
struct pointees {
    const struct record **list;
    size_t n;
};

static const char *declared(struct region *r, const struct type *t, const char *name,
                            struct pointees *later);

/* "double x; int *p;"; NULL: they cannot be written so that they lie where they are. */
static const char *members(struct region *r, const struct record *rec, struct pointees *later)
{
    const char *text = "";
    if (!emit_is_natural(rec))
        return NULL;
    for (size_t i = 0; i < rec->n_fields; i++) {
        const struct field *f = &rec->fields[i];
        const char *member;
        if (*f->name) {
            member = declared(r, f->type, f->name, later);
        } else { /* its members are named as those of this one */
            member = f->type->kind == TYPE_RECORD ? members(r, f->type->record, later) : NULL;
            member = member ? ir_printf("struct { %s}", member) : NULL;
        }
        if (!member)
            return NULL;
        text = ir_printf("%s%s; ", text, member);
    }
    return text;
}

static const char *record_name(const struct record *rec)
{
    return ir_printf("struct tcr_x_%d", rec->id);
}

/* Members where they are, under their names; the tag is ours. */
static bool define(struct region *r, const struct record *rec, struct pointees *later)
{
    const char *name = record_name(rec);
    if (is_written(r, ir_printf("%s {", name)))
        return true;
    const char *text = members(r, rec, later);
    if (text)
        IR_PUSH(r->externs, r->n_externs,
                ir_printf("%s { %s} __attribute__((__may_alias__));", name, text));
    return text != NULL;
}

static const char *pointed(struct region *r, const struct record *rec, struct pointees *later)
{
    const char *declaration = ir_printf("%s;", record_name(rec));
    if (!is_written(r, declaration)) {
        IR_PUSH(r->externs, r->n_externs, declaration);
        IR_PUSH(later->list, later->n, rec);
    }
    return record_name(rec);
}

/* ---- declarations ---- */

/* "double *name[3]"; NULL: it cannot be written. */
static const char *declared(struct region *r, const struct type *t, const char *name,
                            struct pointees *later)
{
    const char *levels = "", *stars = "", *base = NULL;
    for (; t->kind == TYPE_ARRAY; t = t->of) {
        if (t->count < 0 && *levels)
            return NULL;
        levels = t->count < 0 ? ir_printf("%s[]", levels) : ir_printf("%s[%lld]", levels, t->count);
    }
    for (; t->kind == TYPE_POINTER; t = t->of)
        stars = ir_printf("%s*", stars);
    if (t->kind == TYPE_SCALAR || type_is_complex(t))
        base = emit_host_scalar(t);
    else if (t->kind == TYPE_RECORD && *stars)
        base = pointed(r, t->record, later);
    else if (t->kind == TYPE_RECORD && define(r, t->record, later))
        base = record_name(t->record);
    else if (t->kind != TYPE_RECORD && *stars) /* what nobody follows */
        base = "void";
    return base ? ir_printf("%s %s%s%s", base, stars, name, levels) : NULL;
}

static const char *declare(struct region *r, const struct expr *e, const char *name)
{
    const struct type *flat = e->decl->type;
    while (flat->kind == TYPE_ARRAY)
        flat = flat->of;
    while (flat->kind == TYPE_POINTER)
        flat = flat->of;
    bool known = flat->kind == TYPE_SCALAR || flat->kind == TYPE_RECORD;
    struct pointees later = {0};
    const char *text = known ? declared(r, e->decl->type, name, &later) : NULL;
    if (!text || e->decl->is_thread_local)
        refuse_type(r, e);
    for (size_t i = 0; i < later.n; i++)
        define(r, later.list[i], &later);
    return text;
}

const char *access_extern(struct region *r, const struct expr *e)
{
    struct decl *d = e->decl;
    if (!d->host_name) {
        /* each region's declaration has types of its own */
        const char *name = ir_printf("tcr_x%d_%s", r->id, d->is_static ? d->symbol : d->name);
        const char *text = declare(r, e, name);
        IR_PUSH(r->externs, r->n_externs,
                ir_printf("extern %s __asm__(\"%s\")%s;", text, d->symbol,
                          d->is_static ? " __attribute__((visibility(\"hidden\")))" : ""));
        d->host_name = name;
    }
    return d->host_name;
}
