/* SPDX-License-Identifier: MIT */
/*
 * present.c: the process's present table, and what regions ask of it.
 *
 * Two locks.  `residency` is held over a whole call of the API, copies
 * included, so that nobody finds a section that is still being filled.
 * `table_lock` is held for the time of a look-up only, so that regions never
 * wait for somebody's copy.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/transfer.h"
#include "../ground/checked.h"
#include "../ground/env.h"
#include "../ground/thread_data.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "../mirror/mirror.h"
#include "copied.h"
#include "present.h"
#include "present_action.h"
#include "present_table.h"

static pthread_mutex_t residency = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct tcr_table table;
static _Atomic size_t entries;    /* table.n, to be read without the lock */
static _Thread_local bool locked; /* this thread holds `residency` */
TCR_THREAD_DATA(locked);

void tcr_present_fork(bool before)
{
    if (before) {
        pthread_mutex_lock(&residency);
        pthread_mutex_lock(&table_lock);
    } else {
        pthread_mutex_unlock(&table_lock);
        pthread_mutex_unlock(&residency);
    }
}

/* ---- the regions' side ---- */

/* Is no byte on the device, though the table has a part of it? */
static bool only_hosts(uintptr_t host, size_t size)
{
    uintptr_t end = tcr_end(host, size);

    for (size_t k = tcr_table_at(&table, host); k < table.n && table.entry[k]->host < end; k++)
        if (table.entry[k]->device)
            return false;
    return true;
}

int tcr_present_pin(uintptr_t host, size_t size, struct tcr_present **found)
{
    int state;

    pthread_mutex_lock(&table_lock);
    state = tcr_table_find(&table, host, size, found);
    if (state != 0 && only_hosts(host, size))
        state = 0;
    if (state == 1)
        (*found)->pins++;
    pthread_mutex_unlock(&table_lock);
    if (state == 1 && (*found)->behind && tcr_device_state() == 0 &&
        (state = tcr_present_catch_up(*found)) != 1)
        tcr_present_unpin(*found);
    return state;
}

void tcr_present_hold(struct tcr_present *e)
{
    pthread_mutex_lock(&table_lock);
    e->pins++;
    pthread_mutex_unlock(&table_lock);
}

void tcr_present_free(struct tcr_present *e)
{
    if (e->device && tcr_device_state() == 0)
        tcr_pool_free(e->alloc, e->alloc_size);
    if (tcr_config.mirror != TCR_MIRROR_OFF)
        tcr_mirror_unbar(e->host, e->size);
    free(e);
}

void tcr_present_unpin(struct tcr_present *e)
{
    bool last;

    pthread_mutex_lock(&table_lock);
    last = --e->pins == 0 && e->removed;
    pthread_mutex_unlock(&table_lock);
    if (last)
        tcr_present_free(e);
}

/* ---- actions ---- */

void tcr_present_lock(bool lock)
{
    if (lock)
        pthread_mutex_lock(&residency);
    locked = lock;
    if (!lock)
        pthread_mutex_unlock(&residency);
}

int tcr_action_prepare(struct tcr_action *action)
{
    int error = tcr_device_bind();

    if (error)
        return tcr_refuse_device(&action->why, error, "binding the device");
    error = tcr_lane_get(&action->lane);
    if (!error)
        return 0;
    tcr_refuse_device(&action->why, error, "preparing a copy");
    tcr_device_unbind();
    return error;
}

void tcr_action_finish(struct tcr_action *action, bool good)
{
    tcr_lane_put(action->lane, good);
    tcr_device_unbind();
}

int tcr_action_begin(struct tcr_action *action, const void *host, size_t *size)
{
    struct tcr_present *e;
    int error, state;

    memset(action, 0, sizeof *action);
    action->why.wanted = true;
    if (!host)
        return 0;
    if (*size == 0)
        *size = 1;
    if (!tcr_is_memory((uintptr_t)host, *size))
        return TCR_E_INVALID;
    if (tcr_present_unheeded())
        return 0;
    error = tcr_device_open(&action->why);
    tcr_present_lock(true);
    if (error) {
        pthread_mutex_lock(&table_lock);
        state = tcr_table_find(&table, (uintptr_t)host, *size, &e);
        pthread_mutex_unlock(&table_lock);
        tcr_present_lock(false);
        return state ? error : 0;
    }
    error = tcr_action_prepare(action);
    if (!error)
        return 1;
    tcr_present_lock(false);
    return error;
}

int tcr_action_end(struct tcr_action *action, const char *what, const void *host, size_t size,
                   int error)
{
    tcr_action_finish(action, error == 0 || error == TCR_E_PARTIAL || error == TCR_E_NOT_PRESENT);
    tcr_present_lock(false);
    if (error)
        tcr_trace(1, "%s(%p, %zu): %s", what, host, size,
                  action->why.text[0] ? action->why.text : tcr_strerror(error));
    else
        tcr_trace(2, "%s(%p, %zu)", what, host, size);
    return error;
}

int tcr_action_copy_to(struct tcr_action *action, void *device, const void *host, size_t size)
{
    double start = tcr_now();
    int error = tcr_copy_to(action->lane, device, host, size, NULL);

    if (!error)
        error = tcr_backend->sync(action->lane->stream);
    if (!error)
        tcr_copied_add(size, 0, tcr_now() - start);
    return error ? tcr_refuse_device(&action->why, error, "copying to the device") : 0;
}

int tcr_action_copy_from(struct tcr_action *action, void *host, const void *device, size_t size)
{
    double start = tcr_now();
    int error = tcr_copy_from(action->lane, host, device, size);

    if (!error)
        tcr_copied_add(0, size, tcr_now() - start);
    return error ? tcr_refuse_device(&action->why, error, "copying from the device") : 0;
}

/* ---- entries ---- */

int tcr_present_find(const void *host, size_t size, struct tcr_present **e, char **device)
{
    int state;

    pthread_mutex_lock(&table_lock);
    state = tcr_table_find(&table, (uintptr_t)host, size, e);
    if (state == 1)
        *device = (*e)->device ? (*e)->device + ((uintptr_t)host - (*e)->host) : NULL;
    pthread_mutex_unlock(&table_lock);
    return state;
}

static int add(struct tcr_present *e)
{
    int error;

    pthread_mutex_lock(&table_lock);
    error = tcr_table_insert(&table, e);
    entries = table.n;
    pthread_mutex_unlock(&table_lock);
    return error;
}

static struct tcr_present *new_entry(const void *host, size_t size)
{
    struct tcr_present *e = calloc(1, sizeof *e);

    if (e) {
        e->host = (uintptr_t)host;
        e->size = size;
        if (tcr_config.mirror != TCR_MIRROR_OFF)
            tcr_mirror_bar(e->host, size);
    }
    return e;
}

int tcr_present_make(struct tcr_action *action, const void *host, size_t size, bool filled,
                     struct tcr_present **made)
{
    struct tcr_present *e = new_entry(host, size);
    size_t pad = (uintptr_t)host % TCR_PIECE_ALIGN;
    int error;

    if (!e)
        return tcr_refuse(&action->why, TCR_E_NO_MEMORY, "out of host memory");
    e->alloc_size = size + pad;
    error = tcr_pool_alloc(&e->alloc, &e->alloc_size);
    if (error) {
        tcr_present_free(e);
        return tcr_refuse_device(&action->why, error, "allocating device memory");
    }
    /* the host's alignment, so that what is aligned there is aligned here */
    e->device = (char *)e->alloc + pad;
    error = filled ? tcr_action_copy_to(action, e->device, host, size) : 0;
    if (!error)
        error = add(e);
    if (error)
        tcr_present_free(e);
    *made = e;
    return error;
}

int tcr_present_make_hosts(const void *host, size_t size, struct tcr_present **made)
{
    int error;

    *made = new_entry(host, size);
    error = *made ? add(*made) : TCR_E_NO_MEMORY;
    if (*made && error)
        tcr_present_free(*made);
    return error;
}

void tcr_present_retire(struct tcr_present *e)
{
    bool unused;

    pthread_mutex_lock(&table_lock);
    tcr_table_remove(&table, e);
    entries = table.n;
    e->removed = true;
    unused = e->pins == 0;
    pthread_mutex_unlock(&table_lock);
    if (unused)
        tcr_present_free(e);
}

void tcr_present_drop_lost(const void *host, size_t size)
{
    int state = tcr_device_state();
    struct tcr_present *e;
    char *device;

    if (state != TCR_E_LOST && state != TCR_E_FORKED)
        return;
    tcr_present_lock(true);
    if (tcr_present_find(host, size, &e, &device) == 1 && e->refs > 0 && --e->refs == 0 &&
        e->structured == 0)
        tcr_present_retire(e);
    tcr_present_lock(false);
}

void *tcr_present_expose(const void *host)
{
    struct tcr_present *e;
    void *device = NULL;

    pthread_mutex_lock(&table_lock);
    if (tcr_table_find(&table, (uintptr_t)host, 1, &e) == 1 && e->device &&
        tcr_device_state() == 0) {
        e->exposed = e->diverged = true;
        device = e->device + ((uintptr_t)host - e->host);
    }
    pthread_mutex_unlock(&table_lock);
    return device;
}

void *tcr_present_host(const void *device)
{
    const char *d = device;
    void *host = NULL;

    pthread_mutex_lock(&table_lock);
    for (size_t k = 0; k < table.n && !host; k++) {
        const struct tcr_present *e = table.entry[k];

        if (e->device && (uintptr_t)d >= (uintptr_t)e->device &&
            (uintptr_t)d < (uintptr_t)e->device + e->size)
            host = (void *)(e->host + (uintptr_t)(d - e->device));
    }
    pthread_mutex_unlock(&table_lock);
    return host;
}

int tcr_present_around(uintptr_t host, uintptr_t *lo, uintptr_t *hi)
{
    size_t k;
    int inside;

    pthread_mutex_lock(&table_lock);
    k = tcr_table_at(&table, host);
    inside = k < table.n && table.entry[k]->host <= host;
    if (inside) {
        *lo = table.entry[k]->host;
        *hi = *lo + table.entry[k]->size;
    } else {
        if (k < table.n && table.entry[k]->host < *hi)
            *hi = table.entry[k]->host;
        if (k > 0 && table.entry[k - 1]->host + table.entry[k - 1]->size > *lo)
            *lo = table.entry[k - 1]->host + table.entry[k - 1]->size;
    }
    pthread_mutex_unlock(&table_lock);
    return inside;
}

struct tcr_present *tcr_present_next(uintptr_t host, size_t size)
{
    struct tcr_present *e = NULL;
    size_t k;

    pthread_mutex_lock(&table_lock);
    k = tcr_table_at(&table, host);
    if (k < table.n && table.entry[k]->host < tcr_end(host, size))
        e = table.entry[k];
    pthread_mutex_unlock(&table_lock);
    return e;
}

bool tcr_present_perhaps(uintptr_t lo, uintptr_t hi, bool newer)
{
    bool found = false;
    int tries = 1000; /* another thread has it for the time of a look-up only */

    if (tcr_present_none())
        return false;
    while (pthread_mutex_trylock(&table_lock) != 0)
        if (--tries == 0 || sched_yield() != 0)
            return true;
    for (size_t k = tcr_table_at(&table, lo); k < table.n && table.entry[k]->host < hi; k++) {
        const struct tcr_present *e = table.entry[k];

        found = found || (e->device && (!newer || (e->diverged && !e->behind)));
    }
    pthread_mutex_unlock(&table_lock);
    return found;
}

bool tcr_present_none(void)
{
    return atomic_load_explicit(&entries, memory_order_relaxed) == 0;
}

bool tcr_present_any(void)
{
    return !locked && !tcr_present_none();
}
