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

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Of a variable, and of all elements of an array together: an iteration has them for itself. */
enum { MOST_BYTES = 256 };

/* ---- which declaration? ---- */

/* The function of that name behind the unit's text; NULL: refused. */
static struct decl *function(struct region *r, const char *name)
{
    struct decl *d = ast_made_function(r, name);
    if (!d)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_CLAUSE,
                      "libclang cannot parse the combiner or initializer of a 'declare reduction'");
    return d;
}

/* The combiner and the initialiser of d, as functions of the region; NULL: refused. */
static struct decl *functions(struct region *r, struct declaring *d)
{
    const size_t at = r->pragma->begin;
    d->combine = function(r, d->is->combine);
    if (!d->combine || !ast_function_apart(r, d->combine, at))
        return NULL;
    struct decl *initial = function(r, d->is->initial);
    return initial && ast_function(r, initial, at) ? initial : NULL;
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
    enum { MOST_ALIGN = 8 };
    const struct type *t = d->type;
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

/* Without arguments, or with a variable as the only one. */
static struct expr *call(const struct region *r, struct decl *function, struct type *type,
                         struct decl *argument)
{
    struct expr *e = made_expr(body_place(r), EXPR_CALL, type, NULL, NULL);
    e->decl = function;
    if (argument)
        IR_PUSH(e->args, e->n_args, made_variable(body_place(r), argument));
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

/* The iteration has d.own by now. */
static void add(struct region *r, struct declaring d)
{
    d.words = (unsigned)((d.type->size + 7) / 8 + 1);
    d.result =
        made_decl(body_place(r), DECL_LOCAL, ir_printf("tcr_declared%zu", r->n_declarings), d.type);
    d.result->in_region = false;
    d.result->hidden = 1;
    IR_PUSH(r->declarings, r->n_declarings, d);
}

static bool take(struct region *r, const struct reduce_clause *c, struct declaring d)
{
    struct decl *var = d.var;
    if (!check_place(r, c, var))
        return false;
    struct decl *initial = functions(r, &d);
    if (!initial)
        return false;
    d.own = body_own(r, var, call(r, initial, var->type, d.is->takes_orig ? var : NULL));
    d.part = made_variable(body_place(r), d.own);
    d.place = var->name;
    d.type = var->type;
    add(r, d);
    check(r, &d);
    return true;
}

/* ---- arrays: each element is such a variable ---- */

/* A number that the clause writes; -1: something else. */
static long long written_number(const char *s)
{
    char *end;
    long long n = *s >= '0' && *s <= '9' ? strtoll(s, &end, 0) : -1;
    return n >= 0 && *end == '\0' && n < INT_MAX ? n : -1;
}

/* How many elements from the first one on the item has; 0: that cannot be told. */
static long long elements_of(const struct item *it, const struct type *t)
{
    const struct section *s = it->n_sections == 1 ? it->sections : NULL;
    long long all = t->kind == TYPE_ARRAY && t->count > 0 ? t->count : 0;
    if (it->n_sections == 0)
        return all;
    if (!s || s->is_index || (s->lo && strcmp(s->lo, "0") != 0))
        return 0;
    long long n = s->len ? written_number(s->len) : all;
    return n > 0 && (t->kind == TYPE_POINTER || n <= all) ? n : 0;
}

static bool visit_pointer(struct expr *e, void *ctx)
{
    struct decl *own = ctx;
    if (e->kind != EXPR_VAR || e->decl != own || e->type->kind != TYPE_POINTER)
        return true;
    struct expr *array = made_variable((struct made){e->begin, e->end}, own);
    *e = *made_expr((struct made){e->begin, e->end}, EXPR_DECAY, e->type, array, NULL);
    return false;
}

/* An array of the iteration's own in place of the program's array or pointer. */
static struct decl *own_array(struct region *r, struct decl *var, struct type *element,
                              long long count)
{
    struct decl *own = body_own(r, var, NULL);
    if (var->type->kind == TYPE_POINTER) {
        own->type = ir_alloc(sizeof *own->type);
        *own->type = (struct type){.kind = TYPE_ARRAY,
                                   .of = element,
                                   .count = count,
                                   .size = count * element->size,
                                   .spelling = var->type->spelling};
        stmt_walk_exprs(r->best_block->list[r->best_block->n_list - 1], visit_pointer, own);
    }
    return own;
}

static struct expr *element(struct region *r, struct decl *own, struct type *t, long long k)
{
    struct made at = body_place(r);
    struct expr *first =
        made_expr(at, EXPR_DECAY, type_pointer_to(t), made_variable(at, own), NULL);
    return made_expr(at, EXPR_INDEX, t, first, made_number(at, type_int(), k));
}

/* In front of the body. */
static void begin_with(struct region *r, struct expr *place, struct expr *value)
{
    struct stmt *block = r->best_block, *body = block->list[block->n_list - 1];
    struct stmt *s = made_stmt(body_place(r), STMT_EXPR);
    s->expr = made_expr(body_place(r), EXPR_ASSIGN, place->type, place, value);
    s->expr->op = OP_ASSIGN;
    block->list[block->n_list - 1] = s;
    IR_PUSH(block->list, block->n_list, body);
}

static bool check_array(struct region *r, const struct item *it, const struct declaring *d,
                        long long count)
{
    const char *why = count == 0          ? "is no array of one dimension, nor a section that "
                                            "begins at 0 and has a number as its length"
                      : !r->dir->on_host  ? "is no plain variable, in a loop for a device"
                      : d->is->takes_orig ? "is an array, and the initializer uses omp_orig"
                                          : NULL;
    if (why)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_CLAUSE,
                      "'%s', which a declared operator reduces, %s", it->text, why);
    if (count > MOST_BYTES / d->type->size)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_REDUCTION_TYPE,
                      "'%s', which a declared operator reduces, has more than the %d bytes that an "
                      "iteration may have of it",
                      it->text, MOST_BYTES);
    if (d->var->type->kind == TYPE_POINTER && stmt_writes(r->stmt, d->var))
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_REDUCTION_MISUSE,
                      "the loop changes '%s', of which a declared operator reduces elements",
                      d->var->name);
    return true;
}

static bool take_array(struct region *r, const struct reduce_clause *c, const struct item *it,
                       struct declaring d)
{
    const long long count = elements_of(it, d.var->type);
    if (!check_place(r, c, d.var) || !check_array(r, it, &d, count))
        return false;
    struct decl *initial = functions(r, &d);
    if (!initial)
        return false;
    d.own = own_array(r, d.var, d.type, count);
    for (long long k = 0; k < count; k++) {
        d.part = element(r, d.own, d.type, k);
        d.place = ir_printf("%s[%lld]", d.var->name, k);
        begin_with(r, expr_clone(d.part), call(r, initial, d.type, NULL));
        add(r, d);
    }
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
    struct decl *array = body_outside(r->stmt, it->base);
    const struct type *t = array ? array->type : NULL;
    if (t && (t->kind == TYPE_ARRAY || t->kind == TYPE_POINTER) &&
        (c->declared || t->of->kind == TYPE_RECORD)) {
        d = (struct declaring){.var = array, .type = t->of, .is = declaration(r, name, t->of)};
        if (d.is)
            return take_array(r, c, it, d);
    }
    if (d.var && !c->declared)
        body_take_addressed(r, c, d.var);
    if (array && !c->declared && (t->kind == TYPE_ARRAY || t->kind == TYPE_POINTER))
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

static struct expr *combined(struct region *r, const struct declaring *d)
{
    struct expr *e = call(r, d->combine, d->type, NULL);
    IR_PUSH(e->args, e->n_args, expr_clone(d->part));
    IR_PUSH(e->args, e->n_args, expr_clone(d->part));
    return e;
}

void body_add_results(struct region *r, struct stmt *last)
{
    for (size_t i = 0; i < r->n_declarings; i++) {
        const struct declaring *d = &r->declarings[i];
        struct made at = body_place(r);
        struct stmt *s = made_stmt(at, STMT_EXPR), *never = made_stmt(at, STMT_IF);
        s->expr =
            made_expr(at, EXPR_ASSIGN, d->type, made_variable(at, d->result), expr_clone(d->part));
        s->expr->op = OP_ASSIGN;
        s->expr->a->reduction = (int)r->n_reductions;
        never->expr = made_number(at, type_int(), 0);
        never->body = made_stmt(at, STMT_EXPR);
        never->body->expr =
            made_expr(at, EXPR_ASSIGN, d->type, expr_clone(d->part), combined(r, d));
        never->body->expr->op = OP_ASSIGN;
        struct reduction red = {.op = TCR_OR,
                                .declared = d,
                                .text = d->place,
                                .lvalue = s->expr->a,
                                .decl = d->result,
                                .type = d->type};
        IR_PUSH(last->list, last->n_list, s);
        IR_PUSH(last->list, last->n_list, never);
        IR_PUSH(r->reductions, r->n_reductions, red);
    }
}
