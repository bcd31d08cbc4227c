/* SPDX-License-Identifier: MIT */
/* stretch.c: a mirror's pages from one state to another, with the copies that go with it. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/transfer.h"
#include "../ground/shut_in.h"
#include "../ground/trace.h"
#include "guests.h"
#include "mirror_private.h"

/* What comes back passes by two buffers of so many bytes. */
#define PART ((size_t)4 << 20)

void tcr_mirror_lost(uintptr_t lo, size_t size)
{
    char text[256];
    int n =
        snprintf(text, sizeof text,
                 "tcr: %zu bytes at %p are newer on the device and cannot be copied back: %s; "
                 "TCR_MIRROR=0 keeps them on the host\n",
                 size, (void *)lo,
                 tcr_device_state() ? tcr_strerror(tcr_device_state()) : "the copies have failed");

    /* not by stdio: a thread that waits for us may have its lock */
    (void)!write(STDERR_FILENO, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
    abort();
}

static bool protect(uintptr_t lo, uintptr_t hi, int rights)
{
    if (lo >= hi || mprotect((void *)lo, hi - lo, rights) == 0)
        return true;
    if (errno == EINVAL) /* its pages are larger than those that we know */
        tcr_bars_never(lo, hi);
    return false;
}

int tcr_stretch_allocate(struct tcr_mirror *m)
{
    size_t pad = m->lo % 256; /* what is aligned on the host is on the device */
    int error;

    if (m->device)
        return 0;
    if (!m->ends && !(m->ends = malloc(m->first - m->lo + (m->hi - m->last) + 1)))
        return TCR_E_NO_MEMORY;
    m->alloc_size = m->hi - m->lo + pad;
    error = tcr_pool_alloc(&m->alloc, &m->alloc_size);
    if (!error)
        m->device = (char *)m->alloc + pad;
    m->end_known = false;
    return error;
}

/* ---- to the device ---- */

static int send_run(struct tcr_mirror *m, uintptr_t lo, uintptr_t hi, struct tcr_lane *lane,
                    struct tcr_why *why)
{
    int error;

    tcr_pages_set(lo, hi, TCR_PAGE_SAME);
    if (tcr_guests_in(lo, hi) || !protect(lo, hi, PROT_READ)) {
        tcr_stretch_open(lo, hi);
        return tcr_refuse(why, TCR_E_BUSY, "memory cannot be protected, or a system call uses it");
    }
    error = tcr_copy_to(lane, m->device + (lo - m->lo), (const void *)lo, hi - lo, NULL);
    if (!error)
        error = tcr_backend->sync(lane->stream);
    if (error) {
        tcr_stretch_open(lo, hi);
        return tcr_refuse_device(why, error, "copying to the device");
    }
    return 0;
}

int tcr_stretch_send(struct tcr_mirror *m, uintptr_t lo, uintptr_t hi, struct tcr_lane *lane,
                     unsigned long long *bytes, struct tcr_why *why)
{
    uintptr_t end;
    int error = 0;

    for (; lo < hi && !error; lo = end) {
        end = tcr_pages_run(lo, hi);
        if (tcr_pages_state(lo) != TCR_PAGE_HOST)
            continue;
        error = send_run(m, lo, end, lane, why);
        *bytes += end - lo;
    }
    return error;
}

bool tcr_stretch_take(uintptr_t lo, uintptr_t hi)
{
    tcr_pages_set(lo, hi, TCR_PAGE_DEVICE);
    return !tcr_guests_in(lo, hi) && protect(lo, hi, PROT_NONE);
}

/* ---- and back ---- */

/* Under the lock of the mirrors, once they are there. */
static struct {
    struct tcr_lane *lane;
    void *part[2];
} way;

/* Made before there is anything to be brought back: memory may be short then. */
int tcr_stretch_ready(void)
{
    int error = way.lane ? 0 : tcr_lane_get(&way.lane);
    void *device;

    for (int k = 0; k < 2 && !error; k++)
        if (!way.part[k] && (error = tcr_pinned_alloc(&way.part[k], &device, PART)) != 0)
            way.part[k] = NULL;
    return error;
}

void *tcr_stretch_room(size_t size)
{
    return size <= PART ? way.part[0] : NULL;
}

static int start_part(const struct tcr_mirror *m, int k, uintptr_t lo, size_t size)
{
    return tcr_backend->copy_from(way.part[k], m->device + (lo - m->lo), size, way.lane->stream);
}

/* Is some of it not there any longer?  A library may have freed a block of the program's. */
static bool unmapped(uintptr_t lo, uintptr_t hi)
{
    unsigned char in;

    for (; lo < hi; lo += tcr_page_size)
        if (mincore((void *)lo, tcr_page_size, &in) != 0)
            return true;
    return false;
}

/* While one part is stored, the next one is on its way. */
static int fetch_parts(const struct tcr_mirror *m, uintptr_t lo, uintptr_t hi)
{
    size_t size = hi - lo < PART ? hi - lo : PART;
    int k = 0, error = start_part(m, k, lo, size);

    while (!error && lo < hi) {
        uintptr_t next = lo + size;
        size_t after = hi - next < PART ? hi - next : PART;

        error = tcr_backend->sync(way.lane->stream);
        if (!error && after > 0)
            error = start_part(m, !k, next, after);
        if (!error && !tcr_force_write(lo, way.part[k], size) && !unmapped(lo, next))
            error = TCR_E_INVALID;
        lo = next;
        size = after;
        k = !k;
    }
    if (error)
        tcr_backend->sync(way.lane->stream);
    return error;
}

/* A copy that has failed is tried again: only a lost device is a reason to give the data up. */
static int fetch_run(const struct tcr_mirror *m, uintptr_t lo, uintptr_t hi)
{
    enum { TRIES = 3 };
    const double start = tcr_now();
    int error = TCR_E_LOST;

    for (int k = 0; k < TRIES && error && tcr_device_state() == 0; k++) {
        error = tcr_device_bind();
        if (!error) {
            error = tcr_stretch_ready();
            if (!error)
                error = fetch_parts(m, lo, hi);
            tcr_device_unbind();
        }
        if (error)
            tcr_device_check();
    }
    if (m->back)
        atomic_store(m->back, atomic_load(m->back) + (tcr_now() - start));
    if (!tcr_service_is_me())
        tcr_service_waited(start);
    return error;
}

/* Pages without access that can be written are another mapping, which somebody has made who is not
 * seen: what is there is the newest. */
static bool is_another(uintptr_t lo, uintptr_t hi)
{
    return tcr_force_writable(lo) || tcr_force_writable(hi - tcr_page_size);
}

int tcr_stretch_fetch(struct tcr_mirror *m, uintptr_t lo, uintptr_t hi, bool open)
{
    uintptr_t end;

    for (; lo < hi; lo = end) {
        int error;

        end = tcr_pages_run(lo, hi);
        if (tcr_pages_state(lo) != TCR_PAGE_DEVICE) {
            if (open)
                tcr_stretch_open(lo, end);
            continue;
        }
        error = is_another(lo, end) ? 0 : fetch_run(m, lo, end);
        if (error)
            return error;
        if (open || !protect(lo, end, PROT_READ))
            tcr_stretch_open(lo, end);
        else
            tcr_pages_set(lo, end, TCR_PAGE_SAME);
        atomic_fetch_add(&tcr_mirror_generation, 1);
    }
    return 0;
}

/* Neighbours that are protected in another way may leave no room for one more stretch: all of the
 * mirror is opened, then, with what the device has of it. */
static void open_around(uintptr_t lo, uintptr_t hi)
{
    struct tcr_mirror *m = tcr_mirror_in(lo, hi);
    uintptr_t end;

    tcr_pages_set(lo, hi, TCR_PAGE_HOST);
    for (uintptr_t at = m ? m->first : hi; m && at < m->last; at = end) {
        end = tcr_pages_run(at, m->last);
        if (tcr_pages_state(at) == TCR_PAGE_DEVICE && (m->writer || fetch_run(m, at, end)))
            tcr_mirror_lost(at, end - at);
    }
    if (!m || protect(m->first, m->last, PROT_READ | PROT_WRITE)) {
        if (m)
            tcr_pages_set(m->first, m->last, TCR_PAGE_HOST);
        return;
    }
    for (uintptr_t at = m->first; at < m->last; at += tcr_page_size)
        if (!protect(at, at + tcr_page_size, PROT_READ | PROT_WRITE) &&
            !unmapped(at, at + tcr_page_size))
            tcr_mirror_lost(at, tcr_page_size);
    tcr_pages_set(m->first, m->last, TCR_PAGE_HOST);
}

void tcr_stretch_open(uintptr_t lo, uintptr_t hi)
{
    if (lo >= hi)
        return;
    if (protect(lo, hi, PROT_READ | PROT_WRITE))
        tcr_pages_set(lo, hi, TCR_PAGE_HOST);
    else
        open_around(lo, hi);
    atomic_fetch_add(&tcr_mirror_generation, 1);
}

/* What is lost stays without access. */
void tcr_stretch_child(uintptr_t lo, uintptr_t hi)
{
    uintptr_t end;

    for (; lo < hi; lo = end) {
        end = tcr_pages_run(lo, hi);
        if (tcr_pages_state(lo) == TCR_PAGE_DEVICE)
            continue;
        protect(lo, end, PROT_READ | PROT_WRITE);
        tcr_pages_set(lo, end, TCR_PAGE_NONE);
    }
}

int tcr_stretch_home(struct tcr_mirror *m, bool open)
{
    return tcr_stretch_fetch(m, m->first, m->last, open);
}

void tcr_stretch_free(struct tcr_mirror *m)
{
    if (m->device && !tcr_shut_in() && tcr_device_state() == 0 && tcr_device_bind() == 0) {
        tcr_pool_free(m->alloc, m->alloc_size);
        tcr_device_unbind();
    }
    m->device = m->alloc = NULL;
}

void tcr_stretch_drop(struct tcr_mirror *m, bool freed)
{
    if (!m->device)
        atomic_fetch_add(&tcr_mirror_generation, 1); /* never protected */
    else if (freed)
        tcr_stretch_open(m->first, m->last);
    else if (tcr_stretch_home(m, true))
        tcr_mirror_lost(m->lo, m->hi - m->lo);
    tcr_pages_set(m->first, m->last, TCR_PAGE_NONE);
    atomic_fetch_add(&tcr_mirror_generation, 1);
    tcr_mirror_remove(m);
    tcr_stretch_free(m);
    free(m->ends);
    free(m);
}

void tcr_stretch_drop_all(uintptr_t lo, uintptr_t hi, bool freed)
{
    for (size_t k = tcr_mirror_at(lo); k < tcr_mirror_number() && tcr_mirror_get(k)->lo < hi;) {
        struct tcr_mirror *m = tcr_mirror_get(k);

        if (m->users > 0)
            k++;
        else
            tcr_stretch_drop(m, freed);
    }
}
