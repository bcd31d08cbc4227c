/* SPDX-License-Identifier: MIT */
/* report_places.c: how the report names a place of the loop: by the program's line or, where it is
 * in a function of the C library whose text is ours (ast_library.c), by the function called. */
#include "report_private.h"

#include <string.h>

#include "../source/source.h"

struct call_search {
    const struct region *r;
    size_t at; /* in source.text */
    bool found;
    const char *name; /* of the library's function that the program calls */
    int depth;
};

static bool is_ours(const struct region *r, size_t at)
{
    return strcmp(source_position(r->src, at).file, "<tcr>") == 0;
}

/* The function's text, or that of a copy; NULL. */
static struct stmt *body_of(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->n_functions; i++)
        if (r->functions[i].decl == d)
            return r->functions[i].body;
    return NULL;
}

static bool visit_call(struct expr *e, void *ctx)
{
    enum { DEEPEST = 16 };
    struct call_search *s = ctx;
    struct stmt *body = e->kind == EXPR_CALL && !s->found ? body_of(s->r, e->decl) : NULL;
    if (!body || s->depth == DEEPEST)
        return true;
    s->depth++;
    s->found = body->begin <= s->at && s->at < body->end;
    if (!s->found)
        stmt_walk_exprs(body, visit_call, s);
    s->depth--;
    if (s->found && is_ours(s->r, body->begin))
        s->name = e->decl->name;
    return true;
}

/* The library's function that the program calls to get to that place; NULL: it is in the program's
 * text, or not known how to get there. */
static const char *called(const struct region *r, struct stmt *within, size_t at)
{
    struct call_search s = {.r = r, .at = at};
    if (!is_ours(r, at))
        return NULL;
    stmt_walk_exprs(within, visit_call, &s);
    if (!s.name)
        stmt_walk_exprs(r->stmt, visit_call, &s);
    return s.name;
}

const char *report_doer(const struct region *r, struct stmt *within, size_t at)
{
    const char *name = called(r, within, at);
    return name             ? ir_printf("%s()", name)
           : is_ours(r, at) ? "a function that it calls"
                            : ir_printf("line %u", source_position(r->src, at).line);
}
