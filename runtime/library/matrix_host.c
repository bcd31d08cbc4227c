/* SPDX-License-Identifier: MIT */
/*
 * matrix_host.c: a matrix times a vector on the host.
 *
 * Of the matrix as it is, threads share the rows.  Of its transpose they share strips: so many
 * columns of a block of rows, whose number depends on the matrix alone.  The blocks' sums are added
 * up in their order, so that the result does not depend on the threads.
 */
#include "matrix.h"
#include <stdlib.h>
#include "../../base/types.h"
#include "library.h"

enum {
    STRIP = 512,       /* columns */
    BLOCKS = 64,       /* of rows, at most */
    BLOCK_ROWS = 1024, /* at least */
    LANES = 8          /* sums of a row side by side */
};

struct job {
    const struct matrix_request *q;
    long long blocks, strips;
    double *sums; /* transposed: of each block, n */
};

static long long place(long long k, long long n, long long inc)
{
    return inc > 0 ? k * inc : (k - n + 1) * inc;
}

static double number(const struct matrix_request *q, const void *at, long long k)
{
    return q->type == TCR_F64 ? ((const double *)at)[k] : (double)((const float *)at)[k];
}

static void store(const struct matrix_request *q, long long k, double sum)
{
    const long long at = place(k, tcr_matrix_results(q), q->incy);
    const double y = q->alpha * sum + (q->beta != 0 ? q->beta * number(q, q->y, at) : 0);

    if (q->type == TCR_F64)
        ((double *)q->y)[at] = y;
    else
        ((float *)q->y)[at] = (float)y;
}

/* Row times x, of elements that follow each other, in several sums at a time. */
#define DOT(T)                                                                                     \
    static double dot_##T(long long n, const T *row, const T *x)                                   \
    {                                                                                              \
        double sum[LANES] = {0};                                                                   \
        long long k = 0;                                                                           \
                                                                                                   \
        for (; k + LANES <= n; k += LANES)                                                         \
            for (int j = 0; j < LANES; j++)                                                        \
                sum[j] += (double)row[k + j] * (double)x[k + j];                                   \
        for (; k < n; k++)                                                                         \
            sum[0] += (double)row[k] * (double)x[k];                                               \
        return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));  \
    }
DOT(float)
DOT(double)

static double dot(const struct matrix_request *q, long long i)
{
    double sum = 0;

    if (q->incx == 1)
        return q->type == TCR_F64 ? dot_double(q->n, (const double *)q->a + i * q->lda, q->x)
                                  : dot_float(q->n, (const float *)q->a + i * q->lda, q->x);
    for (long long j = 0; j < q->n; j++)
        sum += number(q, q->a, i * q->lda + j) * number(q, q->x, place(j, q->n, q->incx));
    return sum;
}

static void run_rows(void *ctx, unsigned member, unsigned members)
{
    const struct matrix_request *q = ((struct job *)ctx)->q;
    const long long end = q->m / members * (member + 1) + q->m % members * (member + 1) / members;
    const long long from = q->m / members * member + q->m % members * member / members;

    for (long long i = from; i < end; i++)
        store(q, i, q->alpha != 0 ? dot(q, i) : 0);
}

/* ---- transposed ---- */

#define ADD_ROW(T)                                                                                 \
    static void add_##T(long long n, const T *row, double x, double *sum)                          \
    {                                                                                              \
        for (long long j = 0; j < n; j++)                                                          \
            sum[j] += (double)row[j] * x;                                                          \
    }
ADD_ROW(float)
ADD_ROW(double)

static void run_strips(void *ctx, unsigned member, unsigned members)
{
    const struct job *j = ctx;
    const struct matrix_request *q = j->q;
    const long long all = j->blocks * j->strips, end = all * (member + 1) / members;

    for (long long k = all * member / members; k < end; k++) {
        const long long block = k / j->strips, column = k % j->strips * STRIP;
        const long long n = q->n - column < STRIP ? q->n - column : STRIP;
        const long long last =
            q->m / j->blocks * (block + 1) + q->m % j->blocks * (block + 1) / j->blocks;
        double *sum = j->sums + block * q->n + column;

        for (long long i = q->m / j->blocks * block + q->m % j->blocks * block / j->blocks;
             i < last; i++) {
            const double x = number(q, q->x, place(i, q->m, q->incx));

            if (q->type == TCR_F64)
                add_double(n, (const double *)q->a + i * q->lda + column, x, sum);
            else
                add_float(n, (const float *)q->a + i * q->lda + column, x, sum);
        }
    }
}

static void join_blocks(const struct job *j)
{
    for (long long c = 0; c < j->q->n; c++) {
        double sum = 0;

        for (long long b = 0; b < j->blocks; b++)
            sum += j->sums[b * j->q->n + c];
        store(j->q, c, sum);
    }
}

int tcr_matrix_host(const struct matrix_request *q)
{
    struct job j = {.q = q, .blocks = 1, .strips = (q->n + STRIP - 1) / STRIP};
    const bool small =
        (double)q->m * (double)q->n * (double)tcr_library_element(q->type) < LIBRARY_ALONE_BYTES;
    tcr_team_work *const work = q->transposed ? run_strips : run_rows;

    if (q->transposed) {
        if (q->alpha != 0 && q->n < BLOCKS * STRIP) /* else there are strips enough */
            j.blocks = q->m / BLOCK_ROWS < 1        ? 1
                       : q->m / BLOCK_ROWS < BLOCKS ? q->m / BLOCK_ROWS
                                                    : BLOCKS;
        j.sums = calloc((size_t)q->n, (size_t)j.blocks * sizeof *j.sums);
        if (!j.sums)
            return TCR_E_NO_MEMORY;
    }
    if (q->transposed && q->alpha == 0)
        j.strips = 0; /* the matrix may not be there */
    if (small)
        work(&j, 0, 1);
    else
        tcr_team_run(work, &j);
    if (q->transposed)
        join_blocks(&j);
    free(j.sums);
    return 0;
}
