/* SPDX-License-Identifier: MIT */
/* plan_precision.c: what the clause `precision` allows to a product of matrices. */
#include "plan_private.h"

#include "../../base/precision.h"

/* Sums of which the fastest precision is chosen; where a call's are so much longer that the error
 * would be too large, the runtime takes the full one. */
enum { USUAL_TERMS = 1024 };

const char *plan_fast_kernel(const struct plan *p)
{
    return ir_printf("%s_fast", plan_product_kernel(p));
}

static void refuse_precision(const struct plan *p, const char *why)
{
    refuse_device(p->r, p->r->pragma->begin, CODE_PRECISION, "'precision(%s)' %s",
                  p->r->dir->precision, why);
}

void plan_precision(struct plan *p)
{
    const struct directive *d = p->r->dir;
    if (!d->precision || (d->level == TCR_PRECISION_FULL && d->error <= 0))
        return;
    if (!p->product) {
        refuse_precision(p, "is for products of matrices, and the loop is none");
        return;
    }
    const enum tcr_type type = p->product->type;
    const double least = type == TCR_F64 ? 0x1p-53 : 0x1p-24;
    if (d->error > 0 && d->error < least) {
        refuse_precision(p, ir_printf("asks for more than elements of type '%s' have, whose "
                                      "rounding errors are up to %.1e",
                                      type == TCR_F64 ? "double" : "float", least));
        return;
    }
    if (d->error <= 0 && type != TCR_F32) {
        refuse_precision(p, "is for products of 'float', and these are of 'double'");
        return;
    }
    p->product->error = d->error;
    p->product->precision =
        d->error > 0 ? tcr_precision_for(type, USUAL_TERMS, d->error) : d->level;
}
