/* SPDX-License-Identifier: MIT */
/*
 * ast_joint.c: statements under `omp atomic` or `acc atomic`, in a loop of OpenMP or OpenACC:
 *
 *     update     x++;  x op= e;  x = x op e;  x = e op x;
 *     read       v = x;                  write      x = e;
 *     capture    v = update;             { v = x; update }    { update v = x; }
 *                                        { v = x; x = e; }
 *
 * Other forms stay what they are without the construct: the loop is then taken over if
 * its iterations do not meet.
 */
#include "ast_private.h"

#include <string.h>

#include "../ir/sharing.h"

enum joint { JOINT_NONE, JOINT_READ, JOINT_WRITE, JOINT_UPDATE, JOINT_CAPTURE };

struct joint_kind {
    enum joint what;
    bool fenced;
};

static bool is_word(const char *word, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

/* JOINT_NONE: it is malformed, or has clauses that are not known here. */
static struct joint_kind kind_of(const struct construct *c)
{
    static const char *const kinds[] = {"read", "write", "update", "capture"};
    static const char *const orders[] = {"seq_cst", "acq_rel", "acquire", "release"};
    struct joint_kind k = {.what = JOINT_UPDATE};
    if (c->malformed)
        return (struct joint_kind){.what = JOINT_NONE};
    for (size_t i = 0; i < c->n_clauses; i++) {
        const char *word = c->clauses[i].name;
        bool known = strcmp(word, "hint") == 0 || strcmp(word, "relaxed") == 0;
        for (size_t w = 0; w < sizeof kinds / sizeof *kinds; w++)
            if (strcmp(word, kinds[w]) == 0) {
                k.what = JOINT_READ + (enum joint)w;
                known = true;
            }
        bool order = is_word(word, orders, sizeof orders / sizeof *orders);
        k.fenced |= order;
        if (!known && !order)
            return (struct joint_kind){.what = JOINT_NONE};
    }
    return k;
}

static const struct construct *construct_of(const struct region *r, const struct stmt *s)
{
    for (size_t i = 0; i < r->facts->n_constructs; i++) {
        const struct construct *c = &r->facts->constructs[i];
        bool counts = site_heeded(r->facts, c) || c->pragma->origin == r->dir->origin;
        if (strcmp(c->name, "atomic") == 0 && c->begin == s->begin && c->end > c->begin && counts)
            return c;
    }
    return NULL;
}

bool ast_atomic_taken(const struct region *r, const struct construct *c)
{
    for (size_t i = 0; i < r->n_atomic_constructs; i++)
        if (r->atomic_constructs[i] == c)
            return true;
    return false;
}

static struct expr *without_void(struct expr *e)
{
    return e->kind == EXPR_CAST && e->type->kind == TYPE_VOID ? e->a : e;
}

static struct expr *statement_of(const struct stmt *s)
{
    return s->kind == STMT_EXPR && s->expr ? without_void(s->expr) : NULL;
}

static bool is_plain_assignment(const struct expr *e)
{
    return e && e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && !e->atomic;
}

/* Do other iterations see the object, and has it a type that devices update atomically? */
static bool may_join(struct region *r, const struct expr *lvalue)
{
    const struct expr *of = expr_object(lvalue);
    bool bits = expr_is_bit_field(lvalue);
    return expr_is_lvalue(lvalue) && !bits && lvalue->type->kind == TYPE_SCALAR &&
           !(of->kind == EXPR_VAR && of->decl->in_region) && !body_is_item(r, lvalue);
}

/* x = x op e, x = e op x: as x op= e. */
static bool fold(struct expr *e)
{
    struct expr *b = expr_strip(e->b);
    enum c_op folded = b->kind == EXPR_BINARY && b->op != OP_REM ? c_op_assignment(b->op) : OP_NONE;
    bool left = folded && expr_equal(expr_strip(b->a), e->a);
    bool right = folded && !left && c_op_commutes(b->op) && expr_equal(expr_strip(b->b), e->a);
    if (!left && !right)
        return false;
    e->op = folded;
    e->b = left ? b->b : b->a;
    return true;
}

static bool mentions(const struct expr *e, const struct expr *what)
{
    if (!e)
        return false;
    if (expr_equal(e, what))
        return true;
    for (size_t i = 0; i < e->n_args; i++)
        if (mentions(e->args[i], what))
            return true;
    return mentions(e->a, what) || mentions(e->b, what) || mentions(e->c, what);
}

/* If the program does not use the update's value, the variable may be one that every iteration
 * moves by the same amount: that is decided later (ast_settle_joint). */
static bool update(struct region *r, struct expr *e, bool fenced, bool captured)
{
    if (!e || (e->kind != EXPR_ASSIGN && e->kind != EXPR_INCDEC) || e->atomic ||
        !may_join(r, e->a) || (is_plain_assignment(e) && !fold(e)) ||
        (e->kind == EXPR_ASSIGN && mentions(e->b, e->a)))
        return false;
    bool here = e->begin >= r->begin && e->end <= r->end;
    if (e->a->kind == EXPR_VAR && !captured && here) {
        e->joint = true;
        e->fenced = fenced;
    } else {
        ast_make_atomic(r, e, fenced);
    }
    return true;
}

static bool read(struct region *r, struct expr *e, bool fenced)
{
    if (!is_plain_assignment(e))
        return false;
    struct expr **from = &e->b;
    while ((*from)->kind == EXPR_CAST)
        from = &(*from)->a;
    if (!may_join(r, *from))
        return false;
    *from = ast_read_jointly(r, *from, fenced);
    return true;
}

static bool set(struct region *r, struct expr *e, bool fenced)
{
    if (!is_plain_assignment(e) || !may_join(r, e->a) || mentions(e->b, e->a))
        return false;
    ast_make_atomic(r, e, fenced);
    return true;
}

/* v = update */
static bool capture(struct region *r, struct expr *e, bool fenced)
{
    struct expr *from = is_plain_assignment(e) ? e->b : NULL;
    while (from && from->kind == EXPR_CAST)
        from = from->a;
    return update(r, from, fenced, true);
}

/* { v = x; change }, { change v = x; }: v = change, with the value before or after. */
static bool capture_both(struct region *r, struct stmt *s, bool fenced)
{
    if (s->n_list != 2)
        return false;
    struct expr *first = statement_of(s->list[0]), *second = statement_of(s->list[1]);
    for (int before = 1; first && second && before >= 0; before--) {
        struct expr *copy = before ? first : second, *change = before ? second : first;
        struct expr **from = &copy->b;
        if (!is_plain_assignment(copy) ||
            (change->kind != EXPR_ASSIGN && change->kind != EXPR_INCDEC))
            continue;
        while ((*from)->kind == EXPR_CAST)
            from = &(*from)->a;
        if (!expr_equal(*from, change->a))
            continue;
        bool taken = update(r, change, fenced, true);
        if (!taken && before)
            taken = set(r, change, fenced);
        if (!taken)
            continue;
        change->gives = before ? VALUE_OLD : VALUE_NEW;
        change->dropped = false;
        *from = change;
        s->kind = STMT_EXPR;
        s->expr = copy;
        s->n_list = 0;
        return true;
    }
    return false;
}

void ast_joint(struct region *r, struct stmt *s)
{
    const struct construct *c = r->keeps_text ? construct_of(r, s) : NULL;
    struct joint_kind k = c ? kind_of(c) : (struct joint_kind){.what = JOINT_NONE};
    struct expr *e = statement_of(s);
    bool taken =
        k.what == JOINT_READ     ? read(r, e, k.fenced)
        : k.what == JOINT_WRITE  ? set(r, e, k.fenced)
        : k.what == JOINT_UPDATE ? update(r, e, k.fenced, false)
        : k.what == JOINT_CAPTURE
            ? (s->kind == STMT_COMPOUND ? capture_both(r, s, k.fenced) : capture(r, e, k.fenced))
            : false;
    if (taken && !r->stopped)
        IR_PUSH(r->atomic_constructs, r->n_atomic_constructs, c);
}

void ast_dropped(struct expr *e)
{
    e = without_void(e);
    e->dropped = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
}

/* ---- variables, once the lists are known ---- */

static bool visit_joint(struct expr *e, void *ctx)
{
    struct region *r = ctx;
    if (!e->joint)
        return true;
    const struct decl *d = e->a->decl;
    bool own = e->a->reduction >= 0 || region_lists(r, d) || region_is_level_var(r, d) ||
               sharing_keeps(r, d, false);
    if (!own && !linear_moves(r, e->a->decl))
        ast_make_atomic(r, e, e->fenced);
    e->joint = false;
    return true;
}

void ast_settle_joint(struct region *r)
{
    stmt_walk_exprs(r->body, visit_joint, r);
}
