/* SPDX-License-Identifier: MIT */
/*
 * plain_scan.c: which calls of a loop that is nothing but the prefix sums of an array have the
 * kernels of the C API's.
 *
 * The compiler has seen that the loop counts up and does `s += x[i]; y[i] = s;`
 * (rewriter/plan/plan_scan_plain.c).  Here the call's numbers say whether the elements of both
 * arrays follow each other, and lie alike in words of 16 bytes, and whether y is apart from x, or x
 * itself.
 */
#include "plain_scan.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../device/code.h"
#include "../device/grid.h"
#include "../ground/affine.h"
#include "../ground/checked.h"
#include "../ground/trace.h"

/* Elements that one block of the region's own kernel has as fast (docs/kernels.md). */
#define FEW 4096

/* The loop's first value; false: it has not as many as the call. */
static bool first_value(const struct tcr_call *call, long long *first)
{
    const struct tcr_range *r = call->loops;
    long long last;

    if (call->n_loops != 1)
        return false;
    for (unsigned k = 0; k < TCR_MAX_LOOPS; k++)
        if (r->lo.c[k] || r->hi.c[k])
            return false;
    *first = r->lo.c0;
    return !__builtin_add_overflow(r->lo.c0, call->n - 1, &last) && last == r->hi.c0;
}

/* Where an access's first element is on the device; false: they do not follow each other. */
static bool place(const struct tcr_plan *p, unsigned access, unsigned size, long long first,
                  uintptr_t *at)
{
    const struct tcr_access *a = &p->call->accesses[access];
    const struct tcr_affine *o = &a->offset;
    const tcr_wide offset = (tcr_wide)first * size + o->c0;

    if ((a->flags & ~(unsigned)TCR_ACCESS_WRITE) || a->group || a->size != size ||
        o->c[0] != size || offset != (long long)offset)
        return false;
    for (unsigned k = 1; k < TCR_MAX_LOOPS; k++)
        if (o->c[k])
            return false;
    memcpy(at, (const char *)p->call->args + p->region->bases[a->base].arg_offset, sizeof *at);
    return tcr_moved(*at, (long long)offset, at) && *at % size == 0;
}

/* May each word of y be written when x has been read as far? */
static bool fits(const struct tcr_plain_scan *of, uintptr_t x, uintptr_t y, size_t bytes)
{
    return (x - y) % 16 == 0 && (x == y ? !of->exclusive : x + bytes <= y || y + bytes <= x);
}

static void set_form(struct tcr_plain_scan_call *c, bool is_short)
{
    const unsigned size = c->base.elem_size;

    c->form = (struct tcr_region){.flags = TCR_REGION_SCAN_LINE,
                                  .n_vars = 1,
                                  .n_bases = 1,
                                  .bases = &c->base,
                                  .block = is_short ? TCR_SCAN_SHORT_THREADS : 0,
                                  .scan = is_short ? TCR_SCAN_SHORT_WORDS * 16 / size
                                                   : TCR_SCAN_LINE_EACH(size)};
}

bool tcr_plain_scan(const struct tcr_plan *p, struct tcr_stats *stats, struct tcr_launch *l,
                    struct tcr_plain_scan_call *c)
{
    const struct tcr_plain_scan *of = p->region->plain_scan;
    const long long n = p->call->n;
    struct tcr_plain_code *code;
    uintptr_t x, y;
    long long first;
    size_t bytes;
    unsigned size;
    bool is_short;

    if (!of || n <= FEW || !first_value(p->call, &first))
        return false;
    size = tcr_type_size((enum tcr_type)of->type);
    if (!place(p, of->x, size, first, &x) || !place(p, of->y, size, first, &y) ||
        !tcr_bytes((unsigned long long)n, size, &bytes) || !fits(of, x, y, bytes))
        return false;
    is_short = tcr_grid_has_short((long long)(bytes + 15) / 16);
    code = &stats->plain[is_short ? TCR_CODE_SHORT : TCR_CODE_LONG];
    if (tcr_code_plain(p->region, stats, is_short ? TCR_CODE_SHORT : TCR_CODE_LONG))
        return false;
    c->base = (struct tcr_base){.elem_size = size, .arg_offset = offsetof(struct tcr_scan_args, x)};
    set_form(c, is_short);
    c->args =
        (struct tcr_loop_scan_args){.of = {.x = (const void *)x,
                                           .result = (void *)y,
                                           .n = 1,
                                           .extent = n,
                                           .flags = of->exclusive ? TCR_LIBRARY_EXCLUSIVE : 0}};
    memcpy(&c->args.start, (const char *)p->call->args + of->start, size);
    tcr_trace(2, "%s:%u: device: the prefix sums of an array of %lld, %s kernel", p->region->file,
              p->region->line, n, is_short ? "short" : "long");
    l->function = code->function;
    l->args = &c->args;
    l->arg_size = sizeof c->args;
    tcr_grid_scan(l, &c->form, is_short ? TCR_SCAN_SHORT_THREADS : TCR_SCAN_LINE_THREADS,
                  code->per_multiprocessor);
    return true;
}
