/* SPDX-License-Identifier: MIT */
/*
 * access_limit.c: how far may the program walk from a place?
 *
 * By the standard not out of the array that it names; but programs walk from a
 * row or a member into the next one, and allocate more than the array at the end
 * of a structure says, and compilers let them.  So the limit is the variable, and
 * there is none where a pointer leads.  The file also says which bytes hold a bit-field.
 */
#include "access_private.h"

/* An array there may have more elements than its type says. */
bool access_open_end(const struct type *t)
{
    const struct record *r = t->record;
    if (t->kind == TYPE_ARRAY)
        return t->count == -2 || t->count == 0 || access_open_end(t->of);
    if (t->kind != TYPE_RECORD)
        return t->kind == TYPE_FUNCTION || t->kind == TYPE_VOID;
    for (size_t i = r->is_union || r->n_fields == 0 ? 0 : r->n_fields - 1; i < r->n_fields; i++)
        if (access_open_end(r->fields[i].type))
            return true;
    return !r->complete;
}

bool access_is_last(const struct expr *e)
{
    const struct type *t = e->a->type;
    for (size_t i = 0; t->kind == TYPE_RECORD && i < t->record->n_fields; i++)
        if (t->record->fields[i].bit_offset > e->field->bit_offset)
            return false;
    return true;
}

/* The variable that a place is in, if it is known how large that is. */
const struct symbol *access_object(const struct place *p)
{
    return p->memory ? p->at.root->object : p->object;
}

/* An array of one or two elements at the end of what a pointer leads to stands for as many
 * as have been allocated. */
bool access_flexible(const struct place *p, const struct type *array)
{
    enum { AS_GOOD_AS_NONE = 2 };
    return array->count == -2 || array->count == 0 ||
           (p->trailing && array->count > 0 && array->count <= AS_GOOD_AS_NONE);
}

/* ---- bit-fields ---- */

long long access_load_size(const struct expr *e)
{
    if (!expr_is_bit_field(e))
        return e->type->size;
    return (e->field->bit_offset % 8 + e->field->bits + 7) / 8;
}
