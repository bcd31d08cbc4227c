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

enum { MOST_EARLY = 8 };

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

/* What declares it at the top of the body, with a value, and nothing changes it. */
static const struct stmt *declaration(const struct early_search *s, const struct decl *d)
{
    for (size_t i = 0; s->body->kind == STMT_COMPOUND && i < s->body->n_list; i++) {
        const struct stmt *t = s->body->list[i];
        if (t->kind == STMT_DECL && t->n_decls == 1 && t->decls[0] == d && t->inits[0])
            return d->type->kind == TYPE_SCALAR && !stmt_writes(s->body, d) ? t : NULL;
    }
    return NULL;
}

/* The same, with a value that was read before. */
static const struct stmt *temporary(const struct early_search *s, const struct decl *d)
{
    const struct stmt *t = declaration(s, d);
    const struct expr *init = t ? t->inits[0] : NULL;
    while (init && init->kind == EXPR_CAST)
        init = init->a;
    return init && early_of(s->at, init) ? t : NULL;
}

static bool visit_place(struct expr *e, void *ctx);

/* The same, with a value that follows from the loop's number. */
static const struct stmt *place_temporary(const struct early_search *s, const struct decl *d)
{
    struct early_search place = {.at = s->at, .body = s->body, .plain = true};
    const struct stmt *t = type_is_integer(d->type) ? declaration(s, d) : NULL;
    if (t)
        expr_walk(t->inits[0], visit_place, &place);
    return t && place.plain ? t : NULL;
}

static bool visit_place(struct expr *e, void *ctx)
{
    struct early_search *s = ctx;
    if (e->kind == EXPR_CALL || e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC ||
        e->kind == EXPR_STATEMENTS || e->kind == EXPR_COND || e->atomic ||
        (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL))) {
        s->plain = false;
    } else if ((e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && e->type->kind == TYPE_SCALAR) {
        const struct plan_early *before = early_of(s->at, e);
        s->plain &= before && before->wave < s->wave;
        s->uses_early = true;
        return false; /* it stands for its value */
    } else if (e->kind == EXPR_VAR && e->decl != s->at->loop->vars[0].var &&
               e->decl->offset >= s->body->begin && e->decl->offset < s->body->end) {
        bool early = s->wave > 0 && temporary(s, e->decl);
        s->plain &= early || place_temporary(s, e->decl);
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

static void look_at(struct early_search *s, struct expr *e)
{
    if (!e || e->kind == EXPR_ADDR || e->kind == EXPR_STATEMENTS ||
        fold_of_place(&s->at->folds, e) >= 0)
        return;
    if (is_read(e) && s->at->n_early < MOST_EARLY && !early_of(s->at, e) && in_wave(s, e)) {
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

static void look_through(struct early_search *s)
{
    struct stmt *body = s->body, **list = body->kind == STMT_COMPOUND ? body->list : &body;
    size_t n = body->kind == STMT_COMPOUND ? body->n_list : 1;
    for (size_t i = 0; i < n; i++) {
        struct stmt *t = list[i];
        if (t->kind == STMT_EXPR || t->kind == STMT_IF)
            look_at(s, t->expr);
        for (size_t k = 0; t->kind == STMT_DECL && k < t->n_decls; k++)
            look_at(s, t->inits[k]);
        if (stmt_skips(t))
            return;
    }
}

void plan_early(struct plan_loop *at)
{
    struct early_search s = {.at = at, .body = at->stmt->body};
    if (at->writes)
        return;
    look_through(&s);
    s.wave = 1;
    look_through(&s);
    for (size_t i = 0; i < at->n_early; i++)
        at->early_bytes += at->early[i].read->type->size;
}

bool plan_early_needs(const struct plan_loop *at, const struct stmt *s, int wave)
{
    struct early_search search = {.at = (struct plan_loop *)at, .body = at->stmt->body};
    return s->kind == STMT_DECL && s->n_decls == 1 &&
           (place_temporary(&search, s->decls[0]) == s ||
            (wave > 0 && temporary(&search, s->decls[0]) == s));
}

const struct plan_early *plan_early_read(const struct plan_loop *at, const struct expr *e)
{
    return is_read(e) ? early_of(at, e) : NULL;
}
