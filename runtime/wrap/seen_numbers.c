/* SPDX-License-Identifier: MIT */
/*
 * seen_numbers.c: syscall(), by which a program comes to any call of the system's.
 *
 * Calls that change mappings go the way of the functions of that name.  Of the others it is not
 * known which arguments are addresses, nor what other addresses are there.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "../ground/driver_files.h"
#include "../ground/inside.h"
#include "../ground/shut_in.h"
#include "../mirror/mirror.h"
#include "seen.h"

static bool is_process(long number)
{
    return number == SYS_clone || number == SYS_execve || number == SYS_execveat
#ifdef SYS_clone3
           || number == SYS_clone3
#endif
#ifdef SYS_fork
           || number == SYS_fork
#endif
        ;
}

/* Has a call that has been made taken the signal from the mirrors?  What the system has read can be
 * read. */
static bool blocks_signal(long number, long how, const unsigned long *mask)
{
    return number == SYS_rt_sigprocmask && (how == SIG_BLOCK || how == SIG_SETMASK) && mask &&
           (*mask >> (SIGSEGV - 1) & 1);
}

/* Does it filter the calls that follow?  (Of seccomp, others ask what there is.) */
static bool is_filter(long number, long a)
{
    return (number == SYS_seccomp &&
            (a == SECCOMP_SET_MODE_STRICT || a == SECCOMP_SET_MODE_FILTER)) ||
           (number == SYS_prctl && a == PR_SET_SECCOMP);
}

static long note_filter(long number, long a, long done)
{
    if (done >= 0 && is_filter(number, a))
        atomic_store(&tcr_shut_in_reason, tcr_filters);
    return done;
}

static bool gives_one(long number, const long arg[])
{
    static const long gives[] = {SYS_eventfd2, SYS_socket, SYS_accept4, SYS_dup,
#ifdef SYS_eventfd
                                 SYS_eventfd,
#endif
#ifdef SYS_accept
                                 SYS_accept
#endif
    };

    for (size_t k = 0; k < sizeof gives / sizeof *gives; k++)
        if (number == gives[k])
            return true;
    return number == SYS_fcntl && (arg[1] == F_DUPFD || arg[1] == F_DUPFD_CLOEXEC);
}

/* A call that has been made may have given descriptors; its memory can be read. */
static void note_descriptors(long number, const long arg[], long done, const void *caller)
{
    if (done < 0)
        return;
    if (gives_one(number, arg))
        tcr_seen_new((int)done, caller);
    else if (number == SYS_pipe2)
        tcr_seen_two_new((int)done, (const int *)arg[0], caller);
#ifdef SYS_pipe
    else if (number == SYS_pipe)
        tcr_seen_two_new((int)done, (const int *)arg[0], caller);
#endif
    else if (number == SYS_socketpair)
        tcr_seen_two_new((int)done, (const int *)arg[3], caller);
    else if (number == SYS_recvmsg)
        tcr_seen_message((const struct msghdr *)arg[1], caller);
}

/* Calls after which there can be no mirrors. */
static const char *obstacle(long number, long a, long b)
{
    if (is_filter(number, a))
        return tcr_filters;
    if (number == SYS_io_setup)
        return "the program uses asynchronous input and output";
#ifdef SYS_io_uring_setup
    if (number == SYS_io_uring_setup)
        return "the program uses io_uring";
#endif
#ifdef SYS_userfaultfd
    if (number == SYS_userfaultfd)
        return "the program answers faults by userfaultfd";
#endif
    if (number == SYS_rt_sigaction && a == SIGSEGV && b != 0)
        return "the program sets a handler of SIGSEGV by syscall()";
    return NULL;
}

/* The function of the C library for a call that changes mappings, or else false. */
static bool is_of_maps(long number, const long arg[6], long *done)
{
    void *at = (void *)arg[0];
    const size_t size = (size_t)arg[1];

    if (number == SYS_munmap)
        *done = munmap(at, size);
    else if (number == SYS_mprotect)
        *done = mprotect(at, size, (int)arg[2]);
    else if (number == SYS_madvise)
        *done = madvise(at, size, (int)arg[2]);
    else if (number == SYS_mremap)
        *done = (long)mremap(at, size, (size_t)arg[2], (int)arg[3], (void *)arg[4]);
    else if (number == SYS_mlock)
        *done = mlock(at, size);
#ifdef SYS_shmat
    else if (number == SYS_shmat)
        *done = (long)shmat((int)arg[0], (const void *)arg[1], (int)arg[2]);
#endif
#ifdef SYS_mmap
    else if (number == SYS_mmap)
        *done = (long)mmap(at, size, (int)arg[2], (int)arg[3], (int)arg[4], arg[5]);
#endif
    else
        return false;
    return true;
}

/* The same of descriptors. */
static bool is_of_descriptors(long number, const long arg[6], const void *caller, long *done)
{
    if (number == SYS_close)
        *done = tcr_seen_close((int)arg[0], caller);
    else if (number == SYS_dup3)
        *done = tcr_seen_dup((int)arg[0], (int)arg[1], (int)arg[2], caller);
#ifdef SYS_dup2
    else if (number == SYS_dup2)
        *done = tcr_seen_dup((int)arg[0], (int)arg[1], TCR_SEEN_DUP2, caller);
#endif
#if __GLIBC_PREREQ(2, 34) && defined SYS_close_range
    else if (number == SYS_close_range)
        *done = tcr_seen_close_range((unsigned)arg[0], (unsigned)arg[1], (int)arg[2], caller);
#endif
    else
        return false;
    return true;
}

/* What lies at an argument is the host's until the call ends, and so are all arrays with it. */
enum { ARGUMENTS = 6 };

static void come(const long arg[ARGUMENTS], int guest[ARGUMENTS])
{
    for (int k = 0; k < ARGUMENTS; k++) {
        guest[k] = tcr_mirror_guest_small((const void *)arg[k], 1, true);
        tcr_mirror_drop_at((uintptr_t)arg[k]);
    }
}

static void go(const int guest[ARGUMENTS])
{
    for (int k = ARGUMENTS; k-- > 0;)
        tcr_mirror_guest_end(guest[k]);
}

static bool is_fault(long done)
{
    return done == -1 && errno == EFAULT;
}

SEEN(long, syscall, long number, long a, long b, long c, long d, long e, long f)
{
    const long arg[ARGUMENTS] = {a, b, c, d, e, f};
    const int kept = errno;
    const char *why = tcr_inside || !tcr_mirrors_wanted() ? NULL : obstacle(number, a, b);
    int guest[ARGUMENTS];
    long done;

    if (why)
        tcr_mirror_stop(why);
    if (tcr_driver_files() && is_of_descriptors(number, arg, CALLER, &done))
        return done;
    if (!tcr_mirror_live()) { /* who blocks the signal is found later */
        done = note_filter(number, a, REAL(syscall)(number, a, b, c, d, e, f));
        note_descriptors(number, arg, done, CALLER);
        return done;
    }
    if (!tcr_inside && is_of_maps(number, arg, &done))
        return done;
    if (is_process(number) && !tcr_inside)
        tcr_mirror_all_to_host(true);
    come(arg, guest);
    done = REAL(syscall)(number, a, b, c, d, e, f);
    if (is_fault(done) && !tcr_inside) {
        tcr_mirror_all_to_host(true);
        errno = kept;
        done = REAL(syscall)(number, a, b, c, d, e, f);
    }
    note_descriptors(number, arg, done, CALLER);
    go(guest);
    if (done == 0 && !tcr_inside && blocks_signal(number, a, (const unsigned long *)b))
        tcr_mirror_stop("the program blocks SIGSEGV by syscall()");
    return note_filter(number, a, done);
}
