/* A clause that is shorter than what the loop might write under its conditions, and holds all
 * that it does write.
 */
#include <stdio.h>
#include <stdlib.h>

static long some(double *a, const int *chosen, int n, int first, int length)
{
    long s = 0;
#pragma tcr reduce(+ : s) copy(a[first:length])
    for (int i = 0; i < n; i++) {
        if (chosen[i])
            a[i] = 7;
        s += chosen[i];
    }
    return s;
}

int main(void)
{
    enum { N = 1000 };
    double *a = malloc(N * sizeof *a), sum = 0;
    int *chosen = calloc(N, sizeof *chosen);

    if (!a || !chosen)
        return 1;
    for (int i = 0; i < N; i++) {
        a[i] = i;
        chosen[i] = i >= 5 && i < 10;
    }
    printf("%ld", some(a, chosen, N, 0, 20));
    printf(" %ld", some(a, chosen, N, 5, 20));
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf(" %g %g %g %g %g\n", a[4], a[5], a[9], a[10], sum);
    free(a);
    free(chosen);
    return 0;
}
/* SPDX-License-Identifier: MIT */
