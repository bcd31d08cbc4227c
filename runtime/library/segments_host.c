/* SPDX-License-Identifier: MIT */
/*
 * segments_host.c: rows and segments on the host.
 *
 * What is worth threads by itself gets all of them, one such segment after the other; the others
 * are shared out, as many elements to each thread.  A segment's result is that of its elements as
 * an array, whatever the threads.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include "library.h"

struct job {
    const struct segments_request *q;
    atomic_bool bad, large; /* some segment is */
};

static long long offset(const struct segments_request *q, long long k)
{
    return q->offset_type == TCR_I64 ? ((const int64_t *)q->offsets)[k]
                                     : ((const int32_t *)q->offsets)[k];
}

static bool bounds(const struct segments_request *q, long long k, long long *from, long long *to)
{
    if (q->offset_type == TCR_BOOL) {
        *from = k * q->ld;
        *to = *from + q->length;
        return true;
    }
    *from = offset(q, k);
    *to = offset(q, k + 1);
    return *from >= 0 && *from <= *to && *to <= q->size;
}

static struct library_request array_of(const struct segments_request *q, long long from,
                                       long long to)
{
    return (struct library_request){.operation = q->operation,
                                    .type = q->type,
                                    .n = to - from,
                                    .x = (const char *)q->x +
                                         from * (long long)tcr_library_element(q->type),
                                    .incx = 1,
                                    .incy = 1};
}

static bool is_large(const struct segments_request *q, long long from, long long to)
{
    return (double)(to - from) * (double)tcr_library_element(q->type) >= LIBRARY_ALONE_BYTES;
}

static void store(const struct segments_request *q, long long k, const union library_result *r)
{
    memcpy((char *)q->result + 8 * k, r, 8);
}

/* The first segment of which at least `step` elements and ends are before its own end. */
static long long segment_at(const struct segments_request *q, long long step)
{
    const long long zero = q->offset_type == TCR_BOOL ? 0 : offset(q, 0);
    long long low = 0, high = q->n;

    if (q->offset_type == TCR_BOOL)
        return step / (q->length + 1);
    while (low < high) {
        long long k = low + (high - low) / 2;

        /* the offsets may say anything */
        uint64_t before = (uint64_t)offset(q, k + 1) - (uint64_t)zero + (uint64_t)k + 1;

        if ((int64_t)before <= step)
            low = k + 1;
        else
            high = k;
    }
    return low;
}

/* The steps of the path through all elements and ends. */
static long long path(const struct segments_request *q)
{
    long long from, to;

    if (q->offset_type == TCR_BOOL)
        return q->n * (q->length + 1);
    from = offset(q, 0);
    to = offset(q, q->n);
    return q->n + (from < 0 || to < from || to > q->size ? 0 : to - from);
}

static long long share_start(const struct segments_request *q, unsigned member, unsigned members)
{
    const long long all = path(q), share = all / members;

    return member == 0         ? 0
           : member == members ? q->n
                               : segment_at(q, share * member + all % members * member / members);
}

static void run_share(void *ctx, unsigned member, unsigned members)
{
    struct job *j = ctx;
    const struct segments_request *q = j->q;
    const long long end = share_start(q, member + 1, members);
    union library_result result;

    for (long long k = share_start(q, member, members); k < end; k++) {
        long long from, to;

        if (!bounds(q, k, &from, &to)) {
            atomic_store_explicit(&j->bad, true, memory_order_relaxed);
        } else if (from == to) {
            store(q, k, tcr_library_empty(q->operation, q->type));
        } else if (is_large(q, from, to)) {
            atomic_store_explicit(&j->large, true, memory_order_relaxed);
        } else {
            const struct library_request one = array_of(q, from, to);

            tcr_library_host_alone(&one, &result);
            store(q, k, &result);
        }
    }
}

static int run_large(const struct segments_request *q)
{
    int error = 0;

    for (long long k = 0; k < q->n && !error; k++) {
        union library_result result;
        struct library_request one;
        long long from, to;

        if (!bounds(q, k, &from, &to) || !is_large(q, from, to))
            continue;
        one = array_of(q, from, to);
        error = tcr_library_host(&one, &result);
        if (!error)
            store(q, k, &result);
    }
    return error;
}

int tcr_segments_host(const struct segments_request *q)
{
    struct job j = {.q = q};

    atomic_init(&j.bad, false);
    atomic_init(&j.large, false);
    if ((double)path(q) * (double)tcr_library_element(q->type) < LIBRARY_ALONE_BYTES)
        run_share(&j, 0, 1);
    else
        tcr_team_run(run_share, &j);
    if (j.bad)
        return TCR_E_INVALID;
    return j.large ? run_large(q) : 0;
}
