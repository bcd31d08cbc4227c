/* SPDX-License-Identifier: MIT */
/*
 * product_host.c: see product_host.h.
 *
 * Threads take the tiles of C one by one.  For a tile, slabs of A and B are copied one after the
 * other into panels, in which what the innermost loop reads (runtime/host/multiply.h) follows each
 * other.  Where a panel reaches over the edge, the last row or column is there again: nothing is
 * computed that the loops in C would not compute, so no exception is raised that they would not.
 */
#include "product_host.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include "../../base/types.h"
#include "../ground/cpu.h"
#include "../ground/team.h"
#include "../host/multiply.h"

enum {
    ROWS = 96, /* of a tile, at most; LEAST_: at least, where there are too few tiles for threads */
    COLUMNS = 256,
    TERMS = 128, /* of a slab */
    LEAST_ROWS = 24,
    LEAST_COLUMNS = 64,
    TILES_A_THREAD = 3,
    ALONE = 32 * 32 * 32 /* terms in all that one thread adds up before others are there */
};

struct tile {
    long long batch, row, column;
    int rows, columns; /* that are there */
};

struct job {
    const struct tcr_product_args *p;
    const struct tcr_multiply_table *table;
    bool wide; /* f64 */
    int rows, columns;
    long long down, across, all; /* tiles */
    _Atomic long long next;
};

static int least(long long x, int most)
{
    return x < most ? (int)x : most;
}

static long long round_up(long long x, long long step)
{
    return (x + step - 1) / step * step;
}

static bool take_tile(struct job *j, struct tile *t)
{
    const long long k = atomic_fetch_add_explicit(&j->next, 1, memory_order_relaxed);
    const long long each = j->down * j->across;

    if (k >= j->all)
        return false;
    *t = (struct tile){.batch = k / each,
                       .row = k % each % j->down * j->rows,
                       .column = k % each / j->down * j->columns};
    t->rows = least(j->p->m - t->row, j->rows);
    t->columns = least(j->p->n - t->column, j->columns);
    return true;
}

#define MULTIPLY_float f32
#define MULTIPLY_double f64

/* Panels and sums of a tile of each type, and what becomes of them.  `wide` is a panel's columns.
 */
#define OF_TYPE(T)                                                                                 \
    struct room_##T {                                                                              \
        T *sum, *a, *b;                                                                            \
        long long pitch; /* of the sums */                                                         \
        int wide;                                                                                  \
    };                                                                                             \
                                                                                                   \
    static void copy_a_##T(const struct room_##T *r, const struct tcr_product_args *p,             \
                           const struct tile *t, long long from, int terms)                        \
    {                                                                                              \
        const T *a = (const T *)p->a + t->batch * p->a_batch + t->row * p->a_m + from * p->a_k;    \
        T *to = r->a;                                                                              \
                                                                                                   \
        for (int i = 0; i < t->rows; i += TCR_MULTIPLY_ROWS)                                       \
            for (int k = 0; k < terms; k++)                                                        \
                for (int x = i; x < i + TCR_MULTIPLY_ROWS; x++)                                    \
                    *to++ = a[least(x, t->rows - 1) * p->a_m + k * p->a_k];                        \
    }                                                                                              \
                                                                                                   \
    static void copy_panel_##T(T *to, const T *b, long long down, long long across, int terms,     \
                               int columns, int wide)                                              \
    {                                                                                              \
        if (across == 1 && columns == wide)                                                        \
            for (int k = 0; k < terms; k++)                                                        \
                for (int j = 0; j < wide; j++)                                                     \
                    to[k * wide + j] = b[k * down + j];                                            \
        else                                                                                       \
            for (int j = 0; j < wide; j++)                                                         \
                for (int k = 0; k < terms; k++)                                                    \
                    to[k * wide + j] = b[k * down + least(j, columns - 1) * across];               \
    }                                                                                              \
                                                                                                   \
    static void copy_b_##T(const struct room_##T *r, const struct tcr_product_args *p,             \
                           const struct tile *t, long long from, int terms)                        \
    {                                                                                              \
        const T *b = (const T *)p->b + t->batch * p->b_batch + from * p->b_k + t->column * p->b_n; \
                                                                                                   \
        for (int j = 0; j < t->columns; j += r->wide)                                              \
            copy_panel_##T(r->b + (long long)j * terms, b + j * p->b_n, p->b_k, p->b_n, terms,     \
                           least(t->columns - j, r->wide), r->wide);                               \
    }                                                                                              \
                                                                                                   \
    static T *place_of_c_##T(const struct tcr_product_args *p, const struct tile *t)               \
    {                                                                                              \
        return (T *)p->c + t->batch * p->c_batch + t->row * p->c_m + t->column * p->c_n;           \
    }                                                                                              \
                                                                                                   \
    static void begin_##T(const struct room_##T *r, const struct tcr_product_args *p,              \
                          const struct tile *t, bool goes_on)                                      \
    {                                                                                              \
        const T *c = place_of_c_##T(p, t);                                                         \
        const int rows = (int)round_up(t->rows, TCR_MULTIPLY_ROWS);                                \
        const int columns = (int)round_up(t->columns, r->wide);                                    \
                                                                                                   \
        for (int i = 0; i < rows; i++)                                                             \
            for (int j = 0; j < columns; j++)                                                      \
                r->sum[i * r->pitch + j] =                                                         \
                    goes_on                                                                        \
                        ? c[least(i, t->rows - 1) * p->c_m + least(j, t->columns - 1) * p->c_n]    \
                        : 0;                                                                       \
    }                                                                                              \
                                                                                                   \
    static void store_##T(const struct room_##T *r, const struct tcr_product_args *p,              \
                          const struct tile *t, bool goes_on)                                      \
    {                                                                                              \
        T *c = place_of_c_##T(p, t);                                                               \
        const T alpha = (T)p->alpha, beta = (T)p->beta;                                            \
                                                                                                   \
        for (int i = 0; i < t->rows; i++)                                                          \
            for (int j = 0; j < t->columns; j++) {                                                 \
                const T sum = r->sum[i * r->pitch + j];                                            \
                T *to = &c[i * p->c_m + j * p->c_n];                                               \
                                                                                                   \
                *to = goes_on      ? sum                                                           \
                      : beta != 0  ? (alpha != 0 ? alpha * sum : 0) + beta * *to                   \
                      : alpha != 0 ? alpha * sum                                                   \
                                   : 0;                                                            \
            }                                                                                      \
    }                                                                                              \
                                                                                                   \
    static void run_tile_##T(const struct job *job, const struct room_##T *r,                      \
                             const struct tile *t,                                                 \
                             void multiply(long long, const T *, const T *, T *, long long))       \
    {                                                                                              \
        const struct tcr_product_args *p = job->p;                                                 \
        const bool goes_on = p->alpha == 1 && p->beta == 1;                                        \
                                                                                                   \
        begin_##T(r, p, t, goes_on);                                                               \
        for (long long k = 0; k < p->k; k += TERMS) {                                              \
            const int terms = least(p->k - k, TERMS);                                              \
                                                                                                   \
            copy_a_##T(r, p, t, k, terms);                                                         \
            copy_b_##T(r, p, t, k, terms);                                                         \
            for (int j = 0; j < t->columns; j += r->wide)                                          \
                for (int i = 0; i < t->rows; i += TCR_MULTIPLY_ROWS)                               \
                    multiply(terms, r->a + (long long)i * terms, r->b + (long long)j * terms,      \
                             r->sum + i * r->pitch + j, r->pitch);                                 \
        }                                                                                          \
        store_##T(r, p, t, goes_on);                                                               \
    }                                                                                              \
                                                                                                   \
    /* A thread that gets no memory leaves the tiles to the others. */                             \
    static void run_tiles_##T(struct job *j)                                                       \
    {                                                                                              \
        const int wide = j->table->bytes / (int)sizeof(T);                                         \
        const long long rows = round_up(j->rows, TCR_MULTIPLY_ROWS);                               \
        const long long columns = round_up(j->columns, wide), terms = least(j->p->k, TERMS);       \
        const long long all = rows * columns + (rows + columns) * terms;                           \
        struct room_##T r = {                                                                      \
            .sum = malloc((size_t)all * sizeof(T)), .pitch = columns, .wide = wide};               \
        struct tile t;                                                                             \
                                                                                                   \
        if (!r.sum)                                                                                \
            return;                                                                                \
        r.b = r.sum + rows * columns;                                                              \
        r.a = r.b + columns * terms;                                                               \
        while (take_tile(j, &t))                                                                   \
            run_tile_##T(j, &r, &t, j->table->MULTIPLY_##T);                                       \
        free(r.sum);                                                                               \
    }
OF_TYPE(float)
OF_TYPE(double)

static void run_tiles(void *ctx, unsigned member, unsigned members)
{
    struct job *j = ctx;

    (void)member;
    (void)members;
    if (j->wide)
        run_tiles_double(j);
    else
        run_tiles_float(j);
}

static void count_tiles(struct job *j)
{
    j->down = (j->p->m + j->rows - 1) / j->rows;
    j->across = (j->p->n + j->columns - 1) / j->columns;
    j->all = j->down * j->across * j->p->batch;
}

/* The largest tiles of which there are some for each thread. */
static void choose_tiles(struct job *j, int threads)
{
    j->rows = least(j->p->m, ROWS);
    j->columns = least(j->p->n, COLUMNS);
    count_tiles(j);
    while (j->all < (long long)TILES_A_THREAD * threads &&
           (j->columns >= 2 * LEAST_COLUMNS || j->rows >= 2 * LEAST_ROWS)) {
        if (j->columns >= 2 * LEAST_COLUMNS)
            j->columns = j->columns / 2;
        else
            j->rows = j->rows / 2;
        count_tiles(j);
    }
}

int tcr_product_host(const struct tcr_product_call *of)
{
    struct job j = {
        .p = &of->args, .table = TCR_FOR_VECTORS(tcr_multiply_table), .wide = of->type == TCR_F64};
    const struct tcr_product_args *p = j.p;
    const bool alone = (double)p->m * (double)p->n * (double)p->k * (double)p->batch <= ALONE;

    atomic_init(&j.next, 0);
    choose_tiles(&j, alone ? 1 : tcr_host_threads());
    if (alone)
        run_tiles(&j, 0, 1);
    else
        tcr_team_run(run_tiles, &j);
    return atomic_load(&j.next) < j.all ? TCR_E_NO_MEMORY : 0;
}
