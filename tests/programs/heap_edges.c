/* Sizes that no heap has: the calls fail as they would, and what was there stays.
 * sanitize: no
 */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double sum(const double *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

static double gather(const double *x, const int *at, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[at[i]];
    return s;
}

static int fails(void *block)
{
    int failed = block == NULL && errno == ENOMEM;

    errno = 0;
    return failed;
}

int main(void)
{
    volatile size_t half = (size_t)1 << 61, huge = SIZE_MAX - 100, most = PTRDIFF_MAX;
    double *x = calloc(N, sizeof *x);
    int *at = malloc(N * sizeof *at);
    void *block = x;

    if (!x || !at)
        return 1;
    for (int i = 0; i < N; i++) {
        x[i] = i;
        at[i] = N - 1 - i;
    }
#pragma tcr enter data copyin(x[0:N])
    printf("%d", fails(calloc(half, 8)));
    printf("%d", fails(calloc(half + 1, 8)));
    printf("%d", fails(malloc(huge)));
    printf("%d", fails(realloc(x, huge)));
    printf("%d", fails(realloc(x, most + 1)));
    printf("%d", fails(reallocarray(x, half, 9)));
    printf("%d", fails(reallocarray(x, huge, 1)));
    printf("%d", fails(aligned_alloc(64, huge & ~(size_t)63)));
    printf("%d", posix_memalign(&block, 64, huge) == ENOMEM && block == x);
    printf("%d\n", posix_memalign(&block, 3, 100) == EINVAL && block == x);
    errno = 0;
    printf("%g %g\n", sum(x, N), gather(x, at, N));
#pragma tcr update self(x[0:N])
#pragma tcr exit data delete(x[0:N])
    x = realloc(x, 2 * N * sizeof *x);
    if (!x)
        return 1;
    for (int i = N; i < 2 * N; i++)
        x[i] = 1;
    printf("%g %g\n", sum(x, 2 * N), gather(x + N, at, N));
    x = reallocarray(x, 3 * N, sizeof *x); /* most likely elsewhere: gather() asks how much is there */
    if (!x)
        return 1;
    for (int i = 2 * N; i < 3 * N; i++)
        x[i] = 2;
    printf("%g %g\n", sum(x, 3 * N), gather(x + 2 * N, at, N));
    free(x);
    free(at);
    return 0;
}
/* SPDX-License-Identifier: MIT */
