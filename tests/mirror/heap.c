/* SPDX-License-Identifier: MIT */
/* Blocks that move, are freed and used again; parts of a block; protection and advice of the
 * program.
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static void step(long *x, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        x[i] = x[i] * 3 + 1;
}
static long sum(const long *x, int n)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
static int cmp(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return x < y ? -1 : x > y;
}
int main(void)
{
    int n = 100000;
    long *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = i * 7919 % 1000;
    step(x, n);
    x = realloc(x, 3 * n * sizeof *x);
    printf("%ld\n", x[n - 1]);
    memset(x + n, 0, 2 * n * sizeof *x);
    step(x, 3 * n);
    x = realloc(x, n / 2 * sizeof *x);
    printf("%ld %ld\n", sum(x, n / 2), x[n / 2 - 1]);
    step(x, n / 2);
    qsort(x, n / 2, sizeof *x, cmp);
    printf("%ld %ld\n", x[0], x[n / 2 - 1]);
    step(x, n / 2);
    free(x);
    long *y = calloc(n / 2, sizeof *y);
    printf("%ld\n", sum(y, n / 2));
    step(y, n / 2);
    printf("%ld\n", sum(y, n / 2));
    free(y);
    mallopt(M_MMAP_THRESHOLD, 1 << 30); /* in the arena */
    for (int k = 0; k < 20; k++) {
        int m = 9000 + 5000 * (k % 3);
        long *a = malloc(m * sizeof *a), *b = malloc(m * sizeof *b);
        for (int i = 0; i < m; i++)
            a[i] = k, b[i] = i;
        step(a, m);
        step(b, m);
        long s = sum(a, m) + b[m / 2];
        free(a);
        long *c = malloc(m * sizeof *c);
        for (int i = 0; i < m; i++)
            c[i] = 2;
        step(b, m);
        step(c, m);
        printf("%ld %ld %ld\n", s, sum(b, m), sum(c, m));
        free(b);
        free(c);
    }
    long *p = NULL;
    posix_memalign((void **)&p, 4096, 80 * 4096);
    n = 80 * 4096 / 8;
    for (int i = 0; i < n; i++)
        p[i] = i;
    step(p, n);
    step(p + 5, n - 10);
    step(p + 1000, 300);
    printf("%ld %ld %ld %ld\n", p[0], p[n - 1], p[4], sum(p, n));
    step(p, n);
    madvise(p, 4096, MADV_DONTNEED);
    p[0] = 1;
    printf("%ld\n", sum(p, n));
    step(p, n);
    mprotect(p + 512, 4096, PROT_READ);
    printf("%ld\n", sum(p, n));
    mprotect(p + 512, 4096, PROT_READ | PROT_WRITE);
    step(p, n);
    printf("%ld\n", sum(p, n));
    free(p);
    /* parts of one block */
    n = 1 << 18;
    long *big = malloc(n * sizeof *big);
    for (int i = 0; i < n; i++)
        big[i] = i;
    for (int k = 0; k < 8; k++)
        step(big + k * 1000 + 3, 20000);
    step(big + n - 30000, 30000);
    step(big + n / 2, 30000);
    big[n / 2 + 5] = 2;
    printf("%ld %ld\n", sum(big, n), sum(big + n - 40000, 40000));
    step(big, n);
    long h = 0;
    for (int i = 0; i < n; i++)
        h = h * 31 + big[i];
    printf("%ld\n", h);
    return 0;
}
