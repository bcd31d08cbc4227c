/*
 * access.c: which memory does the loop read, and what must the host pass?
 *
 * The body is evaluated once with abstract values: an integer is an affine sum
 * of loop variables with coefficients known on the host, or unknown; a pointer
 * is a base (a pointer the host can name) plus an affine byte offset, or local.
 * Loads of what does not change are captured by value; every other load is an
 * access of its base.  Calls are followed with their arguments' values.
 */
#include "access_private.h"

#include <string.h>

/* ---- loops ---- */

static int add_range(struct region *r, struct range range)
{
    if (r->n_ranges == TCR_MAX_LOOPS)
        return -1;
    r->ranges[r->n_ranges] = range;
    return (int)r->n_ranges++;
}

/* A value of the region's own headers: fixed while the region runs. */
static struct value header_value(struct walker *w, struct expr *e, bool level)
{
    bool saved = w->header;
    w->header = saved || (level && e->type->kind != TYPE_POINTER);
    struct value v = access_eval(w, e);
    w->header = saved;
    if (level && v.kind == V_UNKNOWN && type_is_integer(e->type))
        v = value_integer(affine_const(
            hostint_text(ir_printf("(long long)(%s)", region_quote(w->r, e->begin, e->end)))));
    access_settle(w, &v, e->type);
    return v;
}

static struct value eval_step(struct walker *w, const struct induction *v, bool level)
{
    if (!v->step)
        return value_integer(affine_const(hostint_const(v->step_const)));
    struct value s = header_value(w, v->step, level);
    if (!access_invariant(&s))
        return value_unknown();
    if (v->var->type->kind == TYPE_SCALAR && v->step->type->size > v->var->type->size) {
        s.wraps = true;
        access_settle(w, &s, v->var->type);
    }
    return v->negated ? value_integer(affine_scale(&s.aff, hostint_const(-1))) : s;
}

/* lower + it * step for iteration number `range`; with `dense`, for every value
 * on the way */
static struct value induction_at(struct walker *w, const struct induction *v, bool level, int range,
                                 bool dense)
{
    struct value lower = header_value(w, v->lower, level), step = eval_step(w, v, level);
    if (range < 0 || step.kind != V_INT)
        return value_anywhere(&lower, "a loop whose bounds are not affine", 0);
    if (lower.kind != V_INT && lower.kind != V_POINTER)
        return lower;
    struct hostint s = dense ? hostint_const(v->step_const < 0 ? -1 : 1) : step.aff.c0;
    if (lower.kind == V_POINTER)
        s = hostint_mul(s, hostint_const(v->var->type->of->size));
    struct affine it = affine_var((unsigned)range);
    it = affine_scale(&it, s);
    struct value out = value_shifted(&lower, &it);
    out.text = NULL;
    return out;
}

static void bind_inductions(struct walker *w, struct loop *l, int range, bool dense)
{
    for (size_t k = 0; k < l->n_vars; k++) {
        struct value v = induction_at(w, &l->vars[k], l->level >= 0, range, dense);
        access_use(w, &v);
        access_bind(w, l->vars[k].var, v);
    }
}

static void bind_levels(struct walker *w)
{
    struct region *r = w->r;
    for (size_t i = 0; i < r->n_loops; i++) {
        struct range range = {.loop = r->loops[i], .exact = true};
        range.hi = affine_const(hostint_text(ir_printf("(tcr_n%zu - 1)", i)));
        bind_inductions(w, r->loops[i], add_range(r, range), false);
    }
}

/* An inner loop's bounds. */
struct bounds {
    struct value lo, hi;
    long long step, past; /* past: 1 if the loop stops before its bound */
};

static bool inner_bounds(struct walker *w, struct loop *l, struct bounds *b)
{
    const struct induction *v = &l->vars[0];
    b->lo = access_eval(w, v->lower);
    b->hi = access_eval(w, l->upper);
    struct value step = eval_step(w, v, false);
    access_use(w, &b->lo);
    access_use(w, &b->hi);
    access_settle(w, &b->lo, v->lower->type);
    access_settle(w, &b->hi, l->upper->type);
    b->step = v->step_const;
    b->past = l->rel[1] == '=' && *l->rel != '!' ? 0 : 1;
    return step.kind == V_INT && b->step != 0;
}

static bool both_walk(const struct bounds *b)
{
    const struct value *lo = &b->lo, *hi = &b->hi;
    return lo->kind == V_POINTER && hi->kind == V_POINTER && lo->known && hi->known &&
           (!lo->root->user_text || !hi->root->user_text ||
            strcmp(lo->root->user_text, hi->root->user_text) == 0);
}

/* The last iteration's number.  With a step other than one and bounds that are
 * not fixed it is no affine number: then `dense` says that every value between
 * the bounds is counted. */
static bool inner_range(struct loop *l, const struct bounds *b, struct range *out, bool *dense)
{
    bool pointers = both_walk(b), down = b->step < 0;
    if ((b->lo.kind != V_INT || b->hi.kind != V_INT) && !pointers)
        return false;
    if (b->lo.also || b->hi.also)
        return false;
    struct affine d =
        down ? affine_sub(&b->lo.aff, &b->hi.aff) : affine_sub(&b->hi.aff, &b->lo.aff);
    long long stride = down ? -b->step : b->step;
    if (pointers)
        stride *= l->vars[0].var->type->of->size;
    struct affine one = affine_const(hostint_const(b->past));
    bool fixed = affine_invariant(&d);
    *dense = !fixed && stride != 1;
    if (*dense && (pointers || l->n_vars > 1))
        return false;
    d = affine_sub(&d, &one);
    if (stride != 1 && !*dense) { /* floor, also below zero: an empty range stays one */
        struct hostint n = d.c0;
        if (!n.text)
            d.c0 = hostint_const(n.k < 0 ? -1 : n.k / stride);
        else
            d.c0 = hostint_text(ir_printf("(%s < 0 ? -1LL : %s / %lld)", n.text, n.text, stride));
    }
    *out = (struct range){.hi = d, .loop = l, .exact = fixed};
    return true;
}

/* Bounds that are one of several, MIN(n, i + 4): between the outermost. */
static void bind_span(struct walker *w, struct loop *l, const struct bounds *b)
{
    if (b->lo.kind != V_INT || b->hi.kind != V_INT)
        return;
    struct affine past = affine_const(hostint_const(b->step < 0 ? b->past : -b->past));
    struct value last = value_shifted(&b->hi, &past);
    access_bind(w, l->vars[0].var, value_join(&b->lo, &last));
}

/* An expression whose value is dropped: the text names a pointer itself. */
static void walk_expr(struct walker *w, struct expr *e)
{
    if (!e)
        return;
    struct value v = access_eval(w, e);
    access_use(w, &v);
}

/* A loop that is not canonical; a do loop counts as one that may not run. */
static void walk_while(struct walker *w, struct stmt *s)
{
    access_stmt(w, s->init);
    access_forget(w, s);
    w->inner++;
    w->conditional++;
    walk_expr(w, s->expr);
    access_assume(w, s->kind == STMT_DO ? NULL : s->expr, true);
    access_stmt(w, s->body);
    walk_expr(w, s->step);
    w->inner--;
}

/* After the loop its variables are beyond the last iteration's. */
static void unbind_inductions(struct walker *w, struct loop *l)
{
    for (size_t k = 0; k < l->n_vars; k++) {
        const struct value *v = access_value_of(w, l->vars[k].var);
        if (v)
            access_bind(w, l->vars[k].var,
                        value_anywhere(v, "a variable of a loop, used after it", 0));
    }
}

static void walk_for(struct walker *w, struct stmt *s)
{
    const char *why;
    struct loop *l = loop_canonical(s, &why);
    if (!l) {
        walk_while(w, s);
        return;
    }
    struct range range;
    struct bounds b;
    bool dense = false;
    if (l->sets_more)
        access_stmt(w, s->init);
    access_forget(w, s);
    bool known = inner_bounds(w, l, &b);
    int index = known && inner_range(l, &b, &range, &dense) ? add_range(w->r, range) : -1;
    bind_inductions(w, l, index, dense);
    if (known && index < 0)
        bind_span(w, l, &b);
    struct value upper = access_eval(w, l->upper);
    access_use(w, &upper);
    w->inner++;
    w->conditional += index < 0 || stmt_breaks(s->body);
    access_stmt(w, s->body);
    walk_expr(w, s->expr);
    w->inner--;
    unbind_inductions(w, l);
}

static void walk_loop(struct walker *w, struct stmt *s)
{
    bool dead = w->flow.dead;
    unsigned first = (unsigned)w->r->n_ranges;
    if (s->kind == STMT_FOR)
        walk_for(w, s);
    else
        walk_while(w, s);
    w->flow.dead = dead;
    access_forget(w, s);
    access_detach_all(w, first);
}

/* What the branch has set, as far as the condition tells. */
static void within_all(struct walker *w, const struct flow *before, size_t bounds)
{
    for (size_t i = 0; bounds < w->n_bounds && i < w->flow.n; i++) {
        struct binding *b = &w->flow.bindings[i];
        bool changed = b->value && (i >= before->n || before->bindings[i].value != b->value);
        if (changed)
            access_bind(w, b->decl, access_within(w, *b->value, bounds));
    }
}

/* One branch of an if.  Where it does not lead on, the other's condition holds
 * for the rest of the block. */
static void walk_branch(struct walker *w, struct stmt *s, bool holds)
{
    size_t bounds = w->n_bounds;
    struct flow before = access_save(w);
    access_assume(w, s->expr, holds);
    access_stmt(w, holds ? s->body : s->other);
    within_all(w, &before, bounds);
    w->n_bounds = bounds;
}

static void walk_if(struct walker *w, struct stmt *s)
{
    walk_expr(w, s->expr);
    struct flow other = access_save(w);
    w->conditional++;
    walk_branch(w, s, true);
    access_swap(w, &other);
    walk_branch(w, s, false);
    bool no_then = other.dead, no_else = w->flow.dead;
    access_meet(w, &other);
    if (no_then != no_else)
        access_assume(w, s->expr, no_else);
}

static void walk_switch(struct walker *w, struct stmt *s)
{
    walk_expr(w, s->expr);
    struct choice here = {.stmt = s, .head = access_save(w), .inner = w->inner};
    struct choice *outer = w->choice;
    here.out = access_save(w);
    here.out.dead = true;
    w->choice = &here;
    w->flow.dead = true;
    w->conditional++;
    access_stmt(w, s->body);
    w->choice = outer;
    access_meet(w, &here.out);
    if (!here.has_default)
        access_meet(w, &here.head);
    w->flow.dead = here.head.dead;
}

static void walk_return(struct walker *w, struct stmt *s)
{
    if (s->expr) {
        struct value v = access_eval(w, s->expr);
        v = access_within(w, v, 0);
        access_use(w, &v);
        if (w->returned)
            *w->returned = w->returns ? value_join(w->returned, &v) : v;
        w->returns = true;
    }
    w->flow.dead = true;
}

static void walk_decl(struct walker *w, struct stmt *s)
{
    for (size_t i = 0; i < s->n_decls; i++) {
        struct decl *d = s->decls[i];
        struct value v = s->inits[i] ? access_eval(w, s->inits[i]) : value_unknown();
        access_use(w, &v);
        if (d->type->kind == TYPE_ARRAY || d->type->kind == TYPE_RECORD)
            continue;
        if (s->inits[i])
            access_define(w, d, v);
        else
            access_unbind(w, d);
    }
}

static void walk_stmt(struct walker *w, struct stmt *s)
{
    switch (s->kind) {
    case STMT_COMPOUND:
        for (size_t i = 0; i < s->n_list; i++)
            access_stmt(w, s->list[i]);
        break;
    case STMT_DECL:
        walk_decl(w, s);
        break;
    case STMT_IF:
        walk_if(w, s);
        break;
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_DO:
        walk_loop(w, s);
        break;
    case STMT_RETURN:
        walk_return(w, s);
        break;
    case STMT_SWITCH:
        walk_switch(w, s);
        break;
    case STMT_CASE:
    case STMT_DEFAULT:
        access_label(w, s->kind == STMT_DEFAULT);
        w->conditional++;
        access_stmt(w, s->body);
        break;
    case STMT_BREAK:
        access_break(w);
        break;
    case STMT_CONTINUE:
        w->flow.dead = true;
        break;
    default:
        walk_expr(w, s->expr);
    }
}

/* What follows a statement that may jump over it is not reached by every
 * iteration; the end of the loop or function around resets that. */
void access_stmt(struct walker *w, struct stmt *s)
{
    if (!s)
        return;
    int before = w->conditional;
    size_t bounds = w->n_bounds;
    walk_stmt(w, s);
    if (s->kind != STMT_COMPOUND)
        w->conditional = before + stmt_leaves(s);
    if (s->kind != STMT_IF) /* what follows one that leaves knows its condition */
        w->n_bounds = bounds;
}

/* ---- data clauses and what is still unknown ---- */

static const char *no_blanks(const char *s)
{
    char *out = ir_alloc(strlen(s) + 1), *p = out;
    for (; *s; s++)
        if (*s != ' ' && *s != '\t')
            *p++ = *s;
    return out;
}

static struct base *find_base(struct region *r, const char *name)
{
    const char *want = no_blanks(name);
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].text && strcmp(no_blanks(r->bases[i].user_text), want) == 0)
            return &r->bases[i];
    return NULL;
}

static void apply_item(struct region *r, const struct data_clause *c, const struct item *it)
{
    struct base *b = find_base(r, it->base);
    if (!b) {
        region_check_clauses(r);
        diag_pragma(r->diag, DIAG_WARNING, r->pragma, it->offset, strlen(it->text), NULL,
                    "'%s' in '%s' is not an array or pointer that the loop reads", it->text,
                    c->verb);
        return;
    }
    enum tcr_map map = c->map;
    if (map == TCR_MAP_COPYOUT || map == TCR_MAP_CREATE) {
        diag_pragma(r->diag, DIAG_WARNING, r->pragma, it->offset, strlen(it->text), NULL,
                    "the loop reads '%s' and does not write it: '%s' taken as 'copyin'", it->text,
                    c->verb);
        map = TCR_MAP_COPYIN;
    }
    if (map == TCR_MAP_COPY) /* nothing to copy back: the loop only reads */
        map = TCR_MAP_COPYIN;
    b->map = map;
    if (b->rows || it->n_sections > 1)
        refuse(r, REFUSE_DEVICE, r->pragma->begin, "section-shape",
               "'%s': a section of more than one dimension is not supported", it->text);
    if (it->n_sections == 0)
        return;
    const struct section *s = &it->sections[0];
    const char *elem = ir_printf("(long long)sizeof(*(%s))", b->user_text);
    b->clause_lo = ir_printf("(long long)(%s) * %s", s->lo ? s->lo : "0", elem);
    if (s->is_index)
        b->clause_len = elem;
    else if (s->len)
        b->clause_len = ir_printf("(long long)(%s) * %s", s->len, elem);
    else if (b->extent)
        b->clause_len = ir_printf("%s - %s", b->extent, b->clause_lo);
    else
        refuse(r, REFUSE_LOOP, r->pragma->begin, "section-shape",
               "'%s' has no length and the extent of '%s' is not known; write '%s[lower:length]'",
               it->text, b->user_text, b->user_text);
}

static void check_bases(struct region *r)
{
    for (size_t i = 0; i < r->n_bases; i++) {
        struct base *b = &r->bases[i];
        bool clause = b->clause_len || b->map == TCR_MAP_DEVICEPTR || b->map == TCR_MAP_PRESENT;
        if (b->elem->kind == TYPE_FUNCTION || b->elem->kind == TYPE_OTHER ||
            b->elem->kind == TYPE_LONG_DOUBLE || b->elem->kind == TYPE_COMPLEX)
            refuse(r, REFUSE_DEVICE, r->begin, "unsupported-type",
                   "'%s' points to objects of type '%s'", b->user_text, b->elem->spelling);
        if (b->unbounded && !b->extent && b->parent >= 0)
            refuse(
                r, REFUSE_DEVICE, b->unbounded_at, "extent-unknown",
                "how much of the rows '%s' the loop reads cannot be computed (%s), and no clause "
                "can tell; use a two-dimensional array",
                b->user_text, b->unbounded_why);
        if (b->unbounded && !b->extent && !clause)
            refuse(r, REFUSE_DEVICE, b->unbounded_at, "extent-unknown",
                   "how much of '%s' the loop reads cannot be computed (%s); write "
                   "copyin(%s[lower:length]) in the directive",
                   b->user_text, b->unbounded_why, b->user_text);
    }
}

void access_find(struct region *r)
{
    struct walker w = {.r = r};
    r->ranges = ir_alloc((TCR_MAX_LOOPS + 1) * sizeof *r->ranges);
    bind_levels(&w);
    for (size_t i = 0; i < r->n_privates; i++)
        if (r->firstprivate[i] && r->privates[i]->type->kind != TYPE_SCALAR)
            refuse(r, REFUSE_DEVICE, r->begin, "firstprivate-type",
                   "firstprivate variable '%s' is not a scalar", r->privates[i]->name);
    access_stmt(&w, r->body);
    for (size_t i = 0; i < r->dir->n_data; i++)
        for (size_t k = 0; k < r->dir->data[i].n_items; k++)
            apply_item(r, &r->dir->data[i], &r->dir->data[i].items[k]);
    check_bases(r);
    for (size_t i = 0; i < r->n_captures; i++)
        r->captures[i].text = access_guarded(r->captures[i].guard, r->captures[i].plain, "0");
}
