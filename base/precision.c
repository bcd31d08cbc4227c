/* SPDX-License-Identifier: MIT */
/* precision.c: see precision.h. */
#include "precision.h"
#include "../spec/contract.h"

static const char *const words[TCR_PRECISIONS] = {"full",   "tf32",   "tf32x2", "tf32x3", "bf16",
                                                  "bf16x2", "bf16x3", "f16",    "f16x2",  "f16x3"};

const char *tcr_precision_word(enum tcr_precision p)
{
    return words[p];
}

unsigned tcr_precision_format(enum tcr_precision p)
{
    return ((unsigned)p - TCR_PRECISION_TF32) / 3;
}

unsigned tcr_precision_products(enum tcr_precision p)
{
    return ((unsigned)p - TCR_PRECISION_TF32) % 3 + 1;
}

/* Errors of a tensor core's step, in 2^-24 of its terms' magnitudes: it adds in blocks of 8 terms
 * (of TF32: 4), cuts each of them and what was before to 24 bits, and so the sum. */
static double step_errors(unsigned format)
{
    return format == TCR_FORMAT_TF32 ? 2 * (4 + 3) : 2 * (8 + 3);
}

enum { LARGE_STEPS = 4 };

/* What leaving parts of the elements out comes to, with a unit roundoff of u. */
static double left_out(double u, unsigned products)
{
    return products == 1   ? 2 * u + u * u
           : products == 2 ? u + 2 * u * u
                           : 3 * u * u + 2 * u * u * u;
}

double tcr_precision_bound(enum tcr_type type, enum tcr_precision p, long long k)
{
    const double v = type == TCR_F64 ? 0x1p-53 : 0x1p-24;
    const unsigned format = tcr_precision_format(p), products = tcr_precision_products(p);
    double u, terms, of_chain, run;

    if (p == TCR_PRECISION_FULL)
        return ((double)k + 3) * v;
    u = format == TCR_FORMAT_BF16 ? 0x1p-8 : 0x1p-11;
    /* of a chain, the shortest there is; 4 steps of it are of whole elements, or find a chain that
       is one; the rests' steps before have small errors, one in all */
    terms = format == TCR_FORMAT_TF32 ? 16 : 32;
    run = k < TCR_LEVEL_RUN ? (double)k : TCR_LEVEL_RUN;
    of_chain = LARGE_STEPS * step_errors(format) + 1;
    return left_out(u, products) + (of_chain + run / terms + 1 + (double)k / TCR_LEVEL_RUN + 3) * v;
}

enum tcr_precision tcr_precision_for(enum tcr_type type, long long k, double error)
{
    /* as measured on one H100, where cuBLAS computes the full one */
    static const enum tcr_precision fastest[] = {TCR_PRECISION_BF16, TCR_PRECISION_TF32,
                                                 TCR_PRECISION_BF16X3, TCR_PRECISION_FULL,
                                                 TCR_PRECISION_TF32X3};

    for (unsigned i = 0; type == TCR_F32 && i < sizeof fastest / sizeof *fastest; i++)
        if (tcr_precision_bound(type, fastest[i], k) <= error)
            return fastest[i];
    return TCR_PRECISION_FULL;
}
