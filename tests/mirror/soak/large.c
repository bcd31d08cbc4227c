/* SPDX-License-Identifier: MIT */
/* Blocks of several MiB, which the runtime asks huge pages for and the C library gives mappings of
 * their own, and rows whose iterations have loops of their own, which lanes of a warp share. */
#define _GNU_SOURCE
#include "soak.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
enum { LEAST = 150000, MORE = 500000, ROWS = 700, MOST = 60, PER = 5 };
static int some(unsigned *r, int least, int more)
{
    return least + (int)(next(r) % (unsigned)more);
}
/* ---- blocks ---- */
static long *numbers(int n, unsigned *r)
{
    long *x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = i ^ (long)*r;
    return x;
}
static long differ(const long *x, const long *y, int n)
{
    return memcmp(x, y, (size_t)n * sizeof *x) != 0;
}
static void *page_of(void *p)
{
    return (void *)(((size_t)p + 4095) & ~(size_t)4095);
}
/* The host's turn, in pages that follow each other, far apart or all. */
static void touch(long *x, long *y, int n, unsigned *r)
{
    const int at = some(r, 0, n);
    switch (next(r) % 4) {
    case 0:
        for (int i = at; i < n; i += 30011)
            x[i] = y[i] = i;
        break;
    case 1:
        memmove(x, x + at, (size_t)(n - at) * sizeof *x);
        memmove(y, y + at, (size_t)(n - at) * sizeof *y);
        break;
    case 2:
        madvise(page_of(x + at / 2), 1 << 20, MADV_NOHUGEPAGE); /* one mapping becomes three */
        x[at] = y[at] = 7;
        break;
    default:
        break;
    }
}
static long blocks(unsigned *r)
{
    int n = some(r, LEAST, MORE), more = n + some(r, 1, MORE);
    long *x = numbers(n, r), *y = malloc((size_t)n * sizeof *y), wrong = 0;
    memcpy(y, x, (size_t)n * sizeof *x);
    for (long k = 0; k < 4; k++) {
        step(x, n, k);
        step_host(y, n, k);
        touch(x, y, n, r);
        step(x + n / 3, n / 3, k);
        step_host(y + n / 3, n / 3, k);
        if (k == 1) { /* the mapping moves, or grows */
            x = realloc(x, (size_t)more * sizeof *x);
            y = realloc(y, (size_t)more * sizeof *y);
            memset(x + n, 1, (size_t)(more - n) * sizeof *x);
            memset(y + n, 1, (size_t)(more - n) * sizeof *y);
            n = more;
        }
    }
    wrong += sum(x, n) != sum_host(y, n);
    wrong += differ(x, y, n);
    free(x);
    free(y);
    return wrong;
}
/* ---- rows ---- */
struct rows {
    int *count;
    long *x, *y, all;
};
#define WALK(NAME, SUM)                                                                            \
    static void NAME(struct rows *s)                                                               \
    {                                                                                              \
        const int *count = s->count;                                                               \
        const long *x = s->x;                                                                      \
        long *y = s->y, all = 0;                                                                   \
        _Pragma(SUM) for (int i = 0; i < ROWS; i++) for (int a = 0; a < count[i]; a++)             \
        {                                                                                          \
            long own = 0;                                                                          \
            for (int m = 0; m < PER; m++)                                                          \
                own += (x[MOST * i + a] * 31 + m * x[MOST * i]) % 1009;                            \
            y[MOST * i + a] = own;                                                                 \
            all += own % 13;                                                                       \
        }                                                                                          \
        s->all = all;                                                                              \
    }
WALK(walk, "tcr reduce(+ : all)")
WALK(walk_host, "GCC unroll 1")
static void make(struct rows *s, unsigned seed)
{
    s->count = calloc(ROWS, sizeof *s->count);
    s->x = calloc(ROWS * MOST, sizeof *s->x);
    s->y = calloc(ROWS * MOST, sizeof *s->y);
    for (int i = 0; i < ROWS; i++)
        s->count[i] = i % 211 == 5 ? MOST : i % 5 == 0 ? 0 : some(&seed, 0, 26);
    for (int i = 0; i < ROWS * MOST; i++)
        s->x[i] = i % 997;
}
static void drop(struct rows *s)
{
    free(s->count);
    free(s->x);
    free(s->y);
}
static long packed(unsigned *r)
{
    struct rows s, t;
    long wrong = 0;
    make(&s, *r);
    make(&t, *r);
    for (int k = 0; k < 5; k++) {
        const int at = some(r, 0, ROWS), n = some(r, 0, MOST);
        walk(&s);
        walk_host(&t);
        wrong += s.all != t.all;
        s.count[at] = t.count[at] = n;
        s.x[at * MOST + n] = t.x[at * MOST + n] = k;
    }
    wrong += differ(s.y, t.y, ROWS * MOST);
    drop(&s);
    drop(&t);
    return wrong;
}
void *large(void *arg)
{
    const long w = (long)arg;
    unsigned r = 577215;
    while (!stop) {
        bad[w] += next(&r) % 3 ? packed(&r) : blocks(&r);
        turns[w]++;
    }
    return NULL;
}
