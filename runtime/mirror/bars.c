/* SPDX-License-Identifier: MIT */
/*
 * bars.c: memory of which there is no mirror: what a loop's call copies itself, while it lasts, and
 * what data directives have on the device.
 */
#include <stdlib.h>
#include "mirror_private.h"

static struct tcr_mirror_call *calls; /* that have begun */
static struct range {
    uintptr_t lo, hi;
} * bars;
static size_t n_bars, room;
static bool everywhere; /* there was no memory for one */

void tcr_bars_add(struct tcr_mirror_call *call)
{
    call->next = calls;
    calls = call;
}

void tcr_bars_remove(struct tcr_mirror_call *call)
{
    struct tcr_mirror_call **link = &calls;

    while (*link != call)
        link = &(*link)->next;
    *link = call->next;
}

bool tcr_bars_in(uintptr_t lo, uintptr_t hi)
{
    if (everywhere)
        return true;
    for (size_t k = 0; k < n_bars; k++)
        if (bars[k].lo < hi && lo < bars[k].hi)
            return true;
    for (const struct tcr_mirror_call *c = calls; c; c = c->next)
        for (size_t k = 0; k < c->n; k++)
            if (!c->use[k].mirror && c->use[k].host < hi && lo < c->use[k].host + c->use[k].size)
                return true;
    return false;
}

static void add(uintptr_t lo, uintptr_t hi)
{
    if (n_bars == room) {
        size_t more = room ? 2 * room : 16;
        struct range *larger = realloc(bars, more * sizeof *bars);

        if (!larger) {
            everywhere = true;
            return;
        }
        bars = larger;
        room = more;
    }
    bars[n_bars++] = (struct range){lo, hi};
}

void tcr_mirror_bar(uintptr_t host, size_t size)
{
    sigset_t mask;

    if (tcr_mirror_locked() || tcr_service_is_me())
        return;
    tcr_mirror_lock(&mask);
    add(host, host + size);
    while (!tcr_mirror_idle(host, host + size))
        tcr_mirror_wait();
    tcr_stretch_drop_all(host, host + size, false);
    tcr_mirror_unlock(&mask);
}

void tcr_mirror_unbar(uintptr_t host, size_t size)
{
    sigset_t mask;

    tcr_mirror_lock(&mask);
    for (size_t k = n_bars; k-- > 0;)
        if (bars[k].lo == host && bars[k].hi == host + size) {
            bars[k] = bars[--n_bars];
            break;
        }
    tcr_mirror_unlock(&mask);
}
