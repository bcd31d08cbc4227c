/* SPDX-License-Identifier: MIT */
/* Loops of many kinds on arrays that stay; what each computes is compared with the host's.  Doubles
 * hold whole numbers, so that sums are the same in any order. */
#include "soak.h"
#include <stdlib.h>
#include <string.h>
enum { ROWS = 150, COLUMNS = 160, CELLS = ROWS * COLUMNS, BINS = 64 };
struct cell {
    double heat;
    int at;
    short kind;
};
/* One set is the loops' on the device, the other the host's alone. */
struct set {
    double *a, *b, (*grid)[COLUMNS], (*other)[COLUMNS];
    int *index, *start;
    unsigned char *bytes;
    struct cell *cells;
    long bins[BINS], total;
};
#define SHAPES(NAME, LOOP, SUM, BINNED)                                                            \
    static void NAME##_triad(struct set *s)                                                        \
    {                                                                                              \
        double *a = s->a;                                                                          \
        const double *b = s->b;                                                                    \
        _Pragma(LOOP) for (int i = 0; i < CELLS; i++) a[i] = b[i] * 3.0 - (double)(i & 7);         \
    }                                                                                              \
    static void NAME##_stencil(struct set *s)                                                      \
    {                                                                                              \
        double(*x)[COLUMNS] = s->grid, (*y)[COLUMNS] = s->other;                                   \
        _Pragma(LOOP) for (int i = 1; i < ROWS - 1; i++) for (int j = 1; j < COLUMNS - 1; j++)     \
            y[i][j] = x[i - 1][j] - x[i + 1][j] + x[i][j - 1] - x[i][j + 1] > 0.0 ? 1.0 : x[i][j]; \
        s->grid = y;                                                                               \
        s->other = x;                                                                              \
    }                                                                                              \
    static void NAME##_matvec(struct set *s)                                                       \
    {                                                                                              \
        double(*x)[COLUMNS] = s->grid, *a = s->a;                                                  \
        const double *b = s->b;                                                                    \
        _Pragma(LOOP) for (int i = 0; i < ROWS; i++)                                               \
        {                                                                                          \
            double t = 0.0;                                                                        \
            for (int j = 0; j < COLUMNS; j++)                                                      \
                t += x[i][j] * (double)((long)b[j] & 15);                                          \
            a[i] = t;                                                                              \
        }                                                                                          \
    }                                                                                              \
    static void NAME##_sparse(struct set *s)                                                       \
    {                                                                                              \
        const int *start = s->start, *index = s->index;                                            \
        double *a = s->a;                                                                          \
        const double *b = s->b;                                                                    \
        _Pragma(LOOP) for (int i = 0; i < CELLS / 8; i++)                                          \
        {                                                                                          \
            double t = 0.0;                                                                        \
            for (int k = start[i]; k < start[i + 1]; k++)                                          \
                t += (double)((long)b[index[k]] & 255);                                            \
            a[i] = t;                                                                              \
        }                                                                                          \
    }                                                                                              \
    static void NAME##_scatter(struct set *s)                                                      \
    {                                                                                              \
        const int *index = s->index;                                                               \
        double *b = s->b;                                                                          \
        _Pragma(LOOP) for (int i = 0; i < CELLS; i++) b[index[i]] = (double)(i % 1000);            \
    }                                                                                              \
    static void NAME##_bins(struct set *s)                                                         \
    {                                                                                              \
        const unsigned char *bytes = s->bytes;                                                     \
        long *bins = s->bins;                                                                      \
        _Pragma(BINNED) for (int i = 0; i < CELLS; i++) bins[bytes[i] & 63] += 1;                  \
    }                                                                                              \
    static void NAME##_cells(struct set *s)                                                        \
    {                                                                                              \
        struct cell *c = s->cells;                                                                 \
        _Pragma(LOOP) for (int i = 0; i < CELLS; i++)                                              \
        {                                                                                          \
            if (c[i].kind & 1)                                                                     \
                c[i].heat += (double)c[i].at;                                                      \
            c[i].at = (c[i].at + 1) & 1023;                                                        \
        }                                                                                          \
    }                                                                                              \
    static void NAME##_total(struct set *s)                                                        \
    {                                                                                              \
        const struct cell *c = s->cells;                                                           \
        const unsigned char *bytes = s->bytes;                                                     \
        long t = 0;                                                                                \
        _Pragma(SUM) for (int i = 0; i < CELLS; i++) t += (long)c[i].at * bytes[i];                \
        s->total = t;                                                                              \
    }                                                                                              \
    static void NAME##_narrow(struct set *s)                                                       \
    {                                                                                              \
        unsigned char *bytes = s->bytes;                                                           \
        _Pragma(LOOP) for (int i = 0; i < CELLS; i++) bytes[i] = (unsigned char)(bytes[i] + i);    \
    }                                                                                              \
    static void (*const NAME##_all[])(struct set *) = {                                            \
        NAME##_triad, NAME##_stencil, NAME##_matvec, NAME##_sparse, NAME##_scatter,                \
        NAME##_bins,  NAME##_cells,   NAME##_total,  NAME##_narrow}
SHAPES(loop, "tcr loop", "tcr reduce(+ : t)", "tcr reduce(+ : bins[0:64])");
SHAPES(host, "GCC unroll 1", "GCC unroll 1", "GCC unroll 1");
static void make(struct set *s)
{
    s->a = calloc(CELLS, sizeof *s->a);
    s->b = calloc(CELLS, sizeof *s->b);
    s->grid = calloc(ROWS, sizeof *s->grid);
    s->other = calloc(ROWS, sizeof *s->other);
    s->index = calloc(CELLS, sizeof *s->index);
    s->start = calloc(CELLS / 8 + 1, sizeof *s->start);
    s->bytes = calloc(CELLS, 1);
    s->cells = calloc(CELLS, sizeof *s->cells);
    memset(s->bins, 0, sizeof s->bins);
    s->total = 0;
    for (int i = 0; i < CELLS; i++) {
        s->b[i] = i % 100;
        s->index[i] = (int)(i * 7L % CELLS);
        s->cells[i].kind = (short)(i % 3);
        (&s->grid[0][0])[i] = i % 11;
    }
    for (int i = 0; i <= CELLS / 8; i++)
        s->start[i] = 8 * i - i % 5;
}
static void drop(struct set *s)
{
    void *const all[] = {s->a, s->b, s->grid, s->other, s->index, s->start, s->bytes, s->cells};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}
static bool same(const struct set *s, const struct set *t)
{
    return memcmp(s->a, t->a, CELLS * sizeof *s->a) == 0 &&
           memcmp(s->b, t->b, CELLS * sizeof *s->b) == 0 &&
           memcmp(s->grid, t->grid, ROWS * sizeof *s->grid) == 0 &&
           memcmp(s->bytes, t->bytes, CELLS) == 0 &&
           memcmp(s->cells, t->cells, CELLS * sizeof *s->cells) == 0 &&
           memcmp(s->bins, t->bins, sizeof s->bins) == 0 && s->total == t->total;
}
/* What the host changes of both between two loops. */
static void change(struct set *s, unsigned how)
{
    const int at = (int)(how >> 8) % CELLS;
    switch (how & 3) {
    case 0:
        s->a[at] = at;
        break;
    case 1:
        s->bytes[at]++;
        s->cells[at].kind ^= 1;
        break;
    case 2:
        memmove(s->b, s->b + at / 2, sizeof *s->b * (size_t)(CELLS - at));
        break;
    default:
        break;
    }
}
void *shapes(void *arg)
{
    const long w = (long)arg;
    const int several = (int)(sizeof loop_all / sizeof *loop_all);
    unsigned r = 31337;
    while (!stop) {
        struct set s, t;
        make(&s);
        make(&t);
        for (int k = 0; k < 40 && !stop; k++) {
            const unsigned how = next(&r), which = next(&r) % (unsigned)several;
            loop_all[which](&s);
            host_all[which](&t);
            change(&s, how);
            change(&t, how);
            if (how % 5 == 0)
                bad[w] += !same(&s, &t);
            turns[w]++;
        }
        bad[w] += !same(&s, &t);
        drop(&s);
        drop(&t);
    }
    return NULL;
}
