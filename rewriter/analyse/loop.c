/* SPDX-License-Identifier: MIT */
/*
 * loop.c: canonical loops, after OpenMP 5.2 section 4.4.1, and a little more
 * (several induction variables in one header).
 *
 *     for (var = lower; var REL upper; var STEP)
 *         REL:  <  <=  >  >=  !=      on either side
 *         STEP: ++ -- += -= var = var + c, var = c + var, var = var - c
 */

#include "../front/ast.h"
#include "body.h"
#include "../ir/math_table.h"
#include "../ir/region.h"

/* ---- the header ---- */

static struct decl *as_variable(struct expr *e)
{
    e = expr_strip(e);
    return e->kind == EXPR_VAR ? e->decl : NULL;
}

static void add_init(struct loop *l, struct decl *var, struct expr *lower, bool declared)
{
    struct induction added = {.var = var, .lower = lower, .declared = declared};
    IR_PUSH(l->vars, l->n_vars, added);
}

static bool init_expr(struct loop *l, struct expr *e)
{
    e = expr_strip(e);
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA)
        return init_expr(l, e->a) && init_expr(l, e->b);
    if (e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN || e->a->kind != EXPR_VAR)
        return false;
    add_init(l, e->a->decl, e->b, false);
    return true;
}

static const char *parse_init(struct loop *l, struct stmt *init)
{
    if (!init)
        return "the loop has no initialisation of its variable; start it from a copy of its value, "
               "as in 'for (i = start; ...)'";
    if (init->kind == STMT_DECL) {
        for (size_t i = 0; i < init->n_decls; i++) {
            if (!init->inits[i])
                return "a loop variable is declared without a value";
            add_init(l, init->decls[i], init->inits[i], true);
        }
        return NULL;
    }
    if (init->kind != STMT_EXPR || !init_expr(l, init->expr))
        return "the initialisation is not of the form 'var = lower bound'";
    return NULL;
}

struct induction *loop_var(struct loop *l, const struct decl *d)
{
    for (size_t i = 0; d && i < l->n_vars; i++)
        if (l->vars[i].var == d)
            return &l->vars[i];
    return NULL;
}

struct name_search {
    const struct decl *d;
    bool found;
};

static bool visit_name(struct expr *e, void *ctx)
{
    struct name_search *s = ctx;
    s->found |= e->kind == EXPR_VAR && e->decl == s->d;
    return !s->found;
}

/* Why a condition is not about the loop's variable alone. */
static const char *no_test(struct loop *l, struct expr *cond)
{
    struct name_search s = {.found = false};
    for (size_t i = 0; i < l->n_vars && !s.found; i++) {
        s.d = l->vars[i].var;
        expr_walk(cond, visit_name, &s);
    }
    if (!s.found)
        return "the condition does not test the variable that the loop initialises";
    if (expr_has_effects(cond))
        return ir_printf("the condition changes something; let the step move '%s' ('%s-- > 0' is "
                         "taken of an int or wider integer that the loop alone declares)",
                         s.d->name, s.d->name);
    return ir_printf("the condition compares more than '%s' with its bound; write 'i + 3 < n' as "
                     "'i < %s'",
                     s.d->name, type_is_unsigned(s.d->type) ? "(n > 3 ? n - 3 : 0)" : "n - 3");
}

static const char *parse_condition(struct loop *l, struct expr *cond)
{
    if (!cond)
        return "the loop has no condition";
    cond = expr_strip(cond);
    if (!expr_compares(cond) || cond->op == OP_EQ)
        return "the condition does not compare the loop variable with a bound (< <= > >= !=)";
    struct induction *v = loop_var(l, as_variable(cond->a));
    l->rel = cond->op;
    l->upper = cond->b;
    l->cmp_type = cond->a->type;
    if (!v) {
        v = loop_var(l, as_variable(cond->b));
        l->rel = c_op_converse(cond->op);
        l->upper = cond->a;
    }
    if (!v)
        return no_test(l, cond);
    struct induction first = l->vars[0];
    l->vars[0] = *v;
    *v = first;
    return NULL;
}

static bool set_step(struct induction *v, struct expr *step, bool negated)
{
    long long k;
    if (v->step || v->step_const)
        return false; /* moved twice */
    v->negated = negated;
    if (expr_const(step, &k)) {
        const struct type *t = v->var->type;
        long long most =
            t->kind == TYPE_POINTER || t->size == 8 ? 1LL << 40 : (1LL << (8 * t->size - 1)) - 1;
        if (k == 0 || k < -most || k > most)
            return false;
        v->step_const = negated ? -k : k;
        return true;
    }
    v->step = step;
    return step->kind != EXPR_BINARY || step->op != OP_COMMA;
}

static bool parse_step_expr(struct loop *l, struct expr *e)
{
    e = expr_strip(e);
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA)
        return parse_step_expr(l, e->a) && parse_step_expr(l, e->b);
    if (e->kind == EXPR_INCDEC) {
        struct induction *v = loop_var(l, as_variable(e->a));
        if (!v || v->step || v->step_const)
            return false;
        v->step_const = e->op == OP_INCREMENT ? 1 : -1;
        return true;
    }
    if (e->kind != EXPR_ASSIGN)
        return false;
    struct induction *v = loop_var(l, as_variable(e->a));
    if (!v)
        return false;
    if (e->op == OP_ASSIGN_ADD || e->op == OP_ASSIGN_SUB)
        return set_step(v, e->b, e->op == OP_ASSIGN_SUB);
    struct expr *rhs = expr_strip(e->b);
    if (e->op != OP_ASSIGN || rhs->kind != EXPR_BINARY)
        return false;
    if (rhs->op == OP_ADD && as_variable(rhs->a) == v->var)
        return set_step(v, rhs->b, false);
    if (rhs->op == OP_ADD && as_variable(rhs->b) == v->var)
        return set_step(v, rhs->a, false);
    return rhs->op == OP_SUB && as_variable(rhs->a) == v->var && set_step(v, rhs->b, true);
}

static const char unmoved[] =
    "a variable of the loop's header is not moved by its step; set it before the loop";

/* for (sum = 0, k = 0; ...): what the step does not move is set before the loop. */
static const char *drop_unmoved(struct loop *l)
{
    size_t n = 0;
    for (size_t i = 0; i < l->n_vars; i++) {
        struct name_search s = {.d = l->vars[i].var};
        if (l->vars[i].step || l->vars[i].step_const) {
            l->vars[n++] = l->vars[i];
            continue;
        }
        for (size_t k = 0; k < l->n_vars; k++)
            expr_walk(l->vars[k].lower, visit_name, &s);
        if (i == 0 || s.found) /* its old value, perhaps */
            return unmoved;
        l->sets_more = true;
    }
    l->n_vars = n;
    return NULL;
}

/* A variable that the step moves and the header does not set, or NULL. */
static const struct decl *moved_alone(struct loop *l, struct expr *e)
{
    e = expr_strip(e);
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA) {
        const struct decl *first = moved_alone(l, e->a);
        return first ? first : moved_alone(l, e->b);
    }
    const struct decl *d =
        e->kind == EXPR_INCDEC || e->kind == EXPR_ASSIGN ? as_variable(e->a) : NULL;
    return d && !loop_var(l, d) ? d : NULL;
}

static const char *parse_step(struct loop *l, struct expr *step)
{
    if (!step || !parse_step_expr(l, step)) {
        const struct decl *d = step ? moved_alone(l, step) : NULL;
        if (d)
            return ir_printf("the step moves '%s', which the header does not set; move it at the "
                             "end of the body, or write '%s = ...' into the header",
                             d->name, d->name);
        return "the step is not one of ++ -- += -= 'var = var + c' on the loop's variables";
    }
    const char *why = drop_unmoved(l);
    if (why)
        return why;
    const struct induction *v = &l->vars[0];
    bool up = c_op_is_less(l->rel), down = c_op_is_greater(l->rel);
    if ((up && v->step_const < 0) || (down && v->step_const > 0) || (v->step && !up && !down))
        return "the step does not lead from the initial value to the bound";
    if (!up && !down && v->step_const != 1 && v->step_const != -1)
        return "a condition with != needs a step of one";
    return NULL;
}

static const char *check_types(const struct loop *l)
{
    for (size_t i = 0; i < l->n_vars; i++) {
        const struct type *t = l->vars[i].var->type;
        if (t->kind == TYPE_POINTER ? t->of->size <= 0 : !type_is_integer(t))
            return "a loop variable is neither an integer nor a pointer to objects";
        if (t->kind == TYPE_SCALAR && t->scalar == TCR_BOOL)
            return "a loop variable is _Bool";
        if (l->vars[i].step && !type_is_integer(l->vars[i].step->type))
            return "the step is not an integer";
    }
    if (l->cmp_type->kind != TYPE_POINTER && !type_is_integer(l->cmp_type))
        return "the loop variable is compared with a bound that is not an integer";
    return NULL;
}

/* ---- header variables in the header's own expressions ---- */

static bool visit_own(struct expr *e, void *ctx)
{
    struct loop *l = ctx;
    l->linked |= e->kind == EXPR_VAR && loop_var(l, e->decl);
    return !l->linked;
}

/* `e` with the loop's variables replaced by their initial values. */
static struct expr *at_start(struct loop *l, struct expr *e)
{
    if (!e)
        return NULL;
    struct induction *v = e->kind == EXPR_VAR ? loop_var(l, e->decl) : NULL;
    struct expr *copy = expr_new(EXPR_CAST, e->type, e->begin, e->end);
    if (v) {
        copy->a = v->lower;
        return copy;
    }
    *copy = *e;
    copy->a = at_start(l, e->a);
    copy->b = at_start(l, e->b);
    copy->c = at_start(l, e->c);
    if (e->n_args)
        copy->args = ir_alloc(e->n_args * sizeof *copy->args);
    for (size_t i = 0; i < e->n_args; i++)
        copy->args[i] = at_start(l, e->args[i]);
    return copy;
}

/* for (i = first, s = &site[i]; ...): s starts where i does.  Bounds and steps
 * are to be the same all the time, and no variable starts from its old value. */
static const char *check_links(struct loop *l)
{
    static const char own_start[] =
        "a variable of the loop's header starts from its own old value or another's";
    expr_walk(l->upper, visit_own, l);
    for (size_t i = 0; i < l->n_vars; i++)
        expr_walk(l->vars[i].step, visit_own, l);
    if (l->linked)
        return "the loop's variable is part of its own bound or step";
    for (size_t i = 0; i < l->n_vars; i++)
        expr_walk(l->vars[i].lower, visit_own, l);
    if (!l->linked)
        return NULL;
    if (l->n_vars != 2)
        return own_start;
    struct induction *a = &l->vars[0], *b = &l->vars[1];
    if (a->lower->begin > b->lower->begin) {
        a = &l->vars[1];
        b = &l->vars[0];
    }
    struct loop own = {.vars = b, .n_vars = 1};
    expr_walk(b->lower, visit_own, &own);
    own.vars = l->vars;
    own.n_vars = l->n_vars;
    expr_walk(a->lower, visit_own, &own);
    if (own.linked || a->declared)
        return own_start;
    l->first = a->var;
    b->lower = at_start(l, b->lower);
    return NULL;
}

static const char changed[] = "the loop variable is changed in the body";

/* Where that is. */
static size_t change_of(struct stmt *s)
{
    struct loop l = {.stmt = s};
    parse_init(&l, s->init);
    for (size_t i = 0; i < l.n_vars; i++) {
        const struct expr *e = stmt_write(s->body, l.vars[i].var);
        if (e)
            return e->begin;
    }
    return s->begin;
}

/* The loop's own form; whether bounds stay fixed is for the caller to ask. */
struct loop *loop_canonical(struct stmt *s, const char **why)
{
    struct loop *l = ir_alloc(sizeof *l);
    l->stmt = s;
    l->level = -1;
    *why = parse_init(l, s->init);
    if (!*why)
        *why = parse_condition(l, s->expr);
    if (!*why)
        *why = parse_step(l, s->step);
    if (!*why)
        *why = check_types(l);
    if (!*why)
        *why = check_links(l);
    if (!*why && expr_has_effects(l->upper))
        *why = "the loop's bound has side effects; compute it before the loop";
    for (size_t i = 0; !*why && i < l->n_vars; i++) {
        if (stmt_writes(s->body, l->vars[i].var) || l->vars[i].var->addressed)
            *why = changed;
        else if (expr_has_effects(l->vars[i].lower) ||
                 (l->vars[i].step && expr_has_effects(l->vars[i].step)))
            *why = "the loop's header has side effects; compute the value before the loop";
    }
    return *why ? NULL : l;
}

/* ---- the nest ---- */

struct mention {
    struct stmt *body;
    struct loop **loops;
    size_t n_loops;
    const struct decl *bad;
};

static bool visit_mention(struct expr *e, void *ctx)
{
    struct mention *m = ctx;
    const struct expr *of = e;
    while (of->kind == EXPR_MEMBER)
        of = of->a;
    if (of != e && of->kind == EXPR_VAR && m->body) {
        if (stmt_writes_place(m->body, e, of->decl->in_region))
            m->bad = of->decl;
        return false;
    }
    if (e->kind == EXPR_VAR && e->decl) {
        for (size_t i = 0; i < m->n_loops; i++)
            if (loop_var(m->loops[i], e->decl))
                m->bad = e->decl;
        /* through its address, only what the loop declares may be written */
        if (m->body && stmt_writes_part(m->body, e->decl, NULL, e->decl->in_region))
            m->bad = e->decl;
    }
    return !m->bad;
}

/* A variable in the bounds of `l` that changes while the nest runs. */
static const struct decl *varying(struct loop *l, struct stmt *body, struct loop **outer,
                                  size_t n_outer)
{
    struct mention m = {.body = body, .loops = outer, .n_loops = n_outer};
    expr_walk(l->upper, visit_mention, &m);
    for (size_t i = 0; i < l->n_vars; i++) {
        expr_walk(l->vars[i].lower, visit_mention, &m);
        expr_walk(l->vars[i].step, visit_mention, &m);
    }
    return m.bad;
}

static void add_level(struct region *r, struct loop *l)
{
    l->level = (int)r->n_loops;
    l->stmt->loop = l;
    for (size_t i = 0; i < l->n_vars && l->level > 0; i++)
        l->vars[i].declared |= l->vars[i].var->in_region;
    IR_PUSH(r->loops, r->n_loops, l);
    r->body = loop_whole_body(r);
    stmt_number(r->body);
}

static void drop_level(struct region *r)
{
    struct loop *l = r->loops[--r->n_loops];
    l->stmt->loop = NULL;
    r->body = loop_whole_body(r);
    stmt_number(r->body);
}

/* The loop of a nest's next level: `s` itself, or the only loop among its
 * statements (an imperfect nest). */
static struct stmt *next_loop(struct stmt *s)
{
    s = stmt_only(s);
    if (s->kind != STMT_COMPOUND)
        return s;
    struct stmt *found = s;
    for (size_t i = 0; i < s->n_list; i++)
        if (s->list[i]->kind == STMT_FOR && !s->list[i]->is_call) {
            if (found != s)
                return s;
            found = s->list[i];
        }
    return found;
}

/* collapse() asks for more loops than can be made one space of iterations.
 * That is no matter, the iterations being free in their order, if they exist. */
static bool check_depth(struct region *r, long wanted)
{
    struct stmt *s = r->body;
    for (long depth = (long)r->n_loops; depth < wanted; depth++, s = s->body) {
        const char *why = "a loop must follow, and only one";
        s = next_loop(s);
        struct loop *l = s->kind == STMT_FOR && !s->is_call ? loop_canonical(s, &why) : NULL;
        if (l && l->sets_more) {
            l = NULL;
            why = unmoved;
        }
        if (l && (stmt_breaks(s->body) || stmt_leaves(s))) {
            l = NULL;
            why = stmt_breaks(s->body) ? "'break' leaves an inner loop"
                                       : "'goto' leaves an inner loop";
        }
        if (!l)
            return refuse(r, REFUSE_LOOP, s->begin, CODE_COLLAPSE,
                          "collapse(%ld) is not possible here: %s", wanted, why);
    }
    return true;
}

static bool find_inner(struct region *r)
{
    while (r->n_loops < r->most_levels && !linear_any(r) && !scan_wanted(r)) {
        const char *why;
        struct stmt *body = r->loops[r->n_loops - 1]->stmt->body, *s = loop_below(body);
        struct loop *l = s->kind == STMT_FOR && !s->is_call ? loop_canonical(s, &why) : NULL;
        if (!l || l->linked || l->sets_more || stmt_breaks(s->body) || stmt_leaves(s) ||
            varying(l, r->stmt->body, r->loops, r->n_loops) || !loop_writes_apart(r, l) ||
            loop_chooses_elements(r, l) || !loop_takes_lead(r, body, l))
            return true;
        for (size_t i = 0; i < r->n_loops; i++)
            if (loop_var(r->loops[i], l->vars[0].var))
                return refuse(r, REFUSE_LOOP, s->begin, CODE_NOT_CANONICAL,
                              "an inner loop uses the variable of an outer one");
        add_level(r, l);
        if (loop_lead_carries(r, l)) {
            drop_level(r);
            return true;
        }
    }
    return true;
}

bool loop_find(struct region *r)
{
    const char *why;
    struct loop *l = loop_canonical(r->stmt, &why);
    if (l && l->sets_more) {
        l = NULL;
        why = unmoved;
    }
    if (!l)
        return refuse(r, REFUSE_LOOP, why == changed ? change_of(r->stmt) : r->begin,
                      CODE_NOT_CANONICAL, "not a canonical loop: %s", why);
    const struct stmt *out = stmt_find_break(l->stmt->body);
    if (out)
        return refuse(
            r, REFUSE_LOOP, out->begin, CODE_JUMP_OUT,
            "'break' leaves the loop early; use a condition in the body, or find the end first");
    const struct decl *bad = varying(l, l->stmt->body, NULL, 0);
    if (bad)
        return refuse(
            r, REFUSE_LOOP, r->begin, CODE_BOUND_CHANGES,
            "the loop's bounds use '%s', which changes inside the loop; copy it to a local "
            "before the loop",
            bad->name);
    add_level(r, l);
    return find_inner(r) && check_depth(r, r->dir->collapse);
}
