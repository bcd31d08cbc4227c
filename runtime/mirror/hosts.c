/* SPDX-License-Identifier: MIT */
/* hosts.c: when the host needs its data, other than by a fault: in bulk, at the end, for a fork. */
#define _GNU_SOURCE
#include "../backend/backend.h"
#include "../../base/keep_errno.h"
#include "../device/device.h"
#include "../ground/thread_data.h"
#include "guests.h"
#include "mirror_private.h"

static unsigned quiet; /* by so many; under the lock */

bool tcr_mirror_is_quiet(void)
{
    return quiet > 0;
}

bool tcr_mirror_has(uintptr_t at)
{
    return tcr_mirror_live() && tcr_pages_state(at) > TCR_PAGE_HOST;
}

bool tcr_mirror_hides(uintptr_t at)
{
    return tcr_mirror_live() && tcr_pages_state(at) == TCR_PAGE_DEVICE;
}

void tcr_mirror_pages(uintptr_t *lo, uintptr_t *hi)
{
    *lo = tcr_page_down(*lo);
    *hi = tcr_page_up(*hi);
}

void tcr_mirror_to_host(uintptr_t host, size_t size, bool writes)
{
    if (tcr_mirror_live() && size > 0 && !tcr_pages_open(host, host + size, writes))
        tcr_service_ask(host, host + size, writes, false);
}

bool tcr_mirror_peek(uintptr_t host, size_t size, bool writes)
{
    if (!tcr_mirror_live() || tcr_service_is_me() || tcr_pages_open(host, host + size, writes))
        return false;
    tcr_service_ask(host, host + size, writes, false);
    return true;
}

/* A block that is too small for a mirror has none; a piece of a larger one may be in it. */
static bool is_watched(uintptr_t host, size_t size)
{
    if (size >= tcr_mirror_least())
        return true;
    for (uintptr_t at = tcr_page_down(host); at < host + size; at += tcr_page_size)
        if (tcr_pages_state(at) != TCR_PAGE_NONE)
            return true;
    return false;
}

void tcr_mirror_drop(uintptr_t host, size_t size, bool freed)
{
    TCR_KEEP_ERRNO;
    sigset_t mask;

    if (!tcr_mirror_live() || !is_watched(host, size) || tcr_mirror_locked() || tcr_service_is_me())
        return;
    tcr_mirror_lock(&mask);
    while (!tcr_mirror_idle(host, host + size))
        tcr_mirror_wait();
    tcr_stretch_drop_all(host, host + size, freed);
    tcr_mirror_unlock(&mask);
}

void tcr_mirror_drop_at(uintptr_t at)
{
    if (tcr_mirror_live() && tcr_pages_state(at) != TCR_PAGE_NONE)
        tcr_mirror_drop(tcr_page_down(at), tcr_mirror_least(), false);
}

void tcr_mirror_fresh(uintptr_t host, size_t size)
{
    if (tcr_mirror_live() && !tcr_pages_open(host, host + size, true))
        tcr_mirror_drop(host, size, true);
}

/* ---- while nobody answers ---- */

/* This thread has made it quiet for fork(): mirrors may come to life between the two calls. */
static _Thread_local bool made_quiet;
TCR_THREAD_DATA(made_quiet);

/* Handlers of pthread_atfork() come in between, also in the child, before it knows that it is one.
 */
static bool forks(void)
{
    return made_quiet && tcr_mirror_locked();
}

bool tcr_mirror_open_alone(uintptr_t lo, uintptr_t hi)
{
    const uintptr_t last = tcr_page_up(hi);
    uintptr_t end;

    if (!forks() && tcr_handler_alive())
        return false;
    for (lo = tcr_page_down(lo); lo < last; lo = end) {
        end = tcr_pages_run(lo, last);
        if (tcr_pages_state(lo) == TCR_PAGE_DEVICE)
            return false;
        if (tcr_pages_state(lo) == TCR_PAGE_SAME)
            tcr_stretch_open(lo, end);
    }
    return true;
}

/* ---- guests ---- */

int tcr_mirror_guest_begin(uintptr_t host, size_t size, bool writes)
{
    uintptr_t end = size > UINTPTR_MAX - host ? UINTPTR_MAX : host + size;
    int guest;

    /* mirrors may come to life before the call ends */
    if (size == 0 || (!tcr_mirror_live() && tcr_mirror_is_off()))
        return -1;
    guest = tcr_guests_come(host, end, tcr_mirror_live());
    if (forks())
        tcr_mirror_open_alone(host, end);
    /* who has the lock asks the system whether a page is protected, and must hear that it is */
    if (tcr_mirror_live() && !tcr_pages_open(host, end, writes) && !tcr_service_is_me() &&
        !tcr_mirror_locked()) {
        TCR_KEEP_ERRNO;

        tcr_service_ask(host, end, writes, false);
    }
    return guest;
}

int tcr_mirror_guest_small(const void *at, size_t size, bool writes)
{
    const uintptr_t host = (uintptr_t)at;

    if (!tcr_mirror_live() || !at || size == 0 || size > UINTPTR_MAX - host ||
        (tcr_pages_state(host) == TCR_PAGE_NONE &&
         tcr_pages_state(host + size - 1) == TCR_PAGE_NONE))
        return -1;
    return tcr_mirror_guest_begin(host, size, writes);
}

void tcr_mirror_guest_end(int guest)
{
    if (guest >= 0)
        tcr_guests_leave(guest);
}

void tcr_mirror_jump(void)
{
    tcr_guests_jump();
}

/* ---- all of them ---- */

/* Under the lock: nobody is in a call; a thread within the runtime may be one of those. */
static void wait_for_calls(void)
{
    while (!tcr_mirror_was_inside() && !tcr_mirror_idle(0, UINTPTR_MAX))
        tcr_mirror_wait();
}

/* What cannot be had stays without access: whoever touches it hears of it. */
static void all_home(bool drop)
{
    for (size_t k = tcr_mirror_number(); k-- > 0;) {
        struct tcr_mirror *m = tcr_mirror_get(k);

        if (!m->device || m->users > 0 || tcr_stretch_home(m, drop))
            continue;
        if (drop)
            tcr_stretch_drop(m, false);
    }
}

void tcr_mirror_all_to_host(bool drop)
{
    TCR_KEEP_ERRNO;
    sigset_t mask;

    if (!tcr_mirror_live() || tcr_mirror_locked() || tcr_service_is_me())
        return;
    tcr_mirror_lock(&mask);
    quiet++;
    wait_for_calls();
    all_home(drop);
    quiet--;
    tcr_mirror_changed();
    tcr_mirror_unlock(&mask);
}

bool tcr_mirror_evict(void)
{
    const bool own = tcr_mirror_locked();
    struct tcr_mirror *oldest = NULL;
    bool done = false;
    sigset_t mask;

    if (!tcr_mirror_live() || tcr_service_is_me())
        return false;
    if (!own)
        tcr_mirror_lock(&mask);
    for (size_t k = 0; k < tcr_mirror_number(); k++) {
        struct tcr_mirror *m = tcr_mirror_get(k);

        if (m->device && m->users == 0 && (!oldest || m->turn < oldest->turn))
            oldest = m;
    }
    if (oldest && tcr_stretch_home(oldest, true) == 0) {
        tcr_stretch_free(oldest);
        done = true;
    }
    if (!own)
        tcr_mirror_unlock(&mask);
    return done;
}

/* ---- fork ---- */

void tcr_mirror_quiet(bool before)
{
    sigset_t mask;

    if (!tcr_mirror_live() || (!before && !made_quiet))
        return;
    tcr_mirror_lock(&mask);
    if (before) {
        quiet++;
        wait_for_calls();
        all_home(false);
    } else {
        quiet--;
        tcr_mirror_changed();
    }
    made_quiet = before;
    tcr_mirror_unlock(&mask);
}
