/* SPDX-License-Identifier: MIT */
/*
 * compare.c: TCR_COMPARE=1, every loop on both sides.
 *
 * The device runs first, on the program's own data: what it has written is taken away and
 * what was there is put back.  Then the host's loop runs, and the program goes on with its
 * results; where the device's differ by more than they may, a line says so (the bounds are
 * those of docs/numerics.md).  The idea is PCAST's, of OpenACC.
 *
 * compare_numbers.c has the bounds and the messages.  tcr_compare_start makes a struct tcr_compare,
 * tcr_region_run fills it, and the second tcr_compare_values compares and frees it.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/keep_errno.h"
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../device/device.h"
#include "../device/stats.h"
#include "../device/transfer.h"
#include "../ground/checked.h"
#include "../ground/env.h"
#include "../ground/inside.h"
#include "../ground/not_cancelled.h"
#include "../ground/thread_data.h"
#include "../ground/why.h"
#include "../map/extent.h"
#include "../map/plan.h"
#include "compare.h"
#include "region.h"
#include "summary.h"

/* A handler's loop, between another one's start and call, leaves it as it has found it. */
static _Thread_local struct tcr_compare *announced;
TCR_THREAD_DATA(announced);

struct tcr_compare_total tcr_compare_total;

__attribute__((destructor)) static void say_total(void)
{
    if (!tcr_config.compare)
        return;
    fprintf(stderr,
            "tcr: compare: %llu calls, %llu values, of which %llu differ; %llu calls not "
            "compared\n",
            tcr_compare_total.calls, tcr_compare_total.values, tcr_compare_total.differences,
            tcr_compare_total.left);
}

static void destroy(struct tcr_compare *c)
{
    for (size_t k = 0; c && k < c->n; k++) {
        free(c->stretch[k].before);
        free(c->stretch[k].device);
    }
    if (c) {
        free(c->stretch);
        free(c->before);
        free(c->device);
    }
    free(c);
}

static struct tcr_compare *start(struct tcr_region *region, const char *types)
{
    TCR_KEEP_ERRNO;
    struct tcr_compare *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->region = region;
    c->types = types;
    c->before = calloc(region->n_vars + 1, sizeof *c->before);
    c->device = calloc(region->n_vars + 1, sizeof *c->device);
    c->stretch = calloc(region->n_vars + region->n_bases + 1, sizeof *c->stretch);
    if (!c->before || !c->device || !c->stretch) {
        destroy(c);
        return NULL;
    }
    c->around = announced;
    announced = c;
    return c;
}

/* No loop goes to the device: count this one as not compared, and say why, once. */
static void count_off(void)
{
    static atomic_bool said;

    atomic_fetch_add(&tcr_compare_total.left, 1);
    if (!atomic_exchange(&said, true))
        fprintf(stderr, "tcr: compare: no loop is compared from here on: %s\n",
                tcr_device_host_reason());
}

static void *start_inside(struct tcr_region *region, const char *types)
{
    TCR_NOT_CANCELLED;
    struct tcr_compare *c = NULL;

    if (!tcr_come_in()) /* a signal handler's loop */
        return NULL;
    if (tcr_mode == TCR_MODE_NEW)
        tcr_device_setup();
    if (tcr_config.compare && !tcr_region_wanted(region) && tcr_device_host_reason())
        count_off();
    else if (tcr_config.compare)
        c = start(region, types);
    tcr_go_out();
    return c;
}

void *tcr_compare_start(struct tcr_region *region, const char *types)
{
    return tcr_mode == TCR_MODE_NEW || tcr_config.compare ? start_inside(region, types) : NULL;
}

struct tcr_compare *tcr_compare_of(const struct tcr_region *region)
{
    struct tcr_compare *c = announced;

    announced = NULL;
    return c && c->region == region ? c : NULL;
}

void tcr_compare_left(const struct tcr_region *region, const char *why)
{
    struct tcr_stats *stats = tcr_stats_of((struct tcr_region *)(uintptr_t)region);

    atomic_fetch_add(&tcr_compare_total.left, 1);
    if (stats && !atomic_exchange(&stats->left, true))
        fprintf(stderr, "tcr: %s:%u: compare: not compared: %s\n", region->file, region->line, why);
}

/* ---- what is kept, and put back ---- */

static bool keep(struct tcr_compare *c, struct tcr_stretch s)
{
    s.before = malloc(s.size);
    s.device = malloc(s.size);
    c->stretch[c->n++] = s; /* destroy() frees it */
    return s.before && s.device && tcr_peek(s.before, s.host, s.size);
}

/* The types of base k. */
static const char *types_of(const struct tcr_compare *c, unsigned k)
{
    const char *at = c->types;

    while (k-- > 0)
        at = strchr(at, ';') + 1;
    return at;
}

/* Of places that nobody knows, or of which only the ends are known, may some lie beyond the object?
 * What is there changes meanwhile, and must not be put back. */
static bool leaves_object(const struct tcr_plan *p, unsigned k, const struct tcr_hull *written)
{
    const uintptr_t base = p->section[k].base;
    bool spread = false, anywhere = false;
    enum tcr_extent extent;
    uintptr_t lo, hi;

    for (unsigned a = 0; a < p->call->n_accesses; a++) {
        const struct tcr_access *access = &p->call->accesses[a];

        if (access->base != k || !tcr_access_writes(access))
            continue;
        if (access->limit_hi)
            return false;
        spread = spread || access->group;
        anywhere = anywhere || (access->flags & TCR_ACCESS_SCATTER);
    }
    if (!spread && !anywhere)
        return false;
    extent = tcr_extent_find(base, &lo, &hi);
    return extent == TCR_EXTENT_NONE || (spread && extent == TCR_EXTENT_AROUND) ||
           tcr_clamped(base, written->lo) < lo || tcr_clamped(base, written->hi) > hi;
}

/* NULL: all that the base writes has been kept; else why not. */
static const char *keep_base(struct tcr_compare *c, const struct tcr_plan *p, unsigned k)
{
    const struct tcr_base *b = &p->region->bases[k];
    const struct tcr_section *s = &p->section[k];
    struct tcr_stretch to = {.base = b, .types = types_of(c, k), .origin = s->base};
    struct tcr_hull written = s->written;

    /* a clause may end before what is written under a condition */
    tcr_hull_clip(&written, s->hull.lo, s->hull.hi);
    if (!tcr_writes(p, k))
        return NULL;
    if (b->parent >= 0 || (b->flags & TCR_BASE_ROWS))
        return "it writes rows that a table of pointers leads to";
    if (b->map == TCR_MAP_DEVICEPTR)
        return "it writes device memory";
    if (written.lo >= written.hi)
        return NULL;
    if (leaves_object(p, k, &written))
        return "what it writes may reach beyond its array, as far as is known";
    if (*to.types == ';')
        return "the types of what it writes are not known";
    to.host = s->base + (uintptr_t)written.lo;
    to.size = (size_t)(written.hi - written.lo);
    return keep(c, to) ? NULL : "what it writes cannot all be read, or kept";
}

static const char *keep_object(struct tcr_compare *c, const struct tcr_plan *p, unsigned k)
{
    const struct tcr_var *v = &p->region->vars[k];
    unsigned flags = tcr_compare_flags(p->region, k);
    size_t n = flags & TCR_SHAPE_MANY ? p->region->shapes[k].count : 0;
    struct tcr_stretch to = {.var = v};

    if (flags & TCR_SHAPE_COPIES)
        n = (size_t)p->call->objects[k].n;
    if (n == 0)
        return NULL;
    to.origin = to.host = (uintptr_t)p->call->objects[k].at;
    to.size = n * tcr_type_size(v->type);
    return keep(c, to) ? NULL : "a reduced section cannot all be read, or kept";
}

bool tcr_compare_keep(struct tcr_compare *c, struct tcr_plan *p)
{
    struct tcr_why why = {.wanted = true};
    const char *left = NULL;

    if (p->region->flags & TCR_REGION_FORCE_DEVICE)
        left = "it uses device memory";
    if (!left && (p->region->flags & TCR_REGION_UNORDERED))
        left = "its iterations update memory atomically, and their order may show";
    if (!left && tcr_plan_to_host(p, &why))
        left = why.text;
    for (unsigned k = 0; k < p->region->n_bases && !left; k++)
        left = keep_base(c, p, k);
    for (unsigned k = 0; k < p->region->n_vars && !left; k++)
        left = keep_object(c, p, k);
    if (!left) /* what is present but was only created differs where the loop has gaps */
        tcr_plan_host_writes(p);
    c->inner = p->region->scan ? p->iterations : p->iterations / (double)p->call->n;
    c->terms = p->iterations;
    if (left)
        tcr_compare_left(p->region, left);
    return !left;
}

bool tcr_compare_take(struct tcr_compare *c, struct tcr_plan *p, const union tcr_slot *slots)
{
    struct tcr_why why = {.wanted = true};
    const char *left = p->device_only ? "it uses device memory" : NULL;

    if (!left && tcr_plan_to_host(p, &why))
        left = why.text;
    if (left) {
        tcr_compare_left(p->region, left);
        return false;
    }
    tcr_plan_host_writes(p);
    for (size_t k = 0; k < c->n; k++)
        memcpy(c->stretch[k].device, (const void *)c->stretch[k].host, c->stretch[k].size);
    for (size_t k = 0; k < c->n; k++)
        tcr_store_changed((char *)c->stretch[k].host, c->stretch[k].before, c->stretch[k].device,
                          c->stretch[k].size);
    memcpy(c->device, slots, p->region->n_vars * sizeof *slots);
    c->taken = true;
    return true;
}

static void values_inside(struct tcr_compare *c, const union tcr_slot *values)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;

    if (!c->begun) {
        memcpy(c->before, values, c->region->n_vars * sizeof *values);
        c->begun = true;
        return;
    }
    announced = c->around;
    if (c->taken)
        tcr_compare_numbers(c, values);
    tcr_compare_total.calls += c->taken;
    destroy(c);
}

void tcr_compare_values(void *compare, const union tcr_slot *values)
{
    const bool in = tcr_come_in(); /* what a handler's loop would allocate is being freed */

    values_inside(compare, values);
    if (in)
        tcr_go_out();
}
