/* SPDX-License-Identifier: MIT */
/* Masks and masked numbers that are below zero, of which remainders and shifts are subscripts.
 * flags: -O1 -fopenmp
 * accept: omp
 */
#include <stdio.h>

static double all[4096];

int main(int argc, char **argv)
{
    int n = 200, off = 100 * argc, mask = -argc - 1;
    double *p = all + 2048, s = 0, t = 0, u = 0;
    (void)argv;
    for (int i = 0; i < 4096; i++)
        all[i] = i * 1.5;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 20; j++)
            s += p[((i - off) & (j - off)) % 64];
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < n; i++)
        t += p[((i - off) & mask) % 64];
#pragma omp parallel for reduction(+ : u)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 20; j++)
            u += p[((long)(i - off) & (j - off)) >> 42];
    printf("%g %g %g\n", s, t, u);
    return 0;
}
