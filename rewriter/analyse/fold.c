/* SPDX-License-Identifier: MIT */
/*
 * fold.c: which variables does an inner loop only update?
 *
 * Each variable that the loop's body sets is looked at by itself: if all places where the loop
 * names it are in updates that one operator allows, it is folded.  So an update accounts for the
 * mentions in it, and all other mentions count against it.
 */
#include "fold_private.h"

#include "../source/operators.h"

enum { NO_OP = -1 };

struct finder {
    struct region *r;
    const struct loop *l;
    struct updated of;
    int op;                /* of the updates so far */
    bool bad;              /* some of them is no update, or has another operator */
    struct expr *constant; /* that is assigned; NULL: none so far */
    size_t mentions;       /* in updates */
    struct fold best;      /* BEST, if its update is set */
};

/* ---- what may be computed in vain ---- */

/* An integer division that may trap: by 0, or of the least number by -1. */
static bool may_trap(const struct expr *e)
{
    long long by;
    bool divides =
        (c_op_plain(e->op) == OP_DIV || c_op_plain(e->op) == OP_REM) && type_is_integer(e->type);
    return divides && (!expr_const(e->b, &by) || by == 0 || by == -1);
}

static bool visit_idle(struct expr *e, void *ctx)
{
    bool *idle = ctx;
    const struct expr *pointer =
        e->kind == EXPR_INDEX || e->kind == EXPR_DEREF ? expr_strip(e->a) : NULL;
    bool loaded = pointer && (pointer->kind == EXPR_INDEX || pointer->kind == EXPR_DEREF);
    if (expr_facts(e)->astray || loaded || may_trap(e) || (e->kind == EXPR_CALL && !e->math) ||
        e->kind == EXPR_END || e->atomic)
        *idle = false;
    return *idle;
}

bool fold_is_idle(const struct expr *e)
{
    bool idle = !expr_has_effects(e);
    expr_walk((struct expr *)e, visit_idle, &idle);
    return idle;
}

/* ---- updates ---- */

static void combine(struct finder *f, int op)
{
    const struct type *x = f->of.type;
    bool whole = operator_is((enum tcr_op)op, OPERATOR_LOGICAL) ||
                 operator_is((enum tcr_op)op, OPERATOR_BITWISE);
    bool fits = type_is_complex(x) ? op == TCR_ADD
                : type_is_bool(x)  ? whole && op != TCR_XOR
                                   : !whole || type_is_integer(x);
    f->bad |= !fits || (f->op != NO_OP && f->op != op);
    f->op = op;
}

bool fold_is_constant(const struct expr *e)
{
    long long k;
    while (e->kind == EXPR_CAST || (e->kind == EXPR_UNARY && e->op == OP_NEGATE))
        e = e->a;
    return e->kind == EXPR_FLOAT || expr_const(e, &k);
}

static void assign_constant(struct finder *f, struct expr *e)
{
    f->bad |= !fold_is_constant(e) || (f->constant && !expr_same(f->constant, e));
    f->constant = e;
}

/* x = rhs, with x in rhs: the operator, or NO_OP. */
static int tree_operator(const struct finder *f, struct expr *rhs)
{
    static const enum tcr_op ops[] = {TCR_ADD, TCR_MUL,  TCR_AND, TCR_OR,
                                      TCR_XOR, TCR_LAND, TCR_LOR};
    if (body_is(&f->of, body_strip(rhs, f->of.type)))
        return NO_OP;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (body_tree_of(rhs, &f->of, ops[i]))
            return operator_is(ops[i], OPERATOR_LOGICAL) && !fold_is_idle(rhs) ? NO_OP
                                                                               : (int)ops[i];
    return fold_order_tree(f->r, &f->of, rhs);
}

static void plain_update(struct finder *f, struct expr *e)
{
    size_t named = (size_t)body_names(e->b, &f->of);
    if (!named) {
        assign_constant(f, e->b);
    } else {
        int op = tree_operator(f, expr_strip(e->b));
        f->bad |= op == NO_OP;
        if (op != NO_OP)
            combine(f, op);
    }
    f->mentions += 1 + named;
}

static void update(struct finder *f, struct expr *e)
{
    int op = TCR_ADD;
    if (e->atomic) {
        f->bad = true;
    } else if (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN) {
        plain_update(f, e);
    } else {
        if (e->kind == EXPR_ASSIGN)
            op = operator_of_binary(c_op_plain(e->op));
        /* truncated in every step, the order of the steps shows */
        const struct type *x = f->of.type, *t = e->b ? e->b->type : x;
        bool truncates =
            x->kind != t->kind ? x->kind == TYPE_SCALAR : type_is_integer(x) && !type_is_integer(t);
        f->bad |= op < 0 || truncates || (e->b && body_names(e->b, &f->of));
        if (op >= 0)
            combine(f, op);
        f->mentions++;
    }
}

/* An expression whose value is not used. */
static void visit_void(struct finder *f, struct expr *e)
{
    e = e->kind == EXPR_CAST ? e->a : e;
    int op = NO_OP;
    if (e->kind == EXPR_COND && !body_names(e->c, &f->of))
        op = fold_order_if(f->r, &f->of, e->a, e->b);
    if (e->kind == EXPR_BINARY && e->op == OP_LAND)
        op = fold_order_if(f->r, &f->of, e->a, e->b);
    if (op != NO_OP && (e->kind == EXPR_BINARY || fold_is_idle(e->c))) {
        combine(f, op);
        f->mentions += 2;
    } else if (e->kind == EXPR_BINARY && e->op == OP_COMMA) {
        visit_void(f, e->a);
        visit_void(f, e->b);
    } else if (e->kind == EXPR_COND) {
        visit_void(f, e->b);
        visit_void(f, e->c);
    } else if (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL)) {
        visit_void(f, e->b);
    } else if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && body_is(&f->of, e->a)) {
        update(f, e);
    }
}

/* if (!x && p) x = 1: the same as x = x || p, but that another x than 0 stays. */
static bool flag_update(struct finder *f, struct stmt *s, struct expr *assign)
{
    struct expr *cond = expr_strip(s->expr);
    while (assign->kind == EXPR_CAST)
        assign = assign->a;
    if (assign->kind != EXPR_ASSIGN || assign->op != OP_ASSIGN || assign->atomic ||
        !body_is(&f->of, assign->a) || !type_is_integer(f->of.type) ||
        !body_is_absorbing(assign->b, TCR_LOR))
        return false;
    while (cond->kind == EXPR_BINARY && cond->op == OP_LAND) {
        bool left = body_names(cond->a, &f->of) > 0;
        struct expr *other = left ? cond->b : cond->a;
        if (body_names(other, &f->of) || (left && !fold_is_idle(other)))
            return false;
        cond = expr_strip(left ? cond->a : cond->b);
    }
    return cond->kind == EXPR_UNARY && cond->op == OP_NOT &&
           body_is(&f->of, body_strip(expr_strip(cond->a), f->of.type));
}

/* if (e < x) x = e; alone, or with others. */
static bool if_update(struct finder *f, struct stmt *s)
{
    struct stmt *then = stmt_only(s->body);
    int op = NO_OP;
    if (s->other || !body_names(s->expr, &f->of))
        return false;
    if (then->kind == STMT_EXPR)
        op = flag_update(f, s, then->expr) ? TCR_LOR
                                           : fold_order_if(f->r, &f->of, s->expr, then->expr);
    if (op != NO_OP)
        combine(f, op);
    else if (!fold_best(f->r, f->l, &f->of, s, &f->best))
        return false;
    f->mentions += 2;
    return true;
}

static bool visit_stmt(struct stmt *s, void *ctx)
{
    struct finder *f = ctx;
    if (s->kind == STMT_IF)
        return !if_update(f, s);
    if (s->kind == STMT_EXPR)
        visit_void(f, s->expr);
    if (s->kind == STMT_FOR && s->step)
        visit_void(f, s->step);
    return true;
}

/* ---- variables ---- */

static bool visit_address(struct expr *e, void *ctx)
{
    const struct decl **d = ctx;
    bool address = e->kind == EXPR_ADDR || e->kind == EXPR_DECAY;
    if (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY) { /* an element, and no address */
        expr_walk(e->b, visit_address, ctx);
        expr_walk(e->a->a, visit_address, ctx);
        return false;
    }
    const struct expr *of = address ? expr_object(e->a) : NULL;
    if (of && of->kind == EXPR_VAR && of->decl == *d)
        *d = NULL;
    return *d;
}

bool region_addresses(const struct region *r, const struct decl *d)
{
    if (d->addressed)
        return true;
    stmt_walk_exprs(r->stmt, visit_address, &d);
    return !d;
}

bool region_may_write(const struct region *r, struct stmt *s, const struct decl *d)
{
    return stmt_writes(s, d) || region_addresses(r, d);
}

bool fold_is_own(struct region *r, const struct loop *l, const struct decl *d)
{
    const struct type *t = d->type;
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM;
    bool own = d->in_region || body_is_private(r, d) || l->level == 0; /* body_shared.c asks */
    bool inside = d->offset >= l->stmt->begin && d->offset < l->stmt->end;
    return local && own && !inside && !t->is_volatile && !t->is_atomic &&
           !region_is_level_var(r, d) && !loop_var((struct loop *)l, d) && !region_addresses(r, d);
}

bool fold_candidate(struct region *r, const struct loop *l, const struct decl *d)
{
    return (d->type->kind == TYPE_SCALAR || type_is_complex(d->type)) && fold_is_own(r, l, d);
}

/* Can a copy start without knowing the value? */
static bool has_identity(enum tcr_op op)
{
    return op == TCR_ADD || op == TCR_MUL || op == TCR_XOR;
}

/* The fold of a variable, if it is one. */
static bool find_fold(struct finder *f, struct fold *out)
{
    size_t mentions = fold_mentions(f->l, &f->of);
    stmt_walk(f->l->stmt->body, visit_stmt, f);
    if (f->bad || f->mentions != mentions)
        return false;
    *out = (struct fold){.kind = FOLD_OPERATOR,
                         .op = (enum tcr_op)f->op,
                         .var = (struct decl *)f->of.decl,
                         .type = (struct type *)f->of.type};
    out->place = (struct expr *)f->of.place;
    out->unsure = out->place && !fold_is_sure(f->l, out->place);
    if (f->best.update)
        *out = f->best;
    else if (f->of.place)
        return f->op != NO_OP && !f->constant &&
               (!out->unsure || (has_identity(out->op) && !type_is_complex(out->type)));
    else if (f->op == NO_OP)
        *out = (struct fold){.kind = FOLD_CONSTANT, .var = out->var, .type = out->type};
    else if (f->constant)
        return body_is_absorbing(f->constant, out->op);
    return true;
}

bool fold_of_loop(struct region *r, const struct loop *l, const struct decl *d, struct fold *out)
{
    struct finder f = {.r = r, .l = l, .of = {.decl = d, .type = d->type}, .op = NO_OP};
    return find_fold(&f, out);
}

bool fold_updates(struct region *r, const struct loop *l, const struct decl *d, struct stmt *s,
                  enum tcr_op *op, size_t *mentions)
{
    struct finder f = {.r = r, .l = l, .of = {.decl = d, .type = d->type}, .op = NO_OP};
    stmt_walk(s, visit_stmt, &f);
    *mentions = f.mentions;
    *op = f.op == NO_OP ? TCR_ADD : (enum tcr_op)f.op;
    return !f.bad && !f.constant && !f.best.update;
}

struct collection {
    struct region *r;
    const struct loop *l;
    struct decl **list;
    size_t n;
    struct expr **places;
    size_t n_places;
};

static void add_place(struct collection *c, struct expr *e)
{
    for (size_t i = 0; i < c->n_places; i++)
        if (expr_equal(c->places[i], e))
            return;
    if (fold_place(c->r, c->l, e))
        IR_PUSH(c->places, c->n_places, e);
}

static bool visit_set(struct expr *e, void *ctx)
{
    struct collection *c = ctx;
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    if (!sets || e->a->reduction >= 0)
        return true;
    if (e->a->kind != EXPR_VAR) {
        add_place(c, e->a);
        return true;
    }
    for (size_t i = 0; i < c->n; i++)
        if (c->list[i] == e->a->decl)
            return true;
    if (fold_candidate(c->r, c->l, e->a->decl))
        IR_PUSH(c->list, c->n, e->a->decl);
    return true;
}

const struct fold *fold_of(const struct folds *f, const struct decl *d)
{
    for (size_t i = 0; i < f->n; i++) {
        if (f->list[i].var == d)
            return &f->list[i];
        for (size_t k = 0; k < f->list[i].n_along; k++)
            if (f->list[i].along[k] == d)
                return &f->list[i];
    }
    return NULL;
}

int fold_of_place(const struct folds *f, const struct expr *e)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->list[i].place && body_is(&(struct updated){.place = f->list[i].place}, e))
            return (int)i;
    return -1;
}

/* What one takes along may look like a constant by itself. */
static void remove_taken(struct folds *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->n; i++) {
        bool taken = false;
        for (size_t k = 0; k < f->n; k++)
            for (size_t a = 0; a < f->list[k].n_along; a++)
                taken |= f->list[k].along[a] == f->list[i].var;
        if (!taken)
            f->list[n++] = f->list[i];
    }
    f->n = n;
}

struct folds fold_find(struct region *r, const struct loop *l)
{
    struct folds found = {0};
    struct collection c = {.r = r, .l = l};
    if (l->stmt->begin < r->begin || l->stmt->end > r->end || stmt_leaves(l->stmt) ||
        stmt_breaks(l->stmt->body))
        return found;
    stmt_walk_exprs(l->stmt->body, visit_set, &c);
    for (size_t i = 0; i < c.n; i++) {
        struct fold fold;
        if (fold_of_loop(r, l, c.list[i], &fold) || fold_prefix(r, l, c.list[i], &fold))
            IR_PUSH(found.list, found.n, fold);
    }
    for (size_t i = 0; i < c.n_places; i++) {
        struct finder f = {
            .r = r, .l = l, .of = {.place = c.places[i], .type = c.places[i]->type}, .op = NO_OP};
        struct fold fold;
        if (find_fold(&f, &fold))
            IR_PUSH(found.list, found.n, fold);
    }
    remove_taken(&found);
    fold_settle_places(l, &found);
    return found;
}
