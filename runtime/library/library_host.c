/* SPDX-License-Identifier: MIT */
/*
 * library_host.c: the operations of tcr_reduce.h on the host.
 *
 * The elements are cut into at most BLOCKS blocks of whole chunks, by their number alone;
 * threads take blocks, and the blocks' partial results are combined in their order.  So
 * the result does not depend on the threads.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../ground/cpu.h"
#include "../host/ops.h"
#include "library.h"

enum { BLOCKS = 512 };

struct job {
    const struct library_request *q;
    tcr_host_chunk *chunk;
    union tcr_host_shift shift;
    long long chunk_size, blocks, block_size; /* in elements */
    atomic_bool no_memory;
    struct tcr_host_part part[]; /* of each block */
};

static const struct tcr_host_table *table(void)
{
    return TCR_FOR_VECTORS(tcr_host_table);
}

/* Element k of an array. */
static const char *element(const struct library_request *q, const void *x, long long inc,
                           long long k)
{
    long long at = inc > 0 ? k * inc : (k - q->n + 1) * inc;

    return (const char *)x + at * (long long)tcr_library_element(q->type);
}

const void *tcr_library_dense(const struct library_request *q, const void *x, long long inc,
                              long long k, long long n, char *room)
{
    const size_t size = tcr_library_element(q->type);
    const char *from = element(q, x, inc, k);
    const long long step = inc * (long long)size;

    if (inc == 1 || !x)
        return from;
#define GATHER(T)                                                                                  \
    for (long long i = 0; i < n; i++, from += step)                                                \
        ((T *)room)[i] = *(const T *)from;
    if (size == 1)
        GATHER(uint8_t)
    else if (size == 2)
        GATHER(uint16_t)
    else if (size == 4)
        GATHER(uint32_t)
    else
        GATHER(uint64_t)
#undef GATHER
    return room;
}

/* ---- partial results together ---- */

/* Is a less than b? */
static bool less(enum tcr_type_class kind, const struct tcr_host_part *a,
                 const struct tcr_host_part *b)
{
    if (kind == TCR_CLASS_FLOATING)
        return a->value.f < b->value.f;
    return kind == TCR_CLASS_SIGNED ? a->value.i < b->value.i : a->value.u < b->value.u;
}

/* Means and sums of squares of two samples (Chan, Golub, LeVeque). */
static void join_moments(struct tcr_host_part *a, const struct tcr_host_part *b)
{
    double n = a->n + b->n, apart = b->mean - a->mean;

    if (isfinite(apart))
        a->mean += apart * (b->n / n);
    else /* infinite elements: what their sum is */
        a->mean += b->mean;
    a->squares += b->squares + apart * apart * (a->n * (b->n / n));
    a->n = n;
}

/* b's elements come behind a's. */
static void join(const struct library_request *q, struct tcr_host_part *a,
                 const struct tcr_host_part *b)
{
    enum tcr_type_class kind = tcr_type_facts(q->type)->class;

    switch (q->operation) {
    case TCR_LIBRARY_MINIMUM:
        if (less(kind, b, a))
            *a = *b;
        break;
    case TCR_LIBRARY_MAXIMUM:
        if (less(kind, a, b))
            *a = *b;
        break;
    case TCR_LIBRARY_ARGMIN:
        if (b->at >= 0 && (a->at < 0 || less(kind, b, a)))
            *a = *b;
        break;
    case TCR_LIBRARY_ARGMAX:
        if (b->at >= 0 && (a->at < 0 || less(kind, a, b)))
            *a = *b;
        break;
    case TCR_LIBRARY_AMAX:
        if (a->value.u < b->value.u)
            a->value.u = b->value.u;
        break;
    case TCR_LIBRARY_MEANVAR:
        join_moments(a, b);
        break;
    default:
        a->small += b->small;
        a->large += b->large;
        if (tcr_library_is_rounded(q->operation, q->type))
            a->value.f += b->value.f;
        else
            a->value.u += b->value.u;
    }
}

/* Elements k to `end` into *part.  In `room`, those of arrays with increments are put together. */
static void run_block(const struct job *j, long long k, long long end,
                      char (*room)[TCR_CHUNK_BYTES], struct tcr_host_part *part)
{
    const struct library_request *q = j->q;
    const bool place = q->operation == TCR_LIBRARY_ARGMIN || q->operation == TCR_LIBRARY_ARGMAX;
    struct tcr_host_part best = {.at = -1}, one;

    for (bool first = true; k < end; first = false) {
        long long n = end - k < j->chunk_size ? end - k : j->chunk_size;
        const void *x = tcr_library_dense(q, q->x, q->incx, k, n, room[0]);
        const void *y = q->y ? tcr_library_dense(q, q->y, q->incy, k, n, room[1]) : x;

        best.first = k;
        if (first || place) {
            j->chunk(n, x, y, &j->shift, &best);
        } else {
            one = (struct tcr_host_part){.at = -1};
            j->chunk(n, x, y, &j->shift, &one);
            join(q, &best, &one);
        }
        k += n;
    }
    *part = best;
}

static void run_blocks(void *ctx, unsigned member, unsigned members)
{
    struct job *j = ctx;
    long long end = j->blocks * (member + 1) / members;
    const bool strided = j->q->incx != 1 || (j->q->y && j->q->incy != 1);
    char(*room)[TCR_CHUNK_BYTES] = strided ? aligned_alloc(64, 2 * sizeof *room) : NULL;

    if (strided && !room) { /* a thread's stack may be too small for it */
        atomic_store_explicit(&j->no_memory, true, memory_order_relaxed);
        return;
    }
    for (long long b = j->blocks * member / members; b < end; b++) {
        long long from = b * j->block_size, to = from + j->block_size;

        run_block(j, from, to < j->q->n ? to : j->q->n, room, &j->part[b]);
    }
    free(room);
}

union tcr_host_shift tcr_library_shift(const struct library_request *q)
{
    tcr_host_chunk *value = table()->chunk[TCR_LIBRARY_SUM][q->type];
    enum tcr_type_class kind = tcr_type_facts(q->type)->class;
    union tcr_host_shift k = {.u = 0};
    double first = 0, sum = 0;

    for (int j = 0; j < 8; j++) {
        struct tcr_host_part part = {.at = -1};

        value(1, element(q, q->x, q->incx, q->n / 8 * j), NULL, NULL, &part);
        if (kind == TCR_CLASS_FLOATING && j == 0)
            sum = first = part.value.f;
        if (kind == TCR_CLASS_FLOATING)
            sum += part.value.f / 8 - first / 8;
        else if (q->type == TCR_U64)
            k.u += part.value.u / 8;
        else
            k.i += part.value.i / 8;
    }
    if (kind == TCR_CLASS_FLOATING)
        k.f = isfinite(sum) ? sum : 0;
    return k;
}

/* ---- the result ---- */

static void finish_moments(const struct job *j, const struct tcr_host_part *part,
                           union library_result *result)
{
    const struct library_request *q = j->q;
    double shift = tcr_type_is_floating(q->type) ? j->shift.f
                   : q->type == TCR_U64          ? (double)j->shift.u
                                                 : (double)j->shift.i;

    result->moments = (struct tcr_moments){.mean = shift + part->mean,
                                           .variance = part->squares / part->n,
                                           .sample_variance = (double)NAN};
    if (q->n > 1)
        result->moments.sample_variance = part->squares / (part->n - 1);
}

static void finish(const struct job *j, const struct tcr_host_part *part,
                   union library_result *result)
{
    const struct library_request *q = j->q;
    union tcr_slot slot[TCR_LIBRARY_SLOTS] = {{.u = part->value.u}};

    if (q->operation == TCR_LIBRARY_MEANVAR) {
        finish_moments(j, part, result);
        return;
    }
    if (q->operation == TCR_LIBRARY_ARGMIN || q->operation == TCR_LIBRARY_ARGMAX)
        slot[0].i = part->at;
    if (q->operation == TCR_LIBRARY_NRM2 && q->type == TCR_F64) {
        slot[TCR_NRM2_SMALL].f = part->small;
        slot[TCR_NRM2_MIDDLE].f = part->value.f;
        slot[TCR_NRM2_LARGE].f = part->large;
    }
    if (q->operation == TCR_LIBRARY_MINIMUM || q->operation == TCR_LIBRARY_MAXIMUM)
        if (tcr_type_is_floating(q->type))
            slot[0].f += 0.0; /* 0.0 for -0.0 */
    tcr_library_finish(q->operation, q->type, q->n, slot, result);
}

static struct job start_job(const struct library_request *q)
{
    return (struct job){.q = q,
                        .chunk = table()->chunk[q->operation][q->type],
                        .chunk_size = (long long)(TCR_CHUNK_BYTES / tcr_library_element(q->type))};
}

/* Cut into blocks.  NULL: out of memory. */
static struct job *new_job(const struct library_request *q)
{
    struct job start = start_job(q), *j;
    const long long chunks = q->n / start.chunk_size + (q->n % start.chunk_size != 0);
    long long blocks = chunks < BLOCKS ? chunks : BLOCKS, block_size;

    block_size = (chunks + blocks - 1) / blocks;
    blocks = (chunks + block_size - 1) / block_size;
    j = malloc(sizeof *j + (size_t)blocks * sizeof j->part[0]);
    if (!j)
        return NULL;
    *j = start;
    if (q->operation == TCR_LIBRARY_MEANVAR)
        j->shift = tcr_library_shift(q);
    j->blocks = blocks;
    j->block_size = block_size * start.chunk_size;
    atomic_init(&j->no_memory, false);
    return j;
}

int tcr_library_host(const struct library_request *q, union library_result *result)
{
    struct job *j = new_job(q);
    bool good;

    if (!j)
        return TCR_E_NO_MEMORY;
    if ((double)q->n * (double)tcr_library_element(q->type) < LIBRARY_ALONE_BYTES)
        run_blocks(j, 0, 1);
    else
        tcr_team_run(run_blocks, j);
    good = !j->no_memory;
    for (long long b = 1; b < j->blocks && good; b++)
        join(q, &j->part[0], &j->part[b]);
    if (good)
        finish(j, &j->part[0], result);
    free(j);
    return good ? 0 : TCR_E_NO_MEMORY;
}

void tcr_library_host_alone(const struct library_request *q, union library_result *result)
{
    const struct job j = start_job(q);
    struct tcr_host_part part;

    run_block(&j, 0, q->n, NULL, &part);
    finish(&j, &part, result);
}
