/* SPDX-License-Identifier: MIT */
/*
 * seen_waits.c: threads that wait in the system for a word of theirs to change.
 *
 * The C library takes it for a fault of its own that the system cannot read such a word, and ends
 * the process.  A lock that lies beside an array must be the host's from before the wait to its
 * end.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
#include "seen.h"

/* What waits at one object. */
#define SEEN_WAIT(name, args, ...)                                                                 \
    SEEN(int, name, __VA_ARGS__)                                                                   \
    WITH_SMALL(int, at, sizeof *at, WRITES, REAL(name) args)
/* What gives a lock back and takes it again. */
#define SEEN_CONDITION(name, args, ...)                                                            \
    SEEN(int, name, __VA_ARGS__)                                                                   \
    WITH_TWO(int, at, sizeof *at, WRITES, lock, sizeof *lock, WRITES, NEWEST(name) args)

/* What waits, in versions of the C library, until all who were woken before have seen it. */
#define SEEN_WAKE(name, type)                                                                      \
    SEEN(int, name, type *at)                                                                      \
    WITH_SMALL(int, at, sizeof *at, WRITES, NEWEST(name)(at))

#define TIME const struct timespec *most
#define MUTEX pthread_mutex_t *at
#define CONDITION pthread_cond_t *at, pthread_mutex_t *lock
#define RWLOCK pthread_rwlock_t *at

SEEN_WAIT(pthread_mutex_lock, (at), MUTEX)
SEEN_WAIT(pthread_mutex_timedlock, (at, most), MUTEX, TIME)
SEEN_WAIT(pthread_mutex_clocklock, (at, clock, most), MUTEX, clockid_t clock, TIME)
SEEN_CONDITION(pthread_cond_wait, (at, lock), CONDITION)
SEEN_CONDITION(pthread_cond_timedwait, (at, lock, most), CONDITION, TIME)
SEEN_CONDITION(pthread_cond_clockwait, (at, lock, clock, most), CONDITION, clockid_t clock, TIME)
SEEN_WAKE(pthread_cond_signal, pthread_cond_t)
SEEN_WAKE(pthread_cond_broadcast, pthread_cond_t)
SEEN_WAKE(pthread_cond_destroy, pthread_cond_t)
SEEN_WAKE(pthread_barrier_destroy, pthread_barrier_t)
SEEN_WAIT(pthread_once, (at, begin), pthread_once_t *at, void (*begin)(void))
SEEN_WAIT(pthread_rwlock_rdlock, (at), RWLOCK)
SEEN_WAIT(pthread_rwlock_wrlock, (at), RWLOCK)
SEEN_WAIT(pthread_rwlock_timedrdlock, (at, most), RWLOCK, TIME)
SEEN_WAIT(pthread_rwlock_timedwrlock, (at, most), RWLOCK, TIME)
#if __GLIBC_PREREQ(2, 30)
SEEN_WAIT(pthread_rwlock_clockrdlock, (at, clock, most), RWLOCK, clockid_t clock, TIME)
SEEN_WAIT(pthread_rwlock_clockwrlock, (at, clock, most), RWLOCK, clockid_t clock, TIME)
#endif
SEEN_WAIT(pthread_barrier_wait, (at), pthread_barrier_t *at)
SEEN_WAIT(sem_wait, (at), sem_t *at)
SEEN_WAIT(sem_timedwait, (at, most), sem_t *at, TIME)
SEEN_WAIT(sem_clockwait, (at, clock, most), sem_t *at, clockid_t clock, TIME)
SEEN_WAIT(mtx_lock, (at), mtx_t *at)
SEEN_WAIT(mtx_timedlock, (at, most), mtx_t *at, TIME)
SEEN_CONDITION(cnd_wait, (at, lock), cnd_t *at, mtx_t *lock)
SEEN_CONDITION(cnd_timedwait, (at, lock, most), cnd_t *at, mtx_t *lock, TIME)
SEEN_WAKE(cnd_signal, cnd_t)
SEEN_WAKE(cnd_broadcast, cnd_t)

/* Of a thread that ends with such a lock the system looks at the word, and tells the next one. */
SEEN(int, pthread_mutex_init, pthread_mutex_t *at, const pthread_mutexattr_t *how)
{
    int robust = PTHREAD_MUTEX_STALLED;

    if (how && tcr_mirrors_wanted() && pthread_mutexattr_getrobust(how, &robust) == 0 &&
        robust == PTHREAD_MUTEX_ROBUST)
        tcr_mirror_bar_for_good((uintptr_t)at, sizeof *at);
    return REAL(pthread_mutex_init)(at, how);
}

/* As pthread_once(). */
SEEN(void, call_once, once_flag *at, void (*begin)(void))
{
    int guest = tcr_mirror_guest_small(at, sizeof *at, WRITES);

    REAL(call_once)(at, begin);
    tcr_mirror_guest_end(guest);
}

/* A thread that a library's constructor waits for must not look a name up when it wakes it: who is
 * in dlopen() has the loader's lock.  So the usual names are looked up before the program's code
 * runs. */
__attribute__((constructor(101))) static void find_real(void)
{
    (void)REAL(pthread_mutex_lock);
    (void)NEWEST(pthread_cond_wait);
    (void)NEWEST(pthread_cond_timedwait);
    (void)NEWEST(pthread_cond_signal);
    (void)NEWEST(pthread_cond_broadcast);
    (void)REAL(pthread_once);
    (void)REAL(pthread_barrier_wait);
    (void)REAL(pthread_rwlock_rdlock);
    (void)REAL(pthread_rwlock_wrlock);
    (void)REAL(sem_wait);
    (void)REAL(call_once);
}
