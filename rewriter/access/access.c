/* SPDX-License-Identifier: MIT */
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
#include "../front/data.h"

#include <string.h>

/* ---- statements ---- */

/* An expression whose value is dropped: the text names a pointer itself. */
void access_drop(struct walker *w, struct expr *e)
{
    if (!e)
        return;
    struct value v = access_eval(w, e);
    access_use(w, &v);
}

/* One branch of an if; what its condition says is left in `bounds`. */
static void walk_branch(struct walker *w, struct stmt *s, bool holds, struct bound_list *bounds)
{
    size_t from = w->n_bounds;
    access_assume(w, s->expr, holds);
    for (size_t i = from; i < w->n_bounds; i++)
        IR_PUSH(bounds->list, bounds->n, w->bounds[i]);
    access_stmt(w, holds ? s->body : s->other);
    w->n_bounds = from;
}

/* A value on leaving a branch, as far as the condition tells. */
static struct value on_leaving(struct walker *w, const struct value *v,
                               const struct bound_list *bounds)
{
    size_t from = w->n_bounds;
    for (size_t i = 0; i < bounds->n; i++) {
        struct bound b = bounds->list[i];
        b.summed = false;
        IR_PUSH(w->bounds, w->n_bounds, b);
    }
    struct value within = access_within(w, *v, from);
    w->n_bounds = from;
    return within;
}

static void leave_branch(struct walker *w, struct flow *f, const struct flow *other,
                         const struct bound_list *bounds)
{
    for (size_t i = 0; i < f->n && bounds->n; i++) {
        struct binding *b = &f->bindings[i];
        if (!b->value || access_flow_value(other, b->decl) == b->value)
            continue; /* it is the same on both ways */
        struct value *v = ir_alloc(sizeof *v);
        *v = on_leaving(w, b->value, bounds);
        b->value = v;
    }
}

static void walk_if(struct walker *w, struct stmt *s)
{
    struct bound_list if_so = {0}, if_not = {0};
    access_drop(w, s->expr);
    struct flow other = access_save(w);
    struct clamp clamp = access_clamp(s);
    w->conditional++;
    walk_branch(w, s, true, &if_so);
    access_swap(w, &other);
    walk_branch(w, s, false, &if_not);
    access_clamp_values(&clamp, &other, &w->flow);
    bool no_then = other.dead, no_else = w->flow.dead;
    bool enters = stmt_has_case(s); /* not through its condition */
    if (!no_then && !no_else && !enters) {
        struct flow then = {.bindings = other.bindings, .n = other.n};
        struct flow plain = access_save(w);
        leave_branch(w, &other, &plain, &if_so);
        leave_branch(w, &w->flow, &then, &if_not);
    }
    access_meet(w, &other);
    if (!no_then && !no_else && !enters)
        access_clamped(w, s, &clamp);
    if (no_then != no_else && !enters)
        access_assume(w, s->expr, no_else);
}

static void walk_switch(struct walker *w, struct stmt *s)
{
    access_drop(w, s->expr);
    struct choice here = {
        .stmt = s, .head = access_save(w), .inner = w->inner, .n_bounds = w->n_bounds};
    struct choice *outer = w->choice;
    here.out = access_save(w);
    here.out.dead = true;
    w->choice = &here;
    w->flow.dead = true;
    w->conditional++;
    access_stmt(w, s->body);
    access_end_turns(w, s);
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

static void walk_block(struct walker *w, struct stmt *s)
{
    struct block outer = w->block;
    w->block = (struct block){s, w->n_bounds};
    for (size_t i = 0; i < s->n_list; i++)
        access_stmt(w, s->list[i]);
    access_end_turns(w, s);
    w->block = outer;
}

static void walk_stmt(struct walker *w, struct stmt *s)
{
    switch (s->kind) {
    case STMT_COMPOUND:
        walk_block(w, s);
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
        access_loop(w, s);
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
    case STMT_GOTO:
        access_goto(w, s);
        break;
    case STMT_LABEL:
        access_target(w, s);
        access_stmt(w, s->body);
        break;
    default:
        access_drop(w, s->expr);
    }
}

/* What follows a statement that may jump over it is not reached by every
 * iteration; the end of the loop or function around resets that. */
void access_stmt(struct walker *w, struct stmt *s)
{
    if (!s || w->r->stopped)
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
        if (r->bases[i].parent < 0 && strcmp(no_blanks(r->bases[i].shown), want) == 0)
            return &r->bases[i];
    return NULL;
}

struct name_search {
    const char *name;
    bool found;
};

static bool visit_name(struct expr *e, void *ctx)
{
    struct name_search *s = ctx;
    s->found |= e->kind == EXPR_VAR && e->decl->name && strcmp(e->decl->name, s->name) == 0;
    return !s->found;
}

/* Does the loop name it?  Of `c->n` and `c->re[i]` the host reads what `c` leads to. */
static bool is_named(const struct region *r, const char *name)
{
    struct name_search s = {.name = no_blanks(name)};
    stmt_walk_exprs(r->stmt, visit_name, &s);
    return s.found;
}

/* What is to be said of items, when it is known which walk counts. */
struct remarks {
    struct remark {
        const struct item *it;
        const char *text;
    } * list;
    size_t n;
};

static void remark(struct remarks *said, const struct item *it, const char *text)
{
    struct remark added = {it, text};
    IR_PUSH(said->list, said->n, added);
}

static bool apply_item(struct region *r, const struct data_clause *c, const struct item *it,
                       struct remarks *said)
{
    struct base *b = find_base(r, it->base);
    if (!b) {
        if (!ast_require_clauses(r))
            return false;
        if (!is_named(r, it->base))
            remark(said, it,
                   ir_printf("'%s' in '%s' is not an array or pointer that the loop reads",
                             it->text, c->verb));
        return true;
    }
    enum tcr_map map = c->map;
    if (b->written && map == TCR_MAP_COPYIN) {
        remark(said, it,
               ir_printf("the loop writes '%s': '%s' taken as 'copy'", it->text, c->verb));
        map = TCR_MAP_COPY;
    }
    if (!b->written && (map == TCR_MAP_COPYOUT || map == TCR_MAP_CREATE)) {
        remark(said, it,
               ir_printf("the loop reads '%s' and does not write it: '%s' taken as 'copyin'",
                         it->text, c->verb));
        map = TCR_MAP_COPYIN;
    }
    if (map == TCR_MAP_COPY && !b->written) /* nothing to copy back */
        map = TCR_MAP_COPYIN;
    b->map = map;
    if (b->rows && it->n_sections == 1 && r->dir->origin != ORIGIN_TCR)
        return true; /* of the pointers to rows: how many are needed is found out */
    if (b->rows || it->n_sections > 1)
        return refuse(r, REFUSE_DEVICE, r->pragma->begin, CODE_SECTION_SHAPE,
                      "'%s': a section of more than one dimension is not supported", it->text);
    if (it->n_sections == 0)
        return true;
    const struct section *s = &it->sections[0];
    if (b->elements > 0 && data_beyond(s, b->elements))
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SECTION_SHAPE,
                      "'%s' leaves the array, which has %lld elements", it->text, b->elements);
    const char *elem = symbol_whole(symbol_long(symbol_sizeof(symbol_deref(b->symbol))));
    b->clause_lo = ir_printf("tcr_product((long long)(%s), %s)", s->lo ? s->lo : "0", elem);
    if (s->is_index)
        b->clause_len = elem;
    else if (s->len)
        b->clause_len = ir_printf("tcr_product((long long)(%s), %s)", s->len, elem);
    else if (b->extent) /* modulo 2^64: such a start is refused */
        b->clause_len = ir_printf("(unsigned long long)%s - (unsigned long long)%s",
                                  symbol_whole(b->extent), b->clause_lo);
    else
        return refuse(
            r, REFUSE_LOOP, r->pragma->begin, CODE_SECTION_SHAPE,
            "'%s' has no length and the extent of '%s' is not known; write '%s[lower:length]'",
            it->text, b->shown, b->shown);
    return true;
}

static bool find(struct region *r, struct remarks *said)
{
    struct walker w = {.r = r, .block.stmt = r->body};
    access_levels(&w);
    w.ends = r->ends;
    access_start_sections(r);
    for (size_t i = 0; i < r->n_privates; i++)
        if (r->firstprivate[i] && r->privates[i]->type->kind != TYPE_SCALAR)
            return refuse(
                r, REFUSE_DEVICE, r->begin, CODE_FIRSTPRIVATE_TYPE,
                "firstprivate variable '%s' is not a scalar, and the loop changes it; declare it "
                "inside the loop",
                r->privates[i]->name);
    access_stmt(&w, r->body);
    access_end_turns(&w, r->body);
    if (r->stores && !r->stopped)
        access_fix_headers(&w);
    if (r->stopped || !access_choose_sections(r))
        return false;
    for (size_t i = 0; i < r->dir->n_data; i++)
        for (size_t k = 0; k < r->dir->data[i].n_items; k++)
            if (!apply_item(r, &r->dir->data[i], &r->dir->data[i].items[k], said))
                return false;
    if (!access_settle_bases(r) || !access_check_writes(r))
        return false;
    for (size_t i = 0; i < r->n_captures; i++)
        if (!r->captures[i].sure)
            r->captures[i].symbol = symbol_guarded(r->captures[i].symbol);
    return true;
}

/* Has a write been taken as apart from those of other iterations, before the walk came to what the
 * program's promise does not hold for? */
static bool is_betrayed(const struct region *r)
{
    return r->trusts && region_promised(r) < r->n_loops;
}

static bool again(const struct region *r)
{
    return r->differ || is_betrayed(r);
}

/* One text of a function serves all its calls, unless their pointers differ: then all is found
 * out anew, with a text for each. */
bool access_find(struct region *r)
{
    const struct region before = *r;
    const struct device_function *functions = r->functions;
    r->functions = NULL; /* the walk notes in each what it finds */
    r->n_functions = 0;
    for (size_t i = 0; i < before.n_functions; i++)
        IR_PUSH(r->functions, r->n_functions, functions[i]);
    struct remarks said = {0};
    r->mapped = find(r, &said);
    while (again(r)) {
        const bool copies = r->copies || r->differ, distrusts = r->distrusts || is_betrayed(r);
        access_drop_facts(r);
        const struct symbols symbols = r->symbols; /* of which there is one table */
        *r = before;
        r->symbols = symbols;
        r->copies = copies;
        r->distrusts = distrusts;
        said = (struct remarks){0};
        r->mapped = find(r, &said);
    }
    for (size_t i = 0; i < said.n; i++)
        diag_pragma(r->diag, DIAG_WARNING, r->pragma, said.list[i].it->offset,
                    strlen(said.list[i].it->text), NULL, "%s", said.list[i].text);
    return r->mapped;
}
