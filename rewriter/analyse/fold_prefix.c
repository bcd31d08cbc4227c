/* SPDX-License-Identifier: MIT */
/*
 * fold_prefix.c: prefix sums in an inner loop, without a directive of their own.
 *
 *     for (int k = 0; k < n; k++) {
 *         s += a[k];                  an update, as of a fold,
 *         b[k] = s;                   and a look at what the variable is by now
 *     }
 *
 * Each statement of the body either only updates the variable, always by one operator, or only
 * looks at it.  So what an iteration adds does not depend on what the others have added, and
 * threads that share the loop can find out first what each iteration adds, and then what is in
 * front of each.
 */
#include "fold_private.h"

#include "../source/operators.h"

/* Those that a type combines in any order, but for rounding.  A product of floating numbers may
 * overflow in parts, and of equal zeros or with a NaN a minimum may be another one. */
static bool may_scan(const struct type *t, enum tcr_op op)
{
    if (t->kind != TYPE_SCALAR || type_is_bool(t) || type_is_half(t) || t->size > 8)
        return false;
    return type_is_integer(t) ? !operator_is(op, OPERATOR_LOGICAL) : op == TCR_ADD;
}

bool fold_prefix(struct region *r, const struct loop *l, struct decl *d, struct fold *out)
{
    struct stmt *body = l->stmt->body;
    size_t updates = 0;
    enum tcr_op op = TCR_ADD;
    if (body->kind != STMT_COMPOUND || stmt_mentions(l->stmt, d) != stmt_mentions(body, d))
        return false;
    for (size_t i = 0; i < body->n_list; i++) {
        enum tcr_op by;
        size_t n;
        if (!fold_updates(r, l, d, body->list[i], &by, &n) ||
            (n > 0 && n != stmt_mentions(body->list[i], d)) || (n > 0 && updates > 0 && by != op))
            return false;
        op = n > 0 ? by : op;
        updates += n;
    }
    *out = (struct fold){.kind = FOLD_PREFIX, .op = op, .var = d, .type = d->type};
    return updates > 0 && may_scan(d->type, op);
}

bool fold_has_prefix(const struct folds *f)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->list[i].kind == FOLD_PREFIX)
            return true;
    return false;
}
