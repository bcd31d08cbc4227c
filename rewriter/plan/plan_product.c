/* SPDX-License-Identifier: MIT */
/*
 * plan_product.c: is the nest a product of matrices?
 *
 *     C[i][j] = sum over k of A[i][k] * B[k][j]
 *
 * in any of the forms in which C has it: the loops in any order, the sum in C itself or in a
 * variable that is then stored, C set or scaled before, a factor of A or B in a variable (ikj
 * loops), numbers before the sum and before C.  Here it is only seen that the nest does this and
 * nothing else, and which accesses and loops have which part.  Where they are in memory, how far
 * apart, which loop runs along which matrix, and whether C is apart from A and B, the runtime sees
 * in the numbers of each call (runtime/call/product.c), which runs the loops as they are where they
 * do not fit.
 */
#include "plan_private.h"

#include <stdlib.h>
#include <string.h>

#include "../analyse/body.h"
#include "../ir/hostint.h"

enum { ALIASES = 4, FACTORS = 6 };

/* A variable that has one value in an iteration: what it stands for. */
struct alias {
    const struct decl *var;
    struct expr *value;
};

struct finder {
    const struct plan *p;
    struct plan_product *to;
    const struct type *type; /* of C's elements, and of all arithmetic; NULL: not known yet */
    struct alias aliases[ALIASES];
    size_t n_aliases;
};

/* A product of numbers, elements and variables: -1 for each minus sign. */
struct term {
    struct expr *elements[FACTORS]; /* reads of memory */
    size_t n_elements;
    bool sum; /* the local sum is a factor */
    struct plan_scale scale;
};

/* ---- accesses ---- */

long plan_access(const struct region *r, const struct expr *lvalue, bool write)
{
    const struct expr_facts *f = expr_facts(lvalue);
    if ((lvalue->kind != EXPR_INDEX && lvalue->kind != EXPR_DEREF) || f->through < 0 || f->astray ||
        f->read_varies || !f->read_at || lvalue->atomic || lvalue->type->is_volatile)
        return -1;
    for (size_t i = 0; i < r->n_accesses; i++) {
        const struct access *a = &r->accesses[i];
        if (a->base == f->through && a->write == write && affine_same(&a->offset, f->read_at) &&
            a->size == lvalue->type->size && !a->atomic && !a->when && !a->group && !a->in_row)
            return (long)i;
    }
    return -1;
}

static bool same_place(const struct expr *a, const struct expr *b)
{
    const struct expr_facts *f = expr_facts(a), *g = expr_facts(b);
    return f->through >= 0 && f->through == g->through && f->read_at && g->read_at &&
           affine_same(f->read_at, g->read_at);
}

/* ---- terms ---- */

static bool is_type(const struct finder *f, const struct expr *e)
{
    return e->type->kind == TYPE_SCALAR && f->type && e->type->scalar == f->type->scalar;
}

static struct expr *alias_of(const struct finder *f, const struct expr *e)
{
    for (size_t i = 0; e->kind == EXPR_VAR && i < f->n_aliases; i++)
        if (f->aliases[i].var == e->decl)
            return f->aliases[i].value;
    return NULL;
}

/* Of a constant of float or double; false: another one. */
static bool float_value(const struct expr *e, double *x)
{
    char *end = NULL;
    if (!e->text || (e->type->size != 4 && e->type->size != 8))
        return false;
    *x = e->type->size == 4 ? (double)strtof(e->text, &end) : strtod(e->text, &end);
    return end != e->text && (*end == 0 || ((*end == 'f' || *end == 'F') && end[1] == 0));
}

/* A number that the whole nest sees: a constant, or what the host has captured. */
static bool take_number(const struct finder *f, const struct expr *e, struct plan_scale *s)
{
    const int capture = expr_facts(e)->capture;
    long long k;
    if (capture >= 0) {
        const struct capture *c = &f->p->r->captures[capture];
        if (s->field || !type_is_floating(c->type) || c->type->size > f->type->size ||
            c->type->size < 4)
            return false;
        s->field = c->name;
        s->type = c->type->scalar;
        return true;
    }
    if (e->kind == EXPR_CAST && type_is_floating(e->type))
        return take_number(f, e->a, s);
    if (e->kind == EXPR_FLOAT) {
        double x = 0;
        s->k *= float_value(e, &x) ? x : 0;
        return x != 0;
    }
    if (!expr_const(e, &k) || k < -(1 << 24) || k > 1 << 24)
        return false;
    s->k *= (double)k;
    return true;
}

static bool take_term(const struct finder *f, struct expr *e, const struct decl *sum,
                      struct term *t)
{
    struct expr *inner = expr_strip(e), *alias = alias_of(f, inner);
    if (expr_facts(e)->capture < 0 && expr_facts(inner)->capture < 0 && is_type(f, e) &&
        is_type(f, inner)) {
        if (alias)
            return take_term(f, alias, sum, t);
        if (inner->kind == EXPR_BINARY && inner->op == OP_MUL)
            return take_term(f, inner->a, sum, t) && take_term(f, inner->b, sum, t);
        if (inner->kind == EXPR_UNARY && inner->op == OP_NEGATE) {
            t->scale.k = -t->scale.k;
            return take_term(f, inner->a, sum, t);
        }
        if (inner->kind == EXPR_VAR && inner->decl == sum && sum && !t->sum) {
            t->sum = true;
            return true;
        }
        if (inner->kind == EXPR_INDEX || inner->kind == EXPR_DEREF) {
            if (t->n_elements == FACTORS || plan_access(f->p->r, inner, false) < 0)
                return false;
            t->elements[t->n_elements++] = inner;
            return true;
        }
    }
    return take_number(f, expr_facts(e)->capture >= 0 ? e : inner, &t->scale);
}

/* The terms of a sum: one, or two. */
static int take_sum(const struct finder *f, struct expr *e, const struct decl *sum,
                    struct term t[2])
{
    struct expr *inner = expr_strip(e);
    const bool adds = inner->kind == EXPR_BINARY && (inner->op == OP_ADD || inner->op == OP_SUB) &&
                      is_type(f, inner) && expr_facts(inner)->capture < 0;
    t[0] = t[1] = (struct term){.scale = {.k = 1}};
    if (!adds)
        return take_term(f, e, sum, &t[0]) ? 1 : 0;
    if (inner->op == OP_SUB)
        t[1].scale.k = -1;
    return take_term(f, inner->a, sum, &t[0]) && take_term(f, inner->b, sum, &t[1]) ? 2 : 0;
}

/* ---- the parts of a nest ---- */

int plan_plain_range(const struct region *r, const struct stmt *s)
{
    int range = -1;
    for (size_t i = 0; i < r->n_nest; i++) {
        const struct nest_loop *n = &r->nest[i];
        if (n->stmt != s)
            continue;
        if (range >= 0 || !n->loop || n->range < 0 || n->early || n->loop->n_vars != 1 ||
            n->loop->sets_more || n->loop->lead || !r->ranges[n->range].exact)
            return -1;
        range = n->range;
    }
    return range;
}

/* The statement that a block consists of. */
static struct stmt *alone(struct stmt *s)
{
    while (s && s->kind == STMT_COMPOUND) {
        struct stmt *only = NULL;
        for (size_t i = 0; i < s->n_list; i++) {
            if (s->list[i]->kind == STMT_NULL)
                continue;
            if (only)
                return s;
            only = s->list[i];
        }
        s = only;
    }
    return s;
}

/* Down through loops around one statement: their ranges are added.  NULL: some do not count
 * plainly. */
static struct stmt *through_loops(const struct finder *f, struct stmt *s, unsigned *loops)
{
    for (s = alone(s); s && s->kind == STMT_FOR; s = alone(s->body)) {
        int range = plan_plain_range(f->p->r, s);
        if (range < 0 || range >= TCR_MAX_LOOPS)
            return NULL;
        *loops |= 1u << range;
    }
    return s;
}

static bool is_update(const struct stmt *s)
{
    return s && s->kind == STMT_EXPR && s->expr->kind == EXPR_ASSIGN && !s->expr->atomic &&
           s->expr->a->reduction < 0;
}

static bool is_zero(const struct expr *e)
{
    long long k;
    double x;
    e = expr_strip(e);
    return e->kind == EXPR_FLOAT ? float_value(e, &x) && x == 0 : expr_const(e, &k) && k == 0;
}

/* x += terms, x -= terms, x = x + terms: the one that is added; false: another statement. */
static bool added(const struct finder *f, struct expr *e, const struct decl *sum, struct term *t)
{
    struct term both[2];
    if (!is_type(f, e->a) || !is_type(f, expr_strip(e->b)) || !is_type(f, e->b))
        return false;
    int n = take_sum(f, e->b, e->op == OP_ASSIGN ? sum : NULL, both);
    if (n == 1 && (e->op == OP_ASSIGN_ADD || e->op == OP_ASSIGN_SUB)) {
        *t = both[0];
        if (e->op == OP_ASSIGN_SUB)
            t->scale.k = -t->scale.k;
        return true;
    }
    if (n != 2 || e->op != OP_ASSIGN)
        return false;
    for (int i = 0; i < 2; i++) {
        const struct term *x = &both[i];
        bool itself =
            sum ? x->sum && !x->n_elements : x->n_elements == 1 && same_place(x->elements[0], e->a);
        if (itself && x->scale.k == 1 && !x->scale.field) {
            *t = both[1 - i];
            return !t->sum;
        }
    }
    return false;
}

/* A term of two elements: A's and B's. */
static bool take_factors(const struct finder *f, const struct term *t)
{
    if (t->n_elements != 2 || t->sum)
        return false;
    f->to->a = (size_t)plan_access(f->p->r, t->elements[0], false);
    f->to->b = (size_t)plan_access(f->p->r, t->elements[1], false);
    f->to->alpha = t->scale;
    return true;
}

/* What numbers may be: the elements' type is that of the place. */
static bool take_place(struct finder *f, struct expr *place)
{
    long c = plan_access(f->p->r, place, true);
    if (c < 0 || place->type->kind != TYPE_SCALAR ||
        (place->type->scalar != TCR_F32 && place->type->scalar != TCR_F64))
        return false;
    f->type = place->type;
    f->to->type = place->type->scalar;
    f->to->c = (size_t)c;
    return true;
}

/* C += A * B, in all loops. */
static bool match_update(struct finder *f, struct stmt *s)
{
    struct term t;
    if (!is_update(s) || !take_place(f, s->expr->a) || !added(f, s->expr, NULL, &t) ||
        !take_factors(f, &t))
        return false;
    f->to->beta = (struct plan_scale){.k = 1};
    return true;
}

/* ---- a sum in a variable ---- */

/* C = alpha * s + beta * C, or less: the scale of C; alpha's is multiplied. */
static bool match_store(struct finder *f, struct expr *e, const struct decl *sum)
{
    struct term t[2];
    struct plan_scale alpha = {.k = 1}, beta = {.k = e->op == OP_ASSIGN ? 0 : 1};
    int n = is_type(f, e->a) && is_type(f, e->b) ? take_sum(f, e->b, sum, t) : 0;
    bool set = false;
    if (n == 0 || (n == 2 && e->op != OP_ASSIGN) ||
        (e->op != OP_ASSIGN && e->op != OP_ASSIGN_ADD && e->op != OP_ASSIGN_SUB))
        return false;
    for (int i = 0; i < n; i++) {
        if (t[i].sum && !t[i].n_elements && !set) {
            alpha = t[i].scale;
            set = true;
        } else if (!t[i].sum && t[i].n_elements == 1 && same_place(t[i].elements[0], e->a)) {
            beta = t[i].scale;
        } else {
            return false;
        }
    }
    if (e->op == OP_ASSIGN_SUB)
        alpha.k = -alpha.k;
    /* a number in the sum and one before it, of which both are captured, are two */
    if (!set || (alpha.field && f->to->alpha.field))
        return false;
    alpha.k *= f->to->alpha.k;
    if (!alpha.field) {
        alpha.field = f->to->alpha.field;
        alpha.type = f->to->alpha.type;
    }
    f->to->alpha = alpha;
    f->to->beta = beta;
    return true;
}

/* s = 0; or of C's element. */
struct start {
    const struct decl *sum;
    struct expr *value;
};

static bool take_start(const struct stmt *s, struct start *to)
{
    if (s->kind == STMT_DECL && s->n_decls == 1 && s->inits[0]) {
        *to = (struct start){s->decls[0], s->inits[0]};
        return true;
    }
    if (!is_update(s) || s->expr->op != OP_ASSIGN || s->expr->a->kind != EXPR_VAR)
        return false;
    *to = (struct start){s->expr->a->decl, s->expr->b};
    return true;
}

/* Start, loops with the sum, store. */
static bool match_local(struct finder *f, struct stmt *const *list, unsigned around)
{
    struct start start;
    struct term t;
    unsigned loops = 0;
    struct stmt *update = through_loops(f, list[1], &loops);
    if (!take_start(list[0], &start) || !loops || !is_update(update) || !is_update(list[2]) ||
        !take_place(f, list[2]->expr->a) || update->expr->a->kind != EXPR_VAR ||
        update->expr->a->decl != start.sum || start.sum->type->kind != TYPE_SCALAR ||
        start.sum->type->is_volatile || start.sum->type->scalar != f->type->scalar ||
        !added(f, update->expr, start.sum, &t) || !take_factors(f, &t) ||
        !match_store(f, list[2]->expr, start.sum))
        return false;
    if (!is_zero(start.value)) { /* s = C[i][j]; ... C[i][j] = s; */
        struct expr *from = expr_strip(start.value);
        if (f->to->beta.k != 0 || list[2]->expr->op != OP_ASSIGN ||
            expr_strip(list[2]->expr->b)->kind != EXPR_VAR || !is_type(f, start.value) ||
            plan_access(f->p->r, from, false) < 0 || !same_place(from, list[2]->expr->a))
            return false;
        f->to->beta.k = 1;
    }
    f->to->loops = around | loops;
    f->to->sum_loops = loops;
    return true;
}

/* ---- C set or scaled before ---- */

/* C = 0, C *= beta, C = beta * C. */
static bool match_scaling(struct finder *f, struct stmt *s, struct plan_scale *beta)
{
    struct term t[2];
    if (!is_update(s) || !take_place(f, s->expr->a))
        return false;
    struct expr *e = s->expr;
    *beta = (struct plan_scale){.k = 0};
    if (e->op == OP_ASSIGN && is_zero(e->b))
        return true;
    if ((e->op != OP_ASSIGN && e->op != OP_ASSIGN_MUL) || !is_type(f, e->b) ||
        take_sum(f, e->b, NULL, t) != 1)
        return false;
    *beta = t[0].scale;
    return t[0].n_elements == (e->op == OP_ASSIGN) &&
           (e->op != OP_ASSIGN || same_place(t[0].elements[0], e->a));
}

static bool match(struct finder *f, struct stmt *s, unsigned around);

static bool match_scaled(struct finder *f, struct stmt *const *list, unsigned around)
{
    unsigned loops = around;
    struct plan_scale beta;
    struct stmt *scaling = through_loops(f, list[0], &loops);
    if (!scaling || !match_scaling(f, scaling, &beta))
        return false;
    const size_t init = f->to->c;
    if (!match(f, list[1], around) || f->to->init >= 0 || f->to->beta.field || f->to->beta.k != 1)
        return false;
    f->to->init = (int)init;
    f->to->init_loops = loops;
    f->to->sum_loops = f->to->loops & ~around;
    f->to->beta = beta;
    return true;
}

/* ---- all of it ---- */

static bool sets_nothing(const struct stmt *s)
{
    if (s->kind != STMT_DECL)
        return s->kind == STMT_NULL;
    for (size_t i = 0; i < s->n_decls; i++)
        if (s->inits[i])
            return false;
    return true;
}

/* A variable that stands for one value in what follows it. */
static bool take_alias(struct finder *f, struct stmt *const *list, size_t n)
{
    struct start start;
    if (f->n_aliases == ALIASES || n < 2 || !take_start(list[0], &start) ||
        start.sum->type->is_volatile)
        return false;
    for (size_t i = 1; i < n; i++)
        if (stmt_writes(list[i], start.sum))
            return false;
    for (size_t i = 0; i < f->n_aliases; i++)
        if (f->aliases[i].var == start.sum)
            return false;
    f->aliases[f->n_aliases++] = (struct alias){start.sum, start.value};
    return true;
}

static bool match_list(struct finder *f, struct stmt *const *list, size_t n, unsigned around)
{
    if (n == 3 && match_local(f, list, around))
        return true;
    if (n == 2 && match_scaled(f, list, around))
        return true;
    return take_alias(f, list, n) &&
           (n == 2 ? match(f, list[1], around) : match_list(f, list + 1, n - 1, around));
}

static bool match(struct finder *f, struct stmt *s, unsigned around)
{
    struct stmt *list[8];
    size_t n = 0;
    s = through_loops(f, s, &around);
    if (!s)
        return false;
    if (s->kind != STMT_COMPOUND) {
        f->to->loops = f->to->sum_loops = around;
        return match_update(f, s);
    }
    for (size_t i = 0; i < s->n_list; i++)
        if (!sets_nothing(s->list[i])) {
            if (n == sizeof list / sizeof *list)
                return false;
            list[n++] = s->list[i];
        }
    return match_list(f, list, n, around);
}

/* Are there loops along A and C alone, B and C alone, and a sum?  What a coefficient is that only
 * the call knows, it knows. */
static bool has_sides(const struct region *r, const struct plan_product *x)
{
    bool rows = false, columns = false, sum = false;
    for (size_t k = 0; k < r->n_ranges; k++) {
        const bool a = !hostint_is(r->accesses[x->a].offset.c[k], 0);
        const bool b = !hostint_is(r->accesses[x->b].offset.c[k], 0);
        const bool c = !hostint_is(r->accesses[x->c].offset.c[k], 0);
        if (!(x->loops >> k & 1))
            continue;
        rows |= a && !b && c;
        columns |= !a && b && c;
        sum |= a && b && !c && (x->sum_loops >> k & 1);
        if (c ? !a && !b : !a || !b)
            return false;
    }
    return rows && columns && sum;
}

bool plan_is_plain(const struct plan *p)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_bases; i++) {
        const struct base *b = &r->bases[i];
        if (b->rows || b->parent >= 0 || b->unbounded || b->checked || b->whole || b->atomic ||
            !b->name)
            return false;
    }
    return !r->n_lastprivates && !r->ends && !r->n_atomic_constructs && !r->unordered &&
           !r->n_labels && !r->has_host_path && !plan_in_order(p, NULL) &&
           r->n_ranges <= TCR_MAX_LOOPS;
}

const char *plan_product_kernel(const struct plan *p)
{
    return ir_printf("%s_product", p->kernel_name);
}

void plan_product(struct plan *p)
{
    struct plan_product to = {.init = -1};
    struct finder f = {.p = p, .to = &to};
    unsigned levels = 0;
    if (!p->writes || p->r->n_reductions || !plan_is_plain(p))
        return;
    for (size_t i = 0; i < p->r->n_loops; i++) {
        int range = plan_plain_range(p->r, p->r->loops[i]->stmt);
        if (range < 0)
            return;
        levels |= 1u << range;
    }
    if (!match(&f, p->r->body, levels) || !has_sides(p->r, &to))
        return;
    p->product = ir_alloc(sizeof to);
    *p->product = to;
}
