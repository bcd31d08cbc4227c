/* SPDX-License-Identifier: MIT */
/*
 * body_best.c: a minimum or maximum that is found with others along: in critical sections of
 * OpenMP's threads, in a thread's own variables, or under tcr's own clause.
 *
 *     #pragma omp critical
 *     if (v[i] > best) {
 *         best = v[i];
 *         at = i;
 *     }
 *
 * Each iteration gets variables of its own in place of these, the first of which starts from the
 * program's.  Where it ends with a better value, it is the place of one (kernels/first.cuh), and
 * the device finds the place of the best.  The host does that one iteration, as it is in the
 * text, and so gives the program's variables what the loop leaves in them in its own order.
 *
 *     double own = best;                          the text that the device gets
 *     int own_at;
 *     if (v[i] > own) { own = v[i]; own_at = i; }
 *     place = which iteration it is, if own > best
 *
 * If equal values count, too (`>=`, or ties that places decide: `v[i] == best && i < at`), the
 * iteration notes in a variable that it has taken them, for its value need not be better then than
 * the program's:
 *
 *     int taken = 0;
 *     if (v[i] >= own) { own = v[i]; own_at = i; taken = 1; }
 *     if (taken) place = which iteration it is
 *
 * The device finds the first or the last place of the best, as the text chooses.  Where it compares
 * places, own_at starts from the program's, too.
 *
 * Instead of variables it may be parts of a local structure or array, best.value or pair[0].  They
 * have names while they are looked for.  For this, a structure that is set as a whole, best = c, is
 * set member by member from then on.
 */
#include "../ir/made.h"
#include "../ir/math_table.h"
#include "body.h"
#include "body_private.h"

/* ---- an iteration's own ---- */

struct replacement {
    const struct decl *from;
    struct decl *to;
};

static bool visit_name(struct expr *e, void *ctx)
{
    struct replacement *by = ctx;
    if (e->kind == EXPR_VAR && e->decl == by->from)
        e->decl = by->to;
    return true;
}

struct stmt *body_block(struct region *r)
{
    if (r->best_block)
        return r->best_block;
    struct stmt *block = made_stmt(body_place(r), STMT_COMPOUND);
    struct stmt *body = made_stmt(body_place(r), STMT_NULL);
    *body = *r->body;
    IR_PUSH(block->list, block->n_list, body);
    *r->body = *block;
    return r->best_block = r->body;
}

/* Declared in front of the body. */
static struct decl *declare(struct region *r, const char *name, struct type *type,
                            struct expr *init)
{
    struct made at = body_place(r);
    struct stmt *block = body_block(r), *body = block->list[block->n_list - 1];
    struct decl *mine = made_decl(at, DECL_LOCAL, name, type);
    mine->offset = r->loops[r->n_loops - 1]->stmt->begin; /* the body may be a loop itself */
    block->list[block->n_list - 1] = made_declaration(at, mine, init);
    IR_PUSH(block->list, block->n_list, body);
    r->cfg = NULL;
    return mine;
}

struct decl *body_own(struct region *r, struct decl *d, struct expr *init)
{
    struct decl *mine = declare(r, d->name, d->type, init);
    mine->device_name = ir_printf("tcr_own_%s", ir_plain_name(d->name));
    struct stmt *body = r->best_block->list[r->best_block->n_list - 1];
    stmt_walk_exprs(body, visit_name, &(struct replacement){d, mine});
    return mine;
}

/* ---- parts of variables: best.value, pair[0] ---- */

/* A number in a local structure or array, at a place that the text says. */
static struct decl *root_of(const struct expr *e)
{
    long long k;
    for (bool part = false;; part = true) {
        if (e->kind == EXPR_VAR)
            return part && (e->decl->kind == DECL_LOCAL || e->decl->kind == DECL_PARAM) ? e->decl
                                                                                        : NULL;
        bool element = e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY && expr_const(e->b, &k);
        bool member = e->kind == EXPR_MEMBER && !expr_is_bit_field(e) && e->a->type->record &&
                      !e->a->type->record->is_union && !type_is_complex(e->a->type);
        if ((!element && !member) || e->type->is_volatile || e->type->is_atomic)
            return NULL;
        e = element ? e->a->a : e->a;
    }
}

bool body_is_part(const struct expr *e)
{
    return e->type->kind == TYPE_SCALAR && root_of(e);
}

static struct number_part *part_of(struct parts *p, const struct expr *e)
{
    for (size_t i = 0; i < p->n; i++)
        if (expr_equal(p->list[i].place, e))
            return &p->list[i];
    return NULL;
}

const char *body_part_name(const struct expr *e, const char *root)
{
    long long k = 0;
    if (e->kind == EXPR_VAR)
        return root ? root : e->decl->name;
    bool member = e->kind == EXPR_MEMBER;
    const char *of = body_part_name(member ? e->a : e->a->a, root);
    if (member)
        return *e->field->name ? ir_printf("%s.%s", of, e->field->name) : of;
    expr_const(e->b, &k);
    return ir_printf("%s[%lld]", of, k);
}

static bool visit_set_part(struct expr *e, void *ctx)
{
    struct parts *p = ctx;
    bool sets = e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && !e->atomic;
    struct decl *root = sets && e->a->type->kind == TYPE_SCALAR ? root_of(e->a) : NULL;
    if (!root || root->in_region || root->is_register || root->is_thread_local ||
        root->type->is_volatile || part_of(p, e->a) || region_addresses(p->r, root))
        return true;
    struct number_part part = {.root = root, .place = expr_clone(e->a)};
    part.decl = made_decl(body_place(p->r), root->kind, body_part_name(e->a, NULL), e->a->type);
    part.decl->in_region = false;
    part.decl->offset = root->offset;
    IR_PUSH(p->list, p->n, part);
    return true;
}

/* best = c, with a variable c, or best = (struct best){...}: what the member gets; NULL. */
static struct expr *given(struct made at, struct expr *from, size_t member)
{
    const struct field *f = &from->type->record->fields[member];
    if (from->kind == EXPR_LITERAL)
        return from->a->n_args > member ? from->a->args[member] : NULL;
    struct expr *e = made_expr(at, EXPR_MEMBER, f->type, expr_clone(from), NULL);
    e->field = f;
    return e;
}

/* Of a local structure from outside, whose members are numbers. */
static bool copies_members(const struct region *r, const struct expr *e)
{
    const struct record *rec = e->type->kind == TYPE_RECORD ? e->type->record : NULL;
    bool whole = rec && e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && e->a->kind == EXPR_VAR &&
                 !e->a->decl->in_region && e->a->decl->kind == DECL_LOCAL;
    if (!whole || rec->is_union || rec->part || !rec->complete || region_addresses(r, e->a->decl))
        return false;
    for (size_t i = 0; i < rec->n_fields; i++)
        if (rec->fields[i].type->kind != TYPE_SCALAR || rec->fields[i].bits >= 0)
            return false;
    struct expr *from = e->b;
    bool variable = from->kind == EXPR_VAR && from->decl->in_region;
    /* q = (struct p){q.v, q.b, q.a} has all values before it sets the first member */
    bool literal = from->kind == EXPR_LITERAL && from->a->n_args == rec->n_fields &&
                   !expr_mentions(from, e->a->decl);
    return rec->n_fields && (variable || literal);
}

struct copy_search {
    const struct region *r;
    struct expr *condition;
};

static bool visit_copy(struct stmt *s, void *ctx)
{
    const struct copy_search *c = ctx;
    struct expr *e = s->kind == STMT_EXPR ? s->expr : NULL;
    struct made at = {s->begin, s->end};
    if (!e || !copies_members(c->r, e) || !expr_mentions(c->condition, e->a->decl))
        return true;
    struct stmt *all = made_stmt(at, STMT_COMPOUND);
    for (size_t i = 0; i < e->type->record->n_fields; i++) {
        struct stmt *one = made_stmt(at, STMT_EXPR);
        const struct field *f = &e->type->record->fields[i];
        struct expr *to = made_expr(at, EXPR_MEMBER, f->type, expr_clone(e->a), NULL);
        struct expr *value = given(at, e->b, i);
        if (!value)
            return true;
        to->field = f;
        one->expr = made_expr(at, EXPR_ASSIGN, f->type, to, value);
        one->expr->op = OP_ASSIGN;
        IR_PUSH(all->list, all->n_list, one);
    }
    *s = *all;
    return false;
}

/* if (c.value < best.value) best = c;  becomes an assignment for each member, and stays so: that is
 * the same. */
static bool visit_guarded_copy(struct stmt *s, void *ctx)
{
    struct copy_search c = {.r = ctx, .condition = s->expr};
    if (s->kind == STMT_IF && !s->other)
        stmt_walk(s->body, visit_copy, &c);
    return true;
}

/* Each mention of the variable is one of a number in it. */
static bool visit_part(struct expr *e, void *ctx)
{
    struct parts *p = ctx;
    if (e->kind == EXPR_VAR && e->decl == p->asked)
        p->whole = true;
    return !p->whole && !(e->type->kind == TYPE_SCALAR && root_of(e) == p->asked && p->asked);
}

static bool is_in_parts(struct parts *p, struct decl *root)
{
    p->asked = root;
    p->whole = false;
    stmt_walk_exprs(p->r->stmt, visit_part, p);
    return !p->whole;
}

static bool visit_place(struct expr *e, void *ctx)
{
    struct parts *p = ctx;
    struct number_part *part = expr_is_lvalue(e) && e->kind != EXPR_VAR ? part_of(p, e) : NULL;
    if (!part || !part->taken)
        return true;
    struct named_part was = {.at = e, .was = *e};
    struct expr *name = made_variable((struct made){e->begin, e->end}, part->decl);
    IR_PUSH(p->named, p->n_named, was);
    *e = *name;
    return false;
}

struct parts body_name_parts(struct region *r)
{
    struct parts p = {.r = r};
    stmt_walk(r->body, visit_guarded_copy, r);
    stmt_walk_exprs(r->body, visit_set_part, &p);
    for (size_t i = 0; i < p.n; i++)
        p.list[i].taken = is_in_parts(&p, p.list[i].root);
    if (p.n)
        stmt_walk_exprs(r->stmt, visit_place, &p);
    return p;
}

void body_unname_parts(struct parts *p)
{
    for (size_t i = 0; i < p->n_named; i++)
        for (size_t k = 0; k < p->n; k++)
            if (p->named[i].at->kind == EXPR_VAR && p->named[i].at->decl == p->list[k].decl)
                *p->named[i].at = p->named[i].was;
    if (p->n_named)
        p->r->cfg = NULL;
}

struct decl *body_root(const struct parts *p, struct decl *d)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->list[i].decl == d)
            return p->list[i].root;
    return d;
}

static struct expr *value_of(const struct region *r, const struct parts *p, struct decl *d)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->list[i].decl == d)
            return expr_clone(p->list[i].place);
    return made_variable(body_place(r), d);
}

/* ---- taking one ---- */

/* A variable that the statement sets to 1 where its condition holds. */
static struct decl *note_taken(struct region *r, struct stmt *update)
{
    bool whole = !r->best_block && update == r->body; /* which a block takes the place of */
    struct made at = body_place(r);
    struct decl *taken = declare(r, ir_printf("tcr_taken%zu", r->n_bests), type_int(),
                                 made_number(at, type_int(), 0));
    struct stmt *both = made_stmt(at, STMT_COMPOUND), *set = made_stmt(at, STMT_EXPR);
    if (whole)
        update = r->best_block->list[r->best_block->n_list - 1];
    set->expr = made_expr(at, EXPR_ASSIGN, type_int(), made_variable(at, taken),
                          made_number(at, type_int(), 1));
    set->expr->op = OP_ASSIGN;
    IR_PUSH(both->list, both->n_list, update->body);
    IR_PUSH(both->list, both->n_list, set);
    update->body = both;
    return taken;
}

void body_take_best(struct region *r, const struct fold *f, const struct parts *parts)
{
    struct best best = {
        .op = f->op, .var = f->var, .update = f->update->body->begin, .last = f->last};
    if (f->last || f->tied)
        best.taken = note_taken(r, f->update);
    best.value = value_of(r, parts, f->var);
    IR_PUSH(best.roots, best.n_roots, body_root(parts, f->var));
    best.own = body_own(r, f->var, expr_clone(best.value));
    for (size_t i = 0; i < f->n_along; i++) {
        IR_PUSH(best.roots, best.n_roots, body_root(parts, f->along[i]));
        IR_PUSH(best.along, best.n_along, value_of(r, parts, f->along[i]));
        body_own(r, f->along[i], f->tied ? value_of(r, parts, f->along[i]) : NULL);
    }
    best.place = made_decl(body_place(r), DECL_LOCAL, ir_printf("tcr_place%zu", r->n_bests),
                           type_long_long());
    best.place->in_region = false;
    IR_PUSH(r->bests, r->n_bests, best);
}

/* ---- its place ---- */

/* place = which iteration it is, as a reduction variable. */
static struct stmt *place_of(const struct region *r, const struct best *best, size_t number,
                             struct expr **place)
{
    struct made at = body_place(r);
    struct expr *which = made_expr(at, EXPR_CALL, type_long_long(), NULL, NULL);
    struct stmt *s = made_stmt(at, STMT_EXPR);
    which->math = &math_best_place;
    IR_PUSH(which->args, which->n_args, made_variable(at, best->own));
    IR_PUSH(which->args, which->n_args, expr_clone(best->value));
    s->expr = made_expr(at, EXPR_ASSIGN, type_long_long(), made_variable(at, best->place), which);
    s->expr->op = OP_ASSIGN;
    s->expr->a->reduction = (int)number;
    *place = s->expr->a;
    if (!best->taken)
        return s;
    struct stmt *only = made_stmt(at, STMT_IF);
    only->expr = made_variable(at, best->taken);
    only->body = s;
    return only;
}

static bool check(struct region *r)
{
    const char *name = r->bests[0].var->name;
    if (r->stores)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_CARRIED,
                      "'%s' is found with its place, and the loop also writes memory; find it in a "
                      "loop of its own",
                      name);
    if (!body_is_repeatable(r) || r->dir->reproducible)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_CARRIED,
                      "'%s' is found with its place, and the host cannot do one iteration once "
                      "more; find it in a loop of its own",
                      name);
    return true;
}

bool body_keep_best(struct region *r)
{
    if (!r->n_bests && !r->n_declarings)
        return true;
    if (r->n_bests && !check(r))
        return false;
    struct stmt *block = r->best_block, *last = made_stmt(body_place(r), STMT_COMPOUND);
    for (size_t i = 0; i < r->n_bests; i++) {
        const struct best *best = &r->bests[i];
        struct expr *place;
        struct stmt *s = place_of(r, best, r->n_reductions, &place);
        struct reduction red = {.op = TCR_MAX,
                                .best = best,
                                .text = ir_printf("the place of '%s'", best->var->name),
                                .lvalue = place,
                                .decl = best->place,
                                .type = best->place->type};
        IR_PUSH(last->list, last->n_list, s);
        IR_PUSH(r->reductions, r->n_reductions, red);
    }
    body_add_results(r, last);
    last = body_behind(r, block->list[block->n_list - 1], last);
    IR_PUSH(block->list, block->n_list, last);
    r->cfg = NULL;
    return true;
}
