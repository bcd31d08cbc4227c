/* SPDX-License-Identifier: MIT */
/* map.c: from accesses to sections, and from sections to device addresses. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/spare.h"
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "../ground/checked.h"
#include "../ground/why.h"
#include "../present/memory.h"
#include "../present/present.h"
#include "again.h"
#include "extent.h"
#include "owned.h"
#include "plan.h"
#include "rows.h"

/* ---- sections ---- */

/* Tables and rows are reckoned from their pointers, not all of which are known yet. */
static bool is_near(const struct tcr_hull *hull)
{
    return hull->lo > -(long long)TCR_MOST_BYTES && hull->hi < (long long)TCR_MOST_BYTES;
}

/* Where nothing may stay on the device, the program has the host's addresses in place of its. */
static bool is_hosts_memory(uintptr_t address)
{
    char byte;

    return tcr_present_unheeded() && tcr_peek(&byte, address, 1);
}

/* Turn the hull of a base into addresses. */
static int place(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[k];
    struct tcr_section *s = &p->section[k];

    s->base = (uintptr_t)p->call->base[k];
    if (b->flags & TCR_BASE_CHILD) {
        s->how = TCR_HOW_CHILD;
    } else if (b->map == TCR_MAP_DEVICEPTR && is_hosts_memory(s->base)) {
        return tcr_refuse(why, TCR_E_NOT_PRESENT,
                          "'%s' is the host's memory, for the directives of %s are not heeded",
                          b->name, tcr_present_unheeded());
    } else if (b->map == TCR_MAP_DEVICEPTR) {
        s->how = TCR_HOW_AS_IS;
        s->device = p->device_only = s->base;
        p->must = true;
        return 0;
    } else if (s->hull.lo >= s->hull.hi || s->base == 0) {
        s->how = TCR_HOW_NOTHING;
        s->device = s->base;
        return 0;
    } else {
        s->how = b->flags & TCR_BASE_ROWS ? TCR_HOW_ROWS : TCR_HOW_COPY;
    }
    if (s->hull.lo >= s->hull.hi)
        return 0;
    if (s->unknown) { /* any number may stand there; locate() asks whether it is the device's */
        s->host = s->base;
        s->size = 1;
        return 0;
    }
    if (__builtin_sub_overflow(s->hull.hi, s->hull.lo, &s->size) || s->size > TCR_MOST_BYTES)
        return tcr_refuse(why, TCR_E_INVALID, "the section of '%s' is too large", b->name);
    if (s->how != TCR_HOW_COPY && !is_near(&s->hull))
        return tcr_refuse(why, TCR_E_INVALID, "the section of '%s' is too far from its pointer",
                          b->name);
    if (s->how == TCR_HOW_CHILD)
        return 0;
    if (!tcr_moved(s->base, s->hull.lo, &s->host) || !tcr_is_memory(s->host, s->size))
        return tcr_refuse(why, TCR_E_INVALID, "the section of '%s' leaves the address space",
                          b->name);
    return 0;
}

static bool begin(struct tcr_plan *p, const struct tcr_region *region, const struct tcr_call *call)
{
    const unsigned n = region->n_bases;

    p->bytes = p->move = 0;
    p->trial = false;
    p->must = p->started = p->replaceable = p->apart = false;
    p->astray = p->wrong_in_place = p->met = p->stopped = p->outgrown = p->lacked = false;
    p->lacks = 0;
    p->bytes_to = p->bytes_from = 0;
    p->may_mirror = p->eager = false;
    p->move_mirrored = p->once = 0;
    p->mirror = NULL;
    p->region = region;
    p->call = call;
    p->section = n <= TCR_PLAN_INLINE ? p->few : calloc(n, sizeof *p->section);
    if (!p->section)
        return false;
    memset(p->section, 0, n * sizeof *p->section);
    return true;
}

int tcr_plan_make(struct tcr_plan *p, const struct tcr_region *region, const struct tcr_call *call,
                  struct tcr_why *why)
{
    const unsigned n = region->n_bases;
    struct tcr_nest nest;
    int error;

    if (!begin(p, region, call))
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    if (tcr_plan_recall(p))
        return 0;
    if (tcr_nest_init(&nest, call->loops, call->n_loops))
        return tcr_refuse(why, TCR_E_INVALID, "the loop bounds overflow");
    p->iterations = tcr_nest_iterations(&nest, call->n);
    p->accesses = tcr_nest_accesses(&nest, call);
    error = tcr_bytes_join(p, &nest, why);
    if (!error)
        error = tcr_extent_plan(p, why);
    if (!error)
        error = tcr_bytes_check_clauses(p, why);
    for (unsigned k = 0; k < n && !error; k++)
        error = place(p, k, why);
    if (error)
        return error;
    tcr_written_find(p, &nest);
    tcr_plan_count(p);
    error = tcr_plan_order(p, &nest, why);
    if (!error)
        tcr_plan_keep(p);
    return error;
}

/* ---- where they are ---- */

/* Is it memory that the device's own API has allocated?  1, 0, or a refusal:
 * memory of another device that the host cannot read either. */
static int is_devices(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    struct tcr_section *s = &p->section[k];
    uintptr_t used = tcr_used_address(s);
    enum tcr_pointer kind;
    char byte;

    kind = tcr_memory_taken((const void *)used) ? TCR_POINTER_DEVICE
                                                : tcr_backend->pointer((const void *)used);
    if (kind == TCR_POINTER_HOST || (kind == TCR_POINTER_FOREIGN && tcr_peek(&byte, used, 1)))
        return 0;
    if (kind == TCR_POINTER_FOREIGN) {
        p->device_only = used;
        return tcr_refuse(why, TCR_E_INVALID, "'%s' is memory of another device",
                          p->region->bases[k].name);
    }
    s->how = TCR_HOW_AS_IS;
    s->device = s->base;
    p->must = true;
    s->alone = kind == TCR_POINTER_DEVICE;
    if (s->alone)
        p->device_only = used;
    return 1;
}

static int locate_unknown(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    int state = is_devices(p, k, why);

    if (state == 0 && p->section[k].lacks)
        tcr_extent_lack(p, k);
    else if (state == 0 || (state > 0 && (p->region->flags & TCR_REGION_WRITES)))
        return tcr_extent_refuse(p, k, why); /* does it meet what is written? */
    return state < 0 ? state : 0;
}

static int locate(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[k];
    struct tcr_section *s = &p->section[k];
    int state = s->unknown ? 0 : tcr_present_pin(s->host, s->size, &s->entry);
    bool unsure = s->hull.soft || s->whole;

    if (state == 1) {
        s->how = TCR_HOW_PRESENT;
        s->device = (uintptr_t)s->entry->device + (s->base - s->entry->host);
        p->must = p->must || s->entry->diverged || tcr_writes(p, k);
        return 0;
    }
    s->entry = NULL;
    if (state < 0) /* an over-estimate might do, but the device would not forgive a real one */
        return tcr_refuse(why, TCR_E_PARTIAL,
                          "'%s' is present in part only: the loop %s bytes %lld to %lld from its "
                          "address%s",
                          b->name, unsure ? "may use" : "uses", s->hull.lo, s->hull.hi - 1,
                          unsure ? "; a data clause with the section would tell" : "");
    if (s->unknown)
        return locate_unknown(p, k, why);
    state = is_devices(p, k, why);
    if (state)
        return state < 0 ? state : 0;
    if (b->map == TCR_MAP_PRESENT)
        return tcr_refuse(why, TCR_E_NOT_PRESENT, "'%s' is not present", b->name);
    if (s->hull.soft && !tcr_writes(p, k) && (b->map == TCR_MAP_COPY || b->map == TCR_MAP_COPYOUT))
        return tcr_refuse(why, TCR_E_INVALID,
                          "what is to be copied back of '%s' is not known exactly", b->name);
    return 0;
}

bool tcr_plan_there(struct tcr_plan *p, const struct tcr_region *region,
                    const struct tcr_call *call)
{
    if (!begin(p, region, call))
        return false;
    for (unsigned k = 0; k < call->n_accesses; k++) {
        const struct tcr_access *a = &call->accesses[k];
        struct tcr_section *s = &p->section[a->base];
        const void *base = call->base[a->base];

        s->base = s->device = (uintptr_t)base;
        s->reads = s->reads || !(a->flags & TCR_ACCESS_WRITE);
        if ((a->flags & TCR_ACCESS_NEVER) || s->alone)
            continue;
        if (!tcr_memory_taken(base) && tcr_backend->pointer(base) != TCR_POINTER_DEVICE)
            return false;
        s->how = TCR_HOW_AS_IS;
        s->alone = p->must = true;
        s->host = s->base;
        s->size = (size_t)a->size;
        p->device_only = s->base;
    }
    return true;
}

/* ---- one copy of what several bases have in common ---- */

static bool inside(const struct tcr_section *s, const struct tcr_section *t)
{
    return t->host <= s->host && s->host + s->size <= t->host + t->size;
}

static bool overlap(const struct tcr_section *s, const struct tcr_section *t)
{
    return t->host < s->host + s->size && s->host < t->host + t->size;
}

/* Could the copy of base j serve k, too? */
static bool serves(const struct tcr_plan *p, unsigned j, unsigned k)
{
    const struct tcr_section *s = &p->section[k], *t = &p->section[j];
    unsigned map = p->region->bases[k].map;
    bool together = tcr_writes(p, j) || tcr_writes(p, k);

    if (!inside(s, t) || (inside(t, s) && j > k))
        return false;
    return together || ((map == TCR_MAP_AUTO || map == TCR_MAP_COPYIN) && tcr_written_needs(p, j));
}

/* The largest copy that holds all of section k, or k itself. */
static unsigned copy_around(const struct tcr_plan *p, unsigned k)
{
    unsigned best = k;

    for (unsigned j = 0; j < p->region->n_bases; j++)
        if (j != k && p->section[j].how == TCR_HOW_COPY && serves(p, j, k) &&
            (best == k || p->section[j].size > p->section[best].size))
            best = j;
    return best;
}

/* What is written and known by two names must be one on the device, too. */
static int check_common(const struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    const struct tcr_section *s = &p->section[k];

    for (unsigned j = 0; j < p->region->n_bases; j++) {
        const struct tcr_section *t = &p->section[j];

        if (j != k && t->how == TCR_HOW_COPY && (tcr_writes(p, j) || tcr_writes(p, k)) &&
            overlap(s, t) && !inside(s, t) && !inside(t, s))
            return tcr_refuse(why, TCR_E_INVALID, "'%s' and '%s' overlap in part, and are written",
                              p->region->bases[k].name, p->region->bases[j].name);
    }
    return 0;
}

static int share(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    struct tcr_section *s = &p->section[k], *t;
    int error = check_common(p, k, why);

    s->shared = copy_around(p, k);
    t = &p->section[s->shared];
    if (error || s->shared == k)
        return error;
    s->how = TCR_HOW_SHARED;
    t->reads = t->reads || s->reads;
    if (tcr_writes(p, k)) {
        struct tcr_hull more = s->written;
        tcr_wide apart = (tcr_wide)s->base - t->base; /* the bases may be anywhere, */

        more.lo = (long long)(more.lo + apart); /* the section is inside the other */
        more.hi = (long long)(more.hi + apart);
        tcr_hull_join(&t->written, &more);
        t->dense = false;
        t->n_runs = 0;
    }
    return 0;
}

/* Bytes to be copied, either way. */
static void count_moves(struct tcr_plan *p)
{
    p->move += p->move_mirrored;
    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_section *s = &p->section[k];

        if (s->how == TCR_HOW_COPY && tcr_written_needs(p, k))
            p->move += (double)s->size;
        if (s->how == TCR_HOW_COPY && s->written.lo < s->written.hi)
            p->move += (double)(s->written.hi - s->written.lo);
    }
    p->move_least = p->move - p->move_mirrored;
}

static int locate_rows(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    int state = is_devices(p, k, why);

    if (state)
        return state < 0 ? state : 0;
    if (p->section[k].unknown || p->section[k].around)
        return tcr_extent_refuse(p, k, why);
    state = tcr_rows_locate(p, k, why);
    return state == 0 && p->section[k].how == TCR_HOW_COPY ? locate(p, k, why) : state;
}

int tcr_plan_locate(struct tcr_plan *p, struct tcr_why *why)
{
    int error = 0;

    p->move = 0;
    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        struct tcr_section *s = &p->section[k];

        if (s->how == TCR_HOW_COPY)
            error = locate(p, k, why);
        else if (s->how == TCR_HOW_ROWS)
            error = locate_rows(p, k, why);
    }
    if (!error)
        error = tcr_mirrored_begin(p, why);
    if (!error)
        tcr_written_gaps(p);
    for (unsigned k = 0; k < p->region->n_bases && !error; k++)
        if (p->section[k].how == TCR_HOW_COPY)
            error = share(p, k, why);
    count_moves(p);
    return error ? error : tcr_extent_risk(p, why);
}

/* ---- bring them over ---- */

/* May the section reach beyond the object?  A clause's can: it is what somebody
 * has written, longer perhaps than what is there. */
static bool wary(const struct tcr_section *s)
{
    return s->hull.soft || s->clause || s->whole;
}

static int not_readable(const struct tcr_plan *p, const struct tcr_section *s, struct tcr_why *why)
{
    return tcr_refuse(why, TCR_E_INVALID, "%s of '%s' is not all readable",
                      s->clause ? "the data clause's section" : "the section",
                      p->region->bases[s - p->section].name);
}

/* Some of it will be written.  Which bytes, a copy that stays here will tell, and what they were.
 */
static int send_kept(struct tcr_plan *p, struct tcr_section *s, size_t pad, struct tcr_lane *lane,
                     struct tcr_why *why)
{
    int error;

    s->sent = tcr_spare_get(s->size);
    if (!s->sent)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    if (wary(s) && s->size >= TCR_STAGED_LEAST) {
        struct tcr_piece piece = {s->host, s->size};

        error = tcr_gather(lane, (char *)s->alloc + pad, &piece, 1, s->sent, why);
        return error == TCR_E_INVALID ? not_readable(p, s, why) : error;
    }
    if (!wary(s))
        error = tcr_copy_to(lane, (char *)s->alloc + pad, (const void *)s->host, s->size, s->sent);
    else if (!tcr_peek(s->sent, s->host, s->size))
        return not_readable(p, s, why);
    else
        error = tcr_backend->copy_to((char *)s->alloc + pad, s->sent, s->size, lane->stream);
    return error ? tcr_refuse_device(why, error, "copying to the device") : 0;
}

static int copy_in(struct tcr_plan *p, struct tcr_section *s, struct tcr_lane *lane,
                   struct tcr_why *why)
{
    struct tcr_piece piece = tcr_piece_around(s->host, s->size);
    size_t pad = s->host - piece.host;
    int error;

    p->bytes_to += s->size;
    if (tcr_written_keeps(p, (unsigned)(s - p->section)))
        return send_kept(p, s, pad, lane, why);
    if (wary(s)) {
        error = tcr_gather(lane, s->alloc, &piece, 1, NULL, why);
        return error == TCR_E_INVALID && s->clause ? not_readable(p, s, why) : error;
    }
    error = tcr_copy_to(lane, (char *)s->alloc + pad, (const void *)s->host, s->size, NULL);
    return error ? tcr_refuse_device(why, error, "copying to the device") : 0;
}

/* The section's own device memory.  It starts at the same offset from a
 * 16-byte boundary as on the host, so that what is aligned there is here. */
static int map_copy(struct tcr_plan *p, unsigned k, struct tcr_lane *lane, struct tcr_why *why)
{
    struct tcr_section *s = &p->section[k];
    struct tcr_piece piece = tcr_piece_around(s->host, s->size);
    int error;

    s->alloc_size = wary(s) ? piece.size : s->size + (s->host - piece.host);
    error = tcr_pool_alloc(&s->alloc, &s->alloc_size);
    if (error) {
        s->alloc = NULL;
        return tcr_refuse_device(why, error, "allocating device memory");
    }
    s->device = (uintptr_t)s->alloc + (s->base - piece.host);
    return tcr_written_needs(p, k) ? copy_in(p, s, lane, why) : 0;
}

int tcr_plan_map(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why)
{
    int error = tcr_mirrored_map(p, lane, why);

    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        struct tcr_section *s = &p->section[k];

        if (s->how == TCR_HOW_COPY)
            error = map_copy(p, k, lane, why);
        else if (s->how == TCR_HOW_ROWS)
            error = tcr_rows_map(p, k, lane, why);
    }
    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        struct tcr_section *s = &p->section[k];

        if (s->how == TCR_HOW_CHILD)
            continue;
        if (s->how == TCR_HOW_SHARED)
            s->device = p->section[s->shared].device + (s->base - p->section[s->shared].base);
        memcpy((char *)p->call->args + p->region->bases[k].arg_offset, &s->device,
               sizeof s->device);
        tcr_extent_section(p, k);
    }
    return error ? error : tcr_owned_map(p, lane, why);
}

static void release(struct tcr_section *s)
{
    if (s->entry)
        tcr_present_unpin(s->entry);
    if (s->alloc)
        tcr_pool_free(s->alloc, s->alloc_size);
    tcr_owned_release(s);
    if (s->rows)
        tcr_rows_release(s->rows);
    free(s->rows);
    tcr_spare_put(s->sent);
    free(s->runs);
    s->entry = NULL;
    s->sent = NULL;
    s->runs = NULL;
    s->n_runs = 0;
    s->alloc = NULL;
    s->rows = NULL;
}

/* Nothing, of a call whose arrays are there, when it is asked once more. */
static bool holds(const struct tcr_section *s)
{
    return s->entry || s->alloc || s->marks || s->kept || s->rows || s->sent || s->runs;
}

void tcr_plan_release(struct tcr_plan *p)
{
    if (p->section)
        tcr_mirrored_end(p);
    for (unsigned k = 0; p->section && k < p->region->n_bases; k++)
        if (holds(&p->section[k]))
            release(&p->section[k]);
}

/* ---- for the host loop ---- */

int tcr_plan_to_host(struct tcr_plan *p, struct tcr_why *why)
{
    const struct tcr_hull all = {1, LLONG_MAX, false};
    int error = 0;

    if (p->astray || (p->region->flags & TCR_REGION_ENDS)) /* nobody knows what it reads */
        return tcr_present_newer() ? tcr_present_to_host(0, &all, why) : 0;
    for (unsigned k = 0; tcr_present_newer() && k < p->region->n_bases && !error; k++) {
        const struct tcr_base *b = &p->region->bases[k];
        struct tcr_hull hull = p->section[k].hull;
        uintptr_t base = (uintptr_t)p->call->base[k];

        if (b->map == TCR_MAP_DEVICEPTR || (b->flags & TCR_BASE_CHILD) || base == 0)
            continue;
        tcr_hull_join(&hull, &p->section[k].read);
        if (b->flags & TCR_BASE_ROWS)
            error = tcr_rows_to_host(p, k, why);
        else
            error = tcr_present_to_host(base, &hull, why);
    }
    return error;
}

void tcr_plan_end(struct tcr_plan *p)
{
    if (p->section != p->few)
        free(p->section);
    p->section = NULL;
}
