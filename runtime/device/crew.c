/* SPDX-License-Identifier: MIT */
/*
 * crew.c: threads that share work on large stretches of host memory.
 *
 * There is one job at a time; who finds the crew at work does its own job alone.  The
 * slices of a job are handed out by a counter.  A thread may look at the job only between
 * `inside` plus one and minus one, and if it then still finds it `open`; whoever asked closes the
 * job and waits until nobody is inside.  Between jobs the threads look for the next one for a
 * short time, as a copy is a row of jobs, and sleep then.
 *
 * The threads block all signals, use nothing of the program's but the bytes that they are given,
 * and end before the runtime's code is taken out of the process (the destructor).  The child of a
 * fork has none of them: what they had in hand there is done again.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include "../ground/cpu.h"
#include "../ground/inside.h"
#include "crew.h"

enum {
    MOST_HELPERS = 11, /* more do not reach more of the memory (docs/performance.md) */
    LOOKS = 20000,     /* for the next job, before a thread sleeps: some 100 microseconds */
    STACK = 128 << 10
};

int tcr_crew_for_test = -1;

static struct {
    pthread_mutex_t lock; /* of the threads: their number, and sleep */
    pthread_cond_t wake;
    pthread_t thread[MOST_HELPERS];
    unsigned threads;
    bool started;
    _Atomic bool stop;
    _Atomic unsigned sleepers;
    atomic_flag taken;     /* somebody has a job done */
    _Atomic unsigned born; /* forks that led to this process */

    _Atomic bool open;
    _Atomic unsigned inside;
    _Atomic size_t next;
    _Atomic bool failed;
    _Atomic size_t size; /* also looked at by threads that wait for the next job */
    tcr_crew_work *work;
    void *of;
} crew = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER, .taken = ATOMIC_FLAG_INIT};

static void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    atomic_signal_fence(memory_order_seq_cst);
#endif
}

static void take_slices(void)
{
    size_t from;

    while ((from = atomic_fetch_add(&crew.next, TCR_CREW_SLICE)) < crew.size) {
        size_t rest = crew.size - from;

        if (!crew.work(crew.of, from, rest < TCR_CREW_SLICE ? crew.size : from + TCR_CREW_SLICE))
            crew.failed = true;
    }
}

/* False: there will be none. */
static bool await_job(void)
{
    for (unsigned k = 0; k < LOOKS; k++) {
        if (crew.stop)
            return false;
        if (crew.open)
            return true;
        relax();
    }
    pthread_mutex_lock(&crew.lock);
    crew.sleepers++;
    while (!crew.open && !crew.stop)
        pthread_cond_wait(&crew.wake, &crew.lock);
    crew.sleepers--;
    pthread_mutex_unlock(&crew.lock);
    return !crew.stop;
}

static void *help(void *unused)
{
    (void)unused;
    while (await_job()) {
        crew.inside++;
        if (crew.open)
            take_slices();
        crew.inside--;
        for (unsigned k = 0; k < LOOKS && crew.open && crew.next >= crew.size; k++)
            relax();
    }
    return NULL;
}

/* How many threads besides the one that asks. */
static unsigned wanted_helpers(void)
{
    int threads = tcr_host_threads();

    if (tcr_crew_for_test >= 0)
        return tcr_crew_for_test < MOST_HELPERS ? (unsigned)tcr_crew_for_test : MOST_HELPERS;
    return threads > MOST_HELPERS ? MOST_HELPERS : (unsigned)threads - 1;
}

/* Under the lock.  Where threads are not to be had, the others do. */
static void start_threads(void)
{
    unsigned wanted = wanted_helpers();
    pthread_attr_t attributes;
    sigset_t all, before;

    crew.started = true;
    if (wanted == 0 || pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, STACK);
    sigfillset(&all);
    /* a mirror's memory may be read here: its faults must be answered (mirror/handler.c) */
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (crew.threads < wanted &&
           pthread_create(&crew.thread[crew.threads], &attributes, help, NULL) == 0)
        crew.threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

static void call_threads(void)
{
    if (crew.started && crew.sleepers == 0)
        return;
    pthread_mutex_lock(&crew.lock);
    if (!crew.started)
        start_threads();
    pthread_cond_broadcast(&crew.wake);
    pthread_mutex_unlock(&crew.lock);
}

static bool run_alone(size_t size, tcr_crew_work *work, void *of)
{
    bool good = true;

    for (size_t from = 0; from < size && good; from += TCR_CREW_SLICE)
        good = work(of, from, size - from < TCR_CREW_SLICE ? size : from + TCR_CREW_SLICE);
    return good;
}

static bool run_together(size_t size, tcr_crew_work *work, void *of)
{
    unsigned born = crew.born;
    bool good;

    crew.size = size;
    crew.work = work;
    crew.of = of;
    crew.failed = false;
    crew.next = 0;
    crew.open = true;
    call_threads();
    take_slices();
    crew.open = false;
    while (crew.inside > 0)
        sched_yield();
    good = !crew.failed;
    return born == crew.born ? good : run_alone(size, work, of);
}

bool tcr_crew_run(size_t size, tcr_crew_work *work, void *of)
{
    bool good;

    if (size < TCR_CREW_LEAST || atomic_flag_test_and_set(&crew.taken))
        return run_alone(size, work, of);
    good = run_together(size, work, of);
    atomic_flag_clear(&crew.taken);
    return good;
}

void tcr_crew_fork(bool before)
{
    if (before)
        pthread_mutex_lock(&crew.lock);
    else
        pthread_mutex_unlock(&crew.lock);
}

/* With the lock, if the thread that forked was not inside the runtime.  If it was, it may have the
 * crew, and goes on. */
void tcr_crew_child(void)
{
    crew.threads = 0;
    crew.started = true; /* the device is the parent's: there will be no large copies */
    crew.sleepers = 0;
    crew.open = false;
    crew.inside = 0;
    crew.born++;
    if (!tcr_inside)
        atomic_flag_clear(&crew.taken);
}

/* At the end of the process, or when the library that has this code is closed. */
__attribute__((destructor)) static void stop_threads(void)
{
    unsigned n;

    if (tcr_inside) /* exit() in a signal handler: its thread may have the lock */
        return;
    pthread_mutex_lock(&crew.lock);
    crew.stop = true;
    n = crew.threads;
    crew.threads = 0;
    pthread_cond_broadcast(&crew.wake);
    pthread_mutex_unlock(&crew.lock);
    while (n > 0)
        pthread_join(crew.thread[--n], NULL);
}
