/* SPDX-License-Identifier: MIT */
/*
 * device.c: the one device of the process and what has become of it.
 *
 *     NEW ─ environment read ─► IDLE ─ open ─► READY ─ sticky error ─► LOST
 *                             └─► HOST ◄─┘ (failed)  └─ fork, child ─► FORKED
 *
 * No state is left for an earlier one, so a relaxed load is enough to turn
 * away the calls of host-only programs.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>
#include "../../base/env_get.h"
#include "../backend/backend.h"
#include "../backend/fault.h"
#include "../cuda/backend_cuda.h"
#include "../ground/env.h"
#include "../ground/inside.h"
#include "../ground/loading.h"
#include "../ground/shut_in.h"
#include "../ground/signals.h"
#include "../ground/team.h"
#include "../ground/thread_data.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "../sim/backend_sim.h"
#include "device.h"
#include "fork.h"
#include "strict.h"

_Atomic int tcr_mode = TCR_MODE_NEW;
const struct tcr_backend *tcr_backend;
struct tcr_properties tcr_properties;
const struct tcr_backend *tcr_backend_for_test;

extern char **environ;

static pthread_mutex_t device_lock = PTHREAD_MUTEX_INITIALIZER;
static bool by_estimate;    /* TCR_TEST_ESTIMATE: also where the simulated device is named */
static bool shared;         /* written before the mode becomes READY */
static bool left;           /* the program ended meanwhile; written before the mode becomes HOST */
static char no_device[120]; /* written before the mode becomes HOST */
static _Atomic double opening; /* s; 0 until then: also asked for at an end that comes before */

static void fork_locks(bool before)
{
    for (const struct tcr_fork_part *part = tcr_fork_parts; part->lock; part++)
        part->lock(before);
}

static void fork_quiet(bool before)
{
    for (const struct tcr_fork_part *part = tcr_fork_parts; part->lock; part++)
        if (part->quiet)
            part->quiet(before);
}

/* fork() in a signal handler: this very thread may have the locks, and has them in the child,
 * too, when it goes on where it was. */
static _Thread_local bool forked_inside;
TCR_THREAD_DATA(forked_inside);

static void fork_prepare(void)
{
    forked_inside = tcr_inside;
    tcr_team_fork(!forked_inside);
    if (forked_inside)
        return;
    fork_quiet(true);
    pthread_mutex_lock(&device_lock);
    fork_locks(true);
}

static void fork_parent(void)
{
    if (forked_inside)
        return;
    fork_locks(false);
    pthread_mutex_unlock(&device_lock);
    fork_quiet(false);
}

/* A CUDA context does not survive fork: the child is host-only. */
static void fork_child(void)
{
    for (const struct tcr_fork_part *part = tcr_fork_parts; part->lock; part++)
        if (part->child)
            part->child();
    if (tcr_mode == TCR_MODE_READY)
        tcr_mode = TCR_MODE_FORKED;
    tcr_device_begin_fork();
    tcr_team_child();
    fork_parent();
}

static const struct tcr_backend *choose_backend(void)
{
    const struct tcr_backend *b;

    if (tcr_backend_for_test)
        b = tcr_backend_for_test;
    else if (tcr_config.backend == TCR_CHOICE_SIM)
        b = &tcr_backend_sim;
    else if (tcr_config.backend == TCR_CHOICE_HOST || tcr_config.target == TCR_TARGET_HOST)
        b = &tcr_backend_host;
    else
        b = &tcr_backend_cuda;
    return tcr_config.faults ? tcr_fault_wrap(b, &tcr_config) : b;
}

/* Whoever has asked for it in so many words is told without TCR_TRACE. */
static void say_no_device(const char *driver, const char *cause)
{
    if (tcr_config.target == TCR_TARGET_DEVICE)
        fprintf(stderr, "tcr: TCR_TARGET=device: no device%s: %s; everything runs on the host\n",
                driver, cause);
    else
        tcr_trace(1, "no device%s: %s; everything runs on the host", driver, cause);
}

/* A device that is not open as yet stays closed from when the program filters its system calls,
 * but for one that has opened the driver by itself. */
static enum tcr_mode shut_in(enum tcr_mode mode)
{
    int idle = TCR_MODE_IDLE;

    if (mode != TCR_MODE_IDLE || (tcr_backend->in_process && tcr_backend->in_process()))
        return mode;
    if (!atomic_compare_exchange_strong(&tcr_mode, &idle, TCR_MODE_HOST))
        return (enum tcr_mode)idle;
    say_no_device("", tcr_shut_in_reason);
    return TCR_MODE_HOST;
}

enum tcr_mode tcr_device_setup(void)
{
    enum tcr_mode mode = (enum tcr_mode)atomic_load(&tcr_mode);

    if (mode != TCR_MODE_NEW)
        return tcr_shut_in() ? shut_in(mode) : mode;
    tcr_keep_openmp();
    pthread_mutex_lock(&device_lock);
    if (tcr_mode == TCR_MODE_NEW) {
        tcr_env_read(&tcr_config, environ, stderr);
        tcr_backend = choose_backend();
        by_estimate = tcr_env_get("TCR_TEST_ESTIMATE") != NULL;
        pthread_atfork(fork_prepare, fork_parent, fork_child);
        tcr_mode = tcr_config.target == TCR_TARGET_HOST || tcr_config.backend == TCR_CHOICE_HOST
                       ? TCR_MODE_HOST
                       : TCR_MODE_IDLE;
    }
    mode = (enum tcr_mode)tcr_mode;
    pthread_mutex_unlock(&device_lock);
    return tcr_shut_in() ? shut_in(mode) : mode;
}

/* The program may have shut itself in while the device was being opened: then it has no loops. */
static bool may_be_ready(void)
{
    const bool no = tcr_shut_in() && !shared;
    int idle = TCR_MODE_IDLE;

    if (atomic_compare_exchange_strong(&tcr_mode, &idle, no ? TCR_MODE_HOST : TCR_MODE_READY) && no)
        say_no_device("", tcr_shut_in_reason);
    return tcr_mode == TCR_MODE_READY;
}

/* A driver makes threads, which have this one's mask: signals are the program's own threads'.  They
 * would come to a driver's whenever the program's hold them back. */
static int init_unsignalled(void)
{
    sigset_t before;
    int error;

    tcr_signals_off(&before);
    error = tcr_backend->init();
    tcr_signals_on(&before);
    return error;
}

/* Under the lock, in IDLE. */
static int open_device(struct tcr_why *why)
{
    double start = tcr_now();
    int error;

    shared = tcr_backend->in_process && tcr_backend->in_process();
    error = init_unsignalled();
    if (!error)
        error = tcr_backend->properties(&tcr_properties);
    if (error) {
        bool driver = error != TCR_E_NO_DRIVER; /* what was wrong with it is for the trace only */
        const char *cause = tcr_backend->error_name();

        left = tcr_loading_leaving();
        snprintf(no_device, sizeof no_device, "no device%s%s", driver ? ": " : " driver",
                 driver ? cause : "");
        tcr_mode = TCR_MODE_HOST;
        say_no_device(driver ? "" : " driver", cause);
        return tcr_refuse(why, error, "%s", no_device);
    }
    start = tcr_now() - start;
    atomic_store(&opening, start);
    if (!may_be_ready())
        return tcr_refuse(why, TCR_E_NO_DEVICE, "%s", (const char *)tcr_shut_in_reason);
    tcr_trace(1, "device: %s (%s), sm_%u, %u multiprocessors, %.1f GB, opened in %.0f ms",
              tcr_properties.name, tcr_backend->name, tcr_properties.arch,
              tcr_properties.multiprocessors, (double)tcr_properties.memory * 1e-9, start * 1e3);
    return 0;
}

int tcr_device_open(struct tcr_why *why)
{
    int error = 0;

    tcr_device_setup();
    why->wanted = why->wanted || tcr_strict_asks();
    if (tcr_mode == TCR_MODE_IDLE) {
        if (!tcr_loading_lock(&device_lock))
            return tcr_refuse(why, TCR_E_BUSY, "%s", tcr_loading_reason);
        error = tcr_mode == TCR_MODE_IDLE ? open_device(why) : 0;
        tcr_loading_unlock(&device_lock);
    }
    if (!error && tcr_device_state())
        error = tcr_refuse(why, tcr_device_state(), "%s", tcr_device_host_reason());
    if (error && !why->region) /* of a loop, its line is said */
        tcr_strict_check(why);
    return error;
}

int tcr_device_state(void)
{
    switch (atomic_load(&tcr_mode)) {
    case TCR_MODE_READY:
        return 0;
    case TCR_MODE_LOST:
        return TCR_E_LOST;
    case TCR_MODE_FORKED:
        return TCR_E_FORKED;
    default:
        return TCR_E_NO_DEVICE;
    }
}

const char *tcr_device_host_reason(void)
{
    int error = tcr_device_state();

    if (error == TCR_E_FORKED)
        return "the device is the parent's (fork)";
    if (error != TCR_E_NO_DEVICE)
        return error ? tcr_strerror(error) : NULL;
    if (tcr_mode != TCR_MODE_HOST)
        return NULL;
    if (no_device[0])
        return no_device;
    if (tcr_config.target != TCR_TARGET_HOST && tcr_config.backend != TCR_CHOICE_HOST)
        return tcr_shut_in_reason;
    return tcr_config.target == TCR_TARGET_HOST ? "TCR_TARGET=host" : "TCR_BACKEND=host";
}

void tcr_device_check(void)
{
    int ready = TCR_MODE_READY;

    if (tcr_backend->lost() && atomic_compare_exchange_strong(&tcr_mode, &ready, TCR_MODE_LOST))
        tcr_trace(1, "device lost: %s; everything runs on the host from now on",
                  tcr_backend->error_name());
}

int tcr_refuse_device(struct tcr_why *why, int error, const char *what)
{
    tcr_refuse(why, error, "%s: %s: %s", what, tcr_strerror(error), tcr_backend->error_name());
    why->device = true;
    why->injected = tcr_fault_injected();
    tcr_device_check();
    return error;
}

double tcr_device_opening(void)
{
    return atomic_load(&opening);
}

double tcr_device_ending(void)
{
    return tcr_backend->end ? tcr_backend->end() : TCR_END_SECONDS;
}

bool tcr_device_left(void)
{
    return left;
}

bool tcr_device_shared(void)
{
    return shared;
}

bool tcr_device_always(void)
{
    return tcr_config.target == TCR_TARGET_DEVICE || tcr_config.target == TCR_TARGET_REQUIRED ||
           tcr_config.compare ||
           (tcr_config.backend != TCR_CHOICE_AUTO && (tcr_backend->flags & TCR_BACKEND_ALWAYS) &&
            !by_estimate);
}

static _Thread_local struct {
    unsigned times;
    bool quiet;
    sigset_t mask; /* before */
} bound;
TCR_THREAD_DATA(bound);

static void leave_bound(void)
{
    if (--bound.times == 0 && bound.quiet)
        tcr_signals_on(&bound.mask);
}

int tcr_device_bind(void)
{
    int error;

    if (bound.times++ == 0) {
        bound.quiet = tcr_config.mirror != TCR_MIRROR_OFF;
        if (bound.quiet)
            tcr_signals_off(&bound.mask);
    }
    error = tcr_backend->bind();
    if (error)
        leave_bound();
    return error;
}

void tcr_device_unbind(void)
{
    tcr_backend->unbind();
    leave_bound();
}
