/* SPDX-License-Identifier: MIT */
/*
 * plan_loops.c: the loops of a nest: what is known of their order, where their iterations run,
 * and whether OpenMP would count them right.
 */
#include "plan_private.h"

#include "../access/dependence.h"

/* ---- counting ---- */

/* May the variable wrap around past the bound, as C defines for unsigned and
 * narrow ones?  Then the number of iterations is not the distance. */
bool plan_may_wrap(const struct loop *l)
{
    const struct induction *v = &l->vars[0];
    const struct type *t = v->var->type;
    if (t->kind == TYPE_POINTER || l->rel == OP_NE || !(type_is_unsigned(t) || t->size < 4))
        return false;
    bool unit = !v->step && (v->step_const == 1 || v->step_const == -1);
    return !unit || c_op_admits_equal(l->rel) || t->size < 4;
}

/* A signed variable compared as unsigned: below zero it is past any bound. */
static bool is_mixed(const struct loop *l)
{
    const struct type *t = l->vars[0].var->type;
    return t->kind == TYPE_SCALAR && !type_is_unsigned(t) && type_is_unsigned(l->cmp_type);
}

/* gcc counts in the variable's own type, which must hold the distance. */
static bool sure_distance(const struct plan_loop *at)
{
    const struct loop *l = at->loop;
    const struct induction *v = &l->vars[0];
    long long k;
    if (v->var->type->kind == TYPE_POINTER)
        return true;
    if (v->step || at->wraps || l->rel == OP_NE || at->mixed)
        return false;
    if (type_is_unsigned(v->var->type))
        return v->var->type->size == 8; /* gcc 12 takes 2^31 iterations for none */
    return (v->step_const == 1 && expr_const(v->lower, &k) && k >= 0) ||
           (v->step_const == -1 && expr_const(l->upper, &k) && k >= 0);
}

/* An unsigned variable that goes from a constant to a bound of 64 bits: of these
 * clang 19 takes 2^31 iterations too many, or none. */
static bool is_miscounted(const struct loop *l, bool nested)
{
    const struct induction *v = &l->vars[0];
    bool steps = v->step_const != 1 && v->step_const != -1;
    return type_is_unsigned(v->var->type) && v->var->type->size == 4 && l->cmp_type->size == 8 &&
           (steps || (nested && l->rel != OP_LT && l->rel != OP_GT));
}

/* ---- loops below the levels ---- */

struct search {
    struct plan *p;
    const struct decl *variable;
    bool found;
};

static bool visit_variable(struct expr *e, void *ctx)
{
    struct search *s = ctx;
    s->found |= e->kind == EXPR_VAR && e->decl == s->variable;
    return !s->found;
}

static bool visit_place(struct expr *e, void *ctx)
{
    struct search *s = ctx;
    const struct array_section *section =
        e->reduction >= 0 ? s->p->r->reductions[e->reduction].section : NULL;
    if (section && !section->copies)
        section_walk(section, e, visit_variable, s);
    return e->reduction < 0 && !s->found;
}

/* Does the loop's variable choose among a section's numbers that are in registers? */
static bool is_unrolled(struct plan *p, const struct loop *l, struct stmt *s)
{
    struct search search = {.p = p, .variable = l->vars[0].var};
    stmt_walk_exprs(s->body, visit_place, &search);
    return search.found;
}

bool plan_in_order(const struct plan *p, const struct stmt *loop)
{
    const struct region *r = p->r;
    bool ordered = r->facts->inner_ordered;
    for (size_t i = 0; i < r->facts->n_constructs; i++) {
        const struct construct *c = &r->facts->constructs[i];
        ordered |= c->pragma->origin == ORIGIN_ACC && (c->parts & PART_LOOP) &&
                   c->pragma->begin > r->begin && c->begin < r->end &&
                   (!loop || c->begin == loop->begin) && construct_clause(c, "seq") &&
                   r->dir->origin == ORIGIN_ACC;
    }
    return ordered;
}

/* What dependence.c says of the loop; of a loop below the levels, in all of its places. */
static void find_order(struct plan *p, struct plan_loop *l)
{
    enum loop_order worst = ORDER_PROVED;
    bool found = false, folds = false, given = p->writes && !p->proved, same = true;
    for (size_t i = 0; i < p->r->n_nest; i++) {
        const struct nest_loop *n = &p->r->nest[i];
        if (n->stmt != l->stmt)
            continue;
        found = true;
        folds |= n->folds;
        given = given && (n->order == ORDER_PROVED || n->if_apart);
        same = same && (n->order == ORDER_PROVED || n->or_same);
        if (n->order > worst) {
            worst = n->order;
            l->why = dependence_why(p->r, n);
        }
    }
    if (found && worst == ORDER_PROVED)
        l->order = PLAN_ORDER_PROVED;
    if (found && worst == ORDER_CHECKED && given) {
        l->order = PLAN_ORDER_GIVEN;
        l->or_same = same;
    }
    if (folds && worst != ORDER_NO)
        l->folds = fold_find(p->r, l->loop);
}

static bool visit_loop(struct stmt *s, void *ctx)
{
    struct plan *p = ctx;
    const char *why;
    if (!stmt_is_loop(s))
        return true;
    struct plan_loop at = {.stmt = s,
                           .loop = s->kind == STMT_FOR ? loop_canonical(s, &why) : NULL,
                           .level = -1,
                           .order = PLAN_ORDER_KEPT};
    find_order(p, &at);
    bool unrolled = at.loop && is_unrolled(p, at.loop, s);
    at.mapping = p->r->refused ? PLAN_MAP_NONE : unrolled ? PLAN_MAP_UNROLLED : PLAN_MAP_THREAD;
    IR_PUSH(p->loops, p->n_loops, at);
    return true;
}

/* ---- all of them ---- */

size_t plan_collapsed(const struct region *r)
{
    size_t wanted = r->dir->collapse > 1 ? (size_t)r->dir->collapse : 1, n = 1;
    while (n < wanted && n < r->n_loops && !r->loops[n]->lead)
        n++;
    return n;
}

void plan_loops(struct plan *p)
{
    const struct region *r = p->r;
    p->n_collapsed = plan_collapsed(r);
    p->total = r->n_loops == 1 ? "tcr_n0" : "tcr_n";
    p->runs = ir_printf("%s != 0", p->total);
    for (size_t i = 0; i < r->n_loops; i++) {
        struct loop *l = r->loops[i];
        struct plan_loop at = {.loop = l,
                               .stmt = l->stmt,
                               .level = (int)i,
                               .mapping = r->refused ? PLAN_MAP_NONE : PLAN_MAP_GRID,
                               .collapsed = i < p->n_collapsed,
                               .wraps = plan_may_wrap(l),
                               .mixed = is_mixed(l),
                               .miscounted = is_miscounted(l, p->n_collapsed > 1)};
        at.order = i > 0 && (long)i >= r->dir->collapse                   ? PLAN_ORDER_FOUND
                   : r->mapped && p->writes && (p->legal || r->dir->asks) ? PLAN_ORDER_ASKED
                                                                          : PLAN_ORDER_DECLARED;
        find_order(p, &at);
        at.far = at.collapsed && !sure_distance(&at);
        IR_PUSH(p->loops, p->n_loops, at);
    }
    stmt_walk(r->body, visit_loop, p);
}

bool plan_unrolls(const struct plan *p, const struct stmt *loop)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].stmt == loop)
            return p->loops[i].mapping == PLAN_MAP_UNROLLED;
    return false;
}
