/* SPDX-License-Identifier: MIT */
/* signals.h: the program's signals are held back, except those that an instruction raises, which
 * must be answered where it stands. */
#ifndef TCR_SIGNALS_H
#define TCR_SIGNALS_H

#include <signal.h>
#include <stddef.h>

static inline void tcr_signals_can_wait(sigset_t *all)
{
    static const int now[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};

    sigfillset(all);
    for (size_t k = 0; k < sizeof now / sizeof *now; k++)
        sigdelset(all, now[k]);
}

/* *mask: what the thread had before. */
static inline void tcr_signals_off(sigset_t *mask)
{
    sigset_t all;

    tcr_signals_can_wait(&all);
    pthread_sigmask(SIG_BLOCK, &all, mask);
}

static inline void tcr_signals_on(const sigset_t *mask)
{
    pthread_sigmask(SIG_SETMASK, mask, NULL);
}

#endif
