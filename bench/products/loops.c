/* SPDX-License-Identifier: MIT */
/* loops.c: products of matrices as people write them. */
#include "products.h"

void product_f64(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * (long)n + k] * b[k * (long)n + j];
            c[i * (long)n + j] = s;
        }
}

void product_f32(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * (long)n + k] * b[k * (long)n + j];
            c[i * (long)n + j] = s;
        }
}
