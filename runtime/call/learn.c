/* SPDX-License-Identifier: MIT */
/*
 * learn.c: see learn.h.
 *
 * Which card there is, nobody knows before the device is open: the one of last time is assumed
 * until then.
 */
#include "learn.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../backend/backend.h"
#include "../backend/local_rank.h"
#include "../cuda/backend_cuda.h"
#include "../device/device.h"
#include "../ground/driver_here.h"
#include "../ground/env.h"
#include "../ground/shut_in.h"
#include "../ground/trace.h"
#include "../learnt/learnt_file.h"
#include "../mirror/mirror.h"
#include "decide.h"
#include "model.h"
#include "summary.h"

static struct tcr_learnt before; /* under summary.c's lock */
static atomic_bool asked;        /* the file has been read, or is not there */
static atomic_bool other_card;   /* than `before` says */
static atomic_bool looked;       /* at the card */
static const char *not_kept;     /* why; under the lock */

/* ---- before ---- */

/* Is a word of it to be read, or left?  By itself only where there may be a real device. */
static bool is_wanted(void)
{
    if (!tcr_backend || tcr_config.learn != TCR_LEARN_AUTO)
        return tcr_backend && tcr_config.learn == TCR_LEARN_ON;
    if (tcr_backend == &tcr_backend_cuda && !tcr_driver_here)
        return false;
    return !(tcr_backend->flags & TCR_BACKEND_ALWAYS) && tcr_backend != &tcr_backend_host &&
           !tcr_config.faults;
}

static bool learns(void)
{
    return !tcr_shut_in() && is_wanted();
}

/* A device that pays is started with the first loop of a size that is known; one that does not is
 * left alone for as long as the run was then, and a little longer.  What is expected is not exact,
 * but a wrong guess loses no more than a right one gains, and is known the next time. */
static const char *expect(void)
{
    struct tcr_exploration *x = &tcr_exploration;
    const double longer = 1.5; /* in parts of what its loops took, on the host */
    enum tcr_run run;

    if (before.all <= 0)
        return "";
    run = tcr_learnt_next(&before);
    if (run == TCR_RUN_HOST) {
        atomic_store(&x->patience, longer * before.all);
        atomic_store(&x->expected, TCR_EXPECTED_LOSS);
        return "; the device did not pay";
    }
    /* where nobody has seen how the device does, that is to be found out */
    atomic_store(&x->waited, tcr_mirror_waited());
    atomic_store(&x->side, before.side == TCR_SIDE_NONE ? TCR_SIDE_DEVICE : before.side);
    if (run == TCR_RUN_AWAITED) {
        atomic_store(&x->expected, TCR_EXPECTED_WAIT);
        return "; the device pays from the first one on, which waits for it";
    }
    atomic_store(&x->expected, TCR_EXPECTED_GAIN);
    return "; the device pays from the first one on";
}

/* `before` does not change any more once it has been asked for. */
static void load(bool in_time)
{
    if (tcr_learnt_read(&before) && in_time)
        tcr_trace(1, "TCR_LEARN: earlier runs have measured %zu loops%s", before.n, expect());
    asked = true;
}

static uint64_t hash_of(const struct tcr_stats *s)
{
    return tcr_learnt_hash(s->file, s->line, s->block, s->kernel);
}

static void known_of(struct tcr_stats *s)
{
    const struct tcr_learnt_region *r = tcr_learnt_find(&before, hash_of(s));

    if (r)
        tcr_learnt_into(&s->model, r, !other_card);
}

void tcr_learn_region(struct tcr_stats *s)
{
    if (!learns())
        return;
    if (!asked && tcr_config.learn == TCR_LEARN_ON)
        load(true);
    if (asked)
        known_of(s);
}

void tcr_learn_regions(struct tcr_stats *all)
{
    if (asked)
        return;
    load(true);
    for (struct tcr_stats *s = all; s; s = s->next)
        known_of(s);
}

void tcr_learn_in_time(double seconds)
{
    if (!atomic_load_explicit(&asked, memory_order_relaxed) && learns() &&
        tcr_exploration.spent + seconds > TCR_EXPECTED_LEAST)
        tcr_stats_learn();
}

static bool is_other_card(void)
{
    return before.card[0] != '\0' &&
           strncmp(before.card, tcr_properties.name, TCR_LEARNT_CARD - 1) != 0;
}

void tcr_learn_card(void)
{
    if (!asked || atomic_load_explicit(&looked, memory_order_relaxed) ||
        atomic_exchange(&looked, true) || !is_other_card())
        return;
    atomic_store(&other_card, true);
    tcr_stats_forget_device();
    atomic_store(&tcr_exploration.side, TCR_SIDE_NONE);
    tcr_trace(1, "TCR_LEARN: earlier runs had another card, %s", before.card);
}

/* ---- and after ---- */

/* What is known of regions that this run has not met is kept, but no times of another card. */
static void collect(struct tcr_learnt *now, const struct tcr_stats *all)
{
    for (const struct tcr_stats *s = all; s && now->n < TCR_LEARNT_REGIONS; s = s->next)
        now->n += tcr_learnt_of(&now->region[now->n], hash_of(s), &s->model);
    for (size_t k = 0; k < before.n && now->n < TCR_LEARNT_REGIONS; k++)
        if (!tcr_learnt_find(now, before.region[k].hash)) {
            now->region[now->n] = before.region[k];
            if (other_card)
                now->region[now->n].n_kinds = 0;
            now->n++;
        }
}

/* Has a device been started, perhaps too late for the program? */
static bool has_begun(void)
{
    return tcr_mode == TCR_MODE_READY || tcr_device_left() || tcr_device_beginning();
}

static bool was_started(void)
{
    return tcr_exploration.all > 0 && has_begun();
}

static enum tcr_run kind_of_run(void)
{
    if (!has_begun())
        return tcr_mode == TCR_MODE_IDLE ? TCR_RUN_HOST : TCR_RUN_OTHER;
    switch (atomic_load(&tcr_exploration.expected)) {
    case TCR_EXPECTED_GAIN:
        return TCR_RUN_BESIDE; /* which may have ended before the device was open */
    case TCR_EXPECTED_WAIT:
        return TCR_RUN_AWAITED;
    default:
        return TCR_RUN_OTHER;
    }
}

/* By itself it leaves nothing of a run in which no device was started, unless an earlier one has
 * left something, and of the ranks on a machine the first one's. */
static bool leaves(void)
{
    if (!is_wanted())
        return false;
    return tcr_config.learn == TCR_LEARN_ON ||
           ((was_started() || (before.all > 0 && kind_of_run() == TCR_RUN_HOST)) &&
            tcr_local_rank() <= 0);
}

/* A run of far less than that for which the device has paid says nothing of the next one like it.
 */
static bool is_short(void)
{
    return !other_card && before.gain > 0 && tcr_exploration.all < before.all / 2;
}

/* Of a start that the program's end has cut off, what is assumed before any. */
static double opening(void)
{
    const double took = tcr_device_opening();

    return took > 0 ? took : tcr_start_seconds();
}

/* Nothing of a run is kept that should be. */
static void trace_not_kept(const char *why)
{
    tcr_trace(1, "TCR_LEARN: nothing of this run is kept: %s", why);
}

static void say_not_kept(const char *why)
{
    not_kept = why;
    trace_not_kept(why);
}

const char *tcr_learn_not_kept(void)
{
    return not_kept;
}

void tcr_learn_hindered(void)
{
    if (tcr_config.learn == TCR_LEARN_ON)
        trace_not_kept("exit() was called by a signal handler that has interrupted the runtime");
}

void tcr_learn_keep(const struct tcr_stats *all)
{
    struct tcr_learnt now;
    size_t most;

    if (!leaves())
        return;
    if (tcr_shut_in() || tcr_mode == TCR_MODE_FORKED) {
        say_not_kept(tcr_shut_in() ? tcr_shut_in_reason
                                   : "it is the child of a process that has the device");
        return;
    }
    if (!asked)
        load(false);
    other_card = other_card || (tcr_mode == TCR_MODE_READY && is_other_card());
    now = before;
    most = before.n;
    for (const struct tcr_stats *s = all; s; s = s->next)
        most++;
    if (was_started() && !is_short()) {
        if (tcr_mode == TCR_MODE_READY)
            snprintf(now.card, sizeof now.card, "%s", tcr_properties.name);
        now.gain = tcr_model_gain(&tcr_exploration, opening(), tcr_device_ending());
        now.hope = tcr_model_hope(&tcr_exploration, opening(), tcr_device_ending());
        now.all = tcr_exploration.all;
        now.side = tcr_exploration.side;
    }
    if (!is_short())
        tcr_learnt_took(&now, &before, tcr_exploration.all, kind_of_run(),
                        tcr_now() - tcr_began +
                            (tcr_mode == TCR_MODE_READY ? tcr_device_ending() : 0));
    now.n = 0;
    now.region = most ? malloc(most * sizeof *now.region) : NULL;
    if (now.region)
        collect(&now, all);
    if (now.n == 0)
        say_not_kept(most && !now.region ? "there is no memory" : "no loop was measured");
    else if (!tcr_learnt_write(&now))
        not_kept = "its file cannot be written"; /* which has been said */
    free(now.region);
}
