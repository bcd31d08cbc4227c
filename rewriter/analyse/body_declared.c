/* SPDX-License-Identifier: MIT */
/*
 * body_declared.c: variables that are reduced by an operator which the program declares.
 *
 *     #pragma omp declare reduction(merge : struct stats : merge(&omp_out, &omp_in))
 *     #pragma omp parallel for reduction(merge : all)
 *
 * OpenMP gives each thread a variable that begins with the initialiser, and combines these at the
 * end; what the loop does with it in between is the program's business.  Here each iteration is
 * such a thread, and the device combines their variables in an order of its own that is always the
 * same (kernels/declared.cuh):
 *
 *     T own = tcr_initial_0();
 *     the body, which names `own` in place of `all`
 *     result = own;
 *     if (0) own = tcr_combine_0(own, own);    so that the function is one of the loop's
 *
 * The host gets the bytes of what the device has come to, and combines them with the program's
 * variable by the program's text.
 */
#include "../front/ast.h"
#include "../ir/made.h"
#include "../source/declared.h"
#include "../source/operators.h"
#include "body.h"
#include "body_private.h"
#include "../text/text.h"

#include <string.h>

/* ---- which declaration? ---- */

/* The function of that name behind the unit's text; NULL: refused. */
static struct decl *function(struct region *r, const char *name)
{
    struct decl *d = ast_made_function(r, name);
    if (!d)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_CLAUSE,
                      "libclang cannot parse the combiner or initializer of a 'declare reduction'");
    return ast_function(r, d, r->pragma->begin) ? d : NULL;
}

static bool is_same_type(const struct type *a, const struct type *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == TYPE_RECORD)
        return a->record == b->record;
    return a->kind == TYPE_SCALAR && a->scalar == b->scalar && a->is_long == b->is_long;
}

static const struct declared *declaration(struct region *r, const char *name, const struct type *t)
{
    for (size_t i = 0; i < r->src->n_declared; i++) {
        const struct declared *d = &r->src->declared[i];
        struct decl *f =
            d->combine && strcmp(d->name, name) == 0 ? ast_made_function(r, d->combine) : NULL;
        if (f && is_same_type(ast_result_type(r, f), t))
            return d;
    }
    return NULL;
}

/* ---- what the device combines without the loop's arguments ---- */

/* The combiner is called where variables meet, outside of the iterations, and so has only its two
 * parameters.  The initialiser is called in the iteration, which has the loop's arguments: it may
 * use whatever the loop may. */
struct outside_search {
    struct region *r;
    const struct device_function **seen;
    size_t n_seen;
    const char *name; /* of something that is not the function's own */
};

static void look_at(struct outside_search *s, const struct decl *function);

static bool visit_outside(struct expr *e, void *ctx)
{
    struct outside_search *s = ctx;
    if (!s->name && e->kind == EXPR_VAR && !e->decl->in_region)
        s->name = e->decl->name;
    if (!s->name && e->kind == EXPR_CALL && !e->math && e->decl)
        look_at(s, e->decl);
    return !s->name;
}

static void look_at(struct outside_search *s, const struct decl *function)
{
    const struct device_function *f = region_function(s->r, function);
    for (size_t i = 0; i < s->n_seen; i++)
        if (s->seen[i] == f)
            return;
    if (!f || f->ends)
        s->name = function->name;
    if (s->name)
        return;
    IR_PUSH(s->seen, s->n_seen, f);
    stmt_walk_exprs(f->body, visit_outside, s);
}

static bool has_pointers(const struct type *t)
{
    t = type_flat_element((struct type *)t);
    if (t->kind == TYPE_POINTER)
        return true;
    for (size_t i = 0; t->kind == TYPE_RECORD && i < t->record->n_fields; i++)
        if (has_pointers(t->record->fields[i].type))
            return true;
    return false;
}

static void check(struct region *r, const struct declaring *d)
{
    enum { MOST_BYTES = 256, MOST_ALIGN = 8 };
    const struct type *t = d->var->type;
    struct outside_search s = {.r = r};
    look_at(&s, d->combine);
    if (s.name)
        refuse_device(r, r->pragma->begin, CODE_CLAUSE,
                      "the combiner of '%s' uses '%s', and may use nothing but omp_out, omp_in and "
                      "functions that do the same",
                      d->is->name, s.name);
    if (has_pointers(t))
        refuse_device(r, r->pragma->begin, CODE_REDUCTION_TYPE,
                      "'%s' has a pointer in it, which devices cannot combine", d->var->name);
    bool aligned = t->kind != TYPE_RECORD || t->record->align <= MOST_ALIGN;
    if (t->size < 1 || t->size > MOST_BYTES || !aligned)
        refuse_device(r, r->pragma->begin, CODE_REDUCTION_TYPE,
                      "'%s' has %lld bytes, and of those with a declared operator devices take %d "
                      "at most, aligned to %d",
                      d->var->name, t->size, MOST_BYTES, MOST_ALIGN);
}

/* ---- the body ---- */

static struct expr *call(const struct region *r, struct decl *function, struct type *type,
                         struct decl *a, struct decl *b)
{
    struct expr *e = made_expr(body_place(r), EXPR_CALL, type, NULL, NULL);
    e->decl = function;
    if (a)
        IR_PUSH(e->args, e->n_args, made_variable(body_place(r), a));
    if (b)
        IR_PUSH(e->args, e->n_args, made_variable(body_place(r), b));
    return e;
}

static bool check_place(struct region *r, const struct reduce_clause *c, struct decl *d)
{
    if (!r->site.heeded)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_CLAUSE,
                      "the compiler does not heed the operator that the program declares for '%s'; "
                      "compile with -fopenmp",
                      d->name);
    if (c->inscan)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_CLAUSE,
                      "a prefix sum of '%s' by an operator that the program declares", d->name);
    if (stmt_mentions(r->stmt, d) != stmt_mentions(r->body, d) || d->type->is_volatile ||
        d->type->is_atomic)
        return refuse(
            r, REFUSE_LOOP, r->pragma->begin, CODE_REDUCTION_MISUSE,
            "'%s', which a declared operator reduces, is volatile or atomic, or named outside of "
            "the innermost loop that the device shares out",
            d->name);
    return true;
}

static bool take(struct region *r, const struct reduce_clause *c, struct declaring d)
{
    struct decl *var = d.var;
    if (!check_place(r, c, var))
        return false;
    d.combine = function(r, d.is->combine);
    struct decl *initial = d.combine ? function(r, d.is->initial) : NULL;
    if (!initial)
        return false;
    d.own = body_own(r, var, call(r, initial, var->type, d.is->takes_orig ? var : NULL, NULL));
    d.words = (unsigned)((var->type->size + 7) / 8 + 1);
    d.result = made_decl(body_place(r), DECL_LOCAL, ir_printf("tcr_declared%zu", r->n_declarings),
                         var->type);
    d.result->in_region = false;
    d.result->hidden = 1;
    IR_PUSH(r->declarings, r->n_declarings, d);
    check(r, &d);
    return true;
}

/* The variable that an item is a part of, or behind. */
static const char *first_word(const char *item)
{
    size_t at = 0, end = strlen(item), len;
    while ((len = text_token(item, end, &at)) > 0 && !text_word_start(item[at]))
        at += len;
    return ir_strndup(item + at, len);
}

/* False: it is none of these. */
static bool take_item(struct region *r, const struct reduce_clause *c, const char *name,
                      const struct item *it)
{
    struct declaring d = {.var = body_outside(r->stmt, it->text)};
    if (d.var && (c->declared || d.var->type->kind == TYPE_RECORD))
        d.is = declaration(r, name, d.var->type);
    if (d.is)
        return take(r, c, d);
    if (d.var && !c->declared)
        body_take_addressed(r, c, d.var);
    struct decl *array = c->declared ? NULL : body_outside(r->stmt, it->base);
    if (array && (array->type->kind == TYPE_ARRAY || array->type->kind == TYPE_POINTER))
        body_take_elements(r, c, array);
    if (c->declared && d.var)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_CLAUSE,
                      "no 'declare reduction(%s: ...)' is for '%s', of type '%s'", name, it->text,
                      d.var->type->spelling);
    if (c->declared && construct_mentions(r->src->text, r->begin, r->end, first_word(it->base)))
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_CLAUSE,
                      "'%s', which a declared operator reduces, is no plain variable", it->text);
    return c->declared != NULL;
}

/* The items of the clause that are left: those of C's own operators. */
static struct reduce_clause take_items(struct region *r, const struct reduce_clause *c)
{
    struct reduce_clause left = *c;
    const char *name = c->declared ? c->declared : operator_of(c->op)->name;
    left.items = NULL;
    left.n_items = 0;
    for (size_t i = 0; i < c->n_items && !r->stopped; i++)
        if (!take_item(r, c, name, &c->items[i]))
            IR_PUSH(left.items, left.n_items, c->items[i]);
    return left;
}

bool body_take_declared(struct region *r)
{
    if (r->dir->origin != ORIGIN_OMP && !r->src->n_declared && !body_has_addresses(r))
        return true; /* without a walk for each item */
    struct directive *dir = ir_alloc(sizeof *dir);
    *dir = *r->dir;
    dir->reduce = NULL;
    dir->n_reduce = 0;
    for (size_t i = 0; i < r->dir->n_reduce; i++) {
        struct reduce_clause c = take_items(r, &r->dir->reduce[i]);
        if (c.n_items)
            IR_PUSH(dir->reduce, dir->n_reduce, c);
    }
    if (r->n_declarings)
        r->dir = dir;
    return !r->stopped;
}

void body_add_results(struct region *r, struct stmt *last)
{
    for (size_t i = 0; i < r->n_declarings; i++) {
        const struct declaring *d = &r->declarings[i];
        struct made at = body_place(r);
        struct stmt *s = made_stmt(at, STMT_EXPR), *never = made_stmt(at, STMT_IF);
        s->expr = made_expr(at, EXPR_ASSIGN, d->var->type, made_variable(at, d->result),
                            made_variable(at, d->own));
        s->expr->op = OP_ASSIGN;
        s->expr->a->reduction = (int)r->n_reductions;
        never->expr = made_number(at, type_int(), 0);
        never->body = made_stmt(at, STMT_EXPR);
        never->body->expr = made_expr(at, EXPR_ASSIGN, d->var->type, made_variable(at, d->own),
                                      call(r, d->combine, d->var->type, d->own, d->own));
        never->body->expr->op = OP_ASSIGN;
        struct reduction red = {.op = TCR_OR,
                                .declared = d,
                                .text = d->var->name,
                                .lvalue = s->expr->a,
                                .decl = d->result,
                                .type = d->var->type};
        IR_PUSH(last->list, last->n_list, s);
        IR_PUSH(last->list, last->n_list, never);
        IR_PUSH(r->reductions, r->n_reductions, red);
    }
}
