/* SPDX-License-Identifier: MIT */
/*
 * seen_signals.c: the program's own handlers of SIGSEGV come behind that of the mirrors, and it
 * does not block that signal: a fault ends a process that blocks it.
 *
 * With TCR_MIRROR=0, and where there is surely no device, everything is the C library's.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include "../ground/cancel.h"
#include "../mirror/mirror.h"
#include "seen.h"

const sigset_t *tcr_seen_mask(const sigset_t *set, sigset_t *room)
{
    if (!set || !tcr_mirrors_wanted())
        return set;
    *room = *set;
    sigdelset(room, SIGSEGV);
    return room;
}

SEEN(int, sigaction, int signal, const struct sigaction *act, struct sigaction *old)
{
    struct sigaction ours;

    if (!tcr_mirrors_wanted())
        return REAL(sigaction)(signal, act, old);
    if (act) {
        ours = *act;
        sigdelset(&ours.sa_mask, SIGSEGV);
    }
    if (signal == SIGSEGV && tcr_mirror_signals())
        return tcr_mirror_sigaction(signal, act ? &ours : NULL, old);
    return REAL(sigaction)(signal, act ? &ours : NULL, old);
}

/* The C library has it under this name, too. */
__attribute__((weak, visibility("default"))) int
seen_sigaction_too(int, const struct sigaction *, struct sigaction *) __asm__("__sigaction");
int seen_sigaction_too(int signal, const struct sigaction *act, struct sigaction *old)
{
    return seen_sigaction(signal, act, old);
}

static sighandler_t set(int number, sighandler_t handler, int flags)
{
    struct sigaction act = {.sa_handler = handler, .sa_flags = flags}, old;

    sigemptyset(&act.sa_mask);
    return seen_sigaction(number, &act, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* In the same way for all others: the C library knows what siginterrupt() has said. */
#define SEEN_SIGNAL(name, flags)                                                                   \
    SEEN(sighandler_t, name, int number, sighandler_t handler)                                     \
    {                                                                                              \
        if (number != SIGSEGV || !tcr_mirror_signals())                                            \
            return REAL(name)(number, handler);                                                    \
        return set(number, handler, flags);                                                        \
    }

SEEN_SIGNAL(signal, SA_RESTART)
SEEN_SIGNAL(bsd_signal, SA_RESTART)
SEEN_SIGNAL(ssignal, SA_RESTART)
SEEN_SIGNAL(__sysv_signal, (int)(SA_RESETHAND | SA_NODEFER))
SEEN_SIGNAL(sysv_signal, (int)(SA_RESETHAND | SA_NODEFER))
SEEN_SIGNAL(sigset, 0)

#define SEEN_MASK(name)                                                                            \
    SEEN(int, name, int how, const sigset_t *set, sigset_t *old)                                   \
    {                                                                                              \
        sigset_t room;                                                                             \
                                                                                                   \
        WITH_TWO(int, set, sizeof *set, READS, old, sizeof *old, WRITES,                           \
                 REAL(name)(how, how == SIG_UNBLOCK ? set : tcr_seen_mask(set, &room), old))       \
    }

SEEN_MASK(sigprocmask)
SEEN_MASK(pthread_sigmask)

SEEN(int, pthread_attr_setsigmask_np, pthread_attr_t *attributes, const sigset_t *set)
{
    sigset_t room;

    return REAL(pthread_attr_setsigmask_np)(attributes, tcr_seen_mask(set, &room));
}

SEEN(int, sigsuspend, const sigset_t *set)
{
    sigset_t room;

    return REAL(sigsuspend)(tcr_seen_mask(set, &room));
}

/* ---- and threads that may be cancelled at any time ---- */

SEEN(int, pthread_setcanceltype, int type, int *old)
{
    const int error = REAL(pthread_setcanceltype)(type, old);

    if (error == 0)
        tcr_any_time = type == PTHREAD_CANCEL_ASYNCHRONOUS;
    return error;
}

/* ---- and by the words of older systems ---- */

static int without_bit(int mask)
{
    return tcr_mirrors_wanted() ? mask & ~(1 << (SIGSEGV - 1)) : mask;
}

#define SEEN_BITS(name)                                                                            \
    SEEN(int, name, int mask)                                                                      \
    {                                                                                              \
        return REAL(name)(without_bit(mask));                                                      \
    }

SEEN_BITS(sigblock)
SEEN_BITS(sigsetmask)
SEEN_BITS(sigpause)

SEEN(int, sighold, int number)
{
    return number == SIGSEGV && tcr_mirrors_wanted() ? 0 : REAL(sighold)(number);
}

SEEN(int, sigignore, int number)
{
    if (number != SIGSEGV || !tcr_mirror_signals())
        return REAL(sigignore)(number);
    return set(number, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

/* ---- handlers that do not return ---- */

#define SEEN_JUMP(name)                                                                            \
    SEEN(void, name, void *to, int value)                                                          \
    {                                                                                              \
        tcr_mirror_jump();                                                                         \
        REAL(name)(to, value);                                                                     \
    }

SEEN_JUMP(longjmp)
SEEN_JUMP(_longjmp)
SEEN_JUMP(siglongjmp)
SEEN_JUMP(__longjmp_chk)
