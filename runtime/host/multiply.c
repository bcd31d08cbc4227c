/* SPDX-License-Identifier: MIT */
/* multiply.c: see multiply.h; for one instruction set (TCR_MULTIPLY_TABLE: the table's name). */
#include "multiply.h"

#if defined __AVX512F__
enum { BYTES = 64 }; /* of a vector */
#elif defined __AVX2__
enum { BYTES = 32 };
#else
enum { BYTES = 16 };
#endif
enum { ROWS = TCR_MULTIPLY_ROWS, VECTORS = 2 };

/* The sums stay in registers: ROWS * VECTORS of them, which hides how long an addition takes. */
#define MULTIPLY(T)                                                                                \
    typedef T vector_##T __attribute__((vector_size(BYTES), aligned(sizeof(T)), may_alias));       \
                                                                                                   \
    static void multiply_##T(long long terms, const T *a, const T *b, T *sum, long long pitch)     \
    {                                                                                              \
        enum { LANES = BYTES / sizeof(T) };                                                        \
        vector_##T s[ROWS][VECTORS];                                                               \
                                                                                                   \
        for (int i = 0; i < ROWS; i++)                                                             \
            for (int v = 0; v < VECTORS; v++)                                                      \
                s[i][v] = *(const vector_##T *)(sum + i * pitch + v * LANES);                      \
        for (long long k = 0; k < terms; k++, a += ROWS, b += VECTORS * LANES)                     \
            for (int i = 0; i < ROWS; i++)                                                         \
                for (int v = 0; v < VECTORS; v++)                                                  \
                    s[i][v] += a[i] * *(const vector_##T *)(b + v * LANES);                        \
        for (int i = 0; i < ROWS; i++)                                                             \
            for (int v = 0; v < VECTORS; v++)                                                      \
                *(vector_##T *)(sum + i * pitch + v * LANES) = s[i][v];                            \
    }
MULTIPLY(float)
MULTIPLY(double)

const struct tcr_multiply_table TCR_MULTIPLY_TABLE = {
    .bytes = VECTORS * BYTES, .f32 = multiply_float, .f64 = multiply_double};
