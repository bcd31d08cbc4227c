/* SPDX-License-Identifier: MIT */
/*
 * scan_host.c: prefix sums on the host.
 *
 * A row or segment is cut into blocks, which depend on its length alone.  What is worth threads by
 * itself gets all of them: they make the blocks' sums, these are added up in their order, and the
 * threads go through the blocks once more.  The others are shared out.  A product of floating
 * numbers is one block, as a part of it may leave the range where the whole does not.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include "../../base/types.h"
#include "library.h"
#include "scan.h"

enum { BLOCK = 65536 }; /* elements */

struct job {
    const struct scan_request *q;
    atomic_bool bad, large; /* some segment is */
};

/* One row or segment, of which threads share the blocks. */
struct line {
    struct scan_part part;
    long long from, to;
    union scan_carry *sums; /* of each block; then what is before it */
};

static long long offset(const struct scan_request *q, long long k)
{
    return q->offset_type == TCR_I64 ? ((const int64_t *)q->offsets)[k]
                                     : ((const int32_t *)q->offsets)[k];
}

static bool in_one_block(const struct scan_request *q)
{
    return q->operation == TCR_SCAN_PRODUCT && tcr_type_is_floating(q->type);
}

/* False: the offsets are wrong. */
static bool find_line(const struct scan_request *q, long long k, struct line *line)
{
    const long long size = (long long)tcr_type_size(q->type);
    const long long apart = q->form == SCAN_ROWS ? k : 0;

    *line = (struct line){.part = {q->operation, q->type, q->exclusive,
                                   (const char *)q->x + apart * q->ldx * size,
                                   (char *)q->y + apart * q->ldy * size},
                          .to = q->form == SCAN_ROWS ? q->length : q->size};
    if (q->form != SCAN_SEGMENTS)
        return true;
    line->from = offset(q, k);
    line->to = offset(q, k + 1);
    return line->from >= 0 && line->from <= line->to && line->to <= q->size;
}

static bool is_large(const struct scan_request *q, const struct line *line)
{
    return (double)(line->to - line->from) * (double)tcr_type_size(q->type) >=
               LIBRARY_ALONE_BYTES &&
           line->to - line->from > BLOCK && !in_one_block(q);
}

static void run_alone(const struct scan_request *q, const struct line *line)
{
    const long long block = in_one_block(q) ? line->to - line->from : BLOCK;
    union scan_carry carry = tcr_scan_start(q->operation, q->type);

    for (long long k = line->from; k < line->to; k += block)
        tcr_scan_part(&line->part, k, line->to - k < block ? line->to : k + block, &carry);
}

/* ---- several threads for one ---- */

static void run_blocks(struct line *line, unsigned member, unsigned members, bool sums_only)
{
    const long long blocks = (line->to - line->from + BLOCK - 1) / BLOCK;
    struct scan_part part = line->part;

    if (sums_only)
        part.y = NULL;
    for (long long b = blocks * member / members; b < blocks * (member + 1) / members; b++) {
        const long long from = line->from + b * BLOCK;
        union scan_carry carry =
            sums_only ? tcr_scan_start(part.operation, part.type) : line->sums[b];

        tcr_scan_part(&part, from, line->to - from < BLOCK ? line->to : from + BLOCK, &carry);
        if (sums_only)
            line->sums[b] = carry;
    }
}

static void sum_blocks(void *ctx, unsigned member, unsigned members)
{
    run_blocks(ctx, member, members, true);
}

static void scan_blocks(void *ctx, unsigned member, unsigned members)
{
    run_blocks(ctx, member, members, false);
}

static int run_together(struct line *line)
{
    const long long blocks = (line->to - line->from + BLOCK - 1) / BLOCK;
    union scan_carry before = tcr_scan_start(line->part.operation, line->part.type);

    line->sums = malloc((size_t)blocks * sizeof *line->sums);
    if (!line->sums)
        return TCR_E_NO_MEMORY;
    tcr_team_run(sum_blocks, line);
    for (long long b = 0; b < blocks; b++) {
        const union scan_carry sum = line->sums[b];

        line->sums[b] = before;
        before = tcr_scan_join(line->part.operation, line->part.type, before, sum);
    }
    tcr_team_run(scan_blocks, line);
    free(line->sums);
    return 0;
}

/* ---- all of them ---- */

static void run_share(void *ctx, unsigned member, unsigned members)
{
    struct job *j = ctx;
    const struct scan_request *q = j->q;
    struct line line;

    for (long long k = q->n / members * member + q->n % members * member / members;
         k < q->n / members * (member + 1) + q->n % members * (member + 1) / members; k++)
        if (!find_line(q, k, &line))
            atomic_store_explicit(&j->bad, true, memory_order_relaxed);
        else if (is_large(q, &line))
            atomic_store_explicit(&j->large, true, memory_order_relaxed);
        else
            run_alone(q, &line);
}

int tcr_scan_host(const struct scan_request *q)
{
    const double elements =
        q->form == SCAN_ROWS ? (double)q->n * (double)q->length : (double)q->size;
    struct job j = {.q = q};
    struct line line;
    int error = 0;

    atomic_init(&j.bad, false);
    atomic_init(&j.large, false);
    if (elements * (double)tcr_type_size(q->type) < LIBRARY_ALONE_BYTES)
        run_share(&j, 0, 1);
    else
        tcr_team_run(run_share, &j);
    if (j.bad)
        return TCR_E_INVALID;
    for (long long k = 0; j.large && k < q->n && !error; k++)
        if (find_line(q, k, &line) && is_large(q, &line))
            error = run_together(&line);
    return error;
}
