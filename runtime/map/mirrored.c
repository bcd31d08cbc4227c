/* SPDX-License-Identifier: MIT */
/*
 * mirrored.c: sections that stay on the device from call to call without directives.
 *
 * Candidates are sections of blocks of the heap that are noted, in the C library's own heap, and of
 * the program's variables; they have no data clause.  What the loop copies all the same is said to
 * the mirrors, too: of that memory there must be none while the call lasts.
 */
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/stats.h"
#include "../ground/checked.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "../mirror/mirror.h"
#include "../present/present.h"
#include "extent.h"
#include "heap.h"
#include "plan.h"
#include "rows.h"
#include "statics.h"

/* ---- what may have a mirror ---- */

/* A stack may lie in a block: this thread's can be seen. */
static bool holds_stack(uintptr_t lo, uintptr_t hi)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);

    return lo <= here && here < hi;
}

/* Memory of which there are no mirrors, for each kind once. */
enum none { OTHER_HEAP, STACK_IN_BLOCK, OTHER_MEMORY };

static bool none(const struct tcr_plan *p, unsigned k, enum none which)
{
    static const char *const kind[] = {
        [OTHER_HEAP] = "blocks that are not of the C library's malloc",
        [STACK_IN_BLOCK] = "blocks that hold a stack",
        [OTHER_MEMORY] = "stacks, mappings and memory of libraries",
    };
    static _Atomic bool said[sizeof kind / sizeof *kind];

    if (!atomic_exchange(&said[which], true))
        tcr_trace(2, "TCR_MIRROR: none of %s (%s:%u: %s)", kind[which], p->region->file,
                  p->region->line, p->region->bases[k].name);
    return false;
}

/* ---- variables ---- */

enum { MOST_PARTS = 4 };

/* Where the program has its variables: written before `known` is. */
static struct {
    uintptr_t lo, hi;
} part[MOST_PARTS];
static unsigned n_parts;
static pthread_once_t known = PTHREAD_ONCE_INIT;

static int note_parts(struct dl_phdr_info *info, size_t size, void *unused)
{
    uintptr_t fixed = 0; /* what nobody writes once the program has been loaded comes first */

    (void)size;
    (void)unused;
    for (unsigned k = 0; k < info->dlpi_phnum; k++)
        if (info->dlpi_phdr[k].p_type == PT_GNU_RELRO)
            fixed = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr + info->dlpi_phdr[k].p_memsz;
    for (unsigned k = 0; k < info->dlpi_phnum && n_parts < MOST_PARTS; k++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[k];
        const uintptr_t lo = info->dlpi_addr + p->p_vaddr, hi = lo + p->p_memsz;

        if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
            continue;
        part[n_parts].lo = lo < fixed && fixed <= hi ? fixed : lo;
        part[n_parts++].hi = hi;
    }
    return 1; /* the first is the program itself */
}

static void find_parts(void)
{
    dl_iterate_phdr(note_parts, NULL);
}

static bool is_variable(uintptr_t lo, uintptr_t hi)
{
    bool found = false;

    pthread_once(&known, find_parts);
    for (unsigned k = 0; k < n_parts; k++)
        found = found || (part[k].lo <= lo && hi <= part[k].hi);
    return found;
}

/* What the loop surely uses, or what the unit declares. */
static bool find_variable(const struct tcr_plan *p, unsigned k, struct tcr_mirror_use *u)
{
    const struct tcr_section *s = &p->section[k];

    for (unsigned a = 0; a < p->call->n_accesses; a++) {
        const struct tcr_access *access = &p->call->accesses[a];

        if (access->base != k || access->limit_hi == 0 || (access->flags & TCR_ACCESS_INDEX))
            continue;
        u->lo = tcr_clamped(s->base, access->limit_lo);
        u->hi = tcr_clamped(s->base, access->limit_hi);
        if (u->lo <= s->host && s->host + s->size <= u->hi && is_variable(u->lo, u->hi))
            return true;
    }
    if (s->whole && !s->hull.soft)
        return tcr_statics_find(s->base, &u->lo, &u->hi) && u->lo <= s->host &&
               s->host + s->size <= u->hi && is_variable(u->lo, u->hi);
    if (s->hull.soft || s->whole)
        return false;
    u->lo = s->host;
    u->hi = s->host + s->size;
    return is_variable(u->lo, u->hi);
}

/* ---- blocks of the heap ---- */

/* Is it a block?  The heap's words before a mapping of its own may be in a page that a mirror has:
 * then it was there when they were read, and the mirror will see if it is no more. */
static bool is_block(struct tcr_mirror_use *u)
{
    if (tcr_mirror_hides(u->lo))
        return u->alone = true;
    return tcr_extent_is_block(u->lo, u->hi, &u->alone);
}

/* All pages that such a block has a part of, if it may have all. */
static void take_pages(struct tcr_mirror_use *u, uintptr_t lo, uintptr_t hi)
{
    u->alone = u->alone && u->lo == lo && u->hi == hi;
    if (u->alone)
        tcr_mirror_pages(&u->lo, &u->hi);
}

/* The object around a section, less what is present beside it; false: it may have no mirror. */
static bool find_object(const struct tcr_plan *p, unsigned k, struct tcr_mirror_use *u)
{
    uintptr_t *const lo = &u->lo, *const hi = &u->hi;
    const struct tcr_base *b = &p->region->bases[k];
    const struct tcr_section *s = &p->section[k];
    bool own; /* what the pointer points into; else it may be another one beside a small block */
    uintptr_t all_lo, all_hi;

    if (b->map != TCR_MAP_AUTO || s->clause || s->around || s->unknown ||
        (b->flags & TCR_BASE_ROWS))
        return false;
    own = tcr_heap_find(s->base, lo, hi);
    if (!own && !tcr_heap_find(s->host, lo, hi)) {
        u->loose = true;
        if (!find_variable(p, k, u))
            return !is_variable(s->host, s->host + 1) && none(p, k, OTHER_MEMORY);
        return tcr_present_around(s->host, lo, hi) == 0 && s->host + s->size <= *hi;
    }
    if (!is_block(u))
        return none(p, k, OTHER_HEAP);
    if (holds_stack(*lo, *hi))
        return none(p, k, STACK_IN_BLOCK);
    all_lo = *lo;
    all_hi = *hi;
    if (s->host >= *hi || s->host + s->size <= *lo)
        return false;
    if ((s->host < *lo || s->host + s->size > *hi) &&
        (!own || !s->hull.soft || (b->flags & TCR_BASE_CHECKED)))
        return false;
    if (tcr_present_around(s->host > *lo ? s->host : *lo, lo, hi) != 0 ||
        ((s->host < *lo || s->host + s->size > *hi) && !s->hull.soft))
        return false;
    take_pages(u, all_lo, all_hi);
    return true;
}

static void add_use(struct tcr_plan *p, unsigned k)
{
    const struct tcr_section *s = &p->section[k];
    struct tcr_mirror_use *u = &p->mirror->use[p->mirror->n++];

    memset(u, 0, sizeof *u);
    u->host = s->host;
    u->size = s->size;
    if (!find_object(p, k, u))
        u->lo = u->hi = 0;
    u->needs = tcr_written_needs(p, k);
    if (s->written.lo < s->written.hi) {
        u->from = tcr_clamped(s->base, s->written.lo);
        u->to = tcr_clamped(s->base, s->written.hi);
    } else if (tcr_writes(p, k)) {
        u->from = s->host;
        u->to = s->host + s->size;
        u->needs = true;
    }
}

static void add_rows(struct tcr_plan *p, const struct tcr_rows *r)
{
    for (unsigned j = 0; r && j < r->n; j++)
        for (size_t i = 0; i < r->level[j].n_pieces; i++)
            p->mirror->use[p->mirror->n++] = (struct tcr_mirror_use){
                .host = r->level[j].piece[i].host, .size = r->level[j].piece[i].size};
}

static size_t count_uses(const struct tcr_plan *p)
{
    size_t n = p->region->n_bases;

    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_rows *r = p->section[k].rows;

        for (unsigned j = 0; r && j < r->n; j++)
            n += r->level[j].n_pieces;
    }
    return n;
}

/* Can a kernel that has run turn out to be none for the device? */
static bool may_be_forgotten(const struct tcr_region *region)
{
    bool may = tcr_extent_checks(region);

    for (unsigned k = 0; k < region->n_vars && region->shapes; k++)
        may = may || (region->shapes[k].flags & TCR_SHAPE_STRAY);
    return may;
}

/* Is there something that is neither present nor the device's own? */
static bool copies_any(const struct tcr_plan *p)
{
    for (unsigned k = 0; k < p->region->n_bases; k++)
        if (p->section[k].how == TCR_HOW_COPY || p->section[k].rows)
            return true;
    return false;
}

int tcr_mirrored_begin(struct tcr_plan *p, struct tcr_why *why)
{
    struct tcr_mirror_call *call;

    if (!p->may_mirror || !copies_any(p))
        return 0;
    /* Where they are off but have been on, this call gets none, and what it copies must come home
     * first: a fault in the middle of a copy would wait for the driver, which waits for the copy.
     */
    if (!tcr_mirror_possible() && !tcr_mirror_live())
        return 0;
    call = calloc(1, sizeof *call);
    if (call)
        call->use = malloc((count_uses(p) + 1) * sizeof *call->use);
    if (!call || !call->use) {
        free(call);
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    }
    call->back = tcr_stats_back(p->region);
    call->habit = tcr_stats_habit(p->region);
    p->mirror = call;
    for (unsigned k = 0; k < p->region->n_bases; k++)
        if (p->section[k].how == TCR_HOW_COPY)
            add_use(p, k);
    for (unsigned k = 0; k < p->region->n_bases; k++)
        add_rows(p, p->section[k].rows);
    call->keeps = may_be_forgotten(p->region);
    call->eager = p->eager;
    tcr_mirror_begin(call, &p->move_mirrored);
    for (unsigned k = 0, i = 0; k < p->region->n_bases; k++)
        if (p->section[k].how == TCR_HOW_COPY && call->use[i++].mirror) {
            p->section[k].how = TCR_HOW_MIRROR;
            p->section[k].use = i - 1;
        }
    return 0;
}

bool tcr_mirrored_any(const struct tcr_plan *p)
{
    for (unsigned k = 0; p->mirror && k < p->region->n_bases; k++)
        if (p->section[k].how == TCR_HOW_MIRROR)
            return true;
    return false;
}

/* ---- the call ---- */

int tcr_mirrored_map(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why)
{
    int error = p->mirror ? tcr_mirror_prepare(p->mirror, lane, &p->bytes_to, why) : 0;

    if (p->mirror)
        p->once = p->mirror->once;
    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        struct tcr_section *s = &p->section[k];

        if (s->how == TCR_HOW_MIRROR)
            s->device = tcr_mirror_address(&p->mirror->use[s->use]) + (s->base - s->host);
    }
    return error;
}

int tcr_mirrored_back(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why)
{
    int error = p->mirror ? tcr_mirror_finish(p->mirror, lane, &p->bytes_from, why) : 0;

    if (!error) /* the program's variables get their results now, and may lie in such memory */
        tcr_mirrored_end(p);
    return error;
}

bool tcr_mirrored_failed(struct tcr_plan *p, struct tcr_lane *lane)
{
    bool good = !p->mirror || tcr_mirror_failed(p->mirror, lane, p->started);

    tcr_mirrored_end(p);
    return good;
}

void tcr_mirrored_end(struct tcr_plan *p)
{
    if (!p->mirror)
        return;
    tcr_mirror_end(p->mirror);
    free(p->mirror->use);
    free(p->mirror);
    p->mirror = NULL;
}

/* In bulk; faults would bring the rest. */
void tcr_mirrored_to_host(const struct tcr_plan *p)
{
    for (unsigned k = 0; tcr_mirror_live() && k < p->region->n_bases; k++) {
        const struct tcr_section *s = &p->section[k];

        if (p->call->base[k] && s->size > 0 && s->host &&
            !(p->region->bases[k].flags & TCR_BASE_CHILD))
            tcr_mirror_to_host(s->host, s->size, tcr_writes(p, k));
    }
}
