/* SPDX-License-Identifier: MIT */
/*
 * extent.c: how large is the object that a pointer points into?
 *
 * For accesses at places that nobody can compute before the loop: a[idx[i]].
 * The answer is a present section, a block of the heap (heap.c), a variable of
 * the program's table of symbols (statics.c), or else the readable memory around
 * the address, as the system lists it: static data, a stack, a mapping.  The last is too much
 * rather than too little, and may be out of date: the list is read again only when it has no
 * answer.  That does no harm, since none of this is believed: the kernel asks before each such
 * access whether it is within what has been copied (kernels/within.cuh), and if one is not, its
 * results are forgotten and the host's loop runs.
 *
 * A pointer that leads nowhere may be one that the call does not use, and that was never set.
 * It gets no memory, so that the kernel tells if it is used after all.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../spec/contract.h"
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/stats.h"
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "../ground/checked.h"
#include "../ground/why.h"
#include "../present/memory.h"
#include "../present/present.h"
#include "extent.h"
#include "heap.h"
#include "plan.h"
#include "statics.h"

/* Of memory around an address, the most that is worth copying. */
#define MOST_AROUND ((size_t)256 << 20)

/* ---- the system's list of readable memory ---- */

struct stretch {
    uintptr_t lo, hi;
    char rights[4];
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct stretch *list; /* by address; neighbours with the same rights are one */
static size_t n_list, list_room;

static bool add_stretch(uintptr_t lo, uintptr_t hi, const char rights[4])
{
    struct stretch *last = n_list ? &list[n_list - 1] : NULL;

    if (last && last->hi == lo && memcmp(last->rights, rights, sizeof last->rights) == 0) {
        last->hi = hi;
        return true;
    }
    if (n_list == list_room) {
        size_t room = list_room ? 2 * list_room : 64;
        struct stretch *more = realloc(list, room * sizeof *list);

        if (!more)
            return false;
        list = more;
        list_room = room;
    }
    list[n_list] = (struct stretch){.lo = lo, .hi = hi};
    memcpy(list[n_list++].rights, rights, sizeof list->rights);
    return true;
}

/* Under the lock.  What cannot be read, or not understood, is left out. */
static void read_list(void)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[256];
    bool begins = true;

    n_list = 0;
    while (maps && fgets(line, sizeof line, maps)) {
        unsigned long lo, hi;
        char rights[5];

        if (begins && sscanf(line, "%lx-%lx %4s", &lo, &hi, rights) == 3 && rights[0] == 'r' &&
            !add_stretch(lo, hi, rights))
            break;
        begins = strchr(line, '\n') != NULL; /* the rest of a long line is none */
    }
    if (maps)
        fclose(maps);
}

static const struct stretch *in_list(uintptr_t address)
{
    size_t lo = 0, hi = n_list;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (list[mid].hi <= address)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < n_list && list[lo].lo <= address ? &list[lo] : NULL;
}

/* The stack below this very function holds nothing of the program's. */
static bool find_around(uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    const struct stretch *s;

    pthread_mutex_lock(&list_lock);
    s = in_list(address);
    if (!s) {
        read_list();
        s = in_list(address);
    }
    if (s) {
        *lo = s->lo;
        *hi = s->hi;
    }
    pthread_mutex_unlock(&list_lock);
    if (s && *lo < here && here < *hi && here <= address)
        *lo = here / TCR_PIECE_ALIGN * TCR_PIECE_ALIGN;
    return s != NULL;
}

static void forget_list(void)
{
    pthread_mutex_lock(&list_lock);
    n_list = 0;
    pthread_mutex_unlock(&list_lock);
}

void tcr_extent_fork(bool before)
{
    if (before)
        pthread_mutex_lock(&list_lock);
    else
        pthread_mutex_unlock(&list_lock);
}

/* ---- blocks that nobody has noted ---- */

/* Set when something that looked like a block was none. */
static _Atomic bool blocks_lie;

/* What stands before a block of the GNU C library: the size of the chunk with
 * this head, and three flags. */
enum { IN_USE_BEFORE = 1, MAPPED = 2, FLAGS = 7 };

static bool is_chunk_size(size_t size)
{
    return size >= 32 && size % 16 == 0;
}

/* Does the address look like the start of such a block?  Of another allocator's
 * it may, too: that is found out as any wrong extent is. */
static bool find_block(uintptr_t address, uintptr_t *lo, uintptr_t *hi, bool *mapped)
{
    size_t head[2], next[2], page = (size_t)sysconf(_SC_PAGESIZE), size;
    uintptr_t chunk = address - sizeof head;

    if (address % 16 != 0 || !tcr_peek(head, chunk, sizeof head))
        return false;
    size = head[1] & ~(size_t)FLAGS;
    if (!is_chunk_size(size) || size > UINTPTR_MAX - chunk - sizeof next)
        return false;
    *lo = address;
    *hi = chunk + size;
    *mapped = head[1] & MAPPED;
    if (*mapped) /* a mapping of its own */
        return (chunk - head[0]) % page == 0 && *hi % page == 0;
    if (!tcr_peek(next, *hi, sizeof next))
        return false;
    *hi += sizeof size; /* the next one's first word is the block's */
    return (next[1] & IN_USE_BEFORE) && is_chunk_size(next[1] & ~(size_t)FLAGS);
}

bool tcr_extent_is_block(uintptr_t lo, uintptr_t hi, bool *mapped)
{
    uintptr_t from, to;

    return find_block(lo, &from, &to, mapped) && hi <= to;
}

/* ---- the object ---- */

/* Set when a loop has left the variable that a pointer led into. */
static _Atomic bool symbols_lie;

/* May what has been found be wrong: the device checks it, and no thread of the host's goes by it?
 */
struct guesses {
    bool blocks, statics;
};

/* Is some of [*lo, *hi) present, so that it is what lies beside that? */
static bool is_narrowed(uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    const uintptr_t from = *lo, to = *hi;

    return !tcr_present_around(address, lo, hi) && (*lo != from || *hi != to);
}

static enum tcr_extent find(uintptr_t address, struct guesses guess, uintptr_t *lo, uintptr_t *hi)
{
    bool mapped;

    *lo = 0;
    *hi = UINTPTR_MAX;
    if (tcr_present_around(address, lo, hi) || tcr_heap_find(address, lo, hi))
        return TCR_EXTENT_OBJECT;
    if (guess.statics && !symbols_lie && tcr_statics_find(address, lo, hi))
        return is_narrowed(address, lo, hi) ? TCR_EXTENT_AROUND : TCR_EXTENT_OBJECT;
    if (guess.blocks && !blocks_lie && find_block(address, lo, hi, &mapped))
        return TCR_EXTENT_OBJECT;
    *lo = 0;
    *hi = UINTPTR_MAX;
    if (!find_around(address, lo, hi) && !find_around(address - 1, lo, hi))
        return TCR_EXTENT_NONE;
    /* what is present is another object */
    return tcr_present_around(address, lo, hi) ? TCR_EXTENT_OBJECT : TCR_EXTENT_AROUND;
}

enum tcr_extent tcr_extent_find(uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    return find(address, (struct guesses){true, true}, lo, hi);
}

/* OpenMP's loops for the host have no clause for that. */
const char *tcr_extent_before(const struct tcr_plan *p)
{
    return p->region->flags & TCR_REGION_HOST_DATA ? "'#pragma tcr loop " : "";
}

const char *tcr_extent_behind(const struct tcr_plan *p)
{
    return p->region->flags & TCR_REGION_HOST_DATA ? "' above OpenMP's directive" : "";
}

int tcr_extent_refuse(const struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    const char *name = p->region->bases[k].name;

    if (p->region->bases[k].flags & TCR_BASE_ROWS)
        return tcr_refuse(why, TCR_E_INVALID,
                          "the extent of '%s' is not known; it holds pointers: allocate it by "
                          "itself",
                          name);
    return tcr_refuse(why, TCR_E_INVALID, "the extent of '%s' is not known: write %s%s(%s[0:n])%s",
                      name, tcr_extent_before(p), tcr_writes(p, k) ? "copy" : "copyin", name,
                      tcr_extent_behind(p));
}

bool tcr_extent_join(uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    uintptr_t from, to;

    if (tcr_extent_find(address, &from, &to) == TCR_EXTENT_NONE)
        return false;
    *lo = from < *lo ? from : *lo;
    *hi = to > *hi ? to : *hi;
    return *hi - *lo <= MOST_AROUND;
}

/* May a pointer be device memory that the system does not list? */
static bool may_be_devices(void)
{
    return tcr_mode == TCR_MODE_READY ||
           (tcr_mode == TCR_MODE_IDLE && tcr_backend->in_process && tcr_backend->in_process());
}

/* May it be such a pointer itself?  While no device is open, the driver may just be coming into the
 * process, and knows nothing of it yet. */
static bool may_lie_there(uintptr_t base)
{
    char byte;

    return tcr_memory_kind((const void *)base) == TCR_POINTER_DEVICE ||
           (tcr_mode != TCR_MODE_READY && may_be_devices() && !tcr_peek(&byte, base, 1));
}

/* Has the region used such a pointer, so that they are no unused ones? */
static bool uses_unknown(const struct tcr_region *region)
{
    const struct tcr_stats *stats = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);

    return stats && stats->lacked > 0;
}

/* Does the kernel ask before each access by base k, whose accesses at known places give `known`?
 * Pointers in it that are followed are read on the host. */
static bool may_lack(const struct tcr_plan *p, unsigned k, const struct tcr_hull *known)
{
    unsigned flags = p->region->bases[k].flags;

    return (flags & TCR_BASE_CHECKED) && !(flags & TCR_BASE_ROWS) && known->lo >= known->hi &&
           !uses_unknown(p->region);
}

void tcr_extent_lack(struct tcr_plan *p, unsigned k)
{
    struct tcr_section *s = &p->section[k];

    s->how = TCR_HOW_NOTHING;
    s->hull = (struct tcr_hull){0, 0, false};
    s->size = 0;
    s->device = s->base = (uintptr_t)p->call->base[k];
}

/* Around each pointer, rows.c will look.  Where something is written, what else is
 * touched must be known before that. */
static int find_whole_child(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    const struct tcr_hull some = {0, 1, false};

    p->section[k].whole = true;
    tcr_hull_join(&p->section[k].hull, &some);
    if (p->region->flags & TCR_REGION_WRITES)
        return tcr_refuse(why, TCR_ORDER,
                          "how much of the rows '%s' the loop reads is not known, and it writes "
                          "memory",
                          p->region->bases[k].name);
    return 0;
}

/* Does the loop run in its own order wherever the host does it?  Then all that hangs
 * on an extent is what the device checks. */
static bool host_in_order(const struct tcr_region *region)
{
    bool some = region->flags & TCR_REGION_ENDS;

    for (unsigned k = 0; k < region->n_bases; k++)
        some = some || (region->bases[k].flags & TCR_BASE_OWNED);
    return some;
}

/* Do the host's threads go by what the program says of its iterations, and by no address? */
static bool is_promised(const struct tcr_region *region)
{
    return TCR_PROMISED_LEVELS(region->flags) > 0;
}

/* May something be written that lies on the device, so that nothing leads back?  Then what may be
 * wrong of this is not tried. */
static bool may_write_there(const struct tcr_plan *p)
{
    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const uintptr_t base = (uintptr_t)p->call->base[k];
        uintptr_t lo = 0, hi = UINTPTR_MAX;

        if (!tcr_writes(p, k))
            continue;
        if ((p->region->bases[k].flags & TCR_BASE_CHILD) || tcr_present_around(base, &lo, &hi) ||
            may_lie_there(base))
            return true;
    }
    return false;
}

/* Is something of [lo, hi) written?  Then whether the pointer is a guess decides what is done. */
static bool meets_written(const struct tcr_plan *p, uintptr_t lo, uintptr_t hi)
{
    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_hull *hull = &p->section[k].hull;
        uintptr_t base = (uintptr_t)p->call->base[k];

        if (tcr_writes(p, k) && tcr_clamped(base, hull->lo) < hi &&
            lo <= tcr_clamped(base, hull->hi))
            return true;
    }
    return false;
}

static int find_whole(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    const bool writes = p->region->flags & TCR_REGION_WRITES;
    const bool checked = p->region->bases[k].flags & TCR_BASE_CHECKED;
    const bool blocks = !writes || (checked && host_in_order(p->region));
    const bool promised = checked && is_promised(p->region) && !may_write_there(p);
    const struct guesses guess = {blocks, !writes || promised};
    uintptr_t base = (uintptr_t)p->call->base[k], lo, hi;
    struct tcr_section *s = &p->section[k];
    struct tcr_hull hull = {0, 1, false}, known = s->hull;
    enum tcr_extent extent = find(base, guess, &lo, &hi);

    s->whole = true;
    s->around = extent == TCR_EXTENT_AROUND;
    s->unknown =
        extent == TCR_EXTENT_NONE || (s->around && (hi - lo > MOST_AROUND || tcr_writes(p, k)));
    if (may_lack(p, k, &known) && (s->unknown || (s->around && meets_written(p, lo, hi)))) {
        s->unknown = true;
        s->around = false;
        s->hull = hull;
        s->lacks = true;
        p->lacks = k + 1;
        if (!may_be_devices())
            tcr_extent_lack(p, k);
        return 0;
    }
    if (extent != TCR_EXTENT_NONE)
        hull = (struct tcr_hull){(long long)(lo - base), (long long)(hi - base), false};
    tcr_hull_join(&s->hull, &hull);
    return s->unknown && (writes || !may_be_devices()) ? tcr_extent_refuse(p, k, why) : 0;
}

int tcr_extent_plan(struct tcr_plan *p, struct tcr_why *why)
{
    int error = 0;

    for (unsigned k = 0; k < p->call->n_accesses && !error; k++) {
        const struct tcr_access *a = &p->call->accesses[k];

        if (!(a->flags & TCR_ACCESS_WHOLE))
            continue;
        if (p->region->bases[a->base].flags & TCR_BASE_CHILD)
            error = find_whole_child(p, a->base, why);
        else if (p->call->base[a->base])
            error = find_whole(p, a->base, why);
    }
    return error;
}

/* Is what is written there the device's only copy, or may some of it be? */
static bool in_place(const struct tcr_plan *p, unsigned k)
{
    enum tcr_how how = p->section[k].how;

    return how == TCR_HOW_PRESENT || how == TCR_HOW_AS_IS || (how == TCR_HOW_CHILD && p->must);
}

int tcr_extent_risk(const struct tcr_plan *p, struct tcr_why *why)
{
    for (unsigned k = 0; p->lacks && k < p->region->n_bases; k++)
        if (tcr_writes(p, k) && (in_place(p, k) || p->section[k].how == TCR_HOW_CHILD))
            return tcr_extent_refuse(p, p->lacks - 1, why);
    return 0;
}

/* ---- the kernel's check ---- */

bool tcr_extent_checks(const struct tcr_region *region)
{
    if (region->flags & (TCR_REGION_ENDS | TCR_REGION_NAN))
        return true;
    for (unsigned k = 0; k < region->n_bases; k++)
        if (region->bases[k].flags & TCR_BASE_CHECKED)
            return true;
    return false;
}

void tcr_extent_range(const struct tcr_plan *p, unsigned k, tcr_device_address lo,
                      unsigned long long size)
{
    const struct tcr_base *b = &p->region->bases[k];
    struct tcr_range_args range = {.lo = (long long)lo, .room = (long long)size};

    if (b->flags & TCR_BASE_CHECKED)
        memcpy((char *)p->call->args + b->range_offset, &range, sizeof range);
}

void tcr_extent_section(const struct tcr_plan *p, unsigned k)
{
    const struct tcr_section *s = &p->section[k];

    if (s->how == TCR_HOW_AS_IS) /* it has no extent that anybody knows */
        tcr_extent_range(p, k, 0, ULLONG_MAX);
    else
        tcr_extent_range(p, k, s->device + (uintptr_t)s->hull.lo, s->size);
}

int tcr_extent_promising(const struct tcr_stats *stats, struct tcr_why *why)
{
    enum { ENOUGH = 3 };

    if (stats->stopped < ENOUGH)
        return 0;
    if (stats->outgrown)
        return tcr_refuse(why, TCR_E_INVALID,
                          "iterations have needed more memory of their own than the device has for "
                          "each in calls before");
    return tcr_refuse(why, TCR_E_INVALID,
                      "iterations have come to a path that only the host takes in %d calls before",
                      ENOUGH);
}

/* A slot behind the results, and behind the one in which a kernel may say that it is done, says
 * which base's section was left, or that the program is to end. */
static unsigned astray_place(const struct tcr_plan *p)
{
    return p->slots + 1;
}

static unsigned *astray_slot(const struct tcr_plan *p, const struct tcr_lane *lane)
{
    return (unsigned *)&lane->result[astray_place(p)];
}

void tcr_extent_lane(const struct tcr_plan *p, struct tcr_lane *lane)
{
    union tcr_slot *slot = lane->result_device;
    const char *spare = (const char *)lane->scratch + TCR_LANE_SPARE;
    struct tcr_astray_args astray = {.astray = (long long)(uintptr_t)(slot + astray_place(p)),
                                     .spare = (long long)(uintptr_t)spare};

    if (!tcr_extent_checks(p->region))
        return;
    *astray_slot(p, lane) = 0;
    memcpy((char *)p->call->args + p->region->astray_offset, &astray, sizeof astray);
}

/* An access has left the section of base k. */
static int refuse_left(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[k];
    const struct tcr_section *s = &p->section[k];
    const bool owned = b->flags & TCR_BASE_OWNED;
    uintptr_t lo, hi;
    char where[80];

    forget_list();
    p->astray = true;
    p->lacked = s->lacks && s->size == 0;
    if (s->whole && !owned && !p->lacked)
        *(tcr_statics_find(s->base, &lo, &hi) ? &symbols_lie : &blocks_lie) = true;
    for (unsigned j = 0; j < p->region->n_bases; j++)
        p->wrong_in_place = p->wrong_in_place || (tcr_writes(p, j) && in_place(p, j));
    if (b->flags & TCR_BASE_CHILD)
        return tcr_refuse(why, TCR_E_INVALID,
                          "the loop reads '%s' outside of the %zu bytes that are known of these "
                          "rows: allocate them in one block",
                          b->name, s->size);
    if (s->size == 0)
        snprintf(where, sizeof where, ", whose extent is not known");
    else
        snprintf(where, sizeof where, " outside of the %zu bytes that are known of it", s->size);
    return tcr_refuse(why, TCR_E_INVALID,
                      "the loop %s '%s'%s: write %s%s(%s[lower:length])%s with all that it %s",
                      owned ? "uses" : "reads", b->name, where, tcr_extent_before(p),
                      owned ? "copy" : "copyin", b->name, tcr_extent_behind(p),
                      owned ? "uses" : "reads");
}

int tcr_extent_check(struct tcr_plan *p, const struct tcr_lane *lane, struct tcr_why *why)
{
    unsigned word;

    if (!tcr_extent_checks(p->region))
        return 0;
    word = *(volatile unsigned *)astray_slot(p, lane);
    if (word == 0)
        return 0;
    if (word == TCR_ASTRAY_END) {
        p->stopped = p->region->flags & TCR_REGION_HOST_PATH;
        return tcr_refuse(why, TCR_E_INVALID,
                          p->stopped ? "an iteration comes to a path that only the host takes"
                                     : "an iteration ends the program");
    }
    if (word == TCR_ASTRAY_ROOM) {
        p->stopped = p->outgrown = true;
        return tcr_refuse(why, TCR_E_INVALID,
                          "an iteration needs more memory of its own than the device has for each");
    }
    if (word == TCR_ASTRAY_NAN)
        return tcr_refuse(why, TCR_E_INVALID,
                          "a NaN is met, and the result depends on the order of the iterations");
    if (word & TCR_ASTRAY_MET) {
        const char *name = p->region->bases[(word & ~TCR_ASTRAY_MET) - TCR_ASTRAY_BASE].name;

        p->met = true;
        return tcr_refuse(why, TCR_E_INVALID,
                          "iterations meet in an element of '%s'; if it is a sum, write "
                          "reduce(+:%s[0:n])",
                          name, name);
    }
    return refuse_left(p, word - TCR_ASTRAY_BASE, why);
}
