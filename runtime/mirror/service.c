/* SPDX-License-Identifier: MIT */
/*
 * service.c: the thread that answers faults.
 *
 * No device call is made in a signal handler.  Who needs pages puts a request, which is on its own
 * stack, in front of a list and waits for a word of it; this thread takes the list, brings the
 * pages to the host and sets the word.  A request for pages that a kernel is writing waits here
 * until the kernel's call has ended, and holds up no other.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "../ground/cancel.h"
#include "../ground/inside.h"
#include "../ground/signals.h"
#include "../ground/thread_data.h"
#include "../ground/trace.h"
#include "mirror_private.h"

/* Stretches that faults bring grow from the least to the most while accesses go on. */
#define LEAST_STEP ((size_t)64 << 10)
#define MOST_STEP ((size_t)16 << 20)

struct request {
    struct request *next;
    uintptr_t lo, hi;
    bool write, fault, put_off; /* put off: it has waited for a call's end */
    double asked;
    _Atomic unsigned done;
};

static struct request *_Atomic requests;
static _Atomic unsigned bell;
static struct request *waiting; /* the service's own */
static _Atomic bool some_wait;
static _Thread_local bool is_me;
TCR_THREAD_DATA(is_me);

/* s: in which the host has waited, and until when that has been counted. */
static _Atomic double waited, counted;

double tcr_mirror_waited(void)
{
    return atomic_load_explicit(&waited, memory_order_relaxed);
}

/* Several threads may have waited at the same time, which counts once, or less: of a wait in which
 * another one ended, only what came after that. */
void tcr_service_waited(double from)
{
    const double now = tcr_now();
    double before = atomic_load(&counted), sum = atomic_load(&waited);

    do
        from = from < before ? before : from;
    while (from < now && !atomic_compare_exchange_weak(&counted, &before, now));
    while (from < now && !atomic_compare_exchange_weak(&waited, &sum, sum + (now - from)))
        ;
}

static void futex_wait(_Atomic unsigned *word, unsigned value)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void futex_wake(_Atomic unsigned *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* To sleep and to be woken takes longer than what a fault brings.  So both sides look again for a
 * while, where there is another processor: for a word that is no longer `value`. */
static bool look(const _Atomic unsigned *word, unsigned value)
{
    static const double a_while = 30e-6;
    static long processors;
    double start;

    if (processors == 0)
        processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < 2)
        return false;
    for (start = tcr_now(); tcr_now() - start < a_while;)
        for (int k = 0; k < 16; k++)
            if (atomic_load_explicit(word, memory_order_acquire) != value)
                return true;
    return false;
}

static void ring(void)
{
    atomic_fetch_add(&bell, 1);
    futex_wake(&bell);
}

/* ---- what a fault brings ---- */

/* Here and there: the more faults since the last loop, the more each one brings. */
static size_t least_step(const struct tcr_mirror *m)
{
    enum { SO_MANY = 8 };
    const unsigned doubled = m->faults / SO_MANY;

    return doubled < 8 ? LEAST_STEP << doubled : MOST_STEP;
}

/* The stretch around a page that has been touched: forwards, or backwards where the last one was
 * just behind it. */
static void grow(struct tcr_mirror *m, struct request *r)
{
    const uintptr_t page = tcr_page_down(r->lo);
    const bool onwards = page == m->touched,
               backwards = page + tcr_page_size + m->step == m->touched;
    uintptr_t lo = page, hi = page + tcr_page_size;

    m->step = (onwards || backwards) && m->step < MOST_STEP ? 2 * m->step
              : onwards || backwards                        ? MOST_STEP
                                                            : least_step(m);
    m->faults++;
    if (tcr_pages_split() > TCR_PAGES_FEW) {
        r->lo = m->first;
        r->hi = m->last;
        return;
    }
    if (m->step < tcr_page_size)
        m->step = tcr_page_size;
    if (backwards)
        lo = page - m->first > m->step - tcr_page_size ? page + tcr_page_size - m->step : m->first;
    else
        hi = m->last - page > m->step ? page + m->step : m->last;
    if (backwards)
        lo = tcr_pages_run_back(lo, hi);
    else
        hi = tcr_pages_run(lo, hi);
    m->touched = backwards ? lo + m->step : hi;
    r->lo = lo;
    r->hi = hi;
}

/* Under the lock: bring what one mirror has of a request.  False: it must wait. */
static bool serve_mirror(struct tcr_mirror *m, const struct request *r)
{
    double start;
    uintptr_t lo = r->lo > m->first ? tcr_page_down(r->lo) : m->first;
    uintptr_t hi = r->hi < m->last ? tcr_page_up(r->hi) : m->last;

    if (lo >= hi || tcr_pages_open(lo, hi, r->write))
        return true;
    if (m->writer) {
        m->wanted = true;
        return false;
    }
    start = r->asked;
    if (tcr_stretch_fetch(m, lo, hi, r->write))
        tcr_mirror_lost(lo, hi - lo);
    m->cost += tcr_now() - start;
    return true;
}

static bool serve(struct request *r)
{
    struct tcr_mirror *m = tcr_mirror_in(r->lo, r->hi);

    if (r->fault && m && !m->writer && m->first <= r->lo && r->lo < m->last &&
        !tcr_pages_open(r->lo, r->hi, r->write))
        grow(m, r);
    for (size_t k = tcr_mirror_at(r->lo);
         k < tcr_mirror_number() && (m = tcr_mirror_get(k))->lo < r->hi; k++)
        if (!serve_mirror(m, r))
            return false;
    return true;
}

/* ---- the thread ---- */

/* Has anything been answered? */
static bool serve_all(void)
{
    struct request *new = atomic_exchange(&requests, NULL), **link = &waiting;
    bool some = false;
    sigset_t mask;

    while (*link)
        link = &(*link)->next;
    *link = new;
    tcr_mirror_lock(&mask);
    for (size_t k = 0; atomic_load(&some_wait) && k < tcr_mirror_number(); k++)
        tcr_mirror_get(k)->wanted = false;
    for (link = &waiting; *link;) {
        struct request *r = *link;

        if (r->put_off) /* it has waited for a kernel, whose time is the device's */
            r->asked = tcr_now();
        if (!serve(r)) {
            r->put_off = true;
            link = &r->next;
            continue;
        }
        *link = r->next;
        some = true;
        atomic_store(&r->done, 1); /* its thread may go on, and its stack be another's */
        futex_wake(&r->done);
    }
    if (atomic_exchange(&some_wait, waiting != NULL) && some)
        tcr_mirror_go_on();
    tcr_mirror_unlock(&mask);
    return some;
}

static void *service(void *unused)
{
    (void)unused;
    is_me = true;
    tcr_inside = 1; /* what it allocates is not the program's */
    for (;;) {
        unsigned rung = atomic_load(&bell);

        if (!serve_all() || !look(&bell, rung))
            futex_wait(&bell, rung);
    }
    return NULL;
}

bool tcr_service_is_me(void)
{
    return is_me;
}

bool tcr_service_start(void)
{
    sigset_t all, mask;
    pthread_t thread;
    int error;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    error = pthread_create(&thread, NULL, service, NULL);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (error)
        return false;
    pthread_detach(thread);
    return true;
}

void tcr_service_wake(void)
{
    if (atomic_load(&some_wait))
        ring();
}

void tcr_service_child(void)
{
    atomic_store(&requests, NULL);
    atomic_store(&some_wait, false);
    waiting = NULL;
}

/* In front of the list. */
static void put(struct request *r)
{
    r->next = atomic_load(&requests);
    while (!atomic_compare_exchange_weak(&requests, &r->next, r))
        ;
    ring();
}

/* One request, which outlives who has asked, for he may not wait for ever; who asks when it has
 * been answered too late asks anew. */
bool tcr_service_ask_all(double seconds)
{
    static struct request all = {.hi = UINTPTR_MAX, .write = true};
    static atomic_flag asked = ATOMIC_FLAG_INIT;
    static atomic_bool late;
    const struct timespec moment = {.tv_nsec = 200000};
    const double start = tcr_now();

    if (!atomic_flag_test_and_set(&asked) ||
        (atomic_load(&all.done) != 0 && atomic_exchange(&late, false))) {
        atomic_store(&all.done, 0);
        all.asked = start;
        put(&all);
    }
    while (atomic_load(&all.done) == 0 && tcr_now() - start < seconds)
        nanosleep(&moment, NULL);
    if (atomic_load(&all.done) != 0)
        return true;
    atomic_store(&late, true);
    return false;
}

/* The request is on this thread's stack, which nobody may leave before it is answered: no handler
 * of the program, nor the end of a thread that another one cancels. */
void tcr_service_ask(uintptr_t lo, uintptr_t hi, bool write, bool fault)
{
    struct request r = {.lo = lo, .hi = hi, .write = write, .fault = fault, .asked = tcr_now()};
    sigset_t mask;
    struct tcr_cancel cancel;

    tcr_cancel_off(&cancel);
    if (!fault) /* there, the handler's mask does it */
        tcr_signals_off(&mask);
    put(&r);
    if (!look(&r.done, 0))
        while (atomic_load(&r.done) == 0)
            futex_wait(&r.done, 0);
    tcr_service_waited(r.asked);
    if (!fault)
        tcr_signals_on(&mask);
    tcr_cancel_set_back(&cancel);
}
