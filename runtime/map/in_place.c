/* SPDX-License-Identifier: MIT */
/*
 * in_place.c: present data that a kernel changes where it is, and what is left of
 * it if the kernel fails.
 *
 * What has been copied for the loop is thrown away then.  Present data may be
 * half changed; but unless it was newer on the device before, the host has it as
 * it was, and the host's copy counts from there on.
 */
#include "../device/pool.h"
#include "../present/present.h"
#include "../present/present_table.h"
#include "owned.h"
#include "plan.h"
#include "rows.h"

/* old: the loop reads what was there.  If it does not, the host's loop writes
 * again what the kernel has written. */
typedef void visit(struct tcr_plan *p, struct tcr_present *entry, bool old);

static bool is_read(const struct tcr_plan *p, unsigned k)
{
    const struct tcr_section *s = &p->section[k];

    for (unsigned j = 0; j < p->region->n_bases; j++) {
        const struct tcr_section *t = &p->section[j];

        if (t->how == s->how && t->reads && t->host < s->host + s->size &&
            s->host < t->host + t->size)
            return true;
    }
    return false;
}

static void visit_rows(struct tcr_plan *p, const struct tcr_rows *r, visit *see)
{
    for (unsigned j = 0; r && j < r->n; j++) {
        const struct level *l = &r->level[j];

        if (!l->pin || !tcr_writes(p, l->base))
            continue;
        for (size_t i = 0; i < l->n; i++)
            if (l->pin[i] && (i == 0 || l->pin[i] != l->pin[i - 1]))
                see(p, l->pin[i], p->section[l->base].reads);
    }
}

/* Every entry that the kernel changes. */
static void visit_changed(struct tcr_plan *p, visit *see)
{
    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_section *s = &p->section[k];

        if (s->how == TCR_HOW_PRESENT && tcr_writes(p, k))
            see(p, s->entry, is_read(p, k));
        visit_rows(p, s->rows, see);
    }
}

static void note_newer(struct tcr_plan *p, struct tcr_present *entry, bool old)
{
    p->replaceable = p->replaceable && !(old && entry->diverged);
}

static void note_written(struct tcr_plan *p, struct tcr_present *entry, bool old)
{
    (void)p;
    (void)old;
    tcr_present_written(entry);
}

static void note_half_written(struct tcr_plan *p, struct tcr_present *entry, bool old)
{
    (void)p;
    if (old)
        tcr_present_half_written(entry);
}

void tcr_plan_about_to_start(struct tcr_plan *p)
{
    p->replaceable = true;
    for (unsigned k = 0; k < p->region->n_bases; k++)
        if (p->section[k].how == TCR_HOW_AS_IS && tcr_writes(p, k) && is_read(p, k))
            p->replaceable = false;
    visit_changed(p, note_newer);
    visit_changed(p, note_written);
}

void tcr_plan_failed(struct tcr_plan *p, struct tcr_lane *lane)
{
    const bool lost = !tcr_mirrored_failed(p, lane);

    if (p->started && tcr_owned_restore(p, lane))
        p->wrong_in_place = false;
    else if (p->replaceable)
        visit_changed(p, note_half_written);
    else
        p->half_written = p->started && (p->region->flags & TCR_REGION_WRITES);
    p->half_written = p->half_written || lost;
}
