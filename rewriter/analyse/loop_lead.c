/* SPDX-License-Identifier: MIT */
/*
 * loop_lead.c: statements between two loops of a nest that may as well stand in the inner one.
 *
 *     for (j = 0; j < ny; j++) {
 *         const double *row = a + j * nx;
 *         int at = j * nx;
 *         for (i = 0; i < nx; i++)
 *             b[at + i] = row[i];
 *     }
 *
 * Each iteration of both loops then computes them for itself, and the two loops are one space of
 * iterations.  That is right for what only sets local scalars, reads nothing that the inner loop
 * writes, and is cheap.
 */
#include "../front/ast.h"
#include "../ir/region.h"
#include "assigned.h"
#include "body_private.h"

enum {
    MOST_OPERATIONS = 16, /* of all statements in front of a loop */
    SHORT_LOOP = 16
};

struct lead {
    struct region *r;
    struct stmt *body; /* they, and the inner loop */
    struct loop *inner;
    int operations;
    bool fits; /* so far */
};

static bool is_scalar(const struct decl *d)
{
    return (d->kind == DECL_LOCAL || d->kind == DECL_PARAM) && !d->type->is_volatile &&
           !d->type->is_atomic && (d->type->kind == TYPE_SCALAR || d->type->kind == TYPE_POINTER);
}

static const struct expr *value_of(const struct lead *lead, const struct decl *d)
{
    for (size_t i = 0; i + 1 < lead->body->n_list; i++) {
        const struct stmt *s = lead->body->list[i];
        const struct expr *e = s->kind == STMT_EXPR ? expr_strip(s->expr) : NULL;
        for (size_t k = 0; s->kind == STMT_DECL && k < s->n_decls; k++)
            if (s->decls[k] == d)
                return s->inits[k];
        if (e && e->kind == EXPR_ASSIGN && e->a->kind == EXPR_VAR && e->a->decl == d)
            return e->b;
    }
    return NULL;
}

/* The variable or pointer from outside of the nest by which an lvalue is reached, or NULL. */
static const struct decl *root_of(const struct lead *lead, const struct expr *e)
{
    enum { MOST_STEPS = 64 };
    for (int i = 0; e && i < MOST_STEPS; i++) {
        if (e->kind != EXPR_VAR) {
            e = e->a;
            continue;
        }
        const struct expr *value = value_of(lead, e->decl);
        if (!value)
            return e->decl->in_region ? NULL : e->decl;
        e = value;
    }
    return NULL;
}

struct stores {
    const struct lead *lead;
    const struct decl *root;
    bool pointer; /* a pointer is read: in double *row = rows[i], which row[j] = 0 leaves alone */
    bool met;
};

static bool is_number(const struct type *t)
{
    return t->kind == TYPE_SCALAR && t->size > 1; /* bytes may be those of a pointer */
}

/* A store that may reach what is read by way of `root`. */
static bool visit_store(struct expr *e, void *ctx)
{
    struct stores *s = ctx;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) {
        const struct decl *root = root_of(s->lead, e->a);
        bool unknown = !root && expr_object(e->a)->kind != EXPR_VAR;
        bool number = s->pointer && is_number(e->a->type);
        s->met |= unknown || (root && root == s->root && !number);
    }
    s->met |= e->kind == EXPR_CALL && !e->math;
    return !s->met;
}

/* Does the inner loop leave alone what is read here, as far as names tell?  Two names of one array
 * are noticed when the iterations' order is asked for. */
static bool is_left_alone(const struct lead *lead, const struct expr *e)
{
    struct stores s = {
        .lead = lead, .root = root_of(lead, e), .pointer = e->type->kind == TYPE_POINTER};
    stmt_walk_exprs(lead->inner->stmt, visit_store, &s);
    return s.root && !s.met;
}

static void check_value(struct lead *lead, struct expr *e);

/* An address: nothing is read but what it is computed from. */
static void check_place(struct lead *lead, struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    if (e->kind == EXPR_VAR)
        return;
    lead->fits &= e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
    check_value(lead, e->a);
    check_value(lead, e->b);
}

static bool visit_value(struct expr *e, void *ctx)
{
    struct lead *lead = ctx;
    switch (e->kind) {
    case EXPR_BINARY:
    case EXPR_UNARY:
        lead->operations += c_op_plain(e->op) == OP_DIV ? 8 : 1;
        break;
    case EXPR_VAR:
        lead->fits &= !stmt_writes(lead->inner->stmt, e->decl) && !e->decl->type->is_volatile;
        break;
    case EXPR_INDEX:
    case EXPR_DEREF:
        lead->operations++;
        lead->fits &= !e->type->is_volatile && is_left_alone(lead, e);
        break;
    case EXPR_ADDR:
    case EXPR_DECAY:
        check_place(lead, e->a);
        return false;
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_CAST:
    case EXPR_COND:
    case EXPR_MEMBER:
        break;
    default:
        lead->fits = false;
    }
    return lead->fits;
}

/* Nothing is done but to compute a number or an address. */
static void check_value(struct lead *lead, struct expr *e)
{
    expr_walk(e, visit_value, lead);
    lead->fits &= lead->operations <= MOST_OPERATIONS;
}

static void check_declarations(struct lead *lead, const struct stmt *s)
{
    for (size_t i = 0; i < s->n_decls && lead->fits; i++) {
        struct decl *d = s->decls[i];
        bool own = loop_var(lead->inner, d) != NULL;
        lead->fits = is_scalar(d) && !(own && s->inits[i]) &&
                     (own || !s->inits[i] || !stmt_writes(lead->inner->stmt, d));
        check_value(lead, s->inits[i]);
    }
}

/* An assignment to a variable that nobody reads afterwards. */
static void check_assignment(struct lead *lead, struct expr *e)
{
    struct region *r = lead->r;
    lead->fits = e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && !e->atomic &&
                 e->a->kind == EXPR_VAR && is_scalar(e->a->decl) &&
                 !stmt_writes(lead->inner->stmt, e->a->decl) && !body_is_item(r, e->a) &&
                 (e->a->decl->in_region || !live_after(r, e->a->decl));
    if (lead->fits)
        check_value(lead, e->b);
}

static bool fits(struct lead *lead, struct stmt *s)
{
    lead->fits = s->kind == STMT_DECL || s->kind == STMT_EXPR || s->kind == STMT_NULL;
    if (s->kind == STMT_DECL)
        check_declarations(lead, s);
    if (s->kind == STMT_EXPR)
        check_assignment(lead, expr_strip(s->expr));
    return lead->fits;
}

struct stmt *loop_below(struct stmt *body)
{
    body = stmt_only(body);
    if (body->kind == STMT_COMPOUND && body->n_list)
        body = stmt_only(body->list[body->n_list - 1]);
    return body;
}

/* Bounds are computed before the nest, where variables declared in it are not. */
static bool visit_bound(struct expr *e, void *ctx)
{
    bool *inside = ctx;
    *inside |= e->kind == EXPR_VAR && e->decl->in_region;
    return !*inside;
}

static bool has_own_bounds(struct loop *l)
{
    bool inside = false;
    expr_walk(l->upper, visit_bound, &inside);
    for (size_t i = 0; i < l->n_vars; i++) {
        expr_walk(l->vars[i].lower, visit_bound, &inside);
        expr_walk(l->vars[i].step, visit_bound, &inside);
    }
    return inside;
}

/* So few iterations that one thread reads neighbours one after another just as well. */
static bool is_short(const struct loop *l)
{
    long long from, to;
    return expr_const(l->vars[0].lower, &from) && expr_const(l->upper, &to) &&
           to - from <= SHORT_LOOP && from - to <= SHORT_LOOP;
}

bool loop_takes_lead(struct region *r, struct stmt *body, struct loop *inner)
{
    body = stmt_only(body);
    struct lead lead = {.r = r, .body = body, .inner = inner};
    if (body == inner->stmt)
        return true;
    if (r->dir->reproducible || has_own_bounds(inner) || is_short(inner) ||
        loop_reads_others(inner))
        return false;
    for (size_t i = 0; i + 1 < body->n_list; i++)
        if (!fits(&lead, body->list[i]))
            return false;
    inner->lead = body;
    return true;
}

/* One without a value, which the inner loop sets: does it always do so before it reads it? */
static bool keeps_value(struct region *r, const struct decl *d)
{
    return !region_is_level_var(r, d) && stmt_writes(r->body, d) &&
           assigned_in_iteration(r, d).read;
}

bool loop_lead_carries(struct region *r, const struct loop *inner)
{
    for (size_t i = 0; inner->lead && i + 1 < inner->lead->n_list; i++) {
        const struct stmt *s = inner->lead->list[i];
        for (size_t k = 0; s->kind == STMT_DECL && k < s->n_decls; k++)
            if (!s->inits[k] && keeps_value(r, s->decls[k]))
                return true;
    }
    return false;
}

/* The declarations that do not declare a level's variable. */
static void add_declarations(struct region *r, struct stmt *block, const struct stmt *s)
{
    struct stmt *rest = ir_alloc(sizeof *rest);
    *rest = *s;
    rest->decls = NULL;
    rest->inits = NULL;
    rest->n_decls = 0;
    for (size_t i = 0, n = 0; i < s->n_decls; i++) {
        if (region_is_level_var(r, s->decls[i]))
            continue;
        IR_PUSH(rest->decls, rest->n_decls, s->decls[i]);
        IR_PUSH(rest->inits, n, s->inits[i]);
    }
    if (rest->n_decls)
        IR_PUSH(block->list, block->n_list, rest);
}

struct stmt *loop_whole_body(struct region *r)
{
    struct stmt *inner = r->loops[r->n_loops - 1]->stmt->body;
    struct stmt *block = ir_alloc(sizeof *block);
    *block = (struct stmt){.kind = STMT_COMPOUND, .begin = inner->begin, .end = inner->end};
    for (size_t i = 1; i < r->n_loops; i++) {
        const struct stmt *lead = r->loops[i]->lead;
        for (size_t k = 0; lead && k + 1 < lead->n_list; k++)
            if (lead->list[k]->kind == STMT_DECL)
                add_declarations(r, block, lead->list[k]);
            else
                IR_PUSH(block->list, block->n_list, lead->list[k]);
    }
    if (block->n_list == 0)
        return inner;
    IR_PUSH(block->list, block->n_list, inner);
    return block;
}
