/* SPDX-License-Identifier: MIT */
/*
 * worth.c: mirrors that cost more than they save.
 *
 * An array that the host touches all over between two loops comes back by faults and goes out
 * again, which takes longer than to copy it.  So with TCR_MIRROR=auto the seconds in which a
 * mirror's data goes to and fro are compared with what copies for the same calls would have taken.
 * Where that is less, the array is copied for some calls, and its loop is decided by itself; then
 * the mirror is tried again, each time after twice as many calls.
 */
#include "mirror_private.h"

/* Bytes a second of plain copies to the device: measured where many go. */
static double rate = 9.6e9;

void tcr_worth_sent(struct tcr_mirror *m, size_t bytes, double seconds)
{
    const size_t many = (size_t)1 << 20;

    m->cost += seconds;
    if (bytes >= many && seconds > 0)
        rate = 0.75 * rate + 0.25 * (double)bytes / seconds;
}

static void judge(struct tcr_mirror *m)
{
    enum { FIRST_REST = 8, MOST_REST = 1024, ENOUGH = 3, LONG = 16 };
    /* a call that copies has more to do than copies, and a mirror has earned some patience */
    static const double fixed = 0.2e-3, patience = 1.25;

    if (m->calls < ENOUGH || m->costs <= patience * m->copies + ENOUGH * fixed) {
        if (m->calls >= LONG)
            m->next_rest = 0;
        return;
    }
    m->next_rest = !m->next_rest              ? FIRST_REST
                   : m->next_rest < MOST_REST ? 2 * m->next_rest
                                              : MOST_REST;
    m->rest = m->next_rest;
}

void tcr_worth_used(struct tcr_mirror *m, size_t bytes)
{
    m->costs = 0.5 * m->costs + m->cost;
    m->copies = 0.5 * m->copies + (double)bytes / rate;
    m->cost = 0;
    m->faults = 0;
    m->calls++;
    if (tcr_config.mirror == TCR_MIRROR_AUTO)
        judge(m);
}

bool tcr_worth_rests(struct tcr_mirror *m)
{
    if (m->rest == 0 || m->users > 0)
        return false;
    if (m->device && tcr_stretch_home(m, true) != 0)
        return false;
    tcr_stretch_free(m);
    m->rest--;
    m->calls = 0;
    m->cost = m->costs = m->copies = 0;
    return true;
}
