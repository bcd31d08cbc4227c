/*
 * dot.c: dot product and norms of two vectors.
 *
 *     make && ./dot            10,000,000 elements
 *     ./dot 4096               another size
 *     TCR_SUMMARY=1 ./dot      says where each loop ran
 *
 * A directive stands in front of a loop and names the variables that the loop
 * reduces into, each after its operator.  Nothing else changes: a compiler
 * that does not know the directive builds the same program.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double dot(const double *x, const double *y, long n)
{
    double sum = 0.0;

    #pragma tcr reduce(+:sum)
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* The 1-, 2- and maximum norm in one pass: several variables, two operators. */
static void norms(const double *x, long n, double *one, double *two, double *max)
{
    double sum = 0.0, squares = 0.0, most = 0.0;

    #pragma tcr reduce(+:sum, squares) reduce(max:most)
    for (long i = 0; i < n; i++) {
        double a = fabs(x[i]);

        sum += a;
        squares += a * a;
        if (a > most)
            most = a;
    }
    *one = sum;
    *two = sqrt(squares);
    *max = most;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 10000000;
    double one, two, max;
    double *x, *y;

    if (n < 1 || !(x = malloc((size_t)n * sizeof *x)) || !(y = malloc((size_t)n * sizeof *y))) {
        fprintf(stderr, "usage: %s [ELEMENTS]\n", argv[0]);
        return 1;
    }
    for (long i = 0; i < n; i++) {
        x[i] = (double)(i % 1000) / 1000.0 - 0.75;
        y[i] = (double)(i % 7) - 2.0;
    }
    norms(x, n, &one, &two, &max);
    printf("n            %ld\n", n);
    printf("x . y        %.9g\n", dot(x, y, n));
    printf("|x| 1-norm   %.9g\n", one);
    printf("|x| 2-norm   %.9g\n", two);
    printf("|x| max-norm %.9g\n", max);
    free(x);
    free(y);
    return 0;
}
/* SPDX-License-Identifier: MIT */
