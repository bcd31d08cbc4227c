/* SPDX-License-Identifier: MIT */
/* loop_apart.c: what an inner loop writes: may it be a level of its own, whose
 * iterations are shared among threads? */
#include "../ir/region.h"

#include "../front/ast.h"

/* What a variable of the body is set to, where only one statement sets it. */
struct definition {
    const struct decl *d;
    const struct expr *value; /* NULL: not known */
};

struct store_search {
    struct region *r;
    struct loop *l;
    bool apart;    /* so far */
    bool by_value; /* some place is only chosen by the value of another variable */
    bool declared; /* the program says that the loop's iterations are independent */
    struct definition *definitions;
    size_t n_definitions;
};

enum { MOST_DEFINITIONS = 256, MOST_DEEP = 16 };

static void define(struct store_search *s, const struct decl *d, const struct expr *value)
{
    for (size_t i = 0; i < s->n_definitions; i++)
        if (s->definitions[i].d == d) {
            s->definitions[i].value = NULL;
            return;
        }
    if (s->n_definitions < MOST_DEFINITIONS)
        IR_PUSH(s->definitions, s->n_definitions, ((struct definition){d, value}));
}

/* Of a loop over a tile, for (int i = ii; i < ii + 8; i++), the variable moves along with the
 * tile's, and tiles are apart where the program says so. */
static bool visit_tile(struct stmt *st, void *ctx)
{
    struct store_search *s = ctx;
    const struct stmt *init = st->kind == STMT_FOR ? st->init : NULL;
    const struct expr *set = init && init->kind == STMT_EXPR ? init->expr : NULL;
    const struct decl *d = NULL;
    const struct expr *first = NULL;
    if (init && init->kind == STMT_DECL && init->n_decls == 1) {
        d = init->decls[0];
        first = init->inits[0];
    } else if (set && set->kind == EXPR_ASSIGN && set->op == OP_ASSIGN &&
               set->a->kind == EXPR_VAR) {
        d = set->a->decl;
        first = set->b;
    }
    for (size_t i = 0; d && i < s->n_definitions; i++)
        if (s->definitions[i].d == d && !s->definitions[i].value)
            s->definitions[i].value = first;
    return true;
}

static bool visit_declaration(struct stmt *st, void *ctx)
{
    for (size_t i = 0; st->kind == STMT_DECL && i < st->n_decls; i++)
        if (st->inits[i])
            define(ctx, st->decls[i], st->inits[i]);
    return true;
}

static bool visit_assignment(struct expr *e, void *ctx)
{
    bool plain = e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN;
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || e->kind == EXPR_ADDR) &&
        e->a->kind == EXPR_VAR)
        define(ctx, e->a->decl, plain ? e->b : NULL);
    return true;
}

static bool moves_along(struct store_search *s, const struct expr *e, int deep);
static bool place_moves(struct store_search *s, const struct expr *e, int deep);

/* const int index = j * nx + i: does the loop's variable move it? */
static bool variable_moves(struct store_search *s, const struct decl *d, int deep)
{
    if (loop_var(s->l, d))
        return true;
    for (size_t i = 0; i < s->n_definitions; i++)
        if (s->definitions[i].d == d)
            return moves_along(s, s->definitions[i].value, deep + 1);
    return false;
}

/* By as much in each iteration: through sums, products and addresses; what is loaded, divided or
 * masked may be the same in several. */
static bool moves_along(struct store_search *s, const struct expr *e, int deep)
{
    if (!e || deep > MOST_DEEP)
        return false;
    switch (e->kind) {
    case EXPR_VAR:
        return variable_moves(s, e->decl, deep);
    case EXPR_BINARY:
        return (e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL) &&
               (moves_along(s, e->a, deep + 1) || moves_along(s, e->b, deep + 1));
    case EXPR_CAST:
        return moves_along(s, e->a, deep + 1);
    case EXPR_COND: /* MAX(1, ii) */
        return s->declared && (moves_along(s, e->b, deep + 1) || moves_along(s, e->c, deep + 1));
    case EXPR_ADDR:
    case EXPR_DECAY:
        return place_moves(s, e->a, deep + 1);
    default:
        return false;
    }
}

static bool place_moves(struct store_search *s, const struct expr *e, int deep)
{
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    return (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) &&
           (moves_along(s, e->a, deep + 1) || moves_along(s, e->b, deep + 1));
}

/* Who chooses a place: the loop's variable, which stands in it, or the value of another one. */
struct choice {
    struct store_search *in;
    bool named, by_value;
};

static bool visit_chooser(struct expr *e, void *ctx)
{
    struct choice *c = ctx;
    if (e->kind == EXPR_VAR && loop_var(c->in->l, e->decl))
        c->named = true;
    else if (e->kind == EXPR_VAR && variable_moves(c->in, e->decl, 0))
        c->by_value = true;
    return !c->named;
}

static bool is_chosen(struct store_search *s, struct expr *place)
{
    struct choice c = {.in = s};
    expr_walk(place, visit_chooser, &c);
    s->by_value |= c.by_value && !c.named;
    return c.named || c.by_value;
}

/* ---- what an iteration reads of what others write ---- */

static const struct decl *root_of(const struct expr *e)
{
    while (e && e->kind != EXPR_VAR)
        e = e->a;
    return e ? e->decl : NULL;
}

struct read_search {
    const struct expr *written;
    const struct decl *root;
    bool found;
};

static bool visit_other_read(struct expr *e, void *ctx)
{
    struct read_search *s = ctx;
    bool place = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
    s->found |= place && e->type->kind == TYPE_SCALAR && root_of(e) == s->root &&
                !expr_equal(e, s->written);
    return !s->found;
}

enum { MOST_PLACES = 64 };

struct written_search {
    const struct loop *l;
    int places; /* so far */
    bool found; /* another one is read, or there are too many */
};

static bool visit_written(struct expr *e, void *ctx)
{
    struct written_search *s = ctx;
    bool store = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    if (!store || (e->a->kind != EXPR_INDEX && e->a->kind != EXPR_DEREF) || s->found)
        return !s->found;
    struct read_search reads = {.written = e->a, .root = root_of(e->a)};
    if (++s->places <= MOST_PLACES)
        stmt_walk_exprs(s->l->stmt->body, visit_other_read, &reads);
    s->found = reads.found || s->places > MOST_PLACES;
    return !s->found;
}

bool loop_reads_others(const struct loop *l)
{
    struct written_search s = {.l = l};
    stmt_walk_exprs(l->stmt->body, visit_written, &s);
    return s.found;
}

/* ---- what it writes ---- */

/* A member of a structure that the program's own operator reduces (body_declared.c). */
static bool is_in_item(const struct region *r, const struct expr *lvalue)
{
    const struct expr *of = expr_object(lvalue);
    return of->kind == EXPR_VAR && of->type->kind == TYPE_RECORD && body_is_item(r, of);
}

/* Is it a place that the loop's variable chooses, or a plain variable? */
static bool visit_store(struct expr *e, void *ctx)
{
    struct store_search *s = ctx;
    if (e->kind == EXPR_CALL && !e->math && e->decl)
        s->apart = s->apart && !body_function_stores(s->r, ast_function(s->r, e->decl, e->begin));
    s->apart = s->apart && !e->atomic; /* in an iteration they keep their order */
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->kind != EXPR_VAR &&
        !body_is_item(s->r, e->a) && !is_in_item(s->r, e->a)) {
        const struct expr *of = expr_object(e->a);
        if (!(of->kind == EXPR_VAR && of->decl->in_region) && !is_chosen(s, e->a))
            s->apart = false;
    }
    return s->apart;
}

/* Nothing that the loop writes stays where it is from iteration to iteration, as
 * far as its text tells: y[i] += a[i][j] * x[j] is no matter for several j at once. */
bool loop_writes_apart(struct region *r, struct loop *l)
{
    struct store_search s = {.r = r, .l = l, .apart = true};
    s.declared = r->dir->origin != ORIGIN_TCR && !r->dir->dependent && !r->exclusive &&
                 r->n_loops < site_promised(r->facts, &r->site);
    stmt_walk(l->stmt->body, visit_declaration, &s);
    stmt_walk_exprs(l->stmt->body, visit_assignment, &s);
    if (s.declared)
        stmt_walk(l->stmt->body, visit_tile, &s);
    stmt_walk_exprs(l->stmt->body, visit_store, &s);
    return s.apart && !(s.by_value && loop_reads_others(l));
}

/* Does the loop, of few iterations, choose among the elements of a reduced
 * section?  Unrolled, it has a variable for each; among threads, none would. */
static bool visit_element(struct expr *e, void *ctx)
{
    struct store_search *s = ctx;
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && body_is_element(s->r, e->a) &&
        is_chosen(s, e->a))
        s->apart = false;
    return s->apart;
}

bool loop_chooses_elements(struct region *r, struct loop *l)
{
    long long from, to;
    struct store_search s = {.r = r, .l = l, .apart = true};
    if (!expr_const(l->vars[0].lower, &from) || !expr_const(l->upper, &to))
        return false;
    stmt_walk_exprs(l->stmt->body, visit_element, &s);
    return !s.apart;
}
