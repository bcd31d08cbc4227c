/* SPDX-License-Identifier: MIT */
/*
 * newer.c: of a section's two copies, which is the newer, and keeping the other
 * from being used.
 *
 * An entry has `diverged` when a kernel has written to it, or may have (somebody
 * has its device address), and `behind` when a loop ran on the host of which it
 * is not known what it wrote.  What is behind catches up before a kernel uses it.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/keep_errno.h"
#include "../device/device.h"
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "../ground/checked.h"
#include "../ground/inside.h"
#include "../ground/not_cancelled.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "interrupted.h"
#include "present.h"
#include "present_action.h"
#include "present_table.h"

void tcr_present_settle(struct tcr_present *e, uintptr_t host, size_t size)
{
    if (host > e->host || host + size < e->host + e->size)
        return;
    e->behind = false;
    e->diverged = e->exposed;
}

void tcr_present_written(struct tcr_present *e)
{
    e->diverged = true;
    tcr_present_set_newer();
}

void tcr_present_half_written(struct tcr_present *e)
{
    tcr_present_lock(true);
    e->behind = true;
    tcr_present_lock(false);
}

int tcr_action_update(struct tcr_action *action, struct tcr_present *e, uintptr_t host, size_t size,
                      bool to_device)
{
    char *device = e->device ? e->device + (host - e->host) : NULL;
    int error = 0;

    if (!device || (e->behind && !to_device))
        return 0;
    if (to_device)
        error = tcr_action_copy_to(action, device, (const void *)host, size);
    else
        error = tcr_action_copy_from(action, (void *)host, device, size);
    if (!error)
        tcr_present_settle(e, host, size);
    return error;
}

int tcr_present_catch_up(struct tcr_present *e)
{
    struct tcr_action action = {.why.wanted = true};
    int error = 0;

    tcr_present_lock(true);
    if (e->behind) {
        error = tcr_action_prepare(&action);
        if (!error) {
            error = tcr_action_update(&action, e, e->host, e->size, true);
            tcr_action_finish(&action, !error);
        }
        tcr_trace(error ? 1 : 2, "%zu bytes from %s, changed by a loop on the host: %s", e->size,
                  e->origin, error ? action.why.text : "copied to the device");
    }
    tcr_present_lock(false);
    return error ? error : 1;
}

/* ---- for the host loop ---- */

/* Copy a part of an entry to the host, if it differs there (it may be in memory
 * that cannot be written, and other threads may be reading it). */
static int refresh(struct tcr_action *action, struct tcr_present *e, uintptr_t lo, uintptr_t hi)
{
    void *buffer = malloc(hi - lo);
    int error;

    if (!buffer)
        return tcr_refuse(&action->why, TCR_E_NO_MEMORY, "out of host memory");
    error = tcr_action_copy_from(action, buffer, e->device + (lo - e->host), hi - lo);
    if (!error && memcmp((const void *)lo, buffer, hi - lo) != 0 && !tcr_poke(lo, buffer, hi - lo))
        error = tcr_refuse(&action->why, TCR_E_INVALID, "the host's memory cannot be written to");
    if (!error)
        tcr_present_settle(e, lo, hi - lo);
    free(buffer);
    return error;
}

/* The first entry of [*lo, hi) that may be newer on the device; *lo and *end
 * become what they share.  Under the lock, which keeps it. */
static struct tcr_present *next_newer(uintptr_t *lo, uintptr_t hi, uintptr_t *end)
{
    struct tcr_present *e;

    for (; *lo < hi && (e = tcr_present_next(*lo, hi - *lo)) != NULL; *lo = e->host + e->size) {
        if (!e->diverged || e->behind)
            continue;
        *lo = e->host > *lo ? e->host : *lo;
        *end = e->host + e->size < hi ? e->host + e->size : hi;
        return e;
    }
    return NULL;
}

/* The addresses [*lo, *hi) of which the host loop needs the newest data, if
 * some of it may be on the device: first of all up to *end. */
static bool needed(uintptr_t base, const struct tcr_hull *hull, uintptr_t *lo, uintptr_t *hi,
                   uintptr_t *end)
{
    struct tcr_present *e;
    bool any = hull->lo < hull->hi;

    *lo = tcr_clamped(base, hull->lo);
    *hi = tcr_clamped(base, hull->hi);
    tcr_present_lock(true);
    if (any && hull->soft) {
        e = tcr_present_next(base, 1);
        any = e != NULL;
        if (any && *lo < e->host)
            *lo = e->host;
        if (any && *hi > e->host + e->size)
            *hi = e->host + e->size;
    }
    any = any && next_newer(lo, *hi, end);
    tcr_present_lock(false);
    return any;
}

int tcr_present_to_host(uintptr_t base, const struct tcr_hull *hull, struct tcr_why *why)
{
    struct tcr_present *e;
    struct tcr_action action;
    uintptr_t first, lo, hi, end;
    size_t size;
    int error;

    if (!needed(base, hull, &lo, &hi, &end))
        return 0;
    first = lo;
    size = end - lo;
    error = tcr_action_begin(&action, (const void *)lo, &size);
    if (error < 0)
        return tcr_refuse(why, error, "%s", tcr_strerror(error));
    for (end = lo; error == 1 && (e = next_newer(&lo, hi, &end)) != NULL; lo = end)
        error = refresh(&action, e, lo, end) ? action.why.error : 1;
    if (error < 0)
        tcr_refuse(why, error, "%s", action.why.text);
    return tcr_action_end(&action, "copying back", (const void *)first, size,
                          error < 0 ? error : 0);
}

/* ---- for loops of which nothing is known ---- */

static void bring_back(struct tcr_present *e, const char *file, unsigned line)
{
    struct tcr_action action = {.why.wanted = true};
    int error = tcr_device_state();

    if (!error && (error = tcr_action_prepare(&action)) == 0) {
        error = refresh(&action, e, e->host, e->host + e->size);
        tcr_action_finish(&action, !error);
    }
    if (error) {
        fprintf(stderr,
                "tcr: %s:%u: the loop runs on the host, and what is newer on the device (%zu bytes "
                "from %s) cannot be copied back: %s\n",
                file, line, e->size, e->origin,
                action.why.text[0] ? action.why.text : tcr_strerror(error));
        abort();
    }
    tcr_trace(2, "%s:%u: %zu bytes from %s copied to the host, where the loop runs", file, line,
              e->size, e->origin);
}

/* The entries of [lo, hi) become the host's. */
static void leave_to_host(uintptr_t lo, uintptr_t hi, const char *file, unsigned line, bool writes)
{
    struct tcr_present *e;

    /* the child of a fork has been told that the data is its parent's */
    if (!tcr_present_any() || tcr_device_state() == TCR_E_FORKED)
        return;
    tcr_present_lock(true);
    for (; lo < hi && (e = tcr_present_next(lo, hi - lo)) != NULL; lo = e->host + e->size) {
        if (!e->device)
            continue;
        if (e->diverged && !e->behind)
            bring_back(e, file, line);
        if (writes && !e->exposed)
            e->behind = true;
    }
    tcr_present_lock(false);
}

void tcr_present_host_loop(const char *file, unsigned line, bool writes)
{
    leave_to_host(0, UINTPTR_MAX, file, line, writes);
}

void tcr_present_host_writes(uintptr_t host, size_t size, const char *file, unsigned line)
{
    leave_to_host(host, tcr_end(host, size), file, line, true);
}

void tcr_data_host_loop(const char *file, unsigned line, int writes)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;

    if (!tcr_come_in()) {
        tcr_interrupted_loop(file, line, writes);
        return;
    }
    tcr_present_host_loop(file, line, writes);
    tcr_go_out();
}

/* ---- for single objects ---- */

static void fetch(const volatile void *address, unsigned long long size)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;
    struct tcr_hull hull = {0, size < LLONG_MAX ? (long long)size : LLONG_MAX, false};
    struct tcr_why why = {.wanted = true};

    if (!tcr_present_any() || !tcr_present_newer() || tcr_device_state() == TCR_E_FORKED ||
        tcr_present_to_host((uintptr_t)address, &hull, &why) == 0)
        return;
    fprintf(stderr,
            "tcr: %llu bytes at %p are newer on the device and cannot be copied back, for a "
            "loop that begins with their value: %s\n",
            size, (const void *)(uintptr_t)address, why.text);
    abort();
}

void tcr_data_fetch(const volatile void *address, unsigned long long size)
{
    if (tcr_present_none()) /* most programs: loops ask for what their headers read */
        return;
    if (!tcr_come_in()) {
        tcr_interrupted_object((uintptr_t)address, size, false);
        return;
    }
    fetch(address, size);
    tcr_go_out();
}

static void store(const volatile void *address, unsigned long long size)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;
    struct tcr_action action = {.why.wanted = true};
    struct tcr_present *e;
    char *device;
    int error;

    if (!tcr_present_any() || tcr_device_state() != 0)
        return;
    tcr_present_lock(true);
    if (tcr_present_find((const void *)(uintptr_t)address, (size_t)size, &e, &device) == 1 &&
        device && !e->behind) {
        error = tcr_action_prepare(&action);
        if (!error) {
            error = tcr_action_update(&action, e, (uintptr_t)address, (size_t)size, true);
            tcr_action_finish(&action, !error);
        }
        if (error) /* before the next kernel, then */
            e->behind = true;
    }
    tcr_present_lock(false);
}

void tcr_data_store(const volatile void *address, unsigned long long size)
{
    if (!tcr_come_in()) {
        tcr_interrupted_object((uintptr_t)address, size, true);
        return;
    }
    store(address, size);
    tcr_go_out();
}
