/* SPDX-License-Identifier: MIT */
/*
 * escape.c: where does the address of a variable go?
 *
 * An address that is stored or returned is kept.  It is followed through local pointers and into
 * the functions of the unit.  Of others there are two opinions.  That a pointer holds it all the
 * time, and the loop reads the variable by another name, is not taken to be the doing of a function
 * that is not visible, as MPI_Allreduce(&x, ...) or scanf("%d", &x) do not.  That some function
 * reads the variable later may be any such function's.
 */
#include "../front/ast.h"
#include "../ir/outline.h"
#include "../ir/region.h"

/* ---- outlets ---- */

/* What a value goes to: a list, as what an assignment stores is its value, too. */
struct use {
    struct outlet to;
    const struct use *next;
};

/* Where it stands. */
struct where {
    const struct outline *in;
    const struct stmt *at;
};

static void follow(struct where at, struct expr *e, const struct use *to);

static void let_out(struct where at, struct decl *d, bool address, const struct use *to)
{
    struct outline_var *v = (struct outline_var *)d;
    for (; to; to = to->next) {
        struct outlet o = to->to;
        o.in = at.in;
        o.at = at.at;
        o.address = address;
        if (o.kind != TO_POINTER || o.pointer != v || address)
            IR_PUSH(v->outlets, v->n_outlets, o);
    }
}

static void follow_all(struct where at, struct expr **list, size_t n, const struct use *to)
{
    for (size_t i = 0; i < n; i++)
        follow(at, list[i], to);
}

/* The address of an lvalue goes there. */
static void follow_place(struct where at, struct expr *e, const struct use *to)
{
    switch (e->kind) {
    case EXPR_VAR:
        let_out(at, e->decl, true, to);
        break;
    case EXPR_MEMBER:
        follow_place(at, e->a, to);
        break;
    case EXPR_INDEX:
        follow(at, e->b, NULL);
        follow(at, e->a, to);
        break;
    case EXPR_DEREF:
        follow(at, e->a, to);
        break;
    default: /* a value in memory */
        follow(at, e, NULL);
    }
}

static struct outlet into(struct expr *lvalue)
{
    bool pointer = lvalue->kind == EXPR_VAR && lvalue->decl->kind == DECL_LOCAL &&
                   lvalue->decl->type->kind == TYPE_POINTER;
    return (struct outlet){.kind = pointer ? TO_POINTER : TO_ANYWHERE,
                           .pointer = pointer ? (struct outline_var *)lvalue->decl : NULL};
}

static void follow_call(struct where at, struct expr *e, const struct use *to)
{
    bool holds = e->type->kind == TYPE_POINTER && !e->math;
    struct use use = {{.kind = TO_FUNCTION, .function = (struct outline_function *)e->decl},
                      holds ? to : NULL};
    for (size_t i = 0; i < e->n_args; i++) {
        use.to.argument = i;
        follow(at, e->args[i], e->math ? NULL : &use);
    }
}

static void follow_binary(struct where at, struct expr *e, const struct use *to)
{
    bool pointer = e->type->kind == TYPE_POINTER && !c_op_is(e->op, C_OP_LOGICAL);
    follow(at, e->a, pointer && e->op != OP_COMMA ? to : NULL);
    follow(at, e->b, pointer || e->op == OP_COMMA ? to : NULL);
}

static void follow(struct where at, struct expr *e, const struct use *to)
{
    struct use use = {.to.kind = TO_ANYWHERE};
    if (!e)
        return;
    switch (e->kind) {
    case EXPR_VAR:
        if (e->decl->kind == DECL_LOCAL && e->type->kind == TYPE_POINTER)
            let_out(at, e->decl, false, to);
        break;
    case EXPR_ADDR:
    case EXPR_DECAY:
        follow_place(at, e->a, to);
        break;
    case EXPR_MEMBER:
    case EXPR_INDEX:
    case EXPR_DEREF:
        follow_place(at, e, NULL);
        break;
    case EXPR_UNARY:
        use.to.kind = TO_NUMBER;
        follow(at, e->a, e->op == OP_NOT ? NULL : &use);
        break;
    case EXPR_BINARY:
        follow_binary(at, e, to);
        break;
    case EXPR_ASSIGN:
        use = (struct use){into(e->a), to};
        follow(at, e->a, e->op == OP_ASSIGN ? NULL : to);
        follow(at, e->b, &use);
        break;
    case EXPR_COND:
        follow(at, e->a, NULL);
        follow(at, e->b, to);
        follow(at, e->c, to);
        break;
    case EXPR_CALL:
        follow_call(at, e, to);
        break;
    case EXPR_STATEMENTS:
        follow(at, e->a, to);
        break;
    default:
        follow_all(at, e->args, e->n_args, e->kind == EXPR_OPAQUE ? &use : to);
    }
}

static bool visit_statement(struct stmt *s, void *ctx)
{
    const struct outline *o = ctx;
    struct where at = {o, s};
    struct use use = {.to.kind = o->returns_address ? TO_CALLER : TO_ANYWHERE};
    follow(at, s->expr, s->kind == STMT_RETURN ? &use : NULL);
    follow(at, s->step, NULL);
    for (size_t i = 0; i < s->n_decls; i++) {
        struct outline_var *v = (struct outline_var *)s->decls[i];
        struct expr self = {.kind = EXPR_VAR, .type = v->decl.type, .decl = &v->decl};
        use.to = into(&self);
        follow(at, s->inits[i], &use);
        use.to.kind = TO_CLEANUP;
        if (v->cleanup)
            let_out(at, &v->decl, true, &use);
    }
    return true;
}

/* Of all functions that have been asked about. */
static void find_outlets(struct region *r)
{
    for (struct outline *o = ast_outlines(r); o && !o->has_outlets; o = o->next) {
        stmt_walk(o->body, visit_statement, o);
        o->has_outlets = true;
    }
}

/* ---- questions ---- */

struct escape {
    struct region *r;
    bool strict;             /* the second opinion */
    bool inside;             /* what stands in the loop counts, too */
    const struct outline *o; /* of the function around it; the loop there */
    const struct stmt *loop;
    const struct stmt *where; /* the statement in which the variable's address goes out */
    unsigned mark;
};

static bool goes_out(struct escape *x, struct outline_var *v, bool called);

static bool is_in_loop(const struct escape *x, const struct outlet *o)
{
    return x->loop && o->in == x->o && stmt_within(o->at, x->loop);
}

static bool enters(struct escape *x, const struct outlet *o)
{
    const struct outline *f = o->function ? ast_outline_callee(x->r, o->function) : NULL;
    find_outlets(x->r);
    if (!f || (x->strict && (f->opaque || o->function->replaced)))
        return x->strict;
    return o->argument >= f->n_params || goes_out(x, f->params[o->argument], true);
}

static bool is_out(struct escape *x, const struct outlet *o, bool called)
{
    switch (o->kind) {
    case TO_ANYWHERE:
        return true;
    case TO_NUMBER:
    case TO_CLEANUP:
        return x->strict;
    case TO_CALLER: /* the call's value is followed where it stands */
        return !called;
    case TO_POINTER: /* one of a function that was called is gone when that returns */
        return !called || goes_out(x, o->pointer, true);
    case TO_FUNCTION:
        return enters(x, o);
    }
    return true;
}

/* `called`: it is a pointer of a function that has got the address as an argument; what it holds
 * counts, too. */
static bool goes_out(struct escape *x, struct outline_var *v, bool called)
{
    if (called && v->passed == x->mark)
        return false;
    v->passed = called ? x->mark : v->passed;
    for (size_t i = 0; i < v->n_outlets; i++) {
        const struct outlet *o = &v->outlets[i];
        bool in_loop = is_in_loop(x, o);
        if ((!called && !o->address) || (in_loop && !x->inside) ||
            (in_loop && x->strict && o->kind == TO_FUNCTION))
            continue;
        if (is_out(x, o, called)) {
            x->where = called ? x->where : o->at;
            return true;
        }
    }
    return false;
}

static const struct stmt *asked(struct escape x, const struct decl *d)
{
    x.mark = ast_outline_mark(x.r);
    x.o = ast_outline(x.r, x.r->begin);
    x.loop = x.o ? ast_outline_loop(x.o, x.r->begin) : NULL;
    find_outlets(x.r);
    return goes_out(&x, ast_outline_variable(x.r, d), false) ? x.where : NULL;
}

const struct stmt *escape_keeper(struct region *r, struct decl *d, bool inside)
{
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM || d->kind == DECL_STATIC_LOCAL;
    if (!local)
        ast_outline_all(r, d);
    return asked((struct escape){.r = r, .inside = inside}, d);
}

bool escape_kept(struct region *r, struct decl *d, bool inside)
{
    return escape_keeper(r, d, inside) != NULL;
}

bool escape_seen_later(struct region *r, struct decl *d)
{
    return asked((struct escape){.r = r, .strict = true, .inside = true}, d) != NULL;
}

bool escape_addressed(struct region *r, size_t at, const struct decl *d)
{
    if (!ast_outline(r, at))
        return true;
    find_outlets(r);
    const struct outline_var *v = ast_outline_variable(r, d);
    for (size_t i = 0; i < v->n_outlets; i++)
        if (v->outlets[i].address)
            return true;
    return false;
}
