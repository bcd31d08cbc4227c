/* SPDX-License-Identifier: MIT */
/* `exit data` with `delete` beside `from`: what is deleted is gone however often it was entered, and what comes
 * back is counted as without that.
 * flags: -O1 -fopenmp
 * accept: omp
 * copied: 24000
 */
#include <stdio.h>
#include <stdlib.h>
#define N 1000

static void add(const double *a, double *b)
{
#pragma omp target teams distribute parallel for map(to : a[0 : N]) map(tofrom : b[0 : N])
    for (int i = 0; i < N; i++)
        b[i] += a[i];
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    double sum = 0;
    if (!a || !b)
        return 1;
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = 1;
#pragma omp target enter data map(to : a[0 : N]) map(to : b[0 : N])
#pragma omp target enter data map(to : a[0 : N]) map(to : b[0 : N])
    add(a, b);
    /* a is on the device twice, and gone; b once more */
#pragma omp target exit data map(from : b[0 : N]) map(delete : a[0 : N])
    for (int i = 0; i < N; i++)
        a[i] = 2;
    add(a, b); /* the new a, and b as it is there */
#pragma omp target enter data map(alloc : a[0 : N])
#pragma omp target exit data map(delete : a[0 : N]) map(from : b[0 : N])
    for (int i = 0; i < N; i++)
        sum += b[i] - a[i];
    printf("%g %g\n", b[N - 1], sum);
    for (int i = 0; i < N; i++)
        b[i] = 0;
    add(a, b); /* nothing is there */
    printf("%g\n", b[1]);
    free(a);
    free(b);
    return 0;
}
