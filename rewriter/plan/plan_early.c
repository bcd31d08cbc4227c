/* SPDX-License-Identifier: MIT */
/*
 * plan_early.c: reads of a shared loop that its lanes make ahead, for several iterations at once.
 *
 * Left to itself, the device's compiler may wait for the read of one iteration before it starts
 * that of the next.  So what every iteration surely reads is read in front of its body, first the
 * places that follow from the loop's number, then those that follow from what has been read
 * (x[ci[k]]).  In a loop that writes memory, or skips some of an iteration before, nothing is.
 */
#include "plan_private.h"

#include "device_shape.h"

enum { MOST_EARLY = 8, MOST_OF_LEVELS = 20 };

struct early_search {
    struct plan_loop *at;
    struct stmt *body;
    int wave;        /* that is looked for */
    bool plain;      /* so far, the place is one of this wave */
    bool uses_early; /* a read of the wave before */
};

/* ---- places ---- */

static const struct plan_early *early_of(const struct plan_loop *at, const struct expr *e)
{
    for (size_t i = 0; i < at->n_early; i++)
        if (expr_equal(at->early[i].read, e))
            return &at->early[i];
    return NULL;
}

/* Is it the only statement of the body that sets the variable, to a value? */
static bool only_sets(const struct early_search *s, const struct stmt *t, const struct decl *d)
{
    const struct expr *e = t->kind == STMT_EXPR ? t->expr : NULL;
    if (!e || e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN || e->atomic || e->a->kind != EXPR_VAR ||
        e->a->decl != d || expr_writes(e->b, d) || s->body->kind != STMT_COMPOUND)
        return false;
    for (size_t i = 0; i < s->body->n_list; i++)
        if (s->body->list[i] != t && stmt_writes(s->body->list[i], d))
            return false;
    return true;
}

/* The variable that a statement may set, and its value. */
static struct decl *set_by(const struct stmt *t)
{
    return t->kind == STMT_DECL && t->n_decls == 1 ? t->decls[0]
           : t->kind == STMT_EXPR && t->expr->kind == EXPR_ASSIGN && t->expr->a->kind == EXPR_VAR
               ? t->expr->a->decl
               : NULL;
}
static struct expr *value_of(const struct stmt *t)
{
    return t->kind == STMT_DECL ? t->inits[0] : t->expr->b;
}

/* What declares it at the top of the body, with a value, and nothing changes it; or, in that of the
 * levels, sets it there. */
static const struct stmt *declaration(const struct early_search *s, const struct decl *d)
{
    for (size_t i = 0; s->body->kind == STMT_COMPOUND && i < s->body->n_list; i++) {
        const struct stmt *t = s->body->list[i];
        if (t->kind == STMT_DECL && t->n_decls == 1 && t->decls[0] == d && t->inits[0])
            return (d->type->kind == TYPE_SCALAR || s->at->levels) && !stmt_writes(s->body, d)
                       ? t
                       : NULL;
        if (s->at->levels && only_sets(s, t, d))
            return t;
    }
    return NULL;
}

/* The same, with a value that was read before. */
static const struct stmt *temporary(const struct early_search *s, const struct decl *d)
{
    const struct stmt *t = declaration(s, d);
    const struct expr *init = t ? value_of(t) : NULL;
    while (init && init->kind == EXPR_CAST)
        init = init->a;
    return init && early_of(s->at, init) ? t : NULL;
}

static bool visit_place(struct expr *e, void *ctx);

/* The same, with a value that follows from the loop's number, and set before that offset.  What is
 * set by itself (t = t + k) is not, nor are two variables that are set by each other. */
static const struct stmt *place_temporary(const struct early_search *s, const struct decl *d,
                                          size_t before)
{
    struct early_search place = {.at = s->at, .body = s->body, .plain = true};
    bool leads = d->type->kind == TYPE_POINTER
                     ? s->at->levels != NULL
                     : d->type->kind == TYPE_SCALAR && type_is_integer(d->type);
    const struct stmt *t = leads ? declaration(s, d) : NULL;
    if (t && t->end > before)
        return NULL;
    if (t)
        expr_walk(value_of(t), visit_place, &place);
    return t && place.plain ? t : NULL;
}

/* A variable of the levels' body. */
static bool is_plain_there(const struct early_search *s, const struct expr *e)
{
    return region_is_level_var(s->at->levels, e->decl) || place_temporary(s, e->decl, e->begin);
}

static bool visit_place(struct expr *e, void *ctx)
{
    struct early_search *s = ctx;
    if (s->at->levels && shape_is_argument(s->at->levels, e))
        return false;
    if (e->kind == EXPR_CALL || e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC ||
        e->kind == EXPR_STATEMENTS || e->kind == EXPR_COND || e->atomic ||
        (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL))) {
        s->plain = false;
    } else if ((e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && e->type->kind == TYPE_SCALAR) {
        const struct plan_early *before = early_of(s->at, e);
        s->plain &= before && before->wave < s->wave;
        s->uses_early = true;
        return false; /* it stands for its value */
    } else if (e->kind == EXPR_MEMBER && e->type->kind == TYPE_SCALAR && !shape_is_local(e)) {
        s->plain &= !s->at->levels && !s->at->writes; /* it may have been written */
    } else if (e->kind == EXPR_VAR && s->at->levels) {
        s->plain &= is_plain_there(s, e);
    } else if (e->kind == EXPR_VAR && e->decl != s->at->loop->vars[0].var &&
               e->decl->offset >= s->body->begin && e->decl->offset < s->body->end) {
        bool early = s->wave > 0 && temporary(s, e->decl);
        s->plain &= early || place_temporary(s, e->decl, e->begin);
        s->uses_early |= early;
    } else if (e->kind == EXPR_VAR && e->decl != s->at->loop->vars[0].var) {
        s->plain &= !stmt_writes(s->body, e->decl);
    }
    return s->plain;
}

static bool in_wave(struct early_search *s, struct expr *e)
{
    s->plain = true;
    s->uses_early = false;
    expr_walk(e->a, visit_place, s);
    expr_walk(e->b, visit_place, s);
    return s->plain && s->uses_early == (s->wave > 0);
}

static bool is_read(const struct expr *e)
{
    bool number = e->type->kind == TYPE_SCALAR || type_is_complex(e->type);
    return (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && number && e->reduction < 0 &&
           !e->atomic && !e->type->is_atomic && !expr_is_bit_field(e) && !shape_is_local(e) &&
           !expr_facts(e)->from_record;
}

/* ---- what is surely read ---- */

static size_t most_early(const struct plan_loop *at)
{
    return at->levels ? MOST_OF_LEVELS : MOST_EARLY;
}

static void look_at(struct early_search *s, struct expr *e)
{
    if (!e || e->kind == EXPR_ADDR || e->kind == EXPR_STATEMENTS ||
        fold_of_place(&s->at->folds, e) >= 0)
        return;
    if (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN) { /* the place is written */
        if (e->a->kind == EXPR_INDEX || e->a->kind == EXPR_DEREF) {
            look_at(s, e->a->a);
            look_at(s, e->a->b);
        }
        look_at(s, e->b);
        return;
    }
    if (is_read(e) && s->at->n_early < most_early(s->at) && !early_of(s->at, e) && in_wave(s, e)) {
        struct plan_early read = {.read = e, .wave = s->wave};
        IR_PUSH(s->at->early, s->at->n_early, read);
    }
    look_at(s, e->a);
    if (e->kind == EXPR_COND || (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL)))
        return;
    look_at(s, e->b);
    look_at(s, e->c);
    for (size_t i = 0; i < e->n_args; i++)
        look_at(s, e->args[i]);
}

static void look_at_statement(struct early_search *s, struct stmt *t)
{
    if (t->kind == STMT_EXPR || t->kind == STMT_IF)
        look_at(s, t->expr);
    for (size_t k = 0; t->kind == STMT_DECL && k < t->n_decls; k++)
        look_at(s, t->inits[k]);
}

static void look_through(struct early_search *s)
{
    struct stmt *body = s->body, **list = body->kind == STMT_COMPOUND ? body->list : &body;
    size_t n = body->kind == STMT_COMPOUND ? body->n_list : 1;
    for (size_t i = 0; i < n; i++) {
        if (s->at->stores && list[i]->begin >= s->at->stores)
            return;
        look_at_statement(s, list[i]);
        if (stmt_skips(list[i]))
            return;
    }
}

void plan_early_reads(struct plan_loop *at, struct stmt *s)
{
    struct early_search search = {.at = at, .body = at->stmt->body};
    look_at_statement(&search, s);
}

void plan_early(struct plan_loop *at)
{
    struct early_search s = {.at = at, .body = at->stmt->body};
    if (at->writes && !fold_has_prefix(&at->folds))
        return;
    look_through(&s);
    s.wave = 1;
    look_through(&s);
}

bool plan_early_place(const struct plan_loop *at, struct expr *e)
{
    struct early_search s = {.at = (struct plan_loop *)at, .body = at->stmt->body, .plain = true};
    expr_walk(e, visit_place, &s);
    return s.plain;
}

bool plan_early_needs(const struct plan_loop *at, const struct stmt *s, int wave)
{
    struct early_search search = {.at = (struct plan_loop *)at, .body = at->stmt->body};
    const struct decl *d = set_by(s);
    return d &&
           (place_temporary(&search, d, SIZE_MAX) == s || (wave > 0 && temporary(&search, d) == s));
}

const struct plan_early *plan_early_read(const struct plan_loop *at, const struct expr *e)
{
    return is_read(e) ? early_of(at, e) : NULL;
}
