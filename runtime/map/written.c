/* SPDX-License-Identifier: MIT */
/*
 * written.c: what a loop writes, and how it comes back.
 *
 * Where all of a stretch is surely written, the device's bytes replace the
 * host's.  Else (every third element, some under a condition) only what the
 * kernel has changed may be touched: the bytes between may be another thread's,
 * or no part of the array.  The copy that was sent tells which those are.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "../ground/checked.h"
#include "../ground/why.h"
#include "../present/present.h"
#include "plan.h"
#include "rows.h"

/* ---- which bytes ---- */

static bool is_write(const struct tcr_plan *p, unsigned access, unsigned base)
{
    const struct tcr_access *a = &p->call->accesses[access];

    return a->base == base && (a->flags & TCR_ACCESS_WRITE) && !(a->flags & TCR_ACCESS_NEVER);
}

static bool moves_alike(const struct tcr_access *a, const struct tcr_access *b, unsigned n)
{
    return memcmp(a->offset.c, b->offset.c, n * sizeof *a->offset.c) == 0;
}

/* Every byte between the first and the last of `size` bytes that move as `a` does? */
static bool covers(const struct tcr_nest *nest, const struct tcr_access *a, tcr_wide size)
{
    bool done[TCR_MAX_LOOPS] = {false};

    for (;;) {
        unsigned next = nest->n;
        tcr_wide least = 0;

        for (unsigned k = 0; k < nest->n; k++) {
            tcr_wide c = a->offset.c[k] < 0 ? -(tcr_wide)a->offset.c[k] : a->offset.c[k];

            if (!done[k] && c != 0 && (next == nest->n || c < least)) {
                next = k;
                least = c;
            }
        }
        if (next == nest->n)
            return true;
        if (least > size || nest->fewest[next] != nest->most[next])
            return false;
        size += least * (nest->most[next] - 1);
        done[next] = true;
    }
}

/* Add to [lo, hi) the writes next to it that move alike: a structure's members. */
static bool grow(const struct tcr_plan *p, const struct tcr_access *a, unsigned n, long long *lo,
                 long long *hi)
{
    bool grown = false;

    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *b = &p->call->accesses[k];
        long long from = b->offset.c0, to;

        if (!is_write(p, k, a->base) || (b->flags & TCR_ACCESS_SOFT) || !moves_alike(a, b, n) ||
            __builtin_add_overflow(from, (long long)b->size, &to) || from > *hi || to < *lo ||
            (from >= *lo && to <= *hi))
            continue;
        *lo = from < *lo ? from : *lo;
        *hi = to > *hi ? to : *hi;
        grown = true;
    }
    return grown;
}

/* From this write and its neighbours: is the whole of the base's written hull
 * covered? */
static bool is_dense(const struct tcr_plan *p, const struct tcr_nest *nest, unsigned seed)
{
    const struct tcr_access *a = &p->call->accesses[seed];
    const struct tcr_hull *written = &p->section[a->base].written;
    long long lo = a->offset.c0, hi = lo;
    struct tcr_access all = *a;
    struct tcr_hull hull;

    if (nest->holes || (a->flags & TCR_ACCESS_SOFT))
        return false;
    while (grow(p, a, nest->n, &lo, &hi))
        ;
    all.offset.c0 = lo;
    all.size = (unsigned long long)hi - (unsigned long long)lo;
    return tcr_hull_of(nest, &all, &hull) == 0 && covers(nest, &all, (tcr_wide)all.size) &&
           hull.lo <= written->lo && hull.hi >= written->hi;
}

static void find_hulls(struct tcr_plan *p, const struct tcr_nest *nest)
{
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];
        struct tcr_section *s = &p->section[a->base];
        struct tcr_hull hull;

        if (a->flags & (TCR_ACCESS_INDEX | TCR_ACCESS_NEVER))
            continue;
        if (!(a->flags & TCR_ACCESS_WRITE)) {
            s->reads =
                s->reads || !(a->flags & TCR_ACCESS_CLAUSE) || (a->flags & TCR_ACCESS_ANYWHERE);
            continue;
        }
        s->reads = s->reads || (a->flags & TCR_ACCESS_SCATTER);
        if (a->flags & TCR_ACCESS_SCATTER)
            tcr_hull_join(&s->written, &s->hull);
        else if (tcr_hull_of(nest, a, &hull) == 0)
            tcr_hull_join(&s->written, &hull);
    }
    /* only when all are joined: of a group, the bytes between its accesses count, too */
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];

        if (is_write(p, k, a->base) && a->limit_hi)
            tcr_hull_clip(&p->section[a->base].written, a->limit_lo, a->limit_hi);
    }
}

void tcr_written_find(struct tcr_plan *p, const struct tcr_nest *nest)
{
    if (!(p->region->flags & TCR_REGION_WRITES))
        return;
    find_hulls(p, nest);
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        struct tcr_section *s = &p->section[p->call->accesses[k].base];

        if (is_write(p, k, p->call->accesses[k].base) && !s->dense)
            s->dense = is_dense(p, nest, k);
    }
}

bool tcr_written_needs(const struct tcr_plan *p, unsigned k)
{
    const struct tcr_section *s = &p->section[k];
    unsigned map = p->region->bases[k].map;

    if (tcr_writes(p, k) || s->written.lo < s->written.hi)
        return s->reads || !s->dense;
    return map == TCR_MAP_AUTO || map == TCR_MAP_COPYIN || map == TCR_MAP_COPY;
}

/* ---- back to the host ---- */

enum way {
    WAY_NONE,
    WAY_DIRECT, /* the host loop would write all of it anew */
    WAY_WHOLE,  /* once everything has come over */
    WAY_CHANGED /* only what differs from what was sent */
};

/* How section k comes back, and which bytes of it. */
static enum way way_back(const struct tcr_plan *p, unsigned k, struct tcr_hull *part)
{
    const struct tcr_section *s = &p->section[k];
    unsigned map = p->region->bases[k].map;

    *part = s->written;
    if (s->how != TCR_HOW_COPY)
        return WAY_NONE;
    /* a clause may end before what is written under a condition */
    tcr_hull_clip(part, s->hull.lo, s->hull.hi);
    if (part->lo < part->hi)
        return !s->dense ? WAY_CHANGED : s->reads ? WAY_WHOLE : WAY_DIRECT;
    *part = s->hull;
    return !tcr_writes(p, k) && (map == TCR_MAP_COPY || map == TCR_MAP_COPYOUT) ? WAY_WHOLE
                                                                                : WAY_NONE;
}

static int fetch(struct tcr_plan *p, unsigned k, void *to, const struct tcr_hull *part,
                 struct tcr_lane *lane, struct tcr_why *why)
{
    size_t size = (size_t)(part->hi - part->lo);
    uintptr_t from = p->section[k].device + (uintptr_t)part->lo;
    int error = tcr_backend->copy_from(to, (const void *)from, size, lane->stream);

    if (!error)
        error = tcr_backend->sync(lane->stream);
    p->bytes_from += size;
    return error ? tcr_refuse_device(why, error, "copying from the device") : 0;
}

void tcr_store_changed(char *host, const char *now, const char *sent, size_t size)
{
    enum { STEP = 64 };

    for (size_t at = 0; at < size; at += STEP) {
        size_t n = size - at < STEP ? size - at : STEP;

        if (memcmp(now + at, sent + at, n) == 0)
            continue;
        for (size_t i = at; i < at + n; i++)
            if (now[i] != sent[i])
                host[i] = now[i];
    }
}

static int store(const struct tcr_plan *p, unsigned k, const void *now, struct tcr_why *why)
{
    const struct tcr_section *s = &p->section[k];
    struct tcr_hull part;
    enum way way = way_back(p, k, &part);
    size_t size = (size_t)(part.hi - part.lo);
    uintptr_t host = s->base + (uintptr_t)part.lo;

    if (way == WAY_CHANGED)
        tcr_store_changed((char *)host, now, (const char *)s->sent + (part.lo - s->hull.lo), size);
    else if (!tcr_poke(host, now, size))
        return tcr_refuse(why, TCR_E_INVALID, "'%s' cannot be written to",
                          p->region->bases[k].name);
    return 0;
}

/* The buffers of what the loop reads, then directly what it does not. */
static int fetch_all(struct tcr_plan *p, void **buffer, struct tcr_lane *lane, struct tcr_why *why)
{
    struct tcr_hull part;
    int error = 0;

    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        if (way_back(p, k, &part) < WAY_WHOLE)
            continue;
        buffer[k] = malloc((size_t)(part.hi - part.lo));
        error = buffer[k] ? fetch(p, k, buffer[k], &part, lane, why)
                          : tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    }
    for (unsigned k = 0; k < p->region->n_bases && !error; k++)
        error = tcr_rows_fetch(p, k, lane, why);
    for (unsigned k = 0; k < p->region->n_bases && !error; k++)
        if (way_back(p, k, &part) == WAY_DIRECT)
            error =
                fetch(p, k, (void *)(p->section[k].base + (uintptr_t)part.lo), &part, lane, why);
    return error;
}

int tcr_plan_copy_back(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why)
{
    unsigned n = p->region->n_bases;
    struct tcr_hull part;
    void **buffer;
    bool some = false;
    int error;

    for (unsigned k = 0; k < n; k++)
        some = some || tcr_writes(p, k) || way_back(p, k, &part) != WAY_NONE;
    if (!some)
        return tcr_mirrored_back(p, lane, why);
    buffer = calloc(n, sizeof *buffer);
    if (!buffer)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    error = fetch_all(p, buffer, lane, why);
    if (error) /* a copy may be on its way into a buffer */
        tcr_backend->sync(lane->stream);
    for (unsigned k = 0; k < n; k++) {
        if (buffer[k] && !error)
            error = store(p, k, buffer[k], why);
        if (!error)
            tcr_rows_store(p, k);
        free(buffer[k]);
    }
    free(buffer);
    return error ? error : tcr_mirrored_back(p, lane, why);
}

/* ---- the host writes instead ---- */

void tcr_plan_host_writes(const struct tcr_plan *p)
{
    const struct tcr_region *region = p->region;
    bool known = true;

    for (unsigned k = 0; k < region->n_bases; k++)
        known = known && !(tcr_writes(p, k) && region->bases[k].parent >= 0);
    if (!known)
        tcr_present_host_loop(region->file, region->line, true);
    for (unsigned k = 0; known && k < region->n_bases; k++) {
        struct tcr_hull hull = p->section[k].hull;

        tcr_hull_join(&hull, &p->section[k].written);
        if (tcr_writes(p, k) && hull.lo < hull.hi) {
            uintptr_t base = (uintptr_t)p->call->base[k], from = tcr_clamped(base, hull.lo);

            tcr_present_host_writes(from, tcr_clamped(base, hull.hi) - from, region->file,
                                    region->line);
        }
    }
}
