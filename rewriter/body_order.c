/* body_order.c: functions, the program's own or the library's, that return the
 * smaller or the larger of two values. */
#include "body_private.h"
#include "math_table.h"
#include "operators.h"

static const struct expr *returned(const struct stmt *s)
{
    while (s && s->kind == STMT_COMPOUND && s->n_list == 1)
        s = s->list[0];
    return s && s->kind == STMT_RETURN ? s->expr : NULL;
}

static bool is_param(const struct expr *e, const struct decl *d)
{
    return e->kind == EXPR_VAR && e->decl == d;
}

/* double larger(double a, double b) { return a > b ? a : b; }, or with if:
 * the operator, or -1. */
static int function_op(const struct device_function *f, const struct type *x)
{
    const struct stmt *s = f->body;
    const struct expr *cond = NULL, *t = NULL, *e = NULL, *value = returned(s);
    if (f->n_params != 2 || f->params[0]->type->scalar != x->scalar ||
        f->params[1]->type->scalar != x->scalar || f->params[0]->type->kind != TYPE_SCALAR ||
        f->params[1]->type->kind != TYPE_SCALAR)
        return -1;
    if (value && value->kind == EXPR_COND) {
        cond = value->a;
        t = value->b;
        e = value->c;
    }
    while (s->kind == STMT_COMPOUND && s->n_list == 1)
        s = s->list[0];
    const struct stmt *test = s->kind == STMT_COMPOUND && s->n_list == 2 ? s->list[0] : s;
    if (test->kind == STMT_IF) {
        cond = test->expr;
        t = returned(test->body);
        e = test == s ? returned(test->other) : test->other ? NULL : returned(s->list[1]);
    }
    if (!cond || !t || !e || !body_is_order(cond))
        return -1;
    const struct decl *a = f->params[0], *b = f->params[1];
    bool swapped = is_param(cond->a, b) && is_param(cond->b, a);
    if (!swapped && !(is_param(cond->a, a) && is_param(cond->b, b)))
        return -1;
    bool first = is_param(t, swapped ? b : a) && is_param(e, swapped ? a : b);
    if (!first && !(is_param(t, swapped ? a : b) && is_param(e, swapped ? b : a)))
        return -1;
    return (*cond->op == '<') == first ? TCR_MIN : TCR_MAX;
}

/* Which of two values does the call return?  The operator, or -1. */
int body_call_op(const struct region *r, const struct expr *e, const struct type *x)
{
    if (e->kind != EXPR_CALL || e->n_args != 2)
        return -1;
    if (e->math)
        return e->math->device ? operator_of_function(e->math->device) : -1;
    for (size_t i = 0; i < r->n_functions; i++)
        if (r->functions[i].decl == e->decl && e->type->kind == TYPE_SCALAR &&
            e->type->scalar == x->scalar)
            return function_op(&r->functions[i], x);
    return -1;
}
