/* SPDX-License-Identifier: MIT */
/*
 * library_exact.c: the sums of tcr_reduce.h on the host with TCR_REPRODUCIBLE.
 *
 * Elements become terms in double, a block at a time, and terms are added up without
 * rounding (exact.c), so that neither the order nor the number of threads can be seen in the
 * sums.  The terms have the bits that kernels/library/library_exact.cuh gives them: they are sums
 * and products of two numbers, each rounded once.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../ground/subnormals.h"
#include "../host/ops.h"
#include "../host/values.h"
#include "library.h"

enum { BLOCK = 1024, MOST_SUMS = TCR_LIBRARY_SLOTS };

struct job {
    const struct library_request *q;
    union tcr_host_shift shift;
    atomic_bool no_memory;
    struct tcr_exact sum[MOST_SUMS]; /* as many as the operation has; the others are 0 */
};

/* ---- terms ---- */

#define VALUES(T, expression)                                                                      \
    for (long long i = 0; i < n; i++) {                                                            \
        const T x = ((const T *)from)[i];                                                          \
        to[i] = (double)(expression);                                                              \
    }                                                                                              \
    break

static void read_values(enum tcr_type type, const void *from, long long n, double *to)
{
    switch (type) {
#define TYPE(type, name, class, size, element, ...)                                                \
    case type:                                                                                     \
        VALUES(element, value_##name(x));
#include "../../spec/types.def"
#undef TYPE
    }
}

/* Values less the shift; of integers up to 4 bytes, that is exact. */
static void read_distances(enum tcr_type type, const void *from, long long n,
                           const union tcr_host_shift *shift, double *to)
{
    const double k = tcr_type_is_floating(type) ? shift->f : (double)shift->i;

    switch (type) {
    case TCR_I64:
        VALUES(int64_t, distance_i64(x, shift->i));
    case TCR_U64:
        VALUES(uint64_t, distance_u64(x, shift->u));
    default:
        read_values(type, from, n, to);
        for (long long i = 0; i < n; i++)
            to[i] -= k;
    }
}

static void add_squares(struct tcr_exact *sum, double *v, long long n)
{
    for (long long i = 0; i < n; i++)
        v[i] *= v[i];
    tcr_exact_add(sum, v, n);
}

/* Squares of small, middling and large numbers. */
static void add_scaled_squares(struct tcr_exact *sum, const double *v, double (*term)[BLOCK],
                               long long n)
{
    bool any[MOST_SUMS] = {false, false, false};

    memset(term, 0, MOST_SUMS * sizeof *term);
    for (long long i = 0; i < n; i++) {
        double size = fabs(v[i]);
        bool small = size < TCR_NRM2_BELOW;
        bool large = size > TCR_NRM2_ABOVE;
        double scaled = size * (small ? TCR_NRM2_UP : large ? TCR_NRM2_DOWN : 1);
        int k = small ? TCR_NRM2_SMALL : large ? TCR_NRM2_LARGE : TCR_NRM2_MIDDLE;

        term[k][i] = scaled * scaled;
        any[k] = true;
    }
    for (unsigned k = 0; k < MOST_SUMS; k++)
        if (any[k])
            tcr_exact_add(&sum[k], term[k], n);
}

/* ---- sums ---- */

/* A block on its way; more than a thread's stack may hold. */
struct desk {
    _Alignas(64) char room[BLOCK * sizeof(double)];
    double v[BLOCK], w[BLOCK], term[MOST_SUMS][BLOCK];
};

static void add_block(const struct job *j, long long k, long long n, struct desk *desk,
                      struct tcr_exact *sum)
{
    const struct library_request *q = j->q;
    char *room = desk->room;
    double *v = desk->v, *w = desk->w;
    const void *x = tcr_library_dense(q, q->x, q->incx, k, n, room);

    if (q->operation == TCR_LIBRARY_MEANVAR) {
        read_distances(q->type, x, n, &j->shift, v);
        tcr_exact_add(&sum[TCR_MEANVAR_SUM], v, n);
        add_squares(&sum[TCR_MEANVAR_SQUARES], v, n);
        return;
    }
    read_values(q->type, x, n, v);
    if (q->operation == TCR_LIBRARY_NRM2) {
        if (q->type == TCR_F64)
            add_scaled_squares(sum, v, desk->term, n);
        else
            add_squares(sum, v, n);
        return;
    }
    if (q->operation == TCR_LIBRARY_DOT) {
        read_values(q->type, tcr_library_dense(q, q->y, q->incy, k, n, room), n, w);
        for (long long i = 0; i < n; i++)
            v[i] *= w[i];
    } else if (q->operation == TCR_LIBRARY_ASUM) {
        for (long long i = 0; i < n; i++)
            v[i] = fabs(v[i]);
    }
    tcr_exact_add(sum, v, n);
}

static void add_share(void *ctx, unsigned member, unsigned members)
{
    struct job *j = ctx;
    struct tcr_exact own[MOST_SUMS];
    long long blocks = j->q->n / BLOCK + (j->q->n % BLOCK != 0);
    long long k = blocks * member / members * BLOCK;
    long long end = blocks * (member + 1) / members * BLOCK;

    struct desk *desk = aligned_alloc(64, sizeof *desk);
    uint64_t mode;

    if (!desk) {
        atomic_store_explicit(&j->no_memory, true, memory_order_relaxed);
        return;
    }
    mode = tcr_subnormals_keep();
    end = end < j->q->n ? end : j->q->n;
    tcr_exact_start(own, MOST_SUMS);
    for (; k < end; k += BLOCK)
        add_block(j, k, end - k < BLOCK ? end - k : BLOCK, desk, own);
    tcr_exact_join(j->sum, own, MOST_SUMS);
    tcr_subnormals_restore(mode);
    free(desk);
}

int tcr_library_host_exact(const struct library_request *q, union tcr_slot *slot)
{
    const bool moments = q->operation == TCR_LIBRARY_MEANVAR;
    struct job j = {.q = q};

    tcr_exact_start(j.sum, MOST_SUMS);
    if (moments)
        j.shift = tcr_library_shift(q);
    if ((double)q->n * (double)tcr_library_element(q->type) < LIBRARY_ALONE_BYTES)
        add_share(&j, 0, 1);
    else
        tcr_team_run(add_share, &j);
    if (j.no_memory)
        return TCR_E_NO_MEMORY;
    for (unsigned k = 0; k < MOST_SUMS; k++)
        slot[k].f = tcr_exact_round(&j.sum[k], 0, TCR_F64);
    if (moments)
        slot[TCR_MEANVAR_SHIFT].u = j.shift.u;
    return 0;
}
