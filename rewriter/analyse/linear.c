/* SPDX-License-Identifier: MIT */
/*
 * linear.c: variables from outside that every iteration of the loop moves by
 * the same amount, `*p++`, `ix += incx`, as OpenMP's linear() says it: at the
 * head of iteration it their value is that from before the loop + it * step.
 * They become variables of the loop's header that the body moves itself.
 */
#include <stdlib.h>
#include <string.h>

#include "../front/ast.h"
#include "../ir/hostint.h"
#include "body_private.h"
#include "moves.h"

/* ---- what is the same all the time ---- */

static bool is_fixed(struct region *r, struct expr *e, bool loads);

static bool is_fixed_variable(struct region *r, const struct expr *e, bool loads)
{
    struct decl *d = e->decl;
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM;
    return d->kind != DECL_FUNCTION && !d->is_thread_local && !d->in_region && e->reduction < 0 &&
           !stmt_writes(r->stmt, d) && !body_is_private(r, d) &&
           (loads || (local && !escape_kept(r, d, true)));
}

/* Is an lvalue the same one all the time? */
static bool is_fixed_place(struct region *r, struct expr *e);

static bool is_fixed_pointer(struct region *r, struct expr *e)
{
    switch (e->kind) {
    case EXPR_CAST:
        return e->a->type->kind == TYPE_POINTER && is_fixed_pointer(r, e->a);
    case EXPR_DECAY:
    case EXPR_ADDR:
        return is_fixed_place(r, e->a);
    case EXPR_BINARY:
        return e->a->type->kind == TYPE_POINTER && is_fixed_pointer(r, e->a) &&
               is_fixed(r, e->b, true);
    default:
        return is_fixed_place(r, e);
    }
}

static bool is_fixed_place(struct region *r, struct expr *e)
{
    if (e->type->is_volatile || e->type->is_atomic)
        return false;
    switch (e->kind) {
    case EXPR_VAR:
        return is_fixed_variable(r, e, true);
    case EXPR_MEMBER:
        return is_fixed_place(r, e->a);
    case EXPR_DEREF:
        return is_fixed_pointer(r, e->a);
    case EXPR_INDEX:
        return is_fixed_pointer(r, e->a) && is_fixed(r, e->b, true);
    default:
        return false;
    }
}

/* An integer that the host can compute before the loop?  `loads`: the first iteration
 * surely reads what it reads, so the host may, too; what other pointers do to it is asked
 * at run time (access_fix_headers). */
static bool is_fixed(struct region *r, struct expr *e, bool loads)
{
    if (!type_is_integer(e->type))
        return false;
    switch (e->kind) {
    case EXPR_INT:
        return true;
    case EXPR_VAR:
        return is_fixed_variable(r, e, loads) && !e->type->is_volatile && !e->type->is_atomic;
    case EXPR_MEMBER:
    case EXPR_DEREF:
    case EXPR_INDEX:
        return loads && is_fixed_place(r, e);
    case EXPR_CAST:
        return is_fixed(r, e->a, loads);
    case EXPR_UNARY:
        return is_fixed(r, e->a, loads);
    case EXPR_BINARY:
        return e->op != OP_COMMA && e->op != OP_DIV && e->op != OP_REM &&
               is_fixed(r, e->a, loads) && is_fixed(r, e->b, loads);
    default:
        return false;
    }
}

/* ---- by how much ---- */

/* Of the directive's loop. */
struct move {
    struct moves moves; /* the first member */
    struct region *r;
    long long k;
    struct hostint rest; /* beside k, what is no constant */
    bool inner;          /* of an inner loop, which need not run */
    struct expr **reads; /* what `by` is computed from */
    size_t n_reads;
};

static bool add_number(struct move *m, long long k)
{
    return !__builtin_add_overflow(m->k, k, &m->k) && m->k > -(1LL << 40) && m->k < 1LL << 40;
}

static const struct symbol *quoted(struct region *r, const struct expr *e)
{
    return symbol_quote(&r->symbols, region_quote(r, e->begin, e->end));
}

/* As struct moves has it. */
static bool add_step(struct moves *moves, struct expr *by, bool minus)
{
    struct move *m = (struct move *)moves;
    long long k = 1;
    if (by && !is_fixed(m->r, by, !m->inner))
        return false;
    if (by)
        IR_PUSH(m->reads, m->n_reads, by);
    if (!by || expr_const(by, &k))
        return k > -(1LL << 40) && k < 1LL << 40 && add_number(m, minus ? -k : k);
    bool word = moves->d->type->kind == TYPE_SCALAR && moves->d->type->size == 4;
    const struct symbol *s = quoted(m->r, by);
    struct hostint n = hostint_of(word ? symbol_cast("int", s) : s);
    m->rest = minus ? hostint_sub(m->rest, n) : hostint_add(m->rest, n);
    return true;
}

/* How often an inner loop runs; false: that is not the same all the time. */
static bool turns(struct move *m, struct stmt *s, struct hostint *out)
{
    struct region *r = m->r;
    const char *why;
    long long k;
    struct loop *l = s->kind == STMT_FOR ? loop_canonical(s, &why) : NULL;
    if (!l || l->sets_more || l->n_vars != 1 || stmt_breaks(s->body) || stmt_skips(s->body) ||
        stmt_leaves(s) || l->rel == OP_NE || l->vars[0].step ||
        l->vars[0].var->type->kind != TYPE_SCALAR || l->vars[0].var->type->size < 4 ||
        !is_fixed(r, l->upper, !m->inner) || !is_fixed(r, l->vars[0].lower, !m->inner))
        return false;
    IR_PUSH(m->reads, m->n_reads, l->upper);
    IR_PUSH(m->reads, m->n_reads, l->vars[0].lower);
    if (type_is_unsigned(l->cmp_type) &&
        (!expr_const(l->vars[0].lower, &k) || k < 0 || !c_op_is_less(l->rel) ||
         !type_is_unsigned(expr_strip(l->upper)->type)))
        return false;
    long long step = l->vars[0].step_const;
    struct hostint lo = hostint_of(quoted(r, l->vars[0].lower)), zero = hostint_const(0);
    struct hostint hi = hostint_of(quoted(r, l->upper));
    struct hostint n = step > 0 ? hostint_sub(hi, lo) : hostint_sub(lo, hi);
    n = hostint_add(n, hostint_const(c_op_admits_equal(l->rel)));
    step = step > 0 ? step : -step;
    struct hostint some = hostint_add(n, hostint_const(step - 1));
    some = hostint_op(&r->symbols, OP_DIV, some, hostint_const(step));
    *out = hostint_choice(hostint_compare(&r->symbols, OP_GT, n, zero), some, zero);
    return true;
}

static bool add_loop(struct moves *moves, struct stmt *s);

static struct move move_of(struct region *r, const struct decl *d)
{
    return (struct move){.moves = {.d = d, .add = add_step, .loop = add_loop}, .r = r};
}

/* An inner loop: its turns times what one of them adds. */
static bool add_loop(struct moves *moves, struct stmt *s)
{
    struct move *m = (struct move *)moves, once = move_of(m->r, moves->d);
    struct hostint n;
    once.inner = true;
    if (!turns(m, s, &n) || !moves_loop(&once.moves, ssa_of(region_cfg(m->r)), s))
        return false;
    once.rest = hostint_add(hostint_const(once.k), once.rest);
    m->rest = hostint_add(m->rest, hostint_mul(n, once.rest));
    return true;
}

/* ---- variables ---- */

static bool may_move(struct region *r, const struct decl *d)
{
    const struct type *t = d->type;
    bool number = t->kind == TYPE_SCALAR && type_is_integer(t) && t->size >= 4 && !t->is_enum;
    bool pointer = t->kind == TYPE_POINTER && t->of->size > 0;
    return d->kind != DECL_GLOBAL && d->kind != DECL_FUNCTION && (number || pointer) &&
           !t->is_volatile && !t->is_atomic && !region_lists(r, d);
}

struct write_search {
    struct region *r;
    const struct decl *d; /* NULL: any that is only moved */
    struct expr *first;   /* to d */
    bool moved, other;
    struct decl **known; /* of any: these are not */
    size_t n_known;
};

/* d += by, d = d + by and the like, by an amount that is the same all the time? */
static bool adds(struct region *r, const struct decl *d, struct expr *e)
{
    struct move m = move_of(r, d);
    struct expr *sum = e->kind == EXPR_ASSIGN ? expr_strip(e->b) : e;
    if (e->kind == EXPR_INCDEC || c_op_plain(e->op) == OP_ADD || c_op_plain(e->op) == OP_SUB)
        return e->kind == EXPR_INCDEC || add_step(&m.moves, e->b, false);
    if (e->op != OP_ASSIGN || sum->kind != EXPR_BINARY || (sum->op != OP_ADD && sum->op != OP_SUB))
        return false;
    struct expr *a = expr_strip(sum->a), *b = expr_strip(sum->b);
    if (a->kind == EXPR_VAR && a->decl == d)
        return add_step(&m.moves, sum->b, false);
    return sum->op == OP_ADD && b->kind == EXPR_VAR && b->decl == d &&
           add_step(&m.moves, sum->a, false);
}

static bool visit_writes(struct expr *e, void *ctx)
{
    struct write_search *w = ctx;
    bool write = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    if (!write || e->a->kind != EXPR_VAR || e->a->decl != w->d)
        return true;
    w->first = w->first ? w->first : e->a;
    w->moved = true;
    w->other |= !adds(w->r, w->d, e);
    return true;
}

static bool is_reduced(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->dir->n_reduce; i++)
        for (size_t k = 0; k < r->dir->reduce[i].n_items; k++)
            if (strcmp(r->dir->reduce[i].items[k].base, d->name) == 0)
                return true;
    return false;
}

static bool is_known(const struct write_search *w, const struct decl *d)
{
    for (size_t i = 0; i < w->n_known; i++)
        if (w->known[i] == d)
            return true;
    return false;
}

static bool visit_candidate(struct expr *e, void *ctx)
{
    struct write_search *w = ctx;
    bool write = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    if (w->moved || !write || e->a->kind != EXPR_VAR || e->a->decl->in_region ||
        !may_move(w->r, e->a->decl) || is_reduced(w->r, e->a->decl) || is_known(w, e->a->decl))
        return !w->moved;
    IR_PUSH(w->known, w->n_known, e->a->decl);
    struct write_search one = {.r = w->r, .d = e->a->decl};
    stmt_walk_exprs(w->r->stmt, visit_writes, &one);
    w->moved |= one.moved && !one.other;
    return true;
}

bool linear_any(struct region *r)
{
    struct write_search w = {.r = r};
    stmt_walk_exprs(r->body, visit_candidate, &w);
    return w.moved;
}

/* Notes in `m` how far. */
static bool moves_alike(struct region *r, struct decl *d, struct move *m)
{
    *m = move_of(r, d);
    return r->n_loops == 1 && !r->loops[0]->linked && may_move(r, d) &&
           moves_graph(&m->moves, ssa_of(region_cfg(r))) && !escape_kept(r, d, true);
}

bool linear_moves(struct region *r, struct decl *d)
{
    struct move m;
    return moves_alike(r, d, &m);
}

static bool add(struct region *r, struct decl *d)
{
    struct write_search w = {.r = r, .d = d};
    struct move m;
    if (!moves_alike(r, d, &m))
        return false;
    stmt_walk_exprs(r->body, visit_writes, &w);
    struct decl *before = ir_alloc(sizeof *before);
    *before = *d; /* the variable itself is the iteration's own from here on */
    struct loop *l = r->loops[0];
    struct expr *lower = expr_new(EXPR_VAR, d->type, w.first->begin, w.first->end);
    lower->decl = before;
    struct induction v = {.var = d, .lower = lower, .step_const = m.k};
    v.kept = ir_printf("tcr_first%zu", l->n_vars);
    if (m.rest.symbol) {
        v.by = ir_printf("tcr_by%zu", l->n_vars);
        v.by_is = hostint_symbol(&r->symbols, hostint_add(hostint_const(m.k), m.rest));
    } else {
        v.step_const += m.rest.k;
    }
    IR_PUSH(l->vars, l->n_vars, v);
    for (size_t i = 0; i < m.n_reads; i++)
        IR_PUSH(r->amounts, r->n_amounts, m.reads[i]);
    return true;
}

void linear_take(struct region *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n_privates; i++) {
        if (!r->firstprivate[i] && add(r, r->privates[i]))
            continue;
        r->firstprivate[n] = r->firstprivate[i];
        r->privates[n++] = r->privates[i];
    }
    r->n_privates = n;
}

/* ---- OpenMP's clause ----
 *
 * `linear` says that every iteration finds the variable at its first value plus so many steps, and
 * threads begin there.  A loop that moves it by that step does the same in its own order.  In one
 * that does not, compilers differ, and gcc's results depend on the number of threads. */

/* The step behind the colon, as in `x : 2` or `x : val, step(2)`; NULL: 1. */
static const char *step_of(const char *colon)
{
    size_t at = 0;
    for (char *piece; colon && (piece = construct_piece(colon + 1, &at)) != NULL;)
        if (strcmp(piece, "val") != 0 && strcmp(piece, "ref") != 0 && strcmp(piece, "uval") != 0)
            return strncmp(piece, "step(", 5) == 0 ? ir_strndup(piece + 5, strcspn(piece + 5, ")"))
                                                   : piece;
    return NULL;
}

/* Does the loop do what the clause says? */
static bool moves_so(const struct region *r, const struct decl *d, const char *step)
{
    char *end = NULL;
    long long k = step ? strtoll(step, &end, 0) : 1;
    for (size_t l = 0; l < r->n_loops; l++)
        for (size_t i = 0; i < r->loops[l]->n_vars; i++) {
            const struct induction *v = &r->loops[l]->vars[i];
            if (v->var == d)
                return !v->kept || v->by || (end && *end) || v->step_const == k;
        }
    return stmt_writes(r->body, d); /* what it finds is told elsewhere */
}

static bool check_list(struct region *r, const struct body_index *index, const char *list)
{
    const char *colon = construct_colon(list), *step = step_of(colon);
    char *names = colon ? ir_strndup(list, (size_t)(colon - list)) : ir_strdup(list);
    size_t at = 0;
    for (char *name; (name = construct_piece(names, &at)) != NULL;) {
        char *open = strchr(name, '('); /* val(x) */
        if (open)
            name = ir_strndup(open + 1, strcspn(open + 1, ")"));
        for (const struct mention *m = body_index_variable(index, name); m; m = m->next)
            if (!moves_so(r, m->e->decl, step))
                return refuse(
                    r, REFUSE_LOOP, m->e->begin, CODE_CLAUSE,
                    "'linear' says that each iteration moves '%s' by %s, and the loop does "
                    "not",
                    name, step ? step : "1");
    }
    return true;
}

bool linear_check(struct region *r, const struct body_index *index)
{
    for (size_t i = r->site.first; r->site.heeded && i < r->site.first + r->site.count; i++) {
        const struct construct *c = &r->facts->constructs[i];
        for (size_t k = 0; k < c->n_clauses; k++)
            if (strcmp(c->clauses[k].name, "linear") == 0 && c->clauses[k].argument &&
                !check_list(r, index, c->clauses[k].argument))
                return false;
    }
    return true;
}
