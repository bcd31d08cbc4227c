/* SPDX-License-Identifier: MIT */
/* effects.c: what expressions and statements do: write, break, leave. */
#include "../ir/region.h"

#include <stddef.h>

#include "../front/ast.h"

static bool visit_effects(struct expr *e, void *ctx)
{
    bool *effects = ctx;
    *effects |= e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    for (size_t i = 0; e->kind == EXPR_CALL && e->math && i < e->n_args; i++)
        *effects |= e->args[i] && e->args[i]->type->kind == TYPE_POINTER; /* modf and its kin */
    return !*effects;
}

bool expr_has_effects(const struct expr *e)
{
    bool effects = false;
    expr_walk((struct expr *)e, visit_effects, &effects);
    return effects;
}

struct end_search {
    struct region *r;
    bool found;
};

static bool visit_end(struct expr *e, void *ctx)
{
    struct end_search *s = ctx;
    s->found |= e->kind == EXPR_END ||
                (e->kind == EXPR_CALL && !e->math && ast_function(s->r, e->decl, e->begin)->ends);
    return !s->found;
}

bool stmt_may_end(struct region *r, struct stmt *s)
{
    struct end_search search = {.r = r};
    if (r->ends)
        stmt_walk_exprs(s, visit_end, &search);
    return search.found;
}

bool expr_may_end(struct region *r, const struct expr *e)
{
    struct end_search search = {.r = r};
    if (r->ends)
        expr_walk((struct expr *)e, visit_end, &search);
    return search.found;
}

/* The first members on the way from a variable to a place; an array counts as a whole. */
struct path {
    const struct decl *decl; /* NULL: no variable */
    const struct field *field[8];
    size_t n;
};

static struct path path_to(const struct expr *place)
{
    enum { MOST = sizeof((struct path *)0)->field / sizeof *((struct path *)0)->field };
    struct path p = {.n = 0};
    const struct expr *e = place;
    for (; e->kind == EXPR_MEMBER || (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY);
         e = e->kind == EXPR_MEMBER ? e->a : e->a->a)
        p.n += e->kind == EXPR_MEMBER;
    p.decl = e->kind == EXPR_VAR ? e->decl : NULL;
    e = place;
    for (size_t i = p.n; i > 0; e = e->kind == EXPR_MEMBER ? e->a : e->a->a)
        if (e->kind == EXPR_MEMBER && --i < MOST)
            p.field[i] = e->field;
    p.n = p.n < MOST ? p.n : MOST;
    return p;
}

/* One place is in the other. */
static bool meet(const struct path *a, const struct path *b)
{
    bool same = a->decl == b->decl;
    for (size_t i = 0; same && i < a->n && i < b->n; i++)
        same = a->field[i] == b->field[i];
    return same;
}

struct write_search {
    struct path place;
    bool address; /* does taking its address count? */
    const struct expr *found;
};

static bool visit_write(struct expr *e, void *ctx)
{
    struct write_search *w = ctx;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || (w->address && e->kind == EXPR_ADDR)) {
        const struct path written = path_to(e->a);
        if (written.decl && meet(&written, &w->place))
            w->found = e;
    }
    return !w->found;
}

bool stmt_writes_place(struct stmt *s, const struct expr *place, bool address)
{
    struct write_search w = {.place = path_to(place), .address = address};
    if (w.place.decl)
        stmt_walk_exprs(s, visit_write, &w);
    return w.found;
}

bool stmt_writes_part(struct stmt *s, const struct decl *d, const struct field *field, bool address)
{
    struct write_search w = {.place = {.decl = d, .field = {field}, .n = field ? 1 : 0},
                             .address = address};
    stmt_walk_exprs(s, visit_write, &w);
    return w.found;
}

const struct expr *stmt_write(struct stmt *s, const struct decl *d)
{
    struct write_search w = {.place = {.decl = d}, .address = true};
    stmt_walk_exprs(s, visit_write, &w);
    return w.found;
}

bool stmt_writes(struct stmt *s, const struct decl *d)
{
    return stmt_writes_part(s, d, NULL, true);
}

bool expr_writes(struct expr *e, const struct decl *d)
{
    struct stmt only = {.kind = STMT_EXPR, .expr = e};
    return e && stmt_writes(&only, d);
}

struct mentions {
    const struct decl *d;
    size_t n;
};

static bool visit_mention(struct expr *e, void *ctx)
{
    struct mentions *m = ctx;
    m->n += e->kind == EXPR_VAR && e->decl == m->d;
    return true;
}

size_t stmt_mentions(struct stmt *s, const struct decl *d)
{
    struct mentions m = {.d = d};
    stmt_walk_exprs(s, visit_mention, &m);
    return m.n;
}

size_t expr_mentions(struct expr *e, const struct decl *d)
{
    struct stmt only = {.kind = STMT_EXPR, .expr = e};
    return e ? stmt_mentions(&only, d) : 0;
}

struct stmt *stmt_only(struct stmt *s)
{
    while (s->kind == STMT_COMPOUND && s->n_list == 1)
        s = s->list[0];
    return s;
}

/* ---- where a statement leads ---- */

enum jump_kind { JUMP_OUT, JUMP_BREAK, JUMP_SKIP, JUMP_LABEL };

struct jump_search {
    const struct stmt *in;
    enum jump_kind kind;
    struct stmt *found;
};

static bool is_jump(const struct stmt *s, const struct jump_search *j)
{
    bool out = !s->target || !stmt_within(s->target, j->in);
    switch (s->kind) {
    case STMT_RETURN:
        return j->kind == JUMP_OUT;
    case STMT_BREAK:
        return out && (j->kind == JUMP_OUT || j->kind == JUMP_BREAK);
    case STMT_CONTINUE:
        return out && (j->kind == JUMP_OUT || j->kind == JUMP_SKIP);
    case STMT_GOTO:
        return (out && j->kind == JUMP_OUT) || j->kind == JUMP_SKIP;
    case STMT_CASE:
    case STMT_DEFAULT:
        return out && j->kind == JUMP_LABEL;
    default:
        return false;
    }
}

static bool visit_jump(struct stmt *s, void *ctx)
{
    struct jump_search *j = ctx;
    if (!j->found && is_jump(s, j))
        j->found = s;
    return !j->found;
}

/* The first one in the statement: out of it, to a label in it from outside. */
static struct stmt *find_jump(struct stmt *in, enum jump_kind kind)
{
    struct jump_search j = {.in = in, .kind = kind};
    stmt_walk(in, visit_jump, &j);
    return j.found;
}

struct stmt *stmt_find_break(struct stmt *body)
{
    return find_jump(body, JUMP_BREAK);
}

bool stmt_breaks(struct stmt *body)
{
    return find_jump(body, JUMP_BREAK);
}

bool stmt_leaves(struct stmt *s)
{
    return find_jump(s, JUMP_OUT);
}

bool stmt_skips(struct stmt *body)
{
    return find_jump(body, JUMP_SKIP);
}

bool stmt_has_case(struct stmt *s)
{
    return find_jump(s, JUMP_LABEL);
}

struct kind_search {
    enum stmt_kind kind;
    bool found;
};

static bool visit_kind(struct stmt *s, void *ctx)
{
    struct kind_search *k = ctx;
    k->found |= s->kind == k->kind;
    return !k->found;
}

static bool has_kind(struct stmt *s, enum stmt_kind kind)
{
    struct kind_search k = {.kind = kind};
    stmt_walk(s, visit_kind, &k);
    return k.found;
}

bool stmt_has_loop(struct stmt *s)
{
    return has_kind(s, STMT_FOR) || has_kind(s, STMT_WHILE) || has_kind(s, STMT_DO);
}

bool stmt_has_label(struct stmt *s)
{
    return stmt_has_case(s) || has_kind(s, STMT_LABEL);
}

bool stmt_has_goto(struct stmt *s)
{
    return has_kind(s, STMT_GOTO);
}
