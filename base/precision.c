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

long long tcr_precision_bytes(enum tcr_precision p)
{
    return tcr_precision_format(p) == TCR_FORMAT_TF32 ? 4 : 2;
}

/* Errors of a tensor core's step of 8 words, in 2^-24 of its terms' magnitudes: it adds in blocks
 * of 8 terms (of TF32: 4), cuts each of them and what was before to 24 bits, and so the sum. */
static double step_errors(unsigned format)
{
    return format == TCR_FORMAT_TF32 ? 2 * (4 + 3) : 2 * (8 + 3);
}

/* What leaving parts of the elements out comes to, with a unit roundoff of u. */
static double left_out(double u, unsigned products)
{
    return products == 1   ? 2 * u + u * u
           : products == 2 ? u + 2 * u * u
                           : 3 * u * u + 2 * u * u * u;
}

/* So many terms that the error of adding them up in a chain is a tenth to a fifth of the error of
 * leaving parts of the elements out, as far as that is possible without many calls. */
long long tcr_precision_chain(enum tcr_precision p)
{
    return tcr_precision_products(p) > 2
               ? 0
               : TCR_PARTS_CHAIN(tcr_precision_format(p), tcr_precision_products(p));
}

/* The rests come first, while the sums are small. */
bool tcr_precision_next(enum tcr_precision p, long long all, struct tcr_precision_call *c)
{
    const long long most = tcr_precision_chain(p);

    c->follows = c->terms > 0;
    if (c->follows && c->part > 0) {
        c->part--;
        return true;
    }
    c->from += c->terms;
    c->terms = all - c->from < most ? all - c->from : most;
    c->part = tcr_precision_products(p) - 1;
    return c->terms > 0;
}

/* In 2^-24, of the sums of the kernels: chains, of which 4 steps are of whole elements, or find one
 * that is large; the rests' steps before have small errors, one in all.  Then what they come to is
 * added up, for the shortest chains that there are. */
static double kernel_errors(unsigned format, double k)
{
    const double terms = format == TCR_FORMAT_TF32 ? 16 : 32;
    const double run = k < TCR_LEVEL_RUN ? k : TCR_LEVEL_RUN;

    return 4 * step_errors(format) + 1 + run / terms + 1 + k / TCR_LEVEL_RUN;
}

/* The same of the vendor's library: the chain, and the same of the rests, u times as large; what
 * each call adds to C is rounded twice. */
static double library_errors(enum tcr_precision p, double u, double k)
{
    const unsigned format = tcr_precision_format(p), products = tcr_precision_products(p);
    const double of_step = format == TCR_FORMAT_TF32 ? 8 : 16;
    const double most = (double)tcr_precision_chain(p), chain = k < most ? k : most;

    return most == 0 ? 0
                     : chain / of_step * step_errors(format) * (products > 1 ? 1 + u : 1) +
                           2 * products * (k / most + 1);
}

double tcr_precision_bound(enum tcr_type type, enum tcr_precision p, long long k)
{
    const double v = type == TCR_F64 ? 0x1p-53 : 0x1p-24;
    double u, kernels, library;

    if (p == TCR_PRECISION_FULL)
        return ((double)k + 3) * v;
    u = tcr_precision_format(p) == TCR_FORMAT_BF16 ? 0x1p-8 : 0x1p-11;
    kernels = kernel_errors(tcr_precision_format(p), (double)k);
    library = library_errors(p, u, (double)k);
    return left_out(u, tcr_precision_products(p)) +
           ((kernels > library ? kernels : library) + 3) * v;
}

enum tcr_precision tcr_precision_for(enum tcr_type type, long long k, double error)
{
    /* as measured on one H100 with n = 4096, where cuBLAS computes the full one */
    static const enum tcr_precision fastest[] = {TCR_PRECISION_BF16, TCR_PRECISION_TF32,
                                                 TCR_PRECISION_BF16X3, TCR_PRECISION_FULL,
                                                 TCR_PRECISION_TF32X3};

    for (unsigned i = 0; type == TCR_F32 && i < sizeof fastest / sizeof *fastest; i++)
        if (tcr_precision_bound(type, fastest[i], k) <= error)
            return fastest[i];
    return TCR_PRECISION_FULL;
}
