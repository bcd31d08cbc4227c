/* SPDX-License-Identifier: MIT */
/* Loops of the kinds for which the runtime looks at memory before it decides: sums, indices,
 * rows, conditions, blocks that a library has allocated.  loops free|kill|refuse [N] */
#define _GNU_SOURCE
#include <stdio.h>
#include "shut.h"

static double sum(const double *x, long n)
{
    double s = 0;

#pragma tcr reduce(+ : s)
    for (long i = 0; i < n; i++)
        s += x[i];
    return s;
}

static double gather(const double *x, const int *at, long n)
{
    double s = 0;

#pragma tcr reduce(+ : s)
    for (long i = 0; i < n; i++)
        s += x[at[i]];
    return s;
}

static double rows(double **row, long n, const int *at)
{
    double s = 0, t = 0;

#pragma tcr reduce(+ : s)
    for (long i = 0; i < 8; i++)
        for (long j = 0; j < n; j++)
            s += row[i][j];
#pragma tcr reduce(+ : t)
    for (long i = 0; i < n; i++)
        if (at[i] % 2)
            t += row[0][i];
        else
            t += 1;
    return s + t;
}

static long letters(const char *text, const int *at, long n)
{
    long s = 0;

#pragma tcr reduce(+ : s)
    for (long i = 0; i < n; i++)
        s += text[at[i]];
    return s;
}

static long scatter(long *to, const int *at, long n)
{
    long s = 0;

#pragma tcr reduce(+ : s)
    for (long i = 0; i < n; i++) {
        to[at[i]] = i;
        s += at[i];
    }
    return s + to[n / 2];
}

int main(int argc, char **argv)
{
    long n = argc > 2 ? atol(argv[2]) : 1000;
    double *x = malloc((size_t)n * sizeof *x), *row[8];
    long *to = calloc((size_t)n, sizeof *to);
    int *at = malloc((size_t)n * sizeof *at);
    char *text = NULL;

    if (argc < 2 || !x || !to || !at || asprintf(&text, "%0*d", (int)n, 7) < 0)
        return 2;
    for (long i = 0; i < n; i++) {
        x[i] = (double)(i % 7);
        at[i] = (int)(n - 1 - i);
    }
    for (int k = 0; k < 8; k++)
        row[k] = x;
    if (shut_in(argv[1]) != 0)
        return 77;
    printf("%g %g\n", sum(x, n), gather(x, at, n));
    printf("%g %ld\n", rows(row, n, at), letters(text, at, n));
    printf("%ld\n", scatter(to, at, n));
    fflush(stdout);
    free(x);
    free(to);
    free(at);
    free(text);
    return 0;
}
