/* SPDX-License-Identifier: MIT */
/* turn.c: products of matrices as those of the transposed ones. */
#include "backend.h"

void tcr_product_turn(struct tcr_product_args *a)
{
    const struct tcr_product_args was = *a;

    a->a = was.b;
    a->b = was.a;
    a->m = was.n;
    a->n = was.m;
    a->a_m = was.b_n;
    a->a_k = was.b_k;
    a->b_k = was.a_k;
    a->b_n = was.a_m;
    a->c_m = was.c_n;
    a->c_n = was.c_m;
    a->a_batch = was.b_batch;
    a->b_batch = was.a_batch;
}
