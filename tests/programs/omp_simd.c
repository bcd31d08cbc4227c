/* The user's simd pragmas above our directives, where only those are kept.
 * flags: -O1 -fopenmp-simd
 */
#include <stdio.h>

static double a[100];

int main(void)
{
    double s = 0, most = -1;

    for (int i = 0; i < 100; i++)
        a[i] = 3 * i % 17;
#pragma omp simd reduction(+ : s)
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 100; i++)
        s += a[i];
#pragma omp parallel for reduction(max : most)
#pragma tcr reduce(max : most)
    for (int i = 0; i < 100; i++)
        if (a[i] > most)
            most = a[i];
    printf("%g %g\n", s, most);
    return 0;
}
/* SPDX-License-Identifier: MIT */
