/* SPDX-License-Identifier: MIT */
/*
 * start.c: the device's start on a thread of its own, while loops go on on the host.
 *
 * Nobody waits for the thread but fork(), for the device's lock, and exit(): what a driver
 * registers with atexit() in its calls takes it down, and must not while one of them runs.  A
 * program that tcr-cc has linked has the C library's function for that in its own place
 * (wrap/seen_ends.c): what this thread registers is kept here, and run at the program's end unless
 * a call is under way.  Then the driver is left as it is, and the process ends as soon as the
 * system can stop the thread.
 *
 * In other programs exit() waits.  The thread is left between two calls of the driver
 * (tcr_loading_leaving), so that this is for one of them at the most, and only if it comes
 * just then.  exit() would come to what the driver has registered before any handler of ours that
 * stands there already.  What a thread has for its own end comes first of all in exit(), if it is
 * the thread that calls it: nearly always the first one.  (It does not come when that thread ends
 * alone, by pthread_exit().)  For others a handler is registered again after each call of the
 * driver.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "../ground/inside.h"
#include "../ground/loading.h"
#include "../ground/shut_in.h"
#include "../ground/team.h"
#include "../ground/thread_data.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "device.h"

enum { STACK = 1 << 20 }; /* bytes: a driver has room, the program's limits are left alone */

static const double longest_wait = 2; /* seconds: exit() in a signal handler may have a lock of
                                         malloc, which the thread waits for */

static atomic_int begun;   /* this process has made the thread, or tried to */
static atomic_int running; /* it has not ended */
static atomic_int ending;  /* exit() has been called */

/* Of the C library, for C++; not in every one. */
extern int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *library)
    __attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

/* ---- what the driver has registered ---- */

enum { MOST_KEPT = 32 };

static struct {
    void (*function)(void *);
    void *argument, *library; /* where that is loaded */
} kept[MOST_KEPT];
static unsigned n_kept;             /* written by the starting thread while it runs */
static atomic_bool keeps_all;       /* nothing of that thread's has gone to the C library */
static _Thread_local bool is_start; /* is this the thread? */
TCR_THREAD_DATA(is_start);

/* The library, which has been opened, stays in the process, whoever closes it. */
static bool stays(const char *path)
{
    void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);

    if (library)
        dlclose(library);
    return library != NULL;
}

static void *library_of(void (*function)(void *))
{
    Dl_info info;

    return dladdr((void *)(uintptr_t)function, &info) ? info.dli_fbase : NULL;
}

/* The same; else another library may be there at the end, if this one is closed: as a driver is
 * that cannot be used. */
static void *library_kept(void (*function)(void *))
{
    Dl_info info;

    if (!dladdr((void *)(uintptr_t)function, &info) || !info.dli_fname)
        return NULL;
    stays(info.dli_fname); /* no is said of the program itself */
    return info.dli_fbase;
}

bool tcr_device_keeps(void (*function)(void *), void *argument)
{
    if (!is_start)
        return false;
    kept[n_kept].library = n_kept < MOST_KEPT - 1 ? library_kept(function) : NULL;
    if (!kept[n_kept].library) {
        atomic_store(&keeps_all, false);
        return false;
    }
    kept[n_kept].function = function;
    kept[n_kept++].argument = argument;
    return true;
}

static void nothing(void *unused)
{
    (void)unused;
}

/* Does what a library registers here come to tcr_device_keeps? */
static bool comes_here(void)
{
    int (*registers)(void (*)(void *), void *, void *);
    bool kept_it;

    *(void **)&registers = dlsym(RTLD_DEFAULT, "__cxa_atexit");
    if (!registers)
        return false;
    registers(nothing, NULL, &__dso_handle);
    kept_it = n_kept == 1;
    n_kept = 0;
    return kept_it;
}

/* Not of a library that has been closed nevertheless. */
static void run_kept(void)
{
    while (n_kept > 0) {
        n_kept--;
        if (library_of(kept[n_kept].function) == kept[n_kept].library)
            kept[n_kept].function(kept[n_kept].argument);
    }
}

/* ---- the end ---- */

static void leave(void)
{
    const struct timespec moment = {0, 1000000};
    double since = tcr_now();

    atomic_store(&ending, 1);
    tcr_loading_leave(true);
    if (atomic_load(&keeps_all) && atomic_load(&running))
        return; /* it is on its own */
    while (atomic_load(&running) && tcr_now() - since < longest_wait)
        nanosleep(&moment, NULL);
    tcr_loading_leave(false); /* loops of handlers that come now may need the device */
}

static void leave_last(void)
{
    leave();
    if (!atomic_load(&running) && !tcr_shut_in())
        run_kept();
}

static void leave_first(void *unused)
{
    (void)unused;
    leave();
}

static bool leave_at_exit(void)
{
    if (__cxa_thread_atexit_impl && syscall(SYS_gettid, 0, 0, 0, 0, 0, 0) == getpid())
        __cxa_thread_atexit_impl(leave_first, NULL, &__dso_handle);
    return atexit(leave_last) == 0;
}

static void leave_sooner(void)
{
    if (!atomic_load(&keeps_all))
        atexit(leave);
}

/* ---- the thread ---- */

/* The thread's code, and the handler's, stay in the process when the library that they are in is
 * closed.  Of the program itself there is nothing to be kept. */
static bool keep_self(void)
{
    Dl_info info;

    if (!dladdr((void *)&begun, &info) || !info.dli_fname)
        return false;
    return stays(info.dli_fname) || dlopen(NULL, RTLD_LAZY) != NULL;
}

static void *start(void *region)
{
    struct tcr_why why = {.region = region}; /* whose loops will say what was wrong */
    tcr_team_unbind();
    is_start = true;
    atomic_store(&keeps_all, comes_here());
    tcr_come_in(); /* the driver may fork to load its modules (device.c) */
    tcr_loading_at_steps(leave_sooner);
    if (!tcr_loading_leaving())
        tcr_device_open(&why);
    tcr_go_out();
    is_start = false; /* what the end of a thread registers */
    atomic_store(&running, 0);
    /* a thread that ends comes by the driver's code again, which exit() takes down meanwhile */
    if (atomic_load(&ending))
        for (;;)
            pause();
    return NULL;
}

static bool create(const struct tcr_region *region)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    pthread_t thread;
    bool made;

    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK);
    sigfillset(&all); /* the program's signals are its own threads' */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    made = pthread_create(&thread, &attributes, start, (void *)(uintptr_t)region) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return made;
}

void tcr_device_begin(const struct tcr_region *region)
{
    if (atomic_load_explicit(&begun, memory_order_relaxed) || atomic_exchange(&begun, 1))
        return;
    tcr_trace(1, "the device is started, while loops go on on the host");
    if (!keep_self() || !leave_at_exit())
        return;
    atomic_store(&running, 1);
    if (!create(region))
        atomic_store(&running, 0);
}

bool tcr_device_beginning(void)
{
    return atomic_load(&running) != 0;
}

void tcr_device_begin_fork(void)
{
    atomic_store(&running, 0); /* in the child there is no such thread */
    atomic_store(&begun, 0);
    n_kept = 0; /* the driver is the parent's to take down */
}
