/*
 * nan("") of the library is a number. What a call with another text gives, only the library knows.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * refused: call-unknown
 */
#include <math.h>
#include <stdio.h>
static double x[100];
static float y[100];
int other(const char *s);

int main(void)
{
    int n = 0;
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
        x[i] = i % 3 ? i : nan("");
        y[i] = i % 4 ? i : nanf("");
    }
#pragma omp parallel for reduction(+ : n)
    for (int i = 0; i < 100; i++)
        n += isnan(x[i]) + (y[i] != y[i]) + isnan(nan("12")) + isnan(__builtin_nanf(""));
    printf("%d %d\n", n, other("3"));
    return 0;
}

int other(const char *s)
{
    int n = 0;
#pragma omp parallel for reduction(+ : n)
    for (int i = 0; i < 100; i++)
        n += isnan(nan(s));
    return n;
}
/* SPDX-License-Identifier: MIT */
