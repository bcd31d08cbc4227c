/* SPDX-License-Identifier: MIT */
/*
 * handler.c: the handler of SIGSEGV, before the program's own.
 *
 * A fault on a protected page is answered by service.c, and the access is repeated.  Every other
 * one is the program's, and gets what the program has asked for.  Between a thread's fault and its
 * handler, another one may have opened the page, and even dropped the mirror: a fault for which
 * there is no reason is repeated once before it counts.
 *
 * While a thread waits for its page it takes no signal that can wait: a handler of the program
 * might leave by longjmp() what the other thread is about to answer.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include "mirror_private.h"
#include "../ground/signals.h"
#include "../ground/thread_data.h"

typedef int sigaction_function(int, const struct sigaction *, struct sigaction *);

static sigaction_function *real_sigaction;
static struct sigaction programs[2]; /* what the program wants; the one that counts: */
static _Atomic unsigned current;
static atomic_flag changing = ATOMIC_FLAG_INIT;
static _Atomic bool installed;
static _Atomic unsigned *alive; /* in memory that a child of fork() gets empty */

/* The last fault of the thread without a reason. */
static _Thread_local struct {
    uintptr_t at;
    unsigned long generation;
} seen;
TCR_THREAD_DATA(seen);

/* Does the interrupted instruction write?  Where that is not known, it reads first. */
static bool writes(const void *context)
{
#if defined __x86_64__
    return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
#else
    (void)context;
    return false;
#endif
}

/* A page of ours, which is open to the host by now? */
static bool answered(uintptr_t at, bool write)
{
    enum tcr_page state = tcr_pages_state(at);

    if (state != TCR_PAGE_SAME && state != TCR_PAGE_DEVICE)
        return false;
    if (tcr_mirror_open_alone(at, at + 1))
        return true;
    if (!tcr_handler_alive()) /* a child that was made behind our back: nobody answers there */
        tcr_mirror_lost(tcr_page_down(at), tcr_page_size);
    /* what may be read, and is not, is written */
    tcr_service_ask(at, at + 1, write || state == TCR_PAGE_SAME, true);
    return true;
}

static bool repeated(uintptr_t at)
{
    unsigned long generation = atomic_load(&tcr_mirror_generation);

    if (seen.at == at && seen.generation == generation)
        return true;
    seen.at = at;
    seen.generation = generation;
    return false;
}

/* What the system would do. */
static void by_default(int signal)
{
    struct sigaction action = {.sa_handler = SIG_DFL};

    real_sigaction(signal, &action, NULL); /* the access is repeated, and ends the process */
}

static void call_programs(int signal, siginfo_t *info, void *context)
{
    struct sigaction action = programs[atomic_load(&current)];
    sigset_t mask;

    if (action.sa_handler == SIG_IGN && info->si_code <= 0)
        return;
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
        by_default(signal);
        if (info->si_code <= 0)
            raise(signal);
        return;
    }
    if ((unsigned)action.sa_flags & (unsigned)SA_RESETHAND) {
        struct sigaction none = {.sa_handler = SIG_DFL};

        tcr_mirror_sigaction(signal, &none, NULL);
    }
    /* the mask that the system would have given it: ours blocks more */
    pthread_sigmask(SIG_SETMASK, &((const ucontext_t *)context)->uc_sigmask, &mask);
    sigdelset(&action.sa_mask, SIGSEGV);
    pthread_sigmask(SIG_BLOCK, &action.sa_mask, NULL);
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(signal, info, context);
    else
        action.sa_handler(signal);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    const int kept = errno;
    const uintptr_t at = (uintptr_t)info->si_addr;

    if (info->si_code == SEGV_ACCERR && (answered(at, writes(context)) || !repeated(at))) {
        errno = kept;
        return;
    }
    errno = kept;
    call_programs(signal, info, context);
}

int tcr_mirror_sigaction(int signal, const struct sigaction *act, struct sigaction *old)
{
    unsigned now;
    sigset_t mask;

    if (!atomic_load(&installed))
        return real_sigaction(signal, act, old);
    tcr_signals_off(&mask);
    while (atomic_flag_test_and_set(&changing))
        ;
    now = atomic_load(&current);
    if (old)
        *old = programs[now];
    if (act) {
        programs[!now] = *act;
        atomic_store(&current, !now);
    }
    atomic_flag_clear(&changing);
    tcr_signals_on(&mask);
    return 0;
}

bool tcr_mirror_signals(void)
{
    return atomic_load_explicit(&installed, memory_order_relaxed);
}

bool tcr_handler_install(void)
{
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
    void *page =
        mmap(NULL, tcr_page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (page == MAP_FAILED)
        return false;
    alive = page;
    *alive = 1;
    *(void **)&real_sigaction = dlsym(RTLD_NEXT, "sigaction");
    tcr_signals_can_wait(&action.sa_mask);
    if (!real_sigaction || madvise(page, tcr_page_size, MADV_WIPEONFORK) != 0 ||
        real_sigaction(SIGSEGV, &action, &programs[0]) != 0)
        return false;
    atomic_store(&installed, true);
    return true;
}

bool tcr_handler_alive(void)
{
    return *alive != 0;
}

bool tcr_handler_stands(void)
{
    struct sigaction action;

    return real_sigaction(SIGSEGV, NULL, &action) == 0 && (action.sa_flags & SA_SIGINFO) &&
           action.sa_sigaction == on_fault;
}
