/* SPDX-License-Identifier: MIT */
/* mirror.c: a loop's call with what it uses of mirrors, from the begin to the end. */
#include <stdlib.h>
#include <string.h>
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/pool.h"
#include "../ground/signals.h"
#include "../ground/trace.h"
#include "mirror_private.h"

static unsigned long turns; /* of calls; under the lock */

/* The whole pages of [lo, hi) that a mirror watches; false: none. */
static bool pages_in(const struct tcr_mirror *m, uintptr_t *lo, uintptr_t *hi)
{
    *lo = *lo > m->first ? tcr_page_down(*lo) : m->first;
    *hi = *hi < m->last ? tcr_page_up(*hi) : m->last;
    return *lo < *hi;
}

static bool used_pages(const struct tcr_mirror_use *u, uintptr_t *lo, uintptr_t *hi)
{
    *lo = u->host;
    *hi = u->host + u->size;
    return pages_in(u->mirror, lo, hi);
}

static bool written_pages(const struct tcr_mirror_use *u, uintptr_t *lo, uintptr_t *hi)
{
    *lo = u->from;
    *hi = u->to;
    return u->from < u->to && pages_in(u->mirror, lo, hi);
}

/* ---- begin and end ---- */

static double to_send(const struct tcr_mirror_use *u)
{
    uintptr_t lo, hi, end;
    double bytes = 0;

    if (!u->needs || !used_pages(u, &lo, &hi))
        return 0;
    for (; lo < hi; lo = end) {
        end = tcr_pages_run(lo, hi);
        if (tcr_pages_state(lo) == TCR_PAGE_HOST)
            bytes += (double)(end - lo);
    }
    return bytes;
}

void tcr_mirror_begin(struct tcr_mirror_call *call, double *bytes)
{
    tcr_signals_off(&call->mask);
    tcr_mirror_lock(NULL);
    while (tcr_mirror_is_quiet() || !tcr_mirror_choose(call))
        tcr_mirror_wait();
    call->turn = ++turns;
    tcr_mirror_take_up(call);
    tcr_bars_add(call);
    call->begun = true;
    for (size_t k = 0; k < call->n; k++)
        if (call->use[k].mirror) {
            call->use[k].mirror->turn = call->turn;
            *bytes += to_send(&call->use[k]);
        }
    tcr_mirror_unlock(NULL);
}

static void release(struct tcr_mirror_call *call)
{
    for (size_t k = 0; k < call->n; k++) {
        struct tcr_mirror_use *u = &call->use[k];

        if (u->mirror) {
            u->mirror->users--;
            u->mirror->writer = NULL;
        }
        u->mirror = NULL;
    }
    tcr_bars_remove(call);
    tcr_mirror_changed();
}

void tcr_mirror_end(struct tcr_mirror_call *call)
{
    if (!call->begun)
        return;
    for (size_t k = 0; k < call->n; k++)
        if (call->use[k].kept)
            tcr_pool_free(call->use[k].kept, call->use[k].kept_size);
    tcr_mirror_lock(NULL);
    release(call);
    tcr_mirror_unlock(NULL);
    call->begun = false;
    free(call->undo);
    call->undo = NULL;
    tcr_signals_on(&call->mask);
}

uintptr_t tcr_mirror_address(const struct tcr_mirror_use *u)
{
    return (uintptr_t)u->mirror->device + (u->host - u->mirror->lo);
}

/* ---- the two ends ---- */

enum { LOW, HIGH };

static size_t end_size(const struct tcr_mirror *m, int k)
{
    return k == LOW ? m->first - m->lo : m->hi - m->last;
}

static uintptr_t end_at(const struct tcr_mirror *m, int k)
{
    return k == LOW ? m->lo : m->last;
}

static char *end_kept(const struct tcr_mirror *m, int k)
{
    return m->ends + (k == LOW ? 0 : end_size(m, LOW));
}

/* What of them has changed since it went to the device. */
static int send_ends(struct tcr_mirror *m, void *stream, unsigned long long *bytes,
                     struct tcr_why *why)
{
    int error = 0;
    bool some = false;

    for (int k = LOW; k <= HIGH && !error; k++) {
        const void *host = (const void *)end_at(m, k);
        size_t size = end_size(m, k);

        if (size == 0 || (m->end_known && memcmp(end_kept(m, k), host, size) == 0))
            continue;
        memcpy(end_kept(m, k), host, size);
        error =
            tcr_backend->copy_to(m->device + (end_at(m, k) - m->lo), end_kept(m, k), size, stream);
        *bytes += size;
        some = true;
    }
    if (!error && some)
        error = tcr_backend->sync(stream);
    m->end_known = !error;
    return error ? tcr_refuse_device(why, error, "copying to the device") : 0;
}

/* Bytes that the kernel has changed, and no others: those between may be another thread's. */
static void store_changed(char *host, char *before, const char *now, size_t size)
{
    for (size_t k = 0; k < size; k++)
        if (before[k] != now[k])
            host[k] = before[k] = now[k];
}

static int copy_ends(const struct tcr_mirror *m, char *now, void *stream)
{
    int error = 0, waited;

    for (int k = LOW; k <= HIGH && !error; k++)
        if (end_size(m, k) > 0)
            error =
                tcr_backend->copy_from(now + (end_kept(m, k) - m->ends),
                                       m->device + (end_at(m, k) - m->lo), end_size(m, k), stream);
    waited = tcr_backend->sync(stream); /* also for one that is on its way */
    return error ? error : waited;
}

/* The kernel has run, and what it read may be no more: a copy that fails is tried again. */
static int fetch_ends(struct tcr_mirror *m, void *stream, unsigned long long *bytes,
                      struct tcr_why *why)
{
    enum { TRIES = 3 };
    size_t size = end_size(m, LOW) + end_size(m, HIGH);
    char *now = tcr_stretch_room(size);
    int error = now ? TCR_E_COPY : TCR_E_NO_MEMORY;

    for (int k = 0; k < TRIES && now && error; k++)
        error = copy_ends(m, now, stream);
    for (int k = LOW; k <= HIGH && !error; k++)
        store_changed((char *)end_at(m, k), end_kept(m, k), now + (end_kept(m, k) - m->ends),
                      end_size(m, k));
    *bytes += size;
    return error ? tcr_refuse_device(why, error, "copying from the device") : 0;
}

static bool in_ends(const struct tcr_mirror_use *u)
{
    return u->from < u->to && (u->from < u->mirror->first || u->to > u->mirror->last);
}

/* ---- before the kernel ---- */

static bool any_newer(uintptr_t lo, uintptr_t hi)
{
    for (; lo < hi; lo = tcr_pages_run(lo, hi))
        if (tcr_pages_state(lo) == TCR_PAGE_DEVICE)
            return true;
    return false;
}

/* What is written need not come if all of a page is. */
static int send_written(struct tcr_mirror_use *u, struct tcr_lane *lane, unsigned long long *bytes,
                        struct tcr_why *why)
{
    uintptr_t lo, hi;
    int error = 0;

    if (!written_pages(u, &lo, &hi))
        return 0;
    u->had = any_newer(lo, hi);
    if (u->needs)
        return tcr_stretch_send(u->mirror, lo, hi, lane, bytes, why);
    if (lo < u->from)
        error = tcr_stretch_send(u->mirror, lo, lo + tcr_page_size, lane, bytes, why);
    if (!error && hi > u->to)
        error = tcr_stretch_send(u->mirror, hi - tcr_page_size, hi, lane, bytes, why);
    return error;
}

static int send(struct tcr_mirror_call *call, struct tcr_mirror_use *u, struct tcr_lane *lane,
                unsigned long long *bytes, struct tcr_why *why)
{
    const bool fresh = !u->mirror->device;
    const unsigned long long before = *bytes;
    const double start = tcr_now();
    uintptr_t lo, hi;
    int error = tcr_stretch_ready();

    if (!error)
        error = tcr_stretch_allocate(u->mirror);
    if (error)
        return tcr_refuse_device(why, error, "allocating device memory");
    error = send_ends(u->mirror, lane->stream, bytes, why);
    if (!error && u->needs && used_pages(u, &lo, &hi))
        error = tcr_stretch_send(u->mirror, lo, hi, lane, bytes, why);
    error = error ? error : send_written(u, lane, bytes, why);
    if (fresh)
        call->once += tcr_now() - start;
    else
        tcr_worth_sent(u->mirror, *bytes - before, tcr_now() - start);
    return error;
}

/* What the call would copy without the mirror of a use, which may be that of others, too: they say
 * nothing. */
static void say_used(const struct tcr_mirror_call *call, size_t k)
{
    size_t bytes = 0;

    for (size_t j = 0; j < call->n; j++) {
        const struct tcr_mirror_use *u = &call->use[j];

        if (u->mirror != call->use[k].mirror)
            continue;
        if (j < k)
            return;
        bytes += (u->needs ? u->size : 0) + (u->to - u->from);
    }
    tcr_worth_used(call->use[k].mirror, bytes);
}

/* A copy of what is newer on the device, and may have to be had again. */
static int keep(struct tcr_mirror_use *u, void *stream, struct tcr_why *why)
{
    uintptr_t lo, hi;
    int error;

    if (!u->had || !written_pages(u, &lo, &hi))
        return 0;
    u->kept_size = hi - lo;
    error = tcr_pool_alloc(&u->kept, &u->kept_size);
    if (error)
        u->kept = NULL;
    else
        error = tcr_backend->copy_within(u->kept, u->mirror->device + (lo - u->mirror->lo), hi - lo,
                                         stream);
    return error ? tcr_refuse_device(why, error, "keeping a copy of what is written") : 0;
}

static bool note_undo(struct tcr_mirror_call *call, uintptr_t lo, uintptr_t hi)
{
    if (call->n_undo == call->undo_room) {
        size_t more = call->undo_room ? 2 * call->undo_room : 8;
        struct tcr_mirror_undo *larger = realloc(call->undo, more * sizeof *larger);

        if (!larger)
            return false;
        call->undo = larger;
        call->undo_room = more;
    }
    call->undo[call->n_undo++] = (struct tcr_mirror_undo){lo, hi};
    return true;
}

static int take(struct tcr_mirror_call *call, const struct tcr_mirror_use *u, struct tcr_why *why)
{
    uintptr_t lo, hi, end;

    if (!written_pages(u, &lo, &hi))
        return 0;
    for (; lo < hi; lo = end) {
        end = tcr_pages_run(lo, hi);
        if (tcr_pages_state(lo) == TCR_PAGE_DEVICE)
            continue;
        if (!note_undo(call, lo, end))
            return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
        if (!tcr_stretch_take(lo, end))
            return tcr_refuse(why, TCR_E_BUSY,
                              "memory cannot be protected, or a system call uses it");
    }
    return 0;
}

int tcr_mirror_prepare(struct tcr_mirror_call *call, struct tcr_lane *lane,
                       unsigned long long *bytes, struct tcr_why *why)
{
    int error = 0;

    tcr_mirror_lock(NULL);
    /* all that is read before what is written has no bytes of the host's any more */
    for (size_t k = 0; k < call->n && !error; k++)
        if (call->use[k].mirror)
            error = send(call, &call->use[k], lane, bytes, why);
    for (size_t k = 0; k < call->n && !error && call->keeps; k++)
        if (call->use[k].mirror)
            error = keep(&call->use[k], lane->stream, why);
    for (size_t k = 0; k < call->n && !error; k++)
        if (call->use[k].mirror)
            error = take(call, &call->use[k], why);
    for (size_t k = 0; k < call->n; k++)
        if (call->use[k].mirror)
            say_used(call, k);
    tcr_mirror_unlock(NULL);
    return error;
}

/* ---- after it ---- */

int tcr_mirror_finish(struct tcr_mirror_call *call, struct tcr_lane *lane,
                      unsigned long long *bytes, struct tcr_why *why)
{
    int error = 0;

    tcr_mirror_lock(NULL);
    for (size_t k = 0; k < call->n && !error; k++)
        if (call->use[k].mirror && in_ends(&call->use[k]))
            error = fetch_ends(call->use[k].mirror, lane->stream, bytes, why);
    for (size_t k = 0; k < call->n; k++)
        if (call->use[k].mirror && call->use[k].from < call->use[k].to)
            call->use[k].mirror->back = call->back;
    tcr_mirror_unlock(NULL);
    return error;
}

static bool restore(const struct tcr_mirror_use *u, void *stream)
{
    uintptr_t lo, hi;

    return u->kept && written_pages(u, &lo, &hi) &&
           tcr_backend->copy_within(u->mirror->device + (lo - u->mirror->lo), u->kept, hi - lo,
                                    stream) == 0 &&
           tcr_backend->sync(stream) == 0;
}

bool tcr_mirror_failed(struct tcr_mirror_call *call, struct tcr_lane *lane, bool started)
{
    bool good = true;

    tcr_mirror_lock(NULL);
    for (size_t k = 0; k < call->n; k++) {
        const struct tcr_mirror_use *u = &call->use[k];

        if (!u->mirror || u->from >= u->to)
            continue;
        u->mirror->end_known = false;
        /* what the host's loop writes all anew is none to be missed */
        if (started && u->had && !restore(u, lane->stream))
            good = good && !u->needs;
    }
    for (size_t k = 0; k < call->n_undo; k++)
        tcr_stretch_open(call->undo[k].lo, call->undo[k].hi);
    call->n_undo = 0;
    tcr_mirror_unlock(NULL);
    return good;
}
