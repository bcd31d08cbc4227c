/* SPDX-License-Identifier: MIT */
/*
 * Two arrays that are one by the linker's word, in a loop that keeps elements in registers, beside
 * an array that surely overlaps none.
 * flags: -O1 -std=gnu17 -fopenmp
 * accept: omp
 */
#include <stdio.h>

enum { N = 4, MOST = 6 };

double store[32];
extern double to[32] __attribute__((weak, alias("store")));
extern double from[32] __attribute__((weak, alias("store")));
static double sums[N];
static int first[N + 1];

static void pull(int n, double *restrict sum, const int *restrict at, int off)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int k = at[i]; k < at[i + 1]; k++) {
            to[i] = to[i] / 2 + from[off - k];
            sum[i] = sum[i] / 2 + k;
        }
}

int main(void)
{
    for (int k = 0; k < 32; k++)
        store[k] = k * 8;
    first[1] = MOST;
    pull(1, sums, first, MOST - 1); /* the last iteration reads what it writes */
    for (int k = 0; k < 8; k++)
        printf("%.17g ", store[k]);
    printf("%.17g\n", sums[0]);
    return 0;
}
