/* SPDX-License-Identifier: MIT */
/*
 * product_host.c: products of matrices on the host.
 *
 * Threads share the tiles of C.  For a tile, slabs of A and B are copied one after the other, so
 * that the inner loop runs along elements that are next to each other; each element of C is added
 * up in the type and in ascending order of the sum, whatever the threads.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include "../../base/types.h"
#include "library.h"
#include "matrix.h"

enum { ROWS = 48, COLUMNS = 256, TERMS = 64 }; /* of a tile and a slab */

struct tile {
    long long batch, row, column;
    int rows, columns; /* that are there */
};

struct job {
    const struct product_request *q;
    long long down, across;
    atomic_bool failed; /* no memory */
};

static int least(long long x, int most)
{
    return x < most ? (int)x : most;
}

/* Work for a tile of each type: slabs, the sums of the tile, and what becomes of them. */
#define OF_TYPE(T)                                                                                 \
    struct room_##T {                                                                              \
        T sum[ROWS][COLUMNS], a[ROWS][TERMS], b[TERMS][COLUMNS];                                   \
    };                                                                                             \
                                                                                                   \
    static void copy_slabs_##T(struct room_##T *r, const struct product_request *q,                \
                               const struct tile *t, long long from, int terms)                    \
    {                                                                                              \
        const T *a =                                                                               \
            (const T *)q->a.at + t->batch * q->a.next + t->row * q->a.down + from * q->a.across;   \
        const T *b = (const T *)q->b.at + t->batch * q->b.next + from * q->b.down +                \
                     t->column * q->b.across;                                                      \
                                                                                                   \
        for (int i = 0; i < t->rows; i++)                                                          \
            for (int k = 0; k < terms; k++)                                                        \
                r->a[i][k] = a[i * q->a.down + k * q->a.across];                                   \
        if (q->b.down == 1) /* along the sum */                                                    \
            for (int j = 0; j < t->columns; j++)                                                   \
                for (int k = 0; k < terms; k++)                                                    \
                    r->b[k][j] = b[k + j * q->b.across];                                           \
        else                                                                                       \
            for (int k = 0; k < terms; k++)                                                        \
                for (int j = 0; j < t->columns; j++)                                               \
                    r->b[k][j] = b[k * q->b.down + j * q->b.across];                               \
    }                                                                                              \
                                                                                                   \
    static void multiply_##T(struct room_##T *r, int rows, int columns, int terms)                 \
    {                                                                                              \
        for (int i = 0; i < rows; i++)                                                             \
            for (int k = 0; k < terms; k++) {                                                      \
                const T x = r->a[i][k];                                                            \
                                                                                                   \
                for (int j = 0; j < columns; j++)                                                  \
                    r->sum[i][j] += x * r->b[k][j];                                                \
            }                                                                                      \
    }                                                                                              \
                                                                                                   \
    static void store_##T(const struct room_##T *r, const struct product_request *q,               \
                          const struct tile *t)                                                    \
    {                                                                                              \
        T *c = (T *)(uintptr_t)q->c.at + t->batch * q->c.next + t->row * q->c.down + t->column;    \
        const T alpha = (T)q->alpha, beta = (T)q->beta;                                            \
                                                                                                   \
        for (int i = 0; i < t->rows; i++, c += q->c.down)                                          \
            for (int j = 0; j < t->columns; j++) {                                                 \
                const T sum = q->alpha != 0 ? alpha * r->sum[i][j] : 0;                            \
                                                                                                   \
                c[j] = q->beta != 0 ? sum + beta * c[j] : sum;                                     \
            }                                                                                      \
    }                                                                                              \
                                                                                                   \
    static void run_tile_##T(void *room, const struct product_request *q, const struct tile *t)    \
    {                                                                                              \
        struct room_##T *r = room;                                                                 \
        const long long all = q->alpha != 0 ? q->a.columns : 0;                                    \
                                                                                                   \
        for (int i = 0; i < t->rows; i++)                                                          \
            for (int j = 0; j < t->columns; j++)                                                   \
                r->sum[i][j] = 0;                                                                  \
        for (long long k = 0; k < all; k += TERMS) {                                               \
            copy_slabs_##T(r, q, t, k, least(all - k, TERMS));                                     \
            multiply_##T(r, t->rows, t->columns, least(all - k, TERMS));                           \
        }                                                                                          \
        store_##T(r, q, t);                                                                        \
    }
OF_TYPE(float)
OF_TYPE(double)

static void run_tiles(void *ctx, unsigned member, unsigned members)
{
    struct job *j = ctx;
    const struct product_request *q = j->q;
    const long long each = j->down * j->across, all = each * q->batch;
    const bool wide = q->type == TCR_F64;
    void *room = malloc(wide ? sizeof(struct room_double) : sizeof(struct room_float));

    if (!room) {
        atomic_store_explicit(&j->failed, true, memory_order_relaxed);
        return;
    }
    for (long long k = member; k < all; k += members) {
        struct tile t = {.batch = k / each,
                         .row = k % each % j->down * ROWS,
                         .column = k % each / j->down * COLUMNS};

        t.rows = least(q->c.rows - t.row, ROWS);
        t.columns = least(q->c.columns - t.column, COLUMNS);
        if (wide)
            run_tile_double(room, q, &t);
        else
            run_tile_float(room, q, &t);
    }
    free(room);
}

int tcr_product_host(const struct product_request *q)
{
    struct job j = {.q = q,
                    .down = (q->c.rows + ROWS - 1) / ROWS,
                    .across = (q->c.columns + COLUMNS - 1) / COLUMNS};
    const double work = (double)q->c.rows * (double)q->c.columns * (double)q->a.columns *
                        (double)q->batch * (double)tcr_type_size(q->type);

    atomic_init(&j.failed, false);
    if (work < LIBRARY_ALONE_BYTES)
        run_tiles(&j, 0, 1);
    else
        tcr_team_run(run_tiles, &j);
    return j.failed ? TCR_E_NO_MEMORY : 0;
}
