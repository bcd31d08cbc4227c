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

#include "../device/device.h"
#include "../ground/env.h"
#include "../ground/trace.h"
#include "../learnt/learnt_file.h"
#include "decide.h"
#include "model.h"
#include "summary.h"

static struct tcr_learnt before; /* under summary.c's lock */
static bool asked;               /* the file has been read, or is not there */
static atomic_bool other_card;   /* than `before` says */
static atomic_bool looked;       /* at the card */

/* ---- before ---- */

/* A device that has paid is started with the first loop that it could do faster; for one that has
 * not, much more must be lost. */
static void expect(void)
{
    struct tcr_exploration *x = &tcr_exploration;
    const double start = tcr_start_seconds(), patience = 10;

    if (before.gain > start) {
        atomic_store(&x->regret, 2 * start + TCR_END_SECONDS);
        atomic_store(&x->side, before.side);
    } else if (before.gain < 0) {
        atomic_store(&x->regret, -patience * start);
    }
}

static void load(void)
{
    asked = true;
    if (!tcr_learnt_read(&before))
        return;
    tcr_trace(1, "TCR_LEARN=1: earlier runs have measured %zu loops; the device has saved %.3g s",
              before.n, before.gain);
    expect();
}

static uint64_t hash_of(const struct tcr_stats *s)
{
    return tcr_learnt_hash(s->file, s->line, s->block, s->kernel);
}

void tcr_learn_region(struct tcr_stats *s)
{
    const struct tcr_learnt_region *r;

    if (!tcr_config.learn || !tcr_backend)
        return;
    if (!asked)
        load();
    r = tcr_learnt_find(&before, hash_of(s));
    if (r)
        tcr_learnt_into(&s->model, r, !other_card);
}

void tcr_learn_card(void)
{
    if (!tcr_config.learn || atomic_load_explicit(&looked, memory_order_relaxed) ||
        atomic_exchange(&looked, true))
        return;
    if (before.card[0] == '\0' ||
        strncmp(before.card, tcr_properties.name, TCR_LEARNT_CARD - 1) == 0)
        return;
    atomic_store(&other_card, true);
    tcr_stats_forget_device();
    atomic_store(&tcr_exploration.side, TCR_SIDE_NONE);
    tcr_trace(1, "TCR_LEARN=1: earlier runs had another card, %s", before.card);
}

/* ---- and after ---- */

/* What is known of regions that this run has not met is kept. */
static void collect(struct tcr_learnt *now, const struct tcr_stats *all)
{
    for (const struct tcr_stats *s = all; s && now->n < TCR_LEARNT_REGIONS; s = s->next)
        now->n += tcr_learnt_of(&now->region[now->n], hash_of(s), &s->model);
    for (size_t k = 0; k < before.n && now->n < TCR_LEARNT_REGIONS; k++)
        if (!tcr_learnt_find(now, before.region[k].hash))
            now->region[now->n++] = before.region[k];
}

void tcr_learn_keep(const struct tcr_stats *all)
{
    struct tcr_learnt now = before;
    size_t most = before.n;

    if (!tcr_config.learn || !tcr_backend || tcr_mode == TCR_MODE_FORKED)
        return;
    for (const struct tcr_stats *s = all; s; s = s->next)
        most++;
    if (tcr_mode == TCR_MODE_READY) {
        snprintf(now.card, sizeof now.card, "%s", tcr_properties.name);
        now.gain = tcr_exploration.gain - TCR_END_SECONDS;
        now.side = tcr_exploration.side;
    }
    now.n = 0;
    now.region = most ? malloc(most * sizeof *now.region) : NULL;
    if (now.region)
        collect(&now, all);
    if (now.n > 0)
        tcr_learnt_write(&now);
    free(now.region);
}
