/* SPDX-License-Identifier: MIT */
/*
 * sim_product.c: a vendor's library of the simulated device, for tests (TCR_BLAS=1): products of
 * the parts that kernels/product_parts.cuh leaves.  Each sum is as wrong as the bound allows for,
 * one chain of the tensor cores over as many terms as a call of the library may have.
 */
#include <stdlib.h>
#include <string.h>
#include "../../base/precision.h"
#include "../backend/backend.h"
#include "sim.h"

/* Rows of parts in host memory. */
struct rows {
    char *at;
    long long rows, pitch;
};

static bool take(struct rows *x, uintptr_t at, long long rows, long long pitch)
{
    const size_t size = (size_t)(rows * pitch);

    *x = (struct rows){.at = malloc(size), .rows = rows, .pitch = pitch};
    return x->at && tcr_sim_memory_read(x->at, (const void *)at, size);
}

/* C of what the library is asked for, or more of it. */
static bool add_terms(const struct tcr_product_call *of, unsigned arch, const struct rows *a,
                      const struct rows *b, const struct tcr_precision_call *c)
{
    const struct tcr_product_args *x = &of->args;
    const long long bytes = tcr_precision_bytes(of->precision);

    for (long long row = 0; row < x->batch * x->m; row++)
        for (long long column = 0; column < x->n; column++) {
            const long long batch = row / x->m;
            float *at = (float *)x->c + batch * x->c_batch + row % x->m * x->c_m + column * x->c_n;
            const char *of_a = a->at + row * a->pitch + c->from * bytes;
            const char *of_b = b->at + (batch * x->n + column) * b->pitch + c->from * bytes;
            const uint32_t bits = tcr_sim_chain(tcr_precision_format(of->precision), arch, of_a,
                                                of_b, (int)(c->terms * bytes / 4));
            float sum, old = 0;

            memcpy(&sum, &bits, sizeof sum);
            if (c->follows && !tcr_sim_memory_read(&old, at, sizeof old))
                return false;
            sum = (float)x->alpha * sum + old;
            if (!tcr_sim_memory_write(at, &sum, sizeof sum))
                return false;
        }
    return true;
}

bool tcr_sim_product(const struct tcr_product_call *of, unsigned arch)
{
    const struct tcr_product_args *x = &of->args;
    const struct tcr_product_parts *parts = of->parts;
    const int products = (int)tcr_precision_products(of->precision);
    const long long terms = parts->pitch / tcr_precision_bytes(of->precision);
    struct tcr_precision_call c = {.terms = 0};
    struct rows a[2] = {{.at = NULL}}, b;
    bool good = take(&b, parts->b, x->batch * x->n, parts->pitch);

    for (int p = 0; p < products; p++)
        good = take(&a[p], parts->a + (uintptr_t)(p * parts->a_plane), x->batch * x->m,
                    parts->pitch) &&
               good;
    while (good && tcr_precision_next(of->precision, terms, &c))
        good = add_terms(of, arch, &a[c.part], &b, &c);
    free(a[0].at);
    free(a[1].at);
    free(b.at);
    return good;
}
