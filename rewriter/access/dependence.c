/* SPDX-License-Identifier: MIT */
/* dependence.c: the verdict on each loop of a nest; see dependence.h. */
#include "../ir/hostint.h"
#include "dependence.h"

/* What is looked at in a region: some 0.05 s each. */
enum {
    MOST_PAIRS = 1 << 14,
    MOST_GLANCES = 1 << 22, /* at pairs; a GLANCE each at those that may surely meet */
    GLANCE = 16
};
enum { APART = 1, NOT_APART = 2 }; /* of two bases; 0: not asked yet */

struct question {
    struct region *r;
    struct families *families;
    unsigned char *bases; /* of each two of them, whether they are apart */
    unsigned *pairs;      /* that may still be looked at, */
    unsigned *glances;    /* or only passed by */
    size_t at;            /* the loop, of the nest */
    struct nest_loop *n;
    struct folds folds; /* of an inner loop */
    bool surely;        /* ask only for what surely meets */
    bool given;         /* by the runtime: bases are apart, or one, and host and numbers as hoped */
};

/* The first of the worst counts. */
static void object_to(const struct question *q, enum loop_order order, struct conflict why)
{
    if (order <= q->n->order)
        return;
    q->n->order = order;
    q->n->why = why;
}

static bool is_inside(const struct question *q, unsigned long long loops)
{
    return loops >> q->at & 1;
}

static bool is_level(const struct question *q)
{
    return q->n->loop && q->n->loop->level >= 0;
}

/* ---- two accesses ---- */

static struct conflict pair_conflict(const struct question *q, const struct access *w,
                                     const struct access *x, bool at_once)
{
    return (struct conflict){.kind = CONFLICT_ACCESSES,
                             .access = (size_t)(w - q->r->accesses),
                             .write = w->base,
                             .other = x->base,
                             .other_writes = x->write,
                             .at_once = at_once,
                             .write_at = w->at,
                             .other_at = x->at};
}

/* The levels' iterations may come to one element by atomic operations, as the program says; those
 * of an iteration keep their order. */
static void judge_atomic(const struct question *q, const struct access *w, const struct access *x)
{
    object_to(q, is_level(q) ? ORDER_DECLARED : ORDER_NO, pair_conflict(q, w, x, false));
}

/* The loop updates places of the base, and makes no other access by it. */
static bool is_folded(const struct question *q, int base)
{
    for (size_t i = 0; i < q->folds.n; i++)
        if (q->folds.list[i].place && fold_base(q->folds.list[i].place) == base)
            return q->n->folds = true;
    return false;
}

/* How two accesses of one base meet, as far as is asked, and pairs may still be looked at. */
static enum meeting meeting_of(const struct question *q, const struct access *w,
                               const struct access *x)
{
    unsigned *left = q->surely ? q->glances : q->pairs, cost = q->surely ? GLANCE : 1;
    if (dependence_families_apart(q->families, q->r, q->at, w, x, q->surely, left))
        return q->surely ? MEET_MAYBE : MEET_NEVER;
    if (*left < cost)
        return MEET_MAYBE;
    *left -= cost;
    return q->surely ? dependence_surely(q->r, q->at, w, x) : dependence_pair(q->r, q->at, w, x);
}

static bool bases_apart(const struct question *q, size_t a, size_t b)
{
    struct region *r = q->r;
    unsigned char *known = &q->bases[a < b ? a * r->n_bases + b : b * r->n_bases + a];
    if (*known == 0)
        *known = dependence_apart(r, dependence_base(&r->bases[a]), dependence_base(&r->bases[b]))
                     ? APART
                     : NOT_APART;
    return *known == APART;
}

/* Are they apart, too, if both bases are one pointer? */
static bool apart_if_same(const struct question *q, const struct access *w, const struct access *x)
{
    struct access there = *x;
    there.base = w->base;
    if (is_folded(q, w->base) || is_folded(q, x->base) || q->r->bases[x->base].parent >= 0 ||
        *q->pairs == 0)
        return false;
    --*q->pairs;
    return dependence_pair(q->r, q->at, w, &there) == MEET_NEVER;
}

/* Do all iterations write one and the same there?  (The program's own construct has threads do so;
 * a host loop of ours would be the first.) */
static bool same_constant(const struct question *q, const struct access *w, const struct access *x)
{
    return (q->r->dir->origin == ORIGIN_OMP || !is_level(q)) && w->alike && x->alike &&
           w->base == x->base;
}

/* The runtime is told of what meets, for it may have to look at the levels. */
static void note_meeting(const struct question *q, const struct access *w, const struct access *x)
{
    struct access *all = q->r->accesses;
    if (!is_level(q) || (w->meets && x->meets) ||
        (*q->pairs > 0 && dependence_pair(q->r, q->at, w, x) == MEET_NEVER))
        return;
    all[w - all].meets = all[x - all].meets = true;
}

/* Is that the value which the last iteration gives back (body_last.c), of a variable to which no
 * pointer leads? */
static bool is_own_last(const struct question *q, const struct access *a)
{
    if (!a->once)
        return false;
    struct decl *d = (struct decl *)dependence_base(&q->r->bases[a->base]).object;
    return d && (d->kind == DECL_LOCAL || d->kind == DECL_PARAM) && !escape_kept(q->r, d, true);
}

static void judge_pair(const struct question *q, const struct access *w, const struct access *x)
{
    if (*q->glances == 0) {
        if (!q->surely)
            object_to(q, ORDER_CHECKED, pair_conflict(q, w, x, false));
        return;
    }
    --*q->glances;
    if (w->base == x->base && is_folded(q, w->base))
        return;
    if (is_level(q) && w->once && x->once)
        return;
    if (w->base != x->base && (is_own_last(q, w) || is_own_last(q, x)))
        return;
    if (same_constant(q, w, x)) {
        note_meeting(q, w, x);
        return;
    }
    if (w->base == x->base && w->atomic && x->atomic) {
        judge_atomic(q, w, x);
        return;
    }
    if (q->surely && w->base != x->base)
        return;
    if (q->given && w->base != x->base) {
        q->n->or_same = q->n->or_same && apart_if_same(q, w, x);
        return;
    }
    enum meeting how = MEET_MAYBE;
    if (w->base == x->base)
        how = meeting_of(q, w, x);
    else if (bases_apart(q, (size_t)w->base, (size_t)x->base))
        how = MEET_NEVER;
    if (how == MEET_SURELY || how == MEET_ALWAYS)
        object_to(q, ORDER_NO, pair_conflict(q, w, x, how == MEET_ALWAYS));
    else if (how == MEET_MAYBE && !q->surely)
        object_to(q, ORDER_CHECKED, pair_conflict(q, w, x, false));
}

/* ---- what has no place, and what the host reads ---- */

/* Is one of the accesses apart from all others of its base in the list, in the loop's other
 * iterations? */
static bool apart_from(const struct question *q, const struct access *w, const struct access *list,
                       size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct access *x = &list[i];
        if (x->base != w->base || !is_inside(q, x->loops) || !(w->write || x->write))
            continue;
        if (*q->pairs == 0 || (w->atomic && x->atomic))
            return false;
        --*q->pairs;
        if (dependence_pair(q->r, q->at, w, x) != MEET_NEVER)
            return false;
    }
    return true;
}

/* Are the accesses of base b apart whose places are known but for how many turns some loops have?
 */
static bool apart_without_ends(const struct question *q, int b)
{
    const struct region *r = q->r;
    if (is_level(q) || is_inside(q, r->bases[b].lost_in))
        return false;
    for (size_t i = 0; i < r->n_opens; i++) {
        const struct access *w = &r->opens[i];
        if (w->base == b && is_inside(q, w->loops) &&
            !(apart_from(q, w, w, r->n_opens - i) && apart_from(q, w, r->accesses, r->n_accesses)))
            return false;
    }
    return true;
}

/* Accesses of base b at places that are not known. */
static void judge_astray(const struct question *q, int b)
{
    const struct region *r = q->r;
    const struct base *of = &r->bases[b];
    for (size_t i = 0; i < r->n_bases; i++) {
        struct conflict why = {.kind = CONFLICT_ACCESSES,
                               .write = of->owned ? b : (int)i,
                               .other = of->owned ? (int)i : b,
                               .write_at = of->unbounded_at,
                               .other_at = of->unbounded_at};
        bool own = (int)i == b, writes = of->owned || r->bases[i].owned;
        bool here = own || is_inside(q, r->bases[i].astray_in);
        for (size_t k = 0; k < r->n_accesses; k++) {
            const struct access *a = &r->accesses[k];
            if (a->base != (int)i || !is_inside(q, a->loops) || (!a->write && !of->owned))
                continue;
            here = writes = true;
            why.other_writes = a->write && of->owned;
            *(of->owned ? &why.other_at : &why.write_at) = a->at;
        }
        if (!here || !writes || (!own && bases_apart(q, (size_t)b, i)))
            continue;
        if (own && apart_without_ends(q, b))
            continue;
        if (own || !q->given)
            object_to(q, ORDER_CHECKED, why);
        else
            q->n->or_same = false;
    }
}

static void judge_place(const struct question *q, const struct access *w, struct target place,
                        const char *name)
{
    if (!dependence_apart(q->r, dependence_base(&q->r->bases[w->base]), place))
        object_to(q, ORDER_CHECKED,
                  (struct conflict){.kind = CONFLICT_FIXED,
                                    .write = w->base,
                                    .write_at = w->at,
                                    .other_at = w->at,
                                    .name = name});
}

/* The variable that a reduction's results go to; one without a name of its own. */
static struct target place_of(const struct reduction *red)
{
    const struct expr *e = red->section ? red->section->base : red->lvalue;
    const struct expr *of = e ? expr_object(e) : NULL;
    bool pointer = !of || of->kind != EXPR_VAR || e->type->kind == TYPE_POINTER;
    return (struct target){.object = pointer ? NULL : of->decl};
}

/* What the host reads before the loop, or combines with its results after it. */
static void judge_fixed(const struct question *q, const struct access *w)
{
    const struct region *r = q->r;
    for (size_t i = 0; i < r->n_fixed; i++)
        judge_place(q, w, dependence_place(r->fixed[i].place), r->fixed[i].shown);
    for (size_t i = 0; i < r->n_reductions; i++)
        if (!r->reductions[i].decl)
            judge_place(q, w, place_of(&r->reductions[i]), r->reductions[i].text);
}

/* ---- a loop ---- */

/* The pairs with a write, each once. */
static void judge_pairs(const struct question *q)
{
    const struct region *r = q->r;
    enum loop_order worst = q->surely ? ORDER_NO : ORDER_CHECKED;
    for (size_t i = 0; i < r->n_accesses && q->n->order < worst; i++) {
        const struct access *w = &r->accesses[i];
        if (!w->write || !is_inside(q, w->loops))
            continue;
        judge_pair(q, w, w);
        for (size_t k = 0; k < r->n_accesses && q->n->order < worst; k++) {
            const struct access *x = &r->accesses[k];
            if (k != i && (q->surely || !x->write || k > i) && is_inside(q, x->loops))
                judge_pair(q, w, x);
        }
    }
}

/* What is asked of a call as a whole, of all that it writes.  Where that does not hold, no inner
 * loop is on the device, so that for the levels alone it makes a difference. */
static void judge_call(const struct question *q)
{
    const struct region *r = q->r;
    bool writes = false;
    for (size_t i = 0; i < r->n_accesses; i++)
        if (r->accesses[i].write && is_inside(q, r->accesses[i].loops) && !q->given) {
            judge_fixed(q, &r->accesses[i]);
            writes = true;
        }
    for (size_t i = 0; i < r->n_indices && writes; i++)
        if (!r->indices[i].of_section)
            object_to(q, ORDER_CHECKED, (struct conflict){.kind = CONFLICT_WRAP});
}

static void judge_memory(struct question *q)
{
    struct region *r = q->r;
    q->surely = true;
    judge_pairs(q);
    q->surely = false;
    judge_pairs(q);
    for (size_t i = 0; i < r->n_bases; i++)
        if (is_inside(q, r->bases[i].astray_in))
            judge_astray(q, (int)i);
    if (is_level(q))
        judge_call(q);
}

static void judge_inner(struct question *q)
{
    struct conflict why = {.kind = CONFLICT_FORM};
    if (!q->n->loop || is_inside(q, q->r->recalled))
        object_to(q, ORDER_NO, why);
    else if (q->n->early)
        object_to(q, ORDER_NO, (struct conflict){.kind = CONFLICT_EXIT});
    else {
        q->folds = fold_find(q->r, q->n->loop);
        if (dependence_scalar(q->r, q->n, &q->folds, &why))
            object_to(q, ORDER_NO, why);
    }
}

/* What is open as yet, the runtime asks for the levels, but for the bases: it can say of all of
 * them at once whether they are apart. */
static void judge_given(struct question *q)
{
    const struct nest_loop before = *q->n;
    q->given = true;
    q->n->order = ORDER_PROVED;
    q->n->or_same = true;
    judge_memory(q);
    q->n->if_apart = q->n->order == ORDER_PROVED;
    q->n->or_same &= q->n->if_apart;
    q->n->order = before.order;
    q->n->why = before.why;
}

/* Is it an element as a whole, so that another such access is of the same one, or apart? */
static bool is_element(const struct region *r, const struct access *a)
{
    const struct type *t = r->bases[a->base].elem;
    return t->kind == TYPE_SCALAR && t->size == a->size && a->start == 0;
}

/* One place or element, to which one constant is written. */
static bool is_flag(const struct region *r, const struct access *a)
{
    return a->constant && !a->atomic && !a->group && !a->in_row &&
           (affine_invariant(&a->offset) || is_element(r, a));
}

/* Two flags of a base: if they meet, do both write the same? */
static bool agree(const struct region *r, const struct access *a, const struct access *x)
{
    struct affine d = affine_sub(&a->offset, &x->offset);
    bool fixed = affine_invariant(&a->offset) && affine_invariant(&d) && !d.c0.symbol;
    if (fixed && (d.c0.k >= x->size || d.c0.k <= -a->size))
        return true;
    return a->size == x->size && expr_same(a->constant, x->constant) &&
           ((fixed && d.c0.k == 0) || (is_element(r, a) && is_element(r, x)));
}

/* Finds the accesses of which it does not matter who comes last. */
static void find_alike(struct region *r)
{
    for (size_t i = 0; i < r->n_accesses; i++) {
        struct access *a = &r->accesses[i];
        a->alike = is_flag(r, a);
        for (size_t k = 0; k < r->n_accesses && a->alike; k++) {
            const struct access *x = &r->accesses[k];
            if (x->base == a->base)
                a->alike = !x->atomic && !(is_flag(r, x) && !agree(r, a, x));
        }
    }
}

void dependence_find(struct region *r)
{
    unsigned pairs = MOST_PAIRS, glances = MOST_GLANCES;
    struct families *families = dependence_families(r);
    unsigned char *bases = ir_alloc(r->n_bases * r->n_bases + 1);
    find_alike(r);
    for (size_t i = 0; i < r->n_nest; i++) {
        struct question q = {.r = r,
                             .families = families,
                             .bases = bases,
                             .pairs = &pairs,
                             .glances = &glances,
                             .at = i,
                             .n = &r->nest[i]};
        q.n->order = ORDER_PROVED;
        q.n->why = (struct conflict){.kind = CONFLICT_NONE};
        if (!is_level(&q))
            judge_inner(&q);
        if (q.n->order != ORDER_NO)
            judge_memory(&q);
        if (q.n->order == ORDER_CHECKED && !is_level(&q))
            judge_given(&q);
    }
}

/* Where places are looked up in memory, only marks would tell. */
bool dependence_asked(const struct region *r)
{
    for (size_t i = 0; i < r->n_loops; i++)
        if (i >= r->n_nest ||
            (r->nest[i].order != ORDER_PROVED && r->nest[i].order != ORDER_CHECKED))
            return false;
    return r->mapped && !r->exclusive && !r->unordered && !access_scatters(r);
}

bool dependence_proved(const struct region *r)
{
    for (size_t i = 0; i < r->n_loops; i++)
        if (i >= r->n_nest || r->nest[i].order != ORDER_PROVED)
            return false;
    return r->mapped;
}

/* An element that all iterations of the level read, and others that they write, d[i][k] and
 * d[i][j]; one of several that all of them may write, d[i][p[j]]; or what an earlier iteration
 * wrote, d[i][j - 1]. */
static bool is_stuck(const struct region *r, size_t level, const struct access *w,
                     const struct access *x)
{
    int k = r->nest[level].range;
    bool apart = w->base != x->base || w->atomic || (w->once && x->once) || (w->alike && x->alike);
    if (apart || k < 0)
        return false;
    bool same = hostint_same(w->offset.c[k], x->offset.c[k]) &&
                (!w->in_row || !x->in_row || hostint_same(w->row.c[k], x->row.c[k]));
    bool several = w == x && w->group && !w->in_row && hostint_is(w->offset.c[k], 0);
    return (!same || several || dependence_lags(r, level, w, x)) &&
           dependence_pair(r, level, w, x) != MEET_NEVER;
}

static bool is_level_stuck(const struct region *r, size_t level)
{
    for (size_t w = 0; w < r->n_accesses && r->nest[level].order == ORDER_CHECKED; w++)
        for (size_t x = 0; x < r->n_accesses && r->accesses[w].write; x++)
            if (is_stuck(r, level, &r->accesses[w], &r->accesses[x]))
                return true;
    return false;
}

/* The levels of which the directive speaks. */
static size_t declared(const struct region *r)
{
    unsigned promised = region_promised(r);
    bool dependent = r->dir->dependent && !r->dir->asks;
    if (promised == 0 && (dependent || r->exclusive || r->unordered))
        return r->n_loops;
    return promised ? promised : r->dir->collapse > 1 ? (size_t)r->dir->collapse : 1;
}

size_t dependence_levels(const struct region *r)
{
    size_t n = r->n_loops;
    if (r->refused || !r->mapped || r->n_accesses * r->n_accesses > MOST_PAIRS)
        return n;
    size_t levels = declared(r);
    while (levels < n && !is_level_stuck(r, levels))
        levels++;
    return levels;
}

/* ---- in words ---- */

static unsigned line_of(const struct region *r, size_t at)
{
    return source_position(r->src, at).line;
}

const char *dependence_why(const struct region *r, const struct nest_loop *n)
{
    const struct conflict *c = &n->why;
    switch (c->kind) {
    case CONFLICT_NONE:
        return NULL;
    case CONFLICT_ACCESSES:
        return ir_printf("writes base %d at line %u, %s base %d at line %u", c->write,
                         line_of(r, c->write_at), c->other_writes ? "writes" : "reads", c->other,
                         line_of(r, c->other_at));
    case CONFLICT_FIXED:
        return ir_printf("writes base %d at line %u, reads '%s' before the loop", c->write,
                         line_of(r, c->write_at), c->name);
    case CONFLICT_WRAP:
        return "subscripts of unsigned numbers";
    case CONFLICT_SCALAR:
        return ir_printf("'%s', set at line %u, goes on to the next iteration", c->name,
                         line_of(r, c->write_at));
    case CONFLICT_EXIT:
        return "an iteration may end it";
    case CONFLICT_FORM:
        return "its iterations are not known";
    }
    return NULL;
}
