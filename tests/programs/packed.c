/* SPDX-License-Identifier: MIT */
/*
 * A packed symmetric matrix: rows of a triangle by pointers, sums by address in a function that
 * also counts atomically, a diagonal that is summed downwards.
 *
 * flags: -O2 -fopenmp
 * accept: omp
 * device: 3
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <math.h>
struct acc {
    double s;
    atomic_ulong hits;
};
static inline void upd(double *s, struct acc *a, double v)
{
    *s += v;
    if (v > 1)
        atomic_fetch_add_explicit(&a->hits, 1, memory_order_relaxed);
}
int main(void)
{
    int n = 200;
    struct acc a = {0};
    double *p = malloc(sizeof(double) * n * (n + 1) / 2), e = 0, tr = 0;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        double *row = p + (size_t)i * (i + 1) / 2;
        for (int j = 0; j <= i; j++)
            row[j] = 1.0 / (i - j + 0.5);
    }
#pragma omp parallel for reduction(+ : e)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            upd(&e, &a, p[(size_t)i * (i + 1) / 2 + j]);
#pragma tcr reduce(+ : tr)
    for (int i = n; i-- > 0;)
        tr += p[(size_t)i * (i + 1) / 2 + i];
    printf("%.8f %lu %.8f\n", e, atomic_load(&a.hits), tr);
    return 0;
}
