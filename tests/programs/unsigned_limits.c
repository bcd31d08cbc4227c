/* A limit of 64 bits without sign that is more than any signed number holds.
 * flags: -O1
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define N 500

static double below(const double *a, const double *b, int n, size_t limit)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (i < limit)
            s += a[i + 3];
        s += b[i];
    }
    return s;
}

static double not_before(const double *a, unsigned long n, unsigned long limit)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (unsigned long i = 0; i < n; i++)
        s += i >= limit ? 1 : a[i];
    return s;
}

int main(void)
{
    double *a = malloc((N + 3) * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N + 3; i++)
        a[i] = i % 9;
    for (int i = 0; i < N; i++)
        b[i] = i % 4;
    printf("%g %g %g\n", below(a, b, N, (size_t)-1), below(a, b, N, 20), below(a, b, N, 0));
    printf("%g %g\n", not_before(a, N, 0ul - 1), not_before(a, N, 7));
    free(a);
    free(b);
    return 0;
}
/* SPDX-License-Identifier: MIT */
