/* Data that one file has on the device by OpenMP's directives, and target constructs of another
 * one that the host runs: a block, and a loop that is refused.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 3
 */
#include <stdio.h>
#include <stdlib.h>

#include "other.h"

static void grow(double *a, int n)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] += i;
}

static double sum(const double *a, int n)
{
    double s = 0;

#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void)
{
    enum { N = 500 };
    double *a = malloc(N * sizeof *a), *p = a;

    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma omp target enter data map(to : a [0:N]) map(to : p)
    grow(a, N);
    block(a);
    printf("%g\n", sum(a, N));
    grow(a, N);
    serial(a, N);
    printf("%g\n", sum(a, N));
#pragma omp target exit data map(release : p)
    grow(a, N);
    if (total(a, N) < 0)
        return 1;
#pragma omp target update from(a [1:9])
    printf("%g\n", a[9]);
#pragma omp target exit data map(from : a [0:N])
    printf("%g %g\n", a[N - 1], total(a, N));
    free(a);
    return 0;
}
/* SPDX-License-Identifier: MIT */
