/* SPDX-License-Identifier: MIT */
/* region.c: one execution of a region, from the call in the generated code to
 * the results. */
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/keep_errno.h"
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "../backend/fault.h"
#include "../cuda/backend_cuda.h"
#include "../device/code.h"
#include "../device/device.h"
#include "../device/grid.h"
#include "../device/narrow.h"
#include "../device/pool.h"
#include "../device/stats.h"
#include "../device/strict.h"
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "../ground/checked.h"
#include "../ground/cpu.h"
#include "../ground/env.h"
#include "../ground/held.h"
#include "../ground/inside.h"
#include "../ground/not_cancelled.h"
#include "../ground/shut_in.h"
#include "../ground/team.h"
#include "../ground/thread_data.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "../map/extent.h"
#include "../map/owned.h"
#include "../map/plain_scan.h"
#include "../map/plan.h"
#include "../map/recall.h"
#include "../present/interrupted.h"
#include "../present/present.h"
#include "compare.h"
#include "choose.h"
#include "copies.h"
#include "host_data.h"
#include "interrupted_call.h"
#include "nvtx.h"
#include "product.h"
#include "region.h"
#include "results.h"
#include "settled.h"
#include "summary.h"
#include "trace_call.h"

/* The region whose host loop has been seen to, as for what is on the device. */
static _Thread_local const struct tcr_region *prepared;
TCR_THREAD_DATA(prepared);
/* The region whose call is the host's, as tcr_region_enter has just found: no more is asked. */
static _Thread_local const struct tcr_region *settled;
TCR_THREAD_DATA(settled);

const char tcr_link_with_tcr_cc = 1;

/* There is no device, nothing is on one, and nobody wants to know of the call. */
static bool without_device(const struct tcr_region *region)
{
    return atomic_load_explicit(&tcr_mode, memory_order_relaxed) == TCR_MODE_HOST &&
           tcr_config.target != TCR_TARGET_REQUIRED && !(region->flags & TCR_REGION_FORCE_DEVICE) &&
           !tcr_present_any() && !tcr_config.noted && tcr_config.trace == 0 && !tcr_nvtx_on();
}

int tcr_region_enter(struct tcr_region *region)
{
    TCR_KEEP_ERRNO;
    int wanted;

    if (tcr_inside) /* a signal handler's: tcr_region_run sees to it */
        return 1;
    tcr_come_in();
    settled = without_device(region) || tcr_settled(region) ? region : NULL;
    wanted = settled ? 0 : tcr_region_wanted(region);
    tcr_go_out();
    return wanted;
}

int tcr_region_settled(struct tcr_region *region, long long n, void *const *base)
{
    TCR_KEEP_ERRNO;

    if (!tcr_come_in())
        return 0;
    settled = tcr_settled_arrays(region, n, base) ? region : NULL;
    tcr_go_out();
    return settled != NULL;
}

bool tcr_region_is_settled(const struct tcr_region *region)
{
    return settled == region;
}

int tcr_region_wanted(const struct tcr_region *region)
{
    int mode = atomic_load_explicit(&tcr_mode, memory_order_relaxed);

    if (mode == TCR_MODE_NEW || tcr_shut_in()) {
        TCR_NOT_CANCELLED;
        mode = (int)tcr_device_setup();
    }
    if (mode == TCR_MODE_IDLE || mode == TCR_MODE_READY || tcr_config.target == TCR_TARGET_REQUIRED)
        return 1;
    /* what it reads decides whether the host loop is possible: see host_loop() */
    return (region->flags & TCR_REGION_FORCE_DEVICE) ||
           (tcr_present_newer() && !tcr_works_on_host_data(region));
}

/* Why the host loop runs, where neither the generated code nor tcr_region_run
 * has said it. */
static const char *host_reason(long long n, enum tcr_reason_kind *kind)
{
    const char *device = tcr_device_host_reason();
    const int state = tcr_device_state();

    *kind = TCR_REASON_CHOICE;
    if (device && state == TCR_E_NO_DEVICE && tcr_config.target != TCR_TARGET_HOST &&
        tcr_config.backend != TCR_CHOICE_HOST)
        *kind = TCR_REASON_DEVICE;
    if ((device && state == TCR_E_LOST) || n < 0)
        *kind = TCR_REASON_HINDERED;
    if (device)
        return device;
    if (n == 0)
        return "no iterations";
    return n < 0 ? "the iterations cannot be counted" : "the if clause";
}

/* Of a call that the device has not taken. */
static enum tcr_reason_kind kind_of(int error)
{
    switch (error) {
    case TCR_ESTIMATE:
        return TCR_REASON_TIMES;
    case TCR_HOST_DATA:
    case TCR_E_FORKED:
        return TCR_REASON_CHOICE;
    case TCR_E_NO_DRIVER:
    case TCR_E_NO_DEVICE:
        return TCR_REASON_DEVICE;
    default:
        return TCR_REASON_HINDERED;
    }
}

/* Does the host's loop write what other loops may have on the device? */
static bool may_write(const struct tcr_region *region)
{
    return region->flags & (TCR_REGION_WRITES | TCR_REGION_HOST_PATH);
}

void tcr_region_to_host(const struct tcr_region *region)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;

    if (tcr_works_on_host_data(region))
        return;
    if (!tcr_come_in()) {
        tcr_interrupted_loop(region->file, region->line, may_write(region));
        return;
    }
    tcr_present_host_loop(region->file, region->line, may_write(region));
    tcr_go_out();
}

/* In a signal handler: nothing is allocated, nor said. */
static void *host_interrupted(struct tcr_region *region, long long n)
{
    struct tcr_stats *stats = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);

    if (prepared != region && n != 0 && !tcr_works_on_host_data(region))
        tcr_interrupted_loop(region->file, region->line, may_write(region));
    prepared = NULL;
    if (stats) {
        atomic_fetch_add_explicit(&stats->host_calls, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&stats->interrupted, 1, memory_order_relaxed);
    }
    return NULL;
}

void *tcr_region_host_begin(struct tcr_region *region, long long n, enum tcr_reason_kind kind,
                            const char *why)
{
    TCR_NOT_CANCELLED;
    TCR_KEEP_ERRNO;
    struct tcr_stats *stats;

    tcr_device_setup();
    if (prepared != region && n != 0 && !tcr_works_on_host_data(region))
        tcr_present_host_loop(region->file, region->line, may_write(region));
    prepared = NULL;
    if (!tcr_config.noted && tcr_config.trace == 0 && !tcr_nvtx_on()) {
        void *timed = tcr_timed_begin(region);

        if (!timed)
            tcr_settled_ran(region, n);
        return timed;
    }
    stats = tcr_stats_of(region);
    if (stats)
        atomic_fetch_add_explicit(&stats->host_calls, 1, memory_order_relaxed);
    if (!why)
        why = host_reason(n, &kind);
    return tcr_trace_host(region, stats, n, kind, why);
}

static void *host_begin(struct tcr_region *region, long long n, const char *why)
{
    const bool known = settled == region;
    void *run;

    settled = NULL;
    tcr_team_had = true;
    if (known && !tcr_present_any() && !tcr_narrow_asked() && !tcr_settled_observed()) {
        prepared = NULL;
        tcr_settled_ran(region, n);
        return NULL;
    }
    if (!tcr_come_in())
        return host_interrupted(region, n);
    run = known && !why ? tcr_region_host_begin(region, n, TCR_REASON_TIMES, TCR_TOO_LONG)
                        : tcr_region_host_begin(region, n, TCR_REASON_HINDERED, why);
    if (tcr_narrow_asked())
        run = tcr_narrow_begin(run);
    tcr_go_out();
    return run;
}

void *tcr_region_host(struct tcr_region *region, long long n, const char *why)
{
    const bool held = tcr_cancel_any_time() && tcr_held_begin();
    void *run = host_begin(region, n, why);

    return held ? tcr_held_token(run) : run;
}

/* ---- the launch ---- */

#define MOST_TAGGED 64 /* results: looking at many takes longer than one question */

/* Where nothing is reduced, the kernel leaves the tag alone; behind prefix sums of a loop there is
 * one more. */
static unsigned waited_slots(const struct tcr_plan *p)
{
    const struct tcr_region *r = p->region;
    const bool loop = r->scan && !(r->flags & TCR_REGION_SCAN_LINE);

    return p->slots ? p->slots + loop : 1;
}

/* May the kernel say by itself that it has written all?  Not of memory that the host may use, too:
 * where that is moved between them, the host has to wait until the driver knows of the end.  (What
 * it finds astray, the host can read before the tag: kernels/within.cuh.) */
static bool tells(const struct tcr_region *region, const struct tcr_plan *p)
{
    if (!(region->flags & TCR_REGION_TELLS))
        return false;
    for (unsigned k = 0; k < region->n_bases; k++)
        if (p->section[k].how == TCR_HOW_AS_IS && !p->section[k].alone)
            return false;
    return true;
}

/* Wait for the results of a launch with a tag, and put their halves together.  A kernel
 * that leaves them whole, with nothing behind them, is waited for, too. */
static int await_results(const struct tcr_plan *p, const struct tcr_lane *lane, void *stream,
                         unsigned tag)
{
    const unsigned slots = waited_slots(p);
    int state = 0;

    for (unsigned k = 0; k < slots; k++) {
        unsigned long long half[2];

        for (unsigned h = 0; h < 2 && state == 0; h++)
            state = tcr_backend->wait(stream, (const char *)&lane->result[k] + 8 * h, tag);
        if (state < 0)
            return state;
        memcpy(half, &lane->result[k], sizeof half);
        if (half[1] >> 32 == tag)
            lane->result[k].u = (half[0] & 0xffffffffu) | half[1] << 32;
    }
    return 0;
}

static int launch_once(struct tcr_plan *p, const struct tcr_launch *l, const struct tcr_lane *lane,
                       struct tcr_why *why)
{
    int error;

    if (l->grid.tag)
        memset(lane->result, 0, waited_slots(p) * sizeof *lane->result);
    error = p->words ? tcr_backend->fill(l->grid.copies, 0, p->words, l->stream) : 0;
    if (error)
        return tcr_refuse_device(why, error, "clearing the sections' copies");
    error = tcr_backend->launch(l);
    if (error)
        return tcr_refuse_device(why, error, "launching the kernel");
    p->started = true;
    error =
        l->grid.tag ? await_results(p, lane, l->stream, l->grid.tag) : tcr_backend->sync(l->stream);
    if (error)
        return tcr_refuse_device(why, error, "running the kernel");
    return tcr_extent_check(p, lane, why);
}

/* Of prefix sums, a tag for each turn of the blocks, and one more: the C API's may count some
 * elements in that are in front of the first (kernels/library/library_scan_line.cuh), in which case
 * there may be one more tile, for which nobody waits.  Each launch writes all words that any block
 * waits for; where blocks take several turns, which these are hangs on how many iterations there
 * are, and of segments on the offsets. */
static int scan_words(struct tcr_launch *l, const struct tcr_region *region, struct tcr_lane *lane)
{
    const long long turn = (long long)region->scan * l->threads * l->blocks;
    const bool in_turns = l->grid.together == 1;
    const bool segments = (region->flags & TCR_REGION_SCAN_LINE) && region->n_bases > 2;
    /* 1: each block has one tile */
    const long long turns = l->grid.shared_copies ? 1 : (l->grid.n - 1) / turn + 2;
    struct tcr_words words = {.bytes = TCR_SCAN_BYTES(l->blocks, region->n_vars),
                              .tags = (unsigned)turns,
                              .alike = in_turns && segments ? NULL : l->function,
                              .n = in_turns ? l->grid.n : 0};

    if (turns >= UINT_MAX || tcr_lane_words(lane, &words) != 0)
        return -1;
    l->grid.rows = lane->words;
    l->grid.trips = words.first;
    l->way = words.way;
    return 0;
}

/* The kernel, with room for its results. */
static int launch_with(struct tcr_launch *l, struct tcr_plan *p, struct tcr_lane *lane,
                       const struct tcr_results *r, struct tcr_why *why)
{
    const struct tcr_region *region = p->region;
    const bool meet = !region->scan && (l->grid.together || l->grid.trips == TCR_TRIPS_ASKED);
    const size_t rows = meet ? TCR_ROWS_BYTES(l->blocks) : 0;
    size_t partials, all;
    /* of sections that all threads share, there are none */
    int error =
        tcr_bytes(p->words ? r->fixed : r->slots, (size_t)l->blocks * TCR_PARTIAL_BYTES, &partials)
            ? 0
            : TCR_E_NO_MEMORY;

    all = partials;
    if (!error)
        error =
            tcr_add_bytes(&all, rows) ? tcr_lane_reserve(lane, r->slots + 2, all) : TCR_E_NO_MEMORY;
    if (error)
        return tcr_refuse_device(why, error, "allocating the results' memory");
    l->grid.hall = (struct tcr_hall *)((char *)lane->scratch + TCR_LANE_HALL);
    if (meet) {
        l->grid.rows = (char *)lane->scratch + TCR_LANE_HEAD + partials;
    }
    p->slots = (unsigned)r->slots;
    tcr_extent_lane(p, lane);
    l->grid.partial = (char *)lane->scratch + TCR_LANE_HEAD;
    l->grid.ticket = lane->scratch;
    l->grid.result = lane->result_device;
    memcpy(l->grid.count, r->count, sizeof r->count);
    if ((region->flags & TCR_REGION_WRITES) || region->scan) {
        tcr_plan_about_to_start(p);
        l->grid.plain = tcr_results_need_cores(region) ? TCR_PLAIN : 0;
        l->grid.tag =
            !l->in_turns && tells(region, p) && r->slots <= MOST_TAGGED ? TCR_TAG_WRITTEN : 0;
        return launch_once(p, l, lane, why);
    }
    if (r->slots <= MOST_TAGGED)
        l->grid.tag = TCR_TAG_RESULTS;
    error = launch_once(p, l, lane, why);
    if (error || tcr_results_finite(region, lane->result))
        return error;
    tcr_trace(2, "%s:%u: device: the result is not finite; again without tensor cores",
              region->file, region->line);
    l->grid.plain = TCR_PLAIN | tcr_results_overflowed(region, lane->result);
    return launch_once(p, l, lane, why);
}

/* Do no arrays overlap, where that matters? */
static bool is_apart(const struct tcr_region *region, const struct tcr_plan *p)
{
    if (!(region->flags & TCR_REGION_IF_APART) || p->apart)
        return true;
    tcr_trace(2, "%s:%u: device: arrays overlap: %s", region->file, region->line,
              region->team == TCR_TEAM_NONE ? "nothing is read ahead or kept in registers"
                                            : "one thread an iteration");
    return false;
}

/* Iterations of the inner loop that the threads of a team share, the mean of the longest and the
 * shortest; 0: one thread does an iteration, in the order of the program. */
static long long team_trips(const struct tcr_region *region, const struct tcr_plan *p)
{
    const unsigned loop = region->team - TCR_TEAM_LOOP;
    const struct tcr_call *call = p->call;
    struct tcr_nest nest;

    if (!is_apart(region, p))
        return 0;
    if (region->team < TCR_TEAM_LOOP || loop >= call->n_loops ||
        tcr_nest_init(&nest, call->loops, call->n_loops) != 0)
        return TCR_TRIPS_ASKED;
    const long long most = nest.most[loop], least = nest.fewest[loop];
    return most <= 0 ? 0 : least <= 0 ? most / 2 : least + (most - least) / 2;
}

/* All that the loop may come to; much, where the extent is not known here. */
static size_t section_bytes(const struct tcr_plan *p)
{
    size_t bytes = 0;

    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_section *s = &p->section[k];

        if ((s->how == TCR_HOW_AS_IS && s->size == 0) || s->how == TCR_HOW_ROWS)
            return SIZE_MAX;
        if (!tcr_add_bytes(&bytes, s->size))
            return SIZE_MAX;
    }
    return bytes;
}

static int launch(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_stats *stats,
                  struct tcr_why *why)
{
    const struct tcr_region *region = p->region;
    struct tcr_launch l = {.function = stats->function,
                           .stream = lane->stream,
                           .replay = &lane->replay,
                           .args = p->call->args,
                           .arg_size = region->arg_size,
                           .grid = {.n = p->call->n}};
    struct tcr_plain_scan_call plain;
    const struct tcr_region *form = region;
    struct tcr_results r;
    const char *stray;
    size_t size;
    int error = tcr_product_run(p, lane, stats, why);

    if (error)
        return error < 0 ? error : 0;
    tcr_results_plan(&r, region, p->call);
    if (region->scan) {
        if (tcr_plain_scan(p, stats, &l, &plain))
            form = &plain.form;
        else
            tcr_grid_scan(&l, region, stats->threads, stats->per_multiprocessor);
        if (scan_words(&l, form, lane))
            return tcr_refuse_device(why, TCR_E_NO_MEMORY, "allocating the words of prefix sums");
    } else if (tcr_grid_in_rows(region)) {
        tcr_grid_rows(&l, region, stats->threads, stats->per_multiprocessor);
    } else if (region->team != TCR_TEAM_NONE) {
        l.grid.trips = team_trips(region, p);
        tcr_grid_teams(&l, region, stats->threads, stats->per_multiprocessor, section_bytes(p));
    } else {
        l.grid.trips = is_apart(region, p); /* kernels/ahead.cuh */
        tcr_grid_shape(&l, region, stats->threads, stats->per_multiprocessor, p->call->n);
    }
    if (r.copy > 0)
        error = tcr_copies_get(&l, &r, &size, why);
    if (error)
        return error;
    p->words = (size_t)r.words;
    error = launch_with(&l, p, lane, &r, why);
    if (l.grid.copies) {
        if (error) /* whoever gets the memory next must not share it */
            tcr_backend->sync(lane->stream);
        tcr_pool_free(l.grid.copies, size);
    }
    stray = error ? NULL : tcr_results_stray(region, lane->result);
    return stray ? tcr_refuse(why, TCR_E_INVALID, "an update is outside of the section %s", stray)
                 : error;
}

/* ---- one execution ---- */

/* On the bound device, with a lane. */
static int execute(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_stats *stats,
                   union tcr_slot *slots, struct tcr_why *why)
{
    int error = tcr_plan_map(p, lane, why);

    if (!error)
        error = launch(p, lane, stats, why);
    if (!error)
        error = tcr_plan_copy_back(p, lane, why);
    if (!error && p->slots > 0 && tcr_fault_alters())
        lane->result[p->slots / 2].u ^= 0x4000000100001; /* it shows in every type */
    if (!error)
        tcr_results_store(p->region, p->call, lane->result, slots);
    return error;
}

/* With the arrays found and the kernel loaded. */
static int run_located(struct tcr_plan *p, struct tcr_stats *stats, union tcr_slot *slots,
                       struct tcr_why *why)
{
    struct tcr_lane *lane;
    int error = tcr_lane_get(&lane);

    if (error)
        return tcr_refuse_device(why, error, "preparing a launch");
    error = execute(p, lane, stats, slots, why);
    if (error) { /* before its buffers are given back */
        tcr_backend->sync(lane->stream);
        tcr_plan_failed(p, lane);
    }
    tcr_plan_release(p);
    tcr_lane_put(lane, error == 0);
    return error;
}

static int run_bound(struct tcr_plan *p, struct tcr_region *region, struct tcr_stats *stats,
                     union tcr_slot *slots, struct tcr_why *why)
{
    int error;

    p->may_mirror = tcr_config.mirror != TCR_MIRROR_OFF;
    p->eager = tcr_choose_together();
    error = tcr_plan_locate(p, why);
    if (!error)
        error = tcr_choose_late(p, stats, why);
    if (!error)
        error = tcr_code_kernel(region, stats, tcr_grid_tuning(region).threads, why);
    if (!error)
        error = run_located(p, stats, slots, why);
    return error;
}

static int run(struct tcr_plan *p, struct tcr_region *region, struct tcr_stats *stats,
               union tcr_slot *slots, struct tcr_why *why)
{
    int error = tcr_owned_promising(stats, why);

    if (!error)
        error = tcr_extent_promising(stats, why);
    if (!error)
        error = tcr_choose_early(p, stats, why);
    if (!error)
        error = tcr_device_open(why);
    if (error)
        return error;
    error = tcr_device_bind();
    if (error)
        return tcr_refuse_device(why, error, "binding the device");
    error = run_bound(p, region, stats, slots, why);
    if (p->met)
        atomic_fetch_add_explicit(&stats->met, 1, memory_order_relaxed);
    if (p->lacked)
        atomic_fetch_add_explicit(&stats->lacked, 1, memory_order_relaxed);
    if (p->outgrown)
        stats->outgrown = true;
    if (p->stopped)
        atomic_fetch_add_explicit(&stats->stopped, 1, memory_order_relaxed);
    tcr_plan_release(p);
    tcr_device_unbind();
    return error;
}

/* A base of a deviceptr clause, or 0. */
static uintptr_t forced_base(const struct tcr_region *region, const struct tcr_call *call)
{
    for (unsigned k = 0; k < region->n_bases; k++)
        if (region->bases[k].map == TCR_MAP_DEVICEPTR && call->base[k])
            return (uintptr_t)call->base[k];
    return 0;
}

/* Can the host read what it would have to?  With no device in the process
 * tcr_malloc gave host memory, and a deviceptr clause is no hindrance. */
static bool host_possible(uintptr_t device_only)
{
    char byte;

    return !device_only || tcr_peek(&byte, device_only, 1);
}

/* Documented in tcr.h: a loop that ends the process. */
static void give_up(const struct tcr_region *region, const char *what, const struct tcr_why *why)
{
    if (why->error)
        fprintf(stderr, "tcr: %s:%u: the loop reads %s, and it cannot run on the device: %s\n",
                region->file, region->line, what,
                why->text[0] ? why->text : tcr_strerror(why->error));
    else
        fprintf(stderr,
                "tcr: %s:%u: the loop reads %s, but a variable that it sets is used after it, for "
                "which the host repeats the last iteration; write private(...) for that variable "
                "if it is not\n",
                region->file, region->line, what);
    abort();
}

/* The loop, or its last iteration, has to run on the host: can it, and with the
 * data that the device's would have read?  If not, `what` says what it reads.
 * known: the plan's sections are. */
static bool host_ready(struct tcr_plan *p, const struct tcr_region *region, bool known,
                       char what[320])
{
    struct tcr_why copy = {.wanted = true};
    const char *obstacle = NULL;

    if (!host_possible(p->device_only))
        obstacle = "device memory, which the host cannot";
    else if (known && p->wrong_in_place)
        obstacle = "memory outside of its sections, and has written what is on the device";
    else if (p->half_written)
        obstacle = "data that only the device had, and that the kernel may have changed";
    if (obstacle) {
        snprintf(what, 320, "%s", obstacle);
        return false;
    }
    if (tcr_works_on_host_data(region))
        return true;
    known = known && !p->lacks;
    if (!known)
        tcr_present_host_loop(region->file, region->line, may_write(region));
    if (!known || tcr_plan_to_host(p, &copy) == 0)
        return true;
    snprintf(what, 320, "data that is newer on the device and cannot be copied back (%s)",
             copy.text);
    return false;
}

/* The same; does not return if it cannot. */
static void host_loop(struct tcr_plan *p, const struct tcr_region *region,
                      const struct tcr_why *why, bool known)
{
    char what[320];

    if (!host_ready(p, region, known, what))
        give_up(region, what, why);
}

static void count_device(struct tcr_stats *s, const struct tcr_plan *p, double seconds, bool first)
{
    struct tcr_results r;
    unsigned long long from;

    tcr_results_plan(&r, p->region, p->call);
    from = p->bytes_from + r.slots * sizeof(union tcr_slot);
    atomic_fetch_add_explicit(&s->device_calls, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->nanoseconds, (unsigned long long)(seconds * 1e9),
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&s->first_calls, first, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->first_nanoseconds,
                              first ? (unsigned long long)(seconds * 1e9) : 0,
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&s->bytes_to, p->bytes_to, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->bytes_from, from, memory_order_relaxed);
    tcr_trace_device(p, from, seconds);
}

/* Will the device's start, or the loading of the kernel, be a part of the call's time? */
static bool is_first(struct tcr_stats *stats)
{
    return tcr_mode != TCR_MODE_READY || !stats || !stats->function;
}

/* Runs the call, unless there is an `error` that speaks against it, and notes what became of it. */
static int run_noted(struct tcr_plan *p, struct tcr_region *region, struct tcr_stats *stats,
                     union tcr_slot *slots, double start, int error, struct tcr_why *why)
{
    const bool first = is_first(stats);

    if (!error)
        error = run(p, region, stats, slots, why);
    if (!error)
        count_device(stats, p, tcr_now() - start, first);
    else
        tcr_strict_check(why);
    if (error != TCR_ESTIMATE)
        tcr_choose_device(tcr_now() - start, p->once, first, error != 0);
    return error;
}

/* Makes the plan, if the call can be one of the device's at all. */
static int prepare(struct tcr_plan *p, const struct tcr_region *region, const struct tcr_call *call,
                   const struct tcr_stats *stats, struct tcr_why *why)
{
    if (!stats)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    if (region->unit->abi != TCR_ABI_VERSION)
        return tcr_refuse(why, TCR_OTHER_ABI, "compiled for version %u of the runtime, not %d",
                          region->unit->abi, TCR_ABI_VERSION);
    if (tcr_backend == &tcr_backend_cuda && tcr_stack_is_small())
        return tcr_refuse(why, TCR_E_NO_MEMORY,
                          "the thread's stack is too small for the device's driver");
    if (tcr_results_check(region, call, why))
        return why->error;
    if (tcr_results_odd(region, call))
        return tcr_refuse(why, TCR_E_INVALID, "'%s' has an element other than 0 and 1",
                          tcr_results_odd(region, call));
    return tcr_plan_make(p, region, call, why);
}

/* Is there what an operator of the program's has come to?  Its bytes are words.  (Sections of such
 * numbers are compared, and stand beside no place.) */
static bool has_declared(const struct tcr_region *region)
{
    for (unsigned k = 0; region->shapes && k < region->n_vars; k++)
        if ((region->shapes[k].flags & TCR_SHAPE_MANY) && region->vars[k].op == TCR_OR &&
            region->vars[k].type == TCR_U64)
            return true;
    return false;
}

/* Why TCR_COMPARE leaves a loop to the device alone. */
static const char *uncompared(const struct tcr_region *region)
{
    return tcr_team_shares(region) ? "a team of threads shares it"
           : has_declared(region)  ? "it reduces with an operator of the program's"
                                   : "it finds a place, for which the host does one iteration";
}

static int run_inside(struct tcr_region *region, const struct tcr_call *call, union tcr_slot *slots)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;
    struct tcr_stats *stats = tcr_stats_of(region);
    struct tcr_plan plan;
    struct tcr_why why;
    double start = tcr_now();
    struct tcr_compare *both;
    bool sequential, known, kept, again;
    int error;

    tcr_device_setup();
    tcr_choose_begin();
    both = tcr_config.compare ? tcr_compare_of(region) : NULL;
    plan.section = NULL;
    plan.half_written = plan.astray = false;
    plan.once = 0;
    plan.device_only = forced_base(region, call);
    why.wanted = plan.device_only || tcr_config.trace || tcr_config.noted || tcr_present_newer() ||
                 tcr_strict_asks();
    why.region = region;
    why.error = 0;
    why.text[0] = '\0';
    error = prepare(&plan, region, call, stats, &why);
    sequential = error && (region->flags & TCR_REGION_WRITES);
    known = error == 0 || error == TCR_ORDER;
    if (!error)
        error = tcr_results_apart(&plan, &why);
    if (!error)
        error = tcr_host_data_check(&plan, &why);
    kept = !error && both && tcr_compare_keep(both, &plan);
    error = run_noted(&plan, region, stats, slots, start, error, &why);
    tcr_settled_asked(stats, call->n, tcr_now() - start, error == 0);
    if (error && known && (plan.astray || plan.lacks) && (region->flags & TCR_REGION_WRITES))
        sequential = true; /* what it uses is not what its order was decided for */
    tcr_plan_release(&plan);
    again = kept && !error && tcr_compare_take(both, &plan, slots);
    if (tcr_config.compare && (error || !both))
        tcr_compare_left(region, error ? why.text : uncompared(region));
    if (error || (region->flags & TCR_REGION_LAST_ON_HOST))
        host_loop(&plan, region, &why, known);
    if (error && known) {
        if (!plan.lacks && !tcr_works_on_host_data(region))
            tcr_plan_host_writes(&plan);
        tcr_mirrored_to_host(&plan);
    }
    if (error && !tcr_works_on_host_data(region) && (region->flags & TCR_REGION_HOST_PATH))
        tcr_present_host_loop(region->file, region->line, true);
    tcr_plan_end(&plan);
    prepared = error || again ? region : NULL;
    tcr_trace_refused(region, stats, error ? kind_of(error) : TCR_REASON_CHOICE,
                      error   ? why.text
                      : again ? "TCR_COMPARE=1: it runs on both sides"
                              : NULL);
    return sequential ? TCR_SEQUENTIAL : error == 0 && !again;
}

/* A signal handler's loop, while its thread is at another one: the host's, as it stands. */
static int run_interrupted(const struct tcr_region *region, const struct tcr_call *call)
{
    TCR_KEEP_ERRNO;

    if (!tcr_works_on_host_data(region))
        tcr_interrupted_call(region, call);
    prepared = region;
    return region->flags & TCR_REGION_WRITES ? TCR_SEQUENTIAL : 0;
}

int tcr_region_run(struct tcr_region *region, const struct tcr_call *call, union tcr_slot *slots)
{
    TCR_KEEP_ERRNO;
    bool range;
    int done;

    if (!tcr_come_in())
        return run_interrupted(region, call);
    if (tcr_settled_call(region, call, &done)) {
        settled = prepared = region;
        tcr_go_out();
        return done;
    }
    range = tcr_nvtx_push(region, "");
    done = run_inside(region, call, slots);
    if (range)
        tcr_nvtx_pop();
    tcr_go_out();
    return done;
}

/* May the call be made without a plan, and without a word about it? */
static bool is_short(const struct tcr_region *region, const struct tcr_stats *stats)
{
    return tcr_mode == TCR_MODE_READY && stats->function && !region->product &&
           !tcr_present_any() && !tcr_config.trace && !tcr_config.noted;
}

/* The same with arrays that are all the device's: most of what a plan is made of is about others,
 * and takes longer than a small array's kernel has to wait for.  False: they are not. */
static bool run_there(struct tcr_plan *p, const struct tcr_region *region,
                      const struct tcr_call *call, struct tcr_stats *stats, union tcr_slot *slots,
                      struct tcr_why *why, int *error)
{
    bool there;

    if (!is_short(region, stats) || tcr_device_bind())
        return false;
    there = tcr_plan_there(p, region, call);
    if (there) {
        *error = run_located(p, stats, slots, why);
        if (!*error)
            atomic_fetch_add_explicit(&stats->device_calls, 1, memory_order_relaxed);
        else
            tcr_strict_check(why);
    }
    tcr_device_unbind();
    return there;
}

/* For the library's own regions: nothing is repeated on the host, and what is written is nothing
 * that is read. */
int tcr_region_attempt(struct tcr_region *region, const struct tcr_call *call,
                       union tcr_slot *slots)
{
    struct tcr_stats *stats = tcr_stats_of(region);
    struct tcr_plan plan;
    struct tcr_why why = {.wanted = tcr_config.trace || tcr_config.noted || tcr_strict_asks(),
                          .region = region};
    double start;
    char what[320];
    int error;

    if (!stats)
        return TCR_E_NO_MEMORY;
    tcr_choose_begin();
    plan.section = NULL;
    plan.half_written = plan.astray = false;
    plan.device_only = 0;
    if (!run_there(&plan, region, call, stats, slots, &why, &error)) {
        tcr_plan_end(&plan);
        start = tcr_now();
        error = tcr_plan_make(&plan, region, call, &why);
        error = run_noted(&plan, region, stats, slots, start, error, &why);
        tcr_plan_release(&plan);
    }
    prepared = error ? region : NULL;
    tcr_trace_refused(region, stats, kind_of(error), error ? why.text : NULL);
    if (error)
        error = host_ready(&plan, region, true, what) ? 1 : error;
    if (error > 0)
        tcr_plan_host_writes(&plan);
    tcr_plan_end(&plan);
    return error < 0 ? error : !error;
}

/* Has it been found out, and is that all that is to be done? */
static bool order_known(const struct tcr_region *region, const struct tcr_call *call, int *order)
{
    return !tcr_config.trace && !tcr_config.noted && tcr_order_recall(region, call, order);
}

static int order_inside(struct tcr_region *region, const struct tcr_call *call)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;
    struct tcr_plan plan;
    struct tcr_why why = {.text = ""};
    int error;

    tcr_device_setup();
    if (order_known(region, call, &error))
        return error;
    tcr_stats_of(region); /* which keeps the answer */
    why.wanted = tcr_config.trace || tcr_config.noted;
    plan.section = NULL;
    plan.half_written = false;
    plan.device_only = 0;
    error = tcr_plan_make(&plan, region, call, &why);
    if (!error && plan.lacks)
        error = tcr_extent_refuse(&plan, plan.lacks - 1, &why);
    tcr_plan_release(&plan);
    if (tcr_present_any() && !tcr_works_on_host_data(region)) {
        bool known = error == 0 || error == TCR_ORDER;

        host_loop(&plan, region, &why, known);
        if (known)
            tcr_plan_host_writes(&plan);
        prepared = region;
    }
    tcr_plan_end(&plan);
    if (!error)
        return 0;
    if (why.wanted)
        tcr_trace_refused(region, tcr_stats_of(region), kind_of(error), why.text);
    return TCR_SEQUENTIAL;
}

int tcr_region_order(struct tcr_region *region, const struct tcr_call *call)
{
    int order;

    if (!tcr_come_in())
        return run_interrupted(region, call);
    order = order_inside(region, call);
    tcr_go_out();
    return order;
}
