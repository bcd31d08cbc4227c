/* SPDX-License-Identifier: MIT */
/*
 * owned.c: sections that a loop writes at places that nobody knows beforehand.
 *
 * The kernel marks who touches each element (kernels/owned.cuh), and if two iterations
 * meet in one that is written, its results are forgotten.  What has been copied for the
 * loop is thrown away then; of what it writes in place, present on the device, a copy
 * is kept there until it is known that all is well.
 */
#include <stdint.h>
#include <string.h>
#include "../../spec/contract.h"
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/stats.h"
#include "../ground/why.h"
#include "owned.h"
#include "plan.h"

int tcr_owned_promising(const struct tcr_stats *stats, struct tcr_why *why)
{
    enum { ENOUGH = 3 };

    if (stats->met < ENOUGH)
        return 0;
    return tcr_refuse(why, TCR_E_INVALID,
                      "iterations have met in what they write in %d calls before", ENOUGH);
}

static bool is_owned(const struct tcr_plan *p, unsigned k)
{
    return p->region->bases[k].flags & TCR_BASE_OWNED;
}

/* An object that is only accessed atomically needs no marks: iterations may meet in it. */
static bool is_marked(const struct tcr_plan *p, unsigned k)
{
    return is_owned(p, k) && !(p->region->bases[k].flags & TCR_BASE_JOINT);
}

static bool any_owned(const struct tcr_plan *p)
{
    for (unsigned k = 0; k < p->region->n_bases; k++)
        if (is_owned(p, k))
            return true;
    return false;
}

static int mark(struct tcr_plan *p, unsigned k, struct tcr_lane *lane, struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[k];
    struct tcr_section *s = &p->section[k];
    size_t n = s->size / b->elem_size + 2;
    struct tcr_mark_args marks;
    long long beyond = s->hull.lo % (long long)b->elem_size;
    int error;

    s->marks_size = n * TCR_MARK_BYTES;
    error = tcr_pool_alloc(&s->marks, &s->marks_size);
    if (error) {
        s->marks = NULL;
        return tcr_refuse_device(why, error, "allocating marks for the elements");
    }
    error = tcr_backend->fill(s->marks, 0, n * TCR_MARK_BYTES, lane->stream);
    marks.marks = (long long)(uintptr_t)s->marks;
    marks.begun = beyond < 0 ? beyond + (long long)b->elem_size : beyond;
    memcpy((char *)p->call->args + b->range_offset + sizeof(struct tcr_range_args), &marks,
           sizeof marks);
    return error ? tcr_refuse_device(why, error, "allocating marks for the elements") : 0;
}

/* The section, on the device. */
static void *there(const struct tcr_section *s)
{
    return (void *)(s->device + (uintptr_t)s->hull.lo);
}

static int keep(struct tcr_plan *p, struct tcr_section *s, struct tcr_lane *lane,
                struct tcr_why *why)
{
    int error;

    (void)p;
    s->kept_size = s->size;
    error = tcr_pool_alloc(&s->kept, &s->kept_size);
    if (error) {
        s->kept = NULL;
        return tcr_refuse_device(why, error, "allocating a copy of what is written");
    }
    error = tcr_backend->copy_within(s->kept, there(s), s->size, lane->stream);
    return error ? tcr_refuse_device(why, error, "allocating a copy of what is written") : 0;
}

int tcr_owned_map(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why)
{
    int error = 0;

    if (!any_owned(p))
        return 0;
    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        struct tcr_section *s = &p->section[k];

        if (!tcr_writes(p, k))
            continue;
        if (s->how == TCR_HOW_AS_IS)
            error = tcr_refuse(why, TCR_E_INVALID,
                               "'%s' is device memory, and is written at places that are not "
                               "known",
                               p->region->bases[k].name);
        if (!error && is_marked(p, k) && s->size > 0)
            error = mark(p, k, lane, why);
        if (!error && s->how == TCR_HOW_PRESENT)
            error = keep(p, s, lane, why);
    }
    return error;
}

bool tcr_owned_restore(struct tcr_plan *p, struct tcr_lane *lane)
{
    bool good = any_owned(p);

    for (unsigned k = 0; k < p->region->n_bases && good; k++) {
        struct tcr_section *s = &p->section[k];

        if (s->kept)
            good = tcr_backend->copy_within(there(s), s->kept, s->size, lane->stream) == 0;
    }
    return good && tcr_backend->sync(lane->stream) == 0;
}

void tcr_owned_release(struct tcr_section *s)
{
    if (s->marks)
        tcr_pool_free(s->marks, s->marks_size);
    if (s->kept)
        tcr_pool_free(s->kept, s->kept_size);
    s->marks = s->kept = NULL;
}
