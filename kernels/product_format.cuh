/* SPDX-License-Identifier: MIT */
/*
 * product_format.cuh: what a level of products with a precision rounds elements to, and how a sum
 * gets into C (product_level.cuh says what levels are).
 */
#pragma once
#include "half.cuh"
#include "product.cuh"

#if TCR_ARCH >= 80

template <int Format, int Products> struct tcr_level {
    enum : int {
        format = Format,
        products = Products,
        of_word = Format == TCR_FORMAT_TF32 ? 1 : 2, /* elements */
        words = 16,                                  /* of a slab */
        k = words * of_word,
        a_planes = Products > 1 ? 2 : 1,
        b_planes = Products > 2 ? 2 : 1,
        slabs_of_run = TCR_LEVEL_RUN / k
    };
    /* Some elements that follow each other in the sum as a word, and what is left of them. */
    TCR_DEVICE static unsigned round(const float x[of_word], float rest[of_word])
    {
        if constexpr (Format == TCR_FORMAT_TF32) {
            const unsigned bits = tcr_to_tf32(x[0]);
            rest[0] = x[0] - tcr_bits_float(bits);
            return bits;
        } else {
            unsigned word = 0;
            TCR_UNROLL
            for (int u = 0; u < of_word; ++u) {
                const unsigned short bits = Format == TCR_FORMAT_BF16 ? tcr_bf16_from_float(x[u])
                                                                      : tcr_half_from_float(x[u]);
                rest[u] = x[u] - (Format == TCR_FORMAT_BF16 ? tcr_bits_float((unsigned)bits << 16)
                                                            : tcr_half_to_float(bits));
                word |= (unsigned)bits << 16 * u;
            }
            return word;
        }
    }
    /* Sums of up to 2^31 products of elements below are numbers, and so are the elements' parts. */
    TCR_DEVICE static float tame()
    {
        return Format == TCR_FORMAT_F16 ? 65504.0f : 0x1p47f;
    }
    /* A step: 8 words of the sum. */
    TCR_DEVICE static void multiply(float d[4], const unsigned a[4], const unsigned b[2])
    {
        if constexpr (Format == TCR_FORMAT_TF32)
            tcr_mma_tf32(d, a, b);
        else if constexpr (Format == TCR_FORMAT_BF16)
            tcr_mma_bf16(d, a, b);
        else
            tcr_mma_f16(d, a, b);
    }
};

/* What is in C already of a result of which the terms from `from` on are to come. */
TCR_DEVICE float tcr_level_old(const tcr_product_args<float> &A, long long batch, long long row,
                               long long column, long long from)
{
    const tcr_ptr<float> c = A.c + batch * A.c_batch;
    const long long place = row * A.c_m + column * A.c_n;
    return from > 0                       ? (float)TCR_LOAD(c[place])
           : (A.flags & TCR_PRODUCT_SETS) ? 0.0f
                                          : (float)A.beta * TCR_LOAD(c[place]);
}
/* That, and the sum of some terms, into C. */
TCR_DEVICE void tcr_level_add(const tcr_product_args<float> &A, long long batch, long long row,
                              long long column, float old, float sum)
{
    const tcr_ptr<float> c = A.c + batch * A.c_batch;
    TCR_STORE(c[row * A.c_m + column * A.c_n]) = (float)A.alpha * sum + old;
}
TCR_DEVICE void tcr_level_put(const tcr_product_args<float> &A, long long batch, long long row,
                              long long column, long long from, float sum)
{
    tcr_level_add(A, batch, row, column, tcr_level_old(A, batch, row, column, from), sum);
}

/* Those terms one after the other. */
TCR_DEVICE float tcr_level_plain(const tcr_product_args<float> &A, long long batch, long long row,
                                 long long column, long long from, long long to)
{
    const tcr_ptr<const float> a = A.a + (batch * A.a_batch + row * A.a_m);
    const tcr_ptr<const float> b = A.b + (batch * A.b_batch + column * A.b_n);
    float sum = 0;
    TCR_ROLL
    for (long long k = from; k < to; ++k)
        sum = tcr_product_fma((float)a[k * A.a_k], (float)b[k * A.b_k], sum);
    return sum;
}

#endif
