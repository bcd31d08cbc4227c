/* SPDX-License-Identifier: MIT */
/*
 * Members of structures that are mapped one by one, and released with the whole structure.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 3
 */
#include <stdio.h>

enum { N = 100 };
static struct vectors {
    int n;
    double x[N], y[N];
} v;

static double total(void)
{
    double t = 0;
    for (int i = 0; i < N; i++)
        t += v.y[i];
    return t;
}

int main(void)
{
    v.n = N;
    for (int i = 0; i < N; i++) {
        v.x[i] = i;
        v.y[i] = 1;
    }
#pragma omp target enter data map(to : v.x, v.y)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        v.y[i] += 2 * v.x[i];
#pragma omp target update from(v.y)
#pragma omp target exit data map(release : v)
    printf("%g\n", total());
    for (int i = 0; i < N; i++)
        v.x[i] = 1;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        v.y[i] += v.x[i];
    printf("%g\n", total());
    /* a second reference stays */
#pragma omp target enter data map(to : v.x) map(to : v.y)
#pragma omp target enter data map(to : v.y)
#pragma omp target exit data map(release : v)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        v.y[i] += v.x[i];
#pragma omp target exit data map(from : v.y)
    printf("%g\n", total());
    return 0;
}
