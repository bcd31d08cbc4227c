/* SPDX-License-Identifier: MIT */
/*
 * access_extern.c: variables of other units that the loop's own unit does not
 * declare.
 *
 * They are declared in the block in front of the loop, by the name that the
 * linker knows and under one of ours: the unit may call something else so.  Their
 * structures are written there, too.  The linker knows static ones by a hidden name
 * that the other unit gets for that (units.h).
 */
#include "access_private.h"

#include <string.h>

static MUST_CHECK void *refuse_type(struct region *r, const struct expr *e)
{
    return refuse(
        r, REFUSE_DEVICE, e->begin, CODE_NOT_VISIBLE,
        "'%s', read by a called function, is of another unit, and of a type that cannot be "
        "named where the loop stands; declare it in the loop's unit, too, or pass it as an "
        "argument",
        e->decl->name);
}

/* ---- structures ---- */

/*
 * They are written so that every member lies where it does in its unit, whatever holds where the
 * loop stands (#pragma pack): without padding of the compiler's, but with ours.
 */
struct layout {
    struct region *r;
    const struct record **pointees; /* to be written after what has pointers to them */
    size_t n_pointees;
};

static const char *declared(struct layout *l, const struct type *t, const char *name);

/* Is the structure declared, or defined? */
static bool is_written(const struct region *r, const struct record *rec, bool defined)
{
    for (size_t i = 0; i < r->n_externs; i++) {
        const struct extern_line *line = &r->externs[i];
        if (line->record && line->record->id == rec->id && line->defines == defined)
            return true;
    }
    return false;
}

static void write(struct region *r, const char *text, const struct record *rec, bool defines)
{
    struct extern_line line = {text, rec, defines};
    IR_PUSH(r->externs, r->n_externs, line);
}

static const char *members(struct layout *l, const struct record *rec);

/* "double x"; NULL: it cannot be written. */
static const char *member(struct layout *l, const struct field *f)
{
    if (f->bits >= 0 || f->bit_offset % 8 || f->type->size < 1)
        return NULL;
    if (*f->name)
        return declared(l, f->type, f->name);
    if (f->type->kind != TYPE_RECORD)
        return NULL;
    const struct record *rec = f->type->record; /* its members are named as those around it */
    const char *text = members(l, rec);
    return ir_printf("%s { %s} __attribute__((__packed__))", rec->is_union ? "union" : "struct",
                     text);
}

static const char *pad(const struct record *rec, size_t i, long long bytes)
{
    return bytes > 0 ? ir_printf("char tcr_pad%d_%zu[%lld]; ", rec->id, i, bytes) : "";
}

/* "double x; int *p; ".  What cannot be written is padding: see access_extern_member. */
static const char *members(struct layout *l, const struct record *rec)
{
    const char *text = "";
    long long at = 0, size = (long long)rec->size;
    for (size_t i = 0; i < rec->n_fields; i++) {
        const struct field *f = &rec->fields[i];
        const char *it = member(l, f);
        if (!it)
            continue;
        long long offset = f->bit_offset / 8;
        text = ir_printf("%s%s%s; ", text, rec->is_union ? "" : pad(rec, i, offset - at), it);
        at = offset + f->type->size;
    }
    return ir_printf("%s%s", text, pad(rec, rec->n_fields, rec->is_union ? size : size - at));
}

static const char *record_name(const struct record *rec)
{
    return ir_printf("%s tcr_x_%d", rec->is_union ? "union" : "struct", rec->id);
}

static bool define(struct layout *l, const struct record *rec)
{
    const char *name = record_name(rec);
    if (!rec->complete || rec->size == 0)
        return false;
    if (is_written(l->r, rec, true))
        return true;
    const char *text = members(l, rec);
    write(l->r,
          ir_printf("%s { %s} __attribute__((__packed__, __aligned__(%zu), __may_alias__)); "
                    "_Static_assert(sizeof(%s) == %zu, \"layout\");",
                    name, text, rec->align ? rec->align : 1, name, rec->size),
          rec, true);
    return true;
}

static const char *pointed(struct layout *l, const struct record *rec)
{
    if (!is_written(l->r, rec, false)) {
        write(l->r, ir_printf("%s;", record_name(rec)), rec, false);
        IR_PUSH(l->pointees, l->n_pointees, rec);
    }
    return record_name(rec);
}

bool access_extern_member(struct region *r, const struct expr *e, const struct symbol *place)
{
    struct layout l = {.r = r};
    const struct decl *of = place ? symbol_origin(place) : NULL;
    if (!of || !decl_facts(of)->host_name || member(&l, e->field))
        return true;
    return refuse(
        r, REFUSE_DEVICE, e->begin, CODE_NOT_VISIBLE,
        "the member '%s' of another unit's variable cannot be named where the loop stands; "
        "declare the variable in the loop's unit, too, or pass the member as an argument",
        e->field->name);
}

/* ---- declarations ---- */

/* Behind arrays and then pointers. */
static const struct type *flat_type(const struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->of;
    while (t->kind == TYPE_POINTER)
        t = t->of;
    return t;
}

/* "double *name[3]"; NULL: it cannot be written. */
static const char *declared(struct layout *l, const struct type *t, const char *name)
{
    const struct type *flat = flat_type(t);
    const char *levels = "", *stars = "", *base = NULL;
    for (; t->kind == TYPE_ARRAY; t = t->of) {
        if (t->count < 0 && *levels)
            return NULL;
        levels = t->count < 0 ? ir_printf("%s[]", levels) : ir_printf("%s[%lld]", levels, t->count);
    }
    for (; t->kind == TYPE_POINTER; t = t->of)
        stars = ir_printf("%s*", stars);
    if (flat->kind == TYPE_SCALAR || type_is_complex(flat))
        base = type_host_name(flat);
    else if (flat->kind == TYPE_RECORD && *stars)
        base = pointed(l, flat->record);
    else if (flat->kind == TYPE_RECORD && define(l, flat->record))
        base = record_name(flat->record);
    return base ? ir_printf("%s %s%s%s", base, stars, name, levels) : NULL;
}

static const char *declare(struct region *r, const struct expr *e, const char *name)
{
    struct layout l = {.r = r};
    const char *text = e->decl->is_thread_local ? NULL : declared(&l, e->decl->type, name);
    if (!text)
        return refuse_type(r, e);
    for (size_t i = 0; i < l.n_pointees; i++)
        define(&l, l.pointees[i]);
    return text;
}

/* ---- names ---- */

static const char static_prefix[] = "tcr_static_";

const char *access_extern(struct region *r, const struct expr *e)
{
    struct decl *d = e->decl;
    struct decl_facts *f = access_decl_facts(r, d);
    if (!f->host_name) {
        /* each region's declaration has types of its own */
        const char *name = ir_printf("tcr_x%d_%s", r->id, d->symbol);
        const char *text = declare(r, e, name);
        if (!text)
            return NULL;
        bool hidden = strncmp(d->symbol, static_prefix, strlen(static_prefix)) == 0;
        write(r,
              ir_printf("extern %s __asm__(\"%s\")%s;", text, d->symbol,
                        hidden ? " __attribute__((visibility(\"hidden\")))" : ""),
              NULL, false);
        f->host_name = name;
    }
    return f->host_name;
}
