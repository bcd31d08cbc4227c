/* SPDX-License-Identifier: MIT */
/* moves.c: see moves.h. */
#include "moves.h"

static bool is_it(const struct moves *m, const struct expr *e)
{
    e = expr_strip(e);
    return e->kind == EXPR_VAR && e->decl == m->d;
}

bool moves_assign(struct moves *m, struct expr *e)
{
    if (e->kind == EXPR_INCDEC)
        return m->add(m, NULL, e->op == OP_DECREMENT);
    if (expr_writes(e->b, m->d))
        return false;
    if (e->op == OP_ASSIGN_ADD || e->op == OP_ASSIGN_SUB)
        return m->add(m, e->b, e->op == OP_ASSIGN_SUB);
    struct expr *sum = expr_strip(e->b);
    if (e->op != OP_ASSIGN || sum->kind != EXPR_BINARY || (sum->op != OP_ADD && sum->op != OP_SUB))
        return false;
    if (is_it(m, sum->a))
        return m->add(m, sum->b, sum->op == OP_SUB);
    return sum->op == OP_ADD && is_it(m, sum->b) && m->add(m, sum->a, false);
}

bool moves_expr(struct moves *m, struct expr *e)
{
    if (!expr_writes(e, m->d))
        return true;
    if (e->kind == EXPR_ADDR)
        return false;
    if (e->kind == EXPR_COND || (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL)))
        return moves_expr(m, e->a) && !expr_writes(e->b, m->d) && !expr_writes(e->c, m->d);
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->kind == EXPR_VAR &&
        e->a->decl == m->d)
        return moves_assign(m, e);
    bool ok = moves_expr(m, e->a) && moves_expr(m, e->b) && moves_expr(m, e->c);
    for (size_t i = 0; i < e->n_args && ok; i++)
        ok = moves_expr(m, e->args[i]);
    return ok;
}

bool moves_stmt(struct moves *m, struct stmt *s)
{
    if (!s || !stmt_writes(s, m->d))
        return true;
    switch (s->kind) {
    case STMT_COMPOUND:
        for (size_t i = 0; i < s->n_list; i++)
            if (!moves_stmt(m, s->list[i]))
                return false;
        return true;
    case STMT_EXPR:
        return moves_expr(m, s->expr);
    case STMT_DECL:
        for (size_t i = 0; i < s->n_decls; i++)
            if (s->decls[i] == m->d || !moves_expr(m, s->inits[i]))
                return false;
        return true;
    case STMT_IF: /* if (*p++ > x) */
        return moves_expr(m, s->expr) && !stmt_writes(s->body, m->d) &&
               !(s->other && stmt_writes(s->other, m->d));
    case STMT_SWITCH:
        return moves_expr(m, s->expr) && !stmt_writes(s->body, m->d);
    case STMT_FOR:
        return m->loop(m, s);
    default:
        return false;
    }
}
