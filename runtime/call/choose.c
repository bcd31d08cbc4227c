/* SPDX-License-Identifier: MIT */
/* choose.c: see choose.h. */
#include <stdatomic.h>
#include <string.h>
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/transfer.h"
#include "../ground/cpu.h"
#include "../ground/env.h"
#include "../ground/shut_in.h"
#include "../ground/thread_data.h"
#include "../mirror/mirror.h"
#include "choose.h"
#include "decide.h"
#include "learn.h"
#include "results.h"
#include "settled.h"

static _Thread_local struct tcr_asked asked;
TCR_THREAD_DATA(asked);

void tcr_choose_begin(void)
{
    asked.stats = NULL;
}

/* Bytes of those to be copied that would be there the next time.  Before the device is open, nobody
 * has looked for mirrors: it may be all. */
static double staying(const struct tcr_plan *p, bool open)
{
    if (open)
        return p->move_mirrored;
    return tcr_config.mirror == TCR_MIRROR_OFF ? 0 : p->move - p->move_least;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* As the text has them, for the longest inner loop; as the text has them, for lengths that it does
 * not say; or the least that an access in the innermost loop serves. */
static double operations(const struct tcr_plan *p)
{
    /* of a loop that may end early, a sixteenth of its turns is assumed */
    const double sooner = p->region->flags & TCR_REGION_AT_MOST ? 16 : 1;
    const double known = p->iterations * p->region->ops_per_iteration / sooner;
    const double work = (double)p->call->n * p->region->work, least = 2;

    return larger(larger(known, work), least * p->accesses);
}

/* How many accesses does one of the device's threads make at the most, where each has an iteration
 * with its inner loops for itself?  All are taken for as frequent as the most frequent one. */
static double serial(const struct tcr_plan *p)
{
    return p->region->team != TCR_TEAM_NONE || p->call->n < 1
               ? 0
               : p->accesses / (double)p->call->n * p->call->n_accesses;
}

static void estimate(struct tcr_plan *p, bool open, struct tcr_question *q)
{
    static _Atomic int threads;
    struct tcr_estimate e = {p->bytes, p->move, operations(p), threads, true, 0, serial(p)};
    struct tcr_results r;

    if (e.threads == 0)
        threads = e.threads = tcr_host_threads();
    tcr_results_plan(&r, p->region, p->call);
    if (r.words > 0)
        e.updates = tcr_updates_seconds(p->iterations, (double)r.slots);
    else if (r.copy > 0)
        e.updates = tcr_copies_seconds(p->iterations, (double)r.copy,
                                       tcr_copies_threads(p->iterations, (double)r.copy));
    tcr_decide(&e, &q->host, &q->device);
    q->later = q->device - tcr_move_seconds(staying(p, open));
    e.move = p->move_least;
    tcr_decide_best(&e, &q->best_host, &q->best);
    q->iterations = p->iterations;
    q->move = p->move;
    q->stays = open ? tcr_mirrored_any(p) : staying(p, open) > 0;
    q->start = open ? 0 : tcr_start_seconds();
    q->waited = open ? tcr_mirror_waited() : 0;
}

/* Why the host has it. */
static int say(const struct tcr_plan *p, const struct tcr_question *q, const struct tcr_answer *a,
               struct tcr_why *why)
{
    bool both = a->host_measured && a->device_measured && q->start == 0;

    return tcr_refuse(why, TCR_ESTIMATE,
                      "%s: host %.3g ms%s, device %.3g ms%s%s (n = %lld, %.3g bytes to copy "
                      "both ways, %.3g in use)",
                      both ? "measured" : "estimate", a->host * 1e3,
                      !both && a->host_measured ? " measured" : "", a->device * 1e3,
                      !both && a->device_measured ? " measured" : "",
                      q->start > 0 ? " with its start" : "", p->call->n, p->move, p->bytes);
}

/* For the table at exit: the last call's seconds. */
static void note(struct tcr_stats *s, const struct tcr_question *q, const struct tcr_answer *a)
{
    atomic_store_explicit(&s->host_seconds, a->host, memory_order_relaxed);
    atomic_store_explicit(&s->device_seconds, a->device, memory_order_relaxed);
    atomic_store_explicit(&s->there_seconds, q->device - tcr_move_seconds(q->move),
                          memory_order_relaxed);
}

static int ask(struct tcr_plan *p, struct tcr_stats *stats, bool open, struct tcr_why *why)
{
    struct tcr_question q;
    struct tcr_answer a;

    estimate(p, open, &q);
    tcr_learn_in_time(q.host);
    if (open)
        tcr_learn_card();
    q.soon = open && tcr_config.mirror == TCR_MIRROR_AUTO &&
             !atomic_exchange_explicit(&stats->met_device, true, memory_order_relaxed);
    tcr_model_ask(&stats->model, &tcr_exploration, &q, &a);
    asked = (struct tcr_asked){stats, q, a};
    note(stats, &q, &a);
    p->host_estimate = a.host;
    p->device_estimate = a.device;
    p->trial = a.trial;
    if (a.begin)
        tcr_device_begin(p->region);
    if (a.on_device)
        return 0;
    tcr_settled_note(stats, p->call, &a);
    return say(p, &q, &a, why);
}

/* Is it surely memory that the host can read?  The device's own word cannot be had as yet. */
static bool readable(const struct tcr_plan *p)
{
    char byte;

    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_section *s = &p->section[k];
        const uintptr_t at = s->hull.soft || s->whole ? s->base : s->host;

        if (s->unknown)
            return false;
        if (s->size > 0 && s->how != TCR_HOW_CHILD && !tcr_peek(&byte, at, 1))
            return false;
    }
    return !p->device_only;
}

/* Has the program opened the driver, so that the data may be the device's?  While we are at it
 * ourselves, that is no reason to wait. */
static bool programs_driver(const struct tcr_plan *p)
{
    return tcr_backend->in_process && tcr_backend->in_process() &&
           (!tcr_device_beginning() || !readable(p));
}

int tcr_choose_early(struct tcr_plan *p, struct tcr_stats *stats, struct tcr_why *why)
{
    if (tcr_mode != TCR_MODE_IDLE || p->must || tcr_device_always() || programs_driver(p))
        return 0;
    return ask(p, stats, false, why);
}

int tcr_choose_late(struct tcr_plan *p, struct tcr_stats *stats, struct tcr_why *why)
{
    if (p->must)
        return 0;
    if (tcr_shut_in() && !tcr_device_shared())
        return tcr_refuse(why, TCR_E_NO_DEVICE, "%s", (const char *)tcr_shut_in_reason);
    if (tcr_device_always())
        return 0;
    return ask(p, stats, true, why);
}

bool tcr_choose_together(void)
{
    return tcr_model_together(&tcr_exploration);
}

void tcr_choose_device(double seconds, double once, bool first, bool failed)
{
    if (!asked.stats)
        return;
    asked.question.within = tcr_mirror_waited() - asked.question.waited;
    if (failed)
        tcr_model_failed(&tcr_exploration, &asked.answer, seconds);
    else
        tcr_model_device(&asked.stats->model, &tcr_exploration, &asked.question, &asked.answer,
                         seconds, once, first);
    asked.stats = NULL;
}

struct tcr_asked tcr_choose_take(const struct tcr_region *region)
{
    struct tcr_asked taken = asked;

    if (taken.stats && taken.stats != __atomic_load_n(&region->state, __ATOMIC_ACQUIRE))
        taken.stats = NULL;
    asked.stats = NULL;
    return taken;
}

void tcr_choose_host(const struct tcr_asked *of, double seconds)
{
    if (of->stats)
        tcr_model_host(&of->stats->model, &tcr_exploration, &of->question, seconds,
                       1 + tcr_settled_skipped(of->stats));
}
