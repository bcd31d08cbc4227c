/* SPDX-License-Identifier: MIT */
/* dependence_apart.c: do two pointers, or names, surely lead to different objects?  See
 * dependence.h for what is taken for granted. */
#include <string.h>

#include "../front/ast.h"
#include "dependence.h"

/* A pointer's own name. */
static const struct decl *limited(const struct symbol *pointer)
{
    bool name = pointer->kind == SYMBOL_NAME && pointer->decl;
    return name && ast_is_restrict(pointer->decl) ? pointer->decl : NULL;
}

struct target dependence_place(const struct symbol *place)
{
    while (place->kind == SYMBOL_MEMBER || place->kind == SYMBOL_SURE)
        place = place->a;
    if (place->kind == SYMBOL_NAME)
        return (struct target){.object = place->decl};
    if (place->kind == SYMBOL_DEREF)
        return (struct target){.limited = limited(place->a)};
    return (struct target){0};
}

struct target dependence_base(const struct base *b)
{
    if (b->parent >= 0)
        return (struct target){0};
    if (b->object)
        return b->object->kind == SYMBOL_NAME ? (struct target){.object = b->object->decl}
                                              : (struct target){0};
    const struct symbol *s = b->symbol->kind == SYMBOL_ADDRESS ? b->symbol->a : b->symbol;
    while (s->kind == SYMBOL_MEMBER) /* an array in a structure; a pointer there is a load */
        s = s->a;
    return (struct target){.limited = limited(s->kind == SYMBOL_DEREF ? s->a : b->symbol)};
}

static const char *linker_name(const struct decl *d)
{
    return d->symbol ? d->symbol : d->name;
}

bool dependence_apart(struct region *r, struct target a, struct target b)
{
    if (a.object && b.object)
        return a.object != b.object && strcmp(linker_name(a.object), linker_name(b.object)) != 0 &&
               ast_only_name(r, a.object) && ast_only_name(r, b.object);
    if (a.limited && b.limited)
        return a.limited != b.limited;
    return (a.limited && b.object) || (a.object && b.limited);
}
