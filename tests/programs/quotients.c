/* Subscripts that are quotients and remainders of numbers known before the loop: by -1 and other
 * numbers below zero, by large unsigned ones; and the size of a row in a loop whose sum has a
 * name that is part of other words. */
#include <stdio.h>
#include <stdlib.h>

static double at_quotient(const double *a, int n, int x, int by)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i + x / by] + a[i + 8 + x % by];
    return s;
}

static double at_unsigned(const double *a, int n, unsigned x, unsigned by)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[(unsigned)i + x / by];
    return s;
}

static double rows(int n, double v[][n], int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++)
        s += v[i][0] * (double)sizeof(v[0]);
    return s;
}

int main(void)
{
    enum { N = 4000 };
    double *a = malloc(2 * N * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < 2 * N; i++)
        a[i] = i % 17;
    printf("%g %g\n", at_quotient(a, N, -3000, -1), at_quotient(a, N, 100, 7));
    printf("%g %g\n", at_quotient(a, N, -7, -2), at_quotient(a, N, 3900, 1));
    printf("%g %g\n", at_unsigned(a, N, 4294967295u, 4294967295u), at_unsigned(a, N, 3000, 2));
    printf("%g\n", rows(8, (double(*)[8])a, N / 8));
    free(a);
    return 0;
}
/* SPDX-License-Identifier: MIT */
