/* SPDX-License-Identifier: MIT */
/*
 * plan_keep.c: elements of arrays that a loop in a thread keeps in registers while it runs.
 *
 *     for (int k = first[i]; k < first[i + 1]; k++)     the loop
 *         for (int m = 0; m < 3; m++)
 *             f[i][m] += force * d[m];                  f[i][0] to f[i][2] are kept
 *
 * The device's compiler loads and stores such an element in each iteration: it knows neither that
 * no other array of the loop leads there, nor that the loop comes to the element at all.  Here both
 * are known, or a launch knows the first.  The places are those whose address says the same all
 * through the loop, but for a constant, or the variable of a loop with constant bounds.  All
 * accesses by their array in the loop must be of such places.
 *
 * If the iteration has surely written all elements of a place before the loop, they are read in
 * front of it and written behind it.  Of any other place, an element is read by its first use, and
 * written if some use has changed it: no other element is touched than in the plain loop, and no
 * operation changes places.
 *
 * Source: Callahan, Carr and Kennedy, "Improving register allocation for subscripted variables"
 * (PLDI 1990).
 */
#include "../access/dependence.h"
#include "../analyse/fold.h"
#include "device_shape.h"
#include "plan_keep.h"

enum { MOST_FOUND = 16, MOST_OF_ALL = 64 /* bits of a word in the emitter */ };

static bool is_word(const struct type *t)
{
    return t->kind == TYPE_SCALAR && (t->size == 4 || t->size == 8) && !t->is_volatile &&
           !t->is_atomic && !type_is_half(t);
}

/* Does each call find out whether its arrays overlap?  (The loops that teams share are done by
 * several only where none do.) */
static bool may_ask(const struct keep_search *s)
{
    const struct plan *p = s->p;
    if (s->shared)
        return s->shared->order == PLAN_ORDER_GIVEN && p->if_apart && !p->or_same;
    return p->r->mapped && !p->proved &&
           (p->kernel == PLAN_KERNEL_MAP || p->kernel == PLAN_KERNEL_PLAIN ||
            p->kernel == PLAN_KERNEL_UNROLL);
}

/* Can it be told that no other array leads there?  `given`: by the launch. */
static bool is_apart(const struct keep_search *s, int base, bool *given)
{
    struct region *r = s->p->r;
    const struct target own = dependence_base(&r->bases[base]);
    bool apart = true;
    for (size_t i = 0; i < r->n_bases; i++)
        if ((int)i != base && !dependence_apart(r, own, dependence_base(&r->bases[i])))
            apart = false;
    *given = !apart;
    return apart || may_ask(s);
}

static bool base_fits(const struct base *b)
{
    return b->parent < 0 && !b->rows && !b->atomic && !b->joint && !b->several && !b->mixed;
}

/* ---- what the loop accesses ---- */

static struct plan_keep *list_of(const struct keep_search *s)
{
    return s->first ? s->p->keeps + s->first : s->p->keeps; /* NULL has no elements */
}

static size_t found(const struct keep_search *s)
{
    return s->p->n_keeps - s->first;
}

static bool kept_around(const struct keep_search *s, const struct expr *e)
{
    struct subscript at;
    for (size_t i = 0; i < s->first; i++)
        if (s->loop->begin >= s->p->keeps[i].loop->begin &&
            s->loop->end <= s->p->keeps[i].loop->end && keep_matches(s, &s->p->keeps[i], e, &at))
            return true;
    return false;
}

static void add(struct keep_search *s, struct expr *e)
{
    struct subscript at;
    const struct expr *reach = keep_reaching(e);
    int base = reach ? expr_facts(reach)->through : -1;
    struct plan_keep k = {.loop = s->loop, .place = e, .base = base, .lo = 1};
    if (base < 0 || e->reduction >= 0 || shape_is_local(e) || !is_word(e->type) || e->atomic ||
        expr_is_bit_field(e) || !base_fits(&s->p->r->bases[base]) || kept_around(s, e) ||
        found(s) == MOST_FOUND || s->p->n_keeps == MOST_OF_ALL ||
        (s->shared && fold_of_place(&s->shared->folds, e) >= 0))
        return;
    for (size_t i = 0; i < found(s); i++)
        if (keep_matches(s, &list_of(s)[i], e, &at))
            return;
    if (is_apart(s, base, &k.given) && keep_is_fixed(s, &k))
        IR_PUSH(s->p->keeps, s->p->n_keeps, k);
}

static bool visit_set(struct expr *e, void *ctx)
{
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC)
        add(ctx, e->a);
    return true;
}

/* The place that the expression belongs to, as an element of it or, with a counter in the
 * subscript, as several (`at` says which); NULL: it belongs to no place of the loop. */
static struct plan_keep *keep_of(const struct keep_search *s, const struct expr *e,
                                 struct subscript *at)
{
    for (size_t i = 0; i < found(s); i++)
        if (keep_matches(s, &list_of(s)[i], e, at))
            return &list_of(s)[i];
    return NULL;
}

static void leave_out(struct keep_search *s, int base)
{
    for (size_t i = 0; i < found(s); i++)
        list_of(s)[i].out |= base < 0 || list_of(s)[i].base == base;
}

static bool visit_stranger(struct expr *e, void *ctx)
{
    struct keep_search *s = ctx;
    if (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) {
        int through = expr_facts(e)->through;
        if (through != -1)
            leave_out(s, through);
    }
    return true;
}

/* Functions that are called: any may be. */
static void look_into_functions(struct keep_search *s)
{
    const struct region *r = s->p->r;
    for (size_t i = 0; i < r->n_functions; i++)
        stmt_walk_exprs(r->functions[i].body, visit_stranger, s);
}

/* Its elements lo to hi are among those that are kept. */
static void widen(struct plan_keep *k, const struct subscript *at)
{
    long long lo = k->lo > k->hi || at->lo < k->lo ? at->lo : k->lo;
    long long hi = k->lo > k->hi || at->hi > k->hi ? at->hi : k->hi;
    bool wraps = k->place->kind == EXPR_INDEX && type_is_unsigned(k->place->b->type);
    k->out |= hi - lo >= PLAN_MOST_KEPT || (wraps && lo < 0);
    k->lo = lo;
    k->hi = hi;
}

/* Does no subscript of it leave a row, or an array in a structure, as far as the text tells? */
static bool stays_inside(const struct keep_search *s, const struct expr *e)
{
    const struct scope in = {s->loop, false};
    while (e->kind == EXPR_MEMBER || (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY)) {
        if (e->kind == EXPR_MEMBER) {
            e = e->a;
            continue;
        }
        const struct subscript at = keep_split(s, &in, e->b);
        const struct type *array = e->a->a->type;
        if (at.x || at.lo < 0 || e->type->size <= 0 || at.hi >= array->size / e->type->size)
            return false;
        e = e->a->a;
    }
    return true;
}

static bool are_apart(const struct keep_search *s, const struct expr *a, const struct expr *b)
{
    return fold_are_apart(a, b) && stays_inside(s, a) && stays_inside(s, b);
}

static bool visit_access(struct expr *e, void *ctx);

/* Is it of the array of some that are kept, and another part of the same object than each? */
static bool is_another(const struct keep_search *s, const struct expr *e)
{
    const struct expr *reach =
        e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX ? keep_reaching(e) : NULL;
    bool any = false;
    for (size_t i = 0; reach && i < found(s); i++)
        if (list_of(s)[i].base == expr_facts(reach)->through) {
            if (!are_apart(s, e, list_of(s)[i].place))
                return false;
            any = true;
        }
    return any;
}

/* What says where it is. */
static void look_at_address(struct keep_search *s, struct expr *e)
{
    while (e->kind == EXPR_MEMBER || e->kind == EXPR_DECAY || e->kind == EXPR_INDEX) {
        if (e->kind == EXPR_INDEX)
            expr_walk(e->b, visit_access, s);
        e = e->a;
    }
    expr_walk(e->kind == EXPR_DEREF ? e->a : e, visit_access, s);
}

static bool visit_access(struct expr *e, void *ctx)
{
    struct keep_search *s = ctx;
    struct subscript at;
    if (e->kind == EXPR_STATEMENTS || e->kind == EXPR_END || e->kind == EXPR_HOST || e->atomic)
        leave_out(s, -1);
    if (e->kind == EXPR_CALL && !e->math)
        look_into_functions(s);
    if (e->kind == EXPR_ADDR || e->kind == EXPR_DECAY) {
        struct plan_keep *of = keep_of(s, e->a, &at);
        if (of)
            of->out = true;
    }
    struct plan_keep *k = keep_of(s, e, &at);
    if (k) {
        widen(k, &at);
        return false;
    }
    if (is_another(s, e)) {
        look_at_address(s, e);
        return false;
    }
    return visit_stranger(e, s);
}

/* If two places of an array may be the same element, no place of that array is kept. */
static void part(struct keep_search *s)
{
    struct plan_keep *list = list_of(s);
    for (size_t i = 0; i < found(s); i++)
        for (size_t k = 0; k < i; k++)
            if (list[i].base == list[k].base && !are_apart(s, list[i].place, list[k].place))
                leave_out(s, list[i].base);
}

/* What is left out is then met as a stranger. */
static bool drop(struct keep_search *s)
{
    size_t n = 0, was = found(s);
    for (size_t i = 0; i < was; i++)
        if (!list_of(s)[i].out)
            list_of(s)[n++] = list_of(s)[i];
    s->p->n_keeps = s->first + n;
    for (size_t i = 0; i < n; i++) {
        list_of(s)[i].lo = 1;
        list_of(s)[i].hi = 0;
    }
    return n < was;
}

static void settle(struct keep_search *s)
{
    do {
        part(s);
        stmt_walk_exprs(s->loop, visit_access, s);
    } while (drop(s) && found(s));
    stmt_walk_exprs(s->loop, visit_access, s);
}

/* ---- its elements ---- */

static struct expr *element(const struct keep_search *s, const struct plan_keep *keep, long long at)
{
    const struct expr *of = keep->place;
    struct expr *e = ir_alloc(sizeof *e), *k = expr_new(EXPR_INT, of->b->type, of->begin, of->end);
    const struct subscript sub = keep_subscript(s, keep);
    *e = *of;
    k->value = at;
    e->b = sub.x && at == 0 ? (struct expr *)sub.x : k;
    if (sub.x && at != 0) {
        e->b = expr_new(EXPR_BINARY, of->b->type, of->begin, of->end);
        e->b->op = OP_ADD;
        e->b->a = (struct expr *)sub.x;
        e->b->b = k;
    }
    if (of->facts) {
        e->facts = ir_alloc(sizeof *e->facts);
        *e->facts = *of->facts;
        e->facts->of = e;
    }
    return e;
}

struct mark {
    const struct keep_search *s;
    struct plan_keep *k;
};

static bool visit_mark(struct expr *e, void *ctx)
{
    struct mark *m = ctx;
    struct plan_keep *k = m->k;
    struct subscript at;
    if (!keep_matches(m->s, k, e, &at))
        return true;
    for (long long i = at.lo; i <= at.hi; i++)
        if (!k->element[i - k->lo])
            k->element[i - k->lo] =
                k->place->kind == EXPR_INDEX ? element(m->s, k, i) : (struct expr *)k->place;
    return false;
}

/* ---- loops ---- */

static void look_at_loop(struct keep_search *s, struct stmt *t)
{
    s->loop = t;
    s->first = s->p->n_keeps;
    if (stmt_leaves(t) || plan_unrolls(s->p, t))
        return;
    stmt_walk_exprs(t, visit_set, s);
    settle(s);
    for (size_t i = 0; i < found(s); i++) {
        struct plan_keep *k = &list_of(s)[i];
        struct mark m = {s, k};
        stmt_walk_exprs(t, visit_mark, &m);
        k->sure = keep_is_sure(s, k);
    }
}

static void look_at(struct keep_search *s, struct stmt *t)
{
    size_t before = s->n_before;
    if (!t)
        return;
    if (stmt_is_loop(t)) {
        look_at_loop(s, t);
        look_at(s, t->body);
    } else if (t->kind == STMT_IF) {
        look_at(s, t->body);
        look_at(s, t->other);
    }
    for (size_t i = 0; t->kind == STMT_COMPOUND && i < t->n_list; i++) {
        look_at(s, t->list[i]);
        if (s->n_before < KEEP_MOST_BEFORE)
            s->before[s->n_before++] = t->list[i];
    }
    s->n_before = before;
}

static bool visit_counter(struct stmt *t, void *ctx)
{
    struct keep_search *s = ctx;
    struct plan_counter c;
    if (t->kind == STMT_FOR && s->n_counters < KEEP_MOST_COUNTERS && plan_counts(t, &c) &&
        c.declared && !stmt_writes(t->body, c.var))
        s->counters[s->n_counters++] = c;
    return true;
}

static void look_through(struct plan *p, const struct plan_loop *shared, struct stmt *body)
{
    struct keep_search s = {.p = p, .shared = shared, .context = body};
    stmt_walk(body, visit_counter, &s);
    look_at(&s, body);
}

void plan_keeps(struct plan *p)
{
    struct region *r = p->r;
    if (!p->writes || r->scan || r->ends || r->n_labels || r->n_atomic_constructs || p->ahead)
        return;
    if (!p->teams) {
        look_through(p, NULL, r->body);
        p->if_apart = plan_keeps_given(p);
    }
    for (size_t i = r->n_loops; i < p->n_loops && p->teams; i++)
        if (p->loops[i].mapping == PLAN_MAP_TEAM)
            look_through(p, &p->loops[i], p->loops[i].stmt->body);
}

bool plan_keeps_given(const struct plan *p)
{
    for (size_t i = 0; i < p->n_keeps; i++)
        if (p->keeps[i].given)
            return true;
    for (size_t i = p->r->n_loops; i < p->n_loops && p->teams; i++)
        for (size_t k = 0; k < p->loops[i].folds.n; k++)
            if (p->loops[i].mapping == PLAN_MAP_TEAM && p->loops[i].order == PLAN_ORDER_GIVEN &&
                p->loops[i].folds.list[k].place && !fold_local(p->loops[i].folds.list[k].place))
                return true;
    return false;
}

bool plan_kept(const struct plan *p, const struct plan_keep *k, const struct expr *e,
               struct plan_kept *at)
{
    struct keep_search s = {.p = (struct plan *)p};
    struct subscript sub;
    stmt_walk((struct stmt *)k->loop, visit_counter, &s);
    if (!keep_matches(&s, k, e, &sub))
        return false;
    *at = (struct plan_kept){.by = sub.by, .at = sub.c - k->lo};
    return true;
}
