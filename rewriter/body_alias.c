/*
 * body_alias.c: the reduced object and its other names.
 *
 * A reduction combines into one object.  Its subscripts and pointers must not
 * change in the loop, the loop's bounds must not read it, and the loop must
 * not read it through another expression.
 */
#include <string.h>

#include "ast.h"
#include "body_private.h"

/* ---- one object all the time ---- */

struct element {
    struct region *r;
    const struct expr *varies;
};

static bool visit_varying(struct expr *e, void *ctx)
{
    struct element *s = ctx;
    if (e->kind == EXPR_CALL ||
        (e->kind == EXPR_VAR && (e->decl->in_region || stmt_writes(s->r->stmt, e->decl))))
        s->varies = e;
    return !s->varies;
}

/* The parts that say which object is meant: subscripts, and pointers. */
static void find_varying(struct element *s, struct expr *e)
{
    switch (e->kind) {
    case EXPR_MEMBER:
    case EXPR_DECAY:
        find_varying(s, e->a);
        break;
    case EXPR_INDEX:
        find_varying(s, e->a);
        expr_walk(e->b, visit_varying, s);
        break;
    case EXPR_VAR:
        if (e->type->kind == TYPE_POINTER)
            visit_varying(e, s);
        break;
    default: /* what a pointer is made of */
        expr_walk(e, visit_varying, s);
    }
}

void body_check_element(struct region *r, const struct reduction *red)
{
    struct element s = {.r = r};
    if (red->lvalue->kind != EXPR_VAR)
        find_varying(&s, red->lvalue);
    if (s.varies)
        refuse(r, REFUSE_LOOP, red->lvalue->begin, "array-reduction",
               "'%s' is not the same object in every iteration ('%s' changes); only scalar "
               "reduction variables are handled",
               red->text, region_quote(r, s.varies->begin, s.varies->end));
}

/* ---- bounds ---- */

static bool visit_header(struct expr *e, void *ctx)
{
    struct region *r = ctx;
    bool bad = e->reduction >= 0;
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct expr *x = r->reductions[i].lvalue;
        bad |= e->kind == EXPR_MEMBER && x->kind == EXPR_MEMBER && e->field == x->field;
    }
    if (bad)
        refuse(r, REFUSE_LOOP, e->begin, "bound-changes",
               "the loop's bounds use '%s', which the loop reduces",
               region_quote(r, e->begin, e->end));
    return true;
}

static void check_headers(struct region *r)
{
    for (size_t i = 0; i < r->n_loops; i++) {
        expr_walk(r->loops[i]->upper, visit_header, r);
        for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
            expr_walk(r->loops[i]->vars[k].lower, visit_header, r);
            expr_walk(r->loops[i]->vars[k].step, visit_header, r);
        }
    }
}

/* ---- reads by other names ---- */

/* The variable that an lvalue starts from, and the member of it (or of what it
 * points to) that is meant. */
static const struct decl *root_of(const struct expr *e, bool *subscripted,
                                  const struct field **field)
{
    *field = NULL;
    for (;; e = e->a) {
        *subscripted |= e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
        if (e->kind == EXPR_MEMBER)
            *field = e->field;
        if (e->kind == EXPR_VAR)
            return e->decl;
        if (!e->a)
            return NULL;
    }
}

struct alias_search {
    struct region *r;
    const struct reduction *red;
    const struct decl *root;
    const struct field *field;
    bool subscripted, in_union;
};

static _Noreturn void may_read(struct alias_search *s, const struct expr *e)
{
    refuse(s->r, REFUSE_LOOP, e->begin, "reduction-misuse",
           "'%s' is a reduction variable, and the loop may read it here", s->red->text);
}

/* A pointer to the reduced scalar is handed on. */
static bool hands_on(const struct alias_search *s, const struct expr *e)
{
    if (!e || e->type->kind != TYPE_POINTER || s->field || !s->subscripted)
        return false;
    while (e->kind == EXPR_CAST || e->kind == EXPR_DECAY ||
           (e->kind == EXPR_BINARY && e->a->type->kind == TYPE_POINTER))
        e = e->a;
    return e->kind == EXPR_VAR && e->decl == s->root;
}

/* `part`: a member of e is selected, or its address taken; e itself is not read. */
static void find_alias(struct alias_search *s, struct expr *e, bool part)
{
    if (!e || e->reduction >= 0)
        return;
    bool subscripted = false;
    const struct field *field;
    enum type_kind kind = e->type->kind;
    if (body_is_lvalue(e) && !part && root_of(e, &subscripted, &field) == s->root &&
        kind != TYPE_ARRAY && kind != TYPE_POINTER) {
        bool apart = field && s->field && field != s->field && !s->in_union;
        if (subscripted == s->subscripted && !apart)
            may_read(s, e);
    }
    if (e->kind == EXPR_CALL)
        for (size_t i = 0; i < e->n_args; i++)
            if (hands_on(s, e->args[i]))
                may_read(s, e->args[i]);
    if (e->kind == EXPR_ASSIGN && hands_on(s, e->b))
        may_read(s, e->b);
    find_alias(s, e->a, e->kind == EXPR_MEMBER || e->kind == EXPR_ADDR);
    find_alias(s, e->b, false);
    find_alias(s, e->c, false);
    for (size_t i = 0; i < e->n_args; i++)
        find_alias(s, e->args[i], false);
}

static bool visit_alias(struct stmt *stmt, void *ctx)
{
    struct alias_search *s = ctx;
    find_alias(s, stmt->expr, false);
    find_alias(s, stmt->step, false);
    for (size_t i = 0; i < stmt->n_decls; i++) {
        if (hands_on(s, stmt->inits[i]))
            may_read(s, stmt->inits[i]);
        find_alias(s, stmt->inits[i], false);
    }
    return true;
}

static void check_element_aliases(struct region *r, const struct reduction *red)
{
    struct alias_search s = {.r = r, .red = red};
    for (const struct expr *e = red->lvalue; e; e = e->a)
        s.in_union |= e->kind == EXPR_MEMBER && e->a->type->kind == TYPE_RECORD &&
                      e->a->type->record->is_union;
    s.root = root_of(red->lvalue, &s.subscripted, &s.field);
    if (s.root)
        stmt_walk(r->stmt, visit_alias, &s);
}

/* ---- a variable whose address is taken elsewhere ---- */

static const struct decl *plain_pointer(const struct region *r, const struct expr *e,
                                        const struct reduction *red)
{
    while (e->kind == EXPR_CAST && e->implicit)
        e = e->a;
    if (e->kind != EXPR_VAR || e->type->kind != TYPE_POINTER || e->decl->in_region ||
        e->type->of->kind != TYPE_SCALAR || e->type->of->scalar != red->type->scalar)
        return NULL;
    /* a parameter's value is older than the locals of its function */
    if (e->decl->kind == DECL_PARAM && red->decl->kind != DECL_GLOBAL &&
        red->decl->kind != DECL_STATIC_LOCAL)
        return NULL;
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            if (r->loops[i]->vars[k].var == e->decl)
                return NULL;
    return e->decl;
}

struct deref_search {
    struct region *r;
    const struct reduction *red;
    const struct decl *param; /* only dereferences of this one count */
    const struct expr *found;
};

static bool visit_param_deref(struct expr *e, void *ctx)
{
    struct deref_search *s = ctx;
    if (e->kind == EXPR_DEREF && expr_strip(e->a)->kind == EXPR_VAR &&
        expr_strip(e->a)->decl == s->param)
        s->found = e;
    return !s->found;
}

static bool visit_deref(struct expr *e, void *ctx)
{
    struct deref_search *s = ctx;
    if (e->reduction >= 0)
        return false;
    if (e->kind == EXPR_DEREF && plain_pointer(s->r, e->a, s->red))
        s->found = e;
    for (size_t i = 0; e->kind == EXPR_CALL && e->decl && i < s->r->n_functions; i++) {
        const struct device_function *f = &s->r->functions[i];
        for (size_t k = 0; f->decl == e->decl && k < e->n_args && k < f->n_params; k++) {
            struct deref_search in = {.r = s->r, .param = f->params[k]};
            if (!plain_pointer(s->r, e->args[k], s->red))
                continue;
            stmt_walk_exprs(f->body, visit_param_deref, &in);
            if (in.found)
                s->found = e->args[k];
        }
    }
    return !s->found;
}

static void check_pointed_to(struct region *r, const struct reduction *red)
{
    struct deref_search s = {.r = r, .red = red};
    stmt_walk_exprs(r->stmt, visit_deref, &s);
    if (s.found && ast_address_taken(r, red->decl))
        refuse(r, REFUSE_LOOP, s.found->begin, "reduction-misuse",
               "'%s' is a reduction variable whose address is taken, and the loop may read it "
               "through this pointer",
               red->text);
}

void body_check_aliases(struct region *r)
{
    check_headers(r);
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        if (red->decl)
            check_pointed_to(r, red);
        else
            check_element_aliases(r, red);
    }
}
