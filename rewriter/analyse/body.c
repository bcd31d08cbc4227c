/* SPDX-License-Identifier: MIT */
/*
 * body.c: what the loop does to variables.
 *
 * Every update of a reduction variable must be one that its operator allows,
 * and nothing else may read or write it.  Every other variable that the loop
 * assigns must be local to an iteration: declared in the body, listed in
 * private(), or assigned before it is read in every iteration.  Anything else
 * keeps its sequential meaning: the region is refused.
 */
#include <string.h>

#include "../front/ast.h"
#include "body_private.h"
#include "../source/operators.h"
#include "../text/text.h"

/* ---- reduction items ---- */

struct item_search {
    struct region *r;
    const char *text;
    struct expr *found;
};

static bool visit_item(struct expr *e, void *ctx)
{
    struct item_search *s = ctx;
    if (s->found)
        return false;
    if (expr_is_lvalue(e) && !(e->kind == EXPR_VAR && e->decl->in_region) &&
        strcmp(body_squeeze(region_quote(s->r, e->begin, e->end)), s->text) == 0)
        s->found = e;
    return !s->found;
}

/* The array or pointer of a section; of an item without one, an array. */
static bool is_section(const struct item *it, const struct expr *found)
{
    if (it->n_sections && !it->sections[it->n_sections - 1].is_index)
        return found->type->kind == TYPE_ARRAY || found->type->kind == TYPE_POINTER;
    return found->type->kind == TYPE_ARRAY;
}

/* h[k][1:2] with a pointer h[k]: that one's section [1:2]. */
static struct item of_pointer(const struct item *it, const struct type *t)
{
    struct item of = *it;
    const char *base = it->base;
    for (unsigned d = 0; d < it->n_sections && (t->kind == TYPE_ARRAY || t->kind == TYPE_POINTER);
         d++) {
        if (d && t->kind == TYPE_POINTER) {
            of.base = ir_strdup(base);
            of.sections = it->sections + d;
            of.n_sections = it->n_sections - d;
        }
        if (!it->sections[d].is_index)
            break;
        base = ir_printf("%s[%s]", base, it->sections[d].lo);
        t = t->of;
    }
    return of;
}

static bool add_reduction(struct region *r, const struct body_index *index,
                          const struct reduce_clause *clause, const struct item *it)
{
    bool ranged = it->n_sections && !it->sections[it->n_sections - 1].is_index;
    struct reduction red = {.op = clause->op, .text = ir_strdup(it->text), .offset = it->offset};
    struct item_search s = {.r = r, .text = body_squeeze(ranged ? it->base : it->text)};
    s.found = body_index_lvalue(index, s.text);
    if (!s.found) {
        stmt_walk_exprs(r->stmt, visit_item, &s);
        if (s.found)
            return refuse(r, REFUSE_LOOP, s.found->begin, CODE_REDUCTION_MISUSE,
                          "'%s' is listed as a reduction variable but is used in the loop's header",
                          it->text);
        if (!ast_require_clauses(r))
            return false;
        if (r->dir->origin == ORIGIN_TCR && !body_left_out(r, it))
            diag_pragma(r->diag, DIAG_WARNING, r->pragma, it->offset, strlen(it->text), NULL,
                        "reduction variable '%s' is not used in the loop", it->text);
        return true;
    }
    struct item pointer = of_pointer(it, s.found->type);
    if (ranged && pointer.base != it->base) {
        it = &pointer;
        s.found = body_index_lvalue(index, body_squeeze(it->base));
        if (!s.found)
            return refuse(
                r, REFUSE_LOOP, r->pragma->begin, CODE_SECTION_SHAPE,
                "'%s': no update in the loop is written '%s[...]'; write the pointer in both "
                "places alike",
                it->text, it->base);
    }
    red.lvalue = s.found;
    if (ranged && !is_section(it, s.found))
        return refuse(r, REFUSE_LOOP, s.found->begin, CODE_SECTION_SHAPE,
                      "'%s' is neither an array nor a pointer", it->base);
    if (is_section(it, s.found) &&
        !body_add_section(r, it, ranged ? it->n_sections : 0, s.found, &red))
        return !r->stopped;
    red.type = red.lvalue->type;
    if (s.found->kind == EXPR_VAR && !red.section)
        red.decl = s.found->decl;
    if (!body_check_type(r, &red) || !body_check_element(r, &red))
        return false;
    if (!red.section)
        body_index_mark(r, index, s.found, (int)r->n_reductions);
    IR_PUSH(r->reductions, r->n_reductions, red);
    return true;
}

/* ---- privates ---- */

bool body_is_private(const struct region *r, const struct decl *d)
{
    size_t hint = d->private_at; /* another region may have put it elsewhere */
    if (hint == 0)
        return false;
    if (hint <= r->n_privates && r->privates[hint - 1] == d)
        return true;
    for (size_t i = 0; i < r->n_privates; i++)
        if (r->privates[i] == d)
            return true;
    return false;
}

void body_add_private(struct region *r, struct decl *d, bool first)
{
    size_t n = r->n_privates;
    if (r->stopped)
        return;
    IR_PUSH(r->firstprivate, n, first);
    IR_PUSH(r->privates, r->n_privates, d);
    d->private_at = r->n_privates;
}

bool body_in_array(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    return e->kind == EXPR_INDEX || e->type->kind == TYPE_ARRAY;
}

/* To a member, say, of a variable that all iterations share. */
static bool refuse_written(struct region *r, const struct expr *lhs, const struct decl *d)
{
    const char *place = body_place_advice(r, d);
    if (!place)
        place = ir_printf(
            "if every iteration needs its own, declare it inside or write private(%s)", d->name);
    return refuse(r, REFUSE_LOOP, lhs->begin, CODE_WRITES_MEMORY,
                  "'%s', declared outside the loop, is written; %s",
                  region_quote(r, lhs->begin, lhs->end), place);
}

/* An assignment to something that is not a reduction variable. */
bool body_check_target(struct region *r, struct expr *lhs)
{
    struct expr *t = lhs;
    t = expr_object(t);
    if (t->kind != EXPR_VAR)
        return true; /* through a pointer: access.c finds out whether it is local */
    struct decl *d = t->decl;
    if (d->in_region || body_is_private(r, d))
        return true;
    if (items_have(r->dir->private_items, r->dir->n_private, d->name))
        body_add_private(r, d, false);
    else if (items_have(r->dir->firstprivate_items, r->dir->n_firstprivate, d->name))
        body_add_private(r, d, true);
    else if (region_is_level_var(r, d))
        return refuse(r, REFUSE_LOOP, lhs->begin, CODE_NOT_CANONICAL,
                      "the loop variable '%s' is changed in the body", d->name);
    else if (t != lhs && !body_sets_parts(r, d) && body_in_array(lhs))
        return true; /* of an array that all share: access.c finds out which element */
    else if (t != lhs && !body_sets_parts(r, d))
        return refuse_written(r, lhs, d);
    else
        body_add_private(r, d, false);
    return true;
}

static void check_functions(struct region *r);
static void check_host_text(struct region *r);

/* A variable of a list, at one of its mentions. */
static bool take_listed(struct region *r, const struct expr *e, bool first)
{
    if (e->reduction >= 0)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_REDUCTION_MISUSE,
                      "'%s' is listed both in reduce and in private", e->decl->name);
    if (body_is_private(r, e->decl) || region_is_level_var(r, e->decl))
        return true;
    /* a copy that nobody changes is what is outside */
    if (!first || e->decl->type->kind == TYPE_SCALAR || stmt_writes(r->stmt, e->decl))
        body_add_private(r, e->decl, first);
    return true;
}

static bool add_listed(struct region *r, const struct body_index *index, const struct item *items,
                       size_t n, bool first)
{
    for (size_t i = 0; i < n; i++) {
        const struct mention *at = body_index_variable(index, items[i].text);
        for (const struct mention *m = at; m; m = m->next)
            if (!take_listed(r, m->e, first))
                return false;
        if (at)
            continue;
        if (!ast_require_clauses(r))
            return false;
        if (r->dir->origin == ORIGIN_TCR && !body_left_out(r, &items[i]))
            diag_pragma(r->diag, DIAG_WARNING, r->pragma, items[i].offset, strlen(items[i].text),
                        NULL, "'%s' is not a variable that the loop uses", items[i].text);
    }
    return true;
}

/* A loop variable or a constant is all that such a variable takes. */
static bool check_assigned(struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *x = &r->reductions[i];
        if ((x->takes_counter && (x->constant || x->combines)) || (x->constant && x->combines))
            return body_misuse(
                r, x->lvalue, (int)i,
                x->takes_counter ? "assigns it the loop variable, and in other places other values"
                                 : "assigns it a constant, and in other places other values");
    }
    return true;
}

bool body_check(struct region *r)
{
    if (!body_check_names(r))
        return false;
    if (!body_take_declared(r))
        return false;
    body_take_shared(r);
    const struct directive *dir = r->dir;
    const struct body_index index = body_index_of(r);
    for (size_t i = 0; i < dir->n_reduce; i++)
        for (size_t k = 0; k < dir->reduce[i].n_items; k++)
            if (!add_reduction(r, &index, &dir->reduce[i], &dir->reduce[i].items[k]))
                return false;
    if (!body_check_lists(r) || !add_listed(r, &index, dir->private_items, dir->n_private, false) ||
        !add_listed(r, &index, dir->firstprivate_items, dir->n_firstprivate, true))
        return false;
    body_check_sections(r);
    ast_settle_joint(r);
    body_check_updates(r);
    body_add_handed(r);
    if (!check_assigned(r))
        return false;
    for (size_t i = 0; i < r->n_reductions; i++)
        if (r->reductions[i].decl && body_is_private(r, r->reductions[i].decl))
            return refuse(r, REFUSE_LOOP, r->begin, CODE_REDUCTION_MISUSE,
                          "'%s' is listed both in reduce and in private", r->reductions[i].text);
    if (r->stopped)
        return false;
    r->cfg = NULL; /* of the tree as it is now */
    linear_take(r);
    if (!linear_check(r, &index))
        return false;
    for (size_t i = 0; i < r->n_privates; i++)
        if (!body_check_private(r, r->privates[i], r->firstprivate[i]))
            return false;
    check_functions(r);
    check_host_text(r);
    body_check_aliases(r);
    return !r->stopped;
}

/* ---- text that the host evaluates before the loop ---- */

static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; (p = strstr(p, word)) != NULL; p++) {
        bool before = p > text && text_word_char(p[-1]);
        if (!before && !text_word_char(p[n]))
            return true;
    }
    return false;
}

struct word_search {
    const char *text;
    bool found;
};

static bool visit_declared(struct stmt *s, void *ctx)
{
    struct word_search *w = ctx;
    for (size_t i = 0; i < s->n_decls; i++)
        w->found |= has_word(w->text, s->decls[i]->name);
    return !w->found;
}

/* Does the text have the variable or member that the lvalue is, or is an element of? */
static bool is_named(const char *text, const struct expr *lvalue)
{
    while (lvalue->a && lvalue->kind != EXPR_MEMBER)
        lvalue = lvalue->a;
    return (lvalue->kind == EXPR_MEMBER && has_word(text, lvalue->field->name)) ||
           (lvalue->kind == EXPR_VAR && has_word(text, lvalue->decl->name));
}

/* sizeof a type whose length changes in the loop. */
static bool visit_host_text(struct expr *e, void *ctx)
{
    struct region *r = ctx;
    if (e->kind != EXPR_HOST || e->type->kind == TYPE_POINTER)
        return true;
    struct word_search w = {.text = e->text};
    stmt_walk(r->stmt, visit_declared, &w);
    for (size_t i = 0; i < r->n_privates; i++)
        w.found |= has_word(e->text, r->privates[i]->name);
    for (size_t i = 0; i < r->n_reductions; i++)
        w.found |= r->reductions[i].lvalue && is_named(e->text, r->reductions[i].lvalue);
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            w.found |= has_word(e->text, r->loops[i]->vars[k].var->name);
    if (w.found || e->begin < r->begin || e->begin >= r->end)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_UNSUPPORTED,
                      "the size of this variable-length type may change in the loop");
    return true;
}

static void check_host_text(struct region *r)
{
    stmt_walk_exprs(r->stmt, visit_host_text, r);
    for (size_t i = 0; i < r->n_functions; i++)
        stmt_walk_exprs(r->functions[i].body, visit_host_text, r);
}

/* ---- stores ---- */

struct store_search {
    struct region *r;
    bool function; /* its variables are those that it declares */
    bool found;
};

static bool visit_store(struct expr *e, void *ctx)
{
    struct store_search *s = ctx;
    if ((e->kind != EXPR_ASSIGN && e->kind != EXPR_INCDEC) || body_target(e->a) >= 0)
        return !s->found;
    const struct expr *t = e->a;
    t = expr_object(t);
    bool own =
        t->kind == EXPR_VAR &&
        (t->decl->in_region ||
         (!s->function && (body_is_private(s->r, t->decl) || region_is_level_var(s->r, t->decl))));
    struct leaf leaves[TYPE_LEAVES]; /* a pointer that is stored could lead out again */
    if (s->function && (t->kind == EXPR_DEREF || t->kind == EXPR_INDEX) &&
        type_leaves(e->a->type, leaves) > 0)
        own = body_points_own(s->r, t->a);
    s->found = s->found || !own;
    return !s->found;
}

bool body_function_stores(struct region *r, const struct device_function *f)
{
    struct store_search s = {.r = r, .function = true};
    stmt_walk_exprs(f->body, visit_store, &s);
    return s.found;
}

bool body_stores(struct region *r)
{
    struct store_search s = {.r = r};
    stmt_walk_exprs(r->body, visit_store, &s);
    for (size_t i = 0; i < r->n_functions && !s.found; i++)
        s.found = body_function_stores(r, &r->functions[i]);
    return s.found;
}

/* ---- functions called ---- */

struct function_check {
    struct region *r;
    const struct device_function *f;
};

static MUST_CHECK void *seen(const struct function_check *c, const struct expr *e, const char *name)
{
    return refuse(c->r, REFUSE_LOOP, e->begin, CODE_CALL_EFFECTS,
                  "'%s', which the loop calls, reads '%s', which the loop changes",
                  c->f->decl->name, name);
}

/* The variable of which e is a part, and the first member on the way; NULL
 * where a pointer is followed. */
static const struct decl *variable_of(const struct expr *e, const struct field **first)
{
    *first = NULL;
    while (e->kind == EXPR_MEMBER || (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY)) {
        if (e->kind == EXPR_MEMBER)
            *first = e->field;
        e = e->kind == EXPR_MEMBER ? e->a : e->a->a;
    }
    return e->kind == EXPR_VAR ? e->decl : NULL;
}

/* A callee sees the variables of the program, not an iteration's own copies. */
static bool check_seen(const struct function_check *c, const struct expr *e)
{
    const struct region *r = c->r;
    const struct field *field, *other;
    const struct decl *d = variable_of(e, &field);
    if (e->kind == EXPR_VAR && (body_is_private(r, d) || region_is_level_var(r, d)))
        return seen(c, e, d->name);
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        const struct expr *x = red->lvalue;
        const struct decl *of = variable_of(x, &other);
        bool whole = d && d == of && (!field || !other || field == other);
        if (red->section && d && d == red->section->base->decl) /* or a pointer to it */
            whole = true;
        bool member = !(d && d->in_region) && e->kind == EXPR_MEMBER && x->kind == EXPR_MEMBER &&
                      e->field == x->field;
        bool record = !d && e->type->kind == TYPE_RECORD && x->kind == EXPR_MEMBER &&
                      e->type->record == x->a->type->record;
        if (whole || member || record)
            return seen(c, e, red->text);
    }
    return true;
}

/* An lvalue is looked at as a whole, then what its place is computed from. */
static bool visit_parts(struct expr *e, void *ctx, expr_visit *visit)
{
    while (e->kind == EXPR_MEMBER || (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY)) {
        if (e->kind == EXPR_INDEX)
            expr_walk(e->b, visit, ctx);
        e = e->kind == EXPR_MEMBER ? e->a : e->a->a;
    }
    for (int i = 0; i < 2 && e->kind != EXPR_VAR; i++)
        if (i ? e->b : e->a)
            expr_walk(i ? e->b : e->a, visit, ctx);
    for (size_t i = 0; i < e->n_args; i++)
        expr_walk(e->args[i], visit, ctx);
    return false;
}

static bool visit_function_expr(struct expr *e, void *ctx)
{
    struct function_check *c = ctx;
    if (expr_is_lvalue(e)) {
        return check_seen(c, e) && visit_parts(e, ctx, visit_function_expr);
    }
    if (e->kind != EXPR_ASSIGN && e->kind != EXPR_INCDEC && e->kind != EXPR_ADDR)
        return true;
    struct expr *t = e->a;
    t = expr_object(t);
    if (t->kind == EXPR_VAR && !t->decl->in_region && e->kind != EXPR_ADDR)
        return refuse(c->r, REFUSE_LOOP, e->begin, CODE_CALL_EFFECTS,
                      "'%s', which the loop calls, changes '%s'; return the value instead",
                      c->f->decl->name, t->decl->name);
    return true;
}

static void check_functions(struct region *r)
{
    for (size_t i = 0; i < r->n_functions; i++) {
        struct function_check c = {r, &r->functions[i]};
        stmt_walk_exprs(r->functions[i].body, visit_function_expr, &c);
    }
}
