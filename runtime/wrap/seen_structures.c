/* SPDX-License-Identifier: MIT */
/*
 * seen_structures.c: structures and small arrays that the system reads or fills.
 *
 * A program has them beside its arrays, in one structure for all that it knows.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include "seen.h"

/* One structure `at`, filled or read. */
#define SEEN_FILLS(result, name, args, ...)                                                        \
    SEEN(result, name, __VA_ARGS__)                                                                \
    WITH_SMALL(result, at, sizeof *at, WRITES, REAL(name) args)
#define SEEN_TAKES(result, name, args, ...)                                                        \
    SEEN(result, name, __VA_ARGS__)                                                                \
    WITH_SMALL(result, at, sizeof *at, READS, REAL(name) args)
/* One that is read and one that is filled. */
#define SEEN_BOTH(result, name, args, ...)                                                         \
    SEEN(result, name, __VA_ARGS__)                                                                \
    WITH_TWO(result, from, sizeof *from, READS, at, sizeof *at, WRITES, REAL(name) args)

SEEN_FILLS(int, fstat, (fd, at), int fd, struct stat *at)
SEEN_FILLS(int, fstat64, (fd, at), int fd, struct stat64 *at)
SEEN_FILLS(int, fstatfs, (fd, at), int fd, struct statfs *at)
SEEN_FILLS(int, fstatfs64, (fd, at), int fd, struct statfs64 *at)
SEEN_FILLS(int, uname, (at), struct utsname *at)
SEEN_FILLS(int, sysinfo, (at), struct sysinfo *at)

/* ---- time ---- */

SEEN_FILLS(int, clock_gettime, (id, at), clockid_t id, struct timespec *at)
SEEN_FILLS(int, clock_getres, (id, at), clockid_t id, struct timespec *at)
SEEN_FILLS(int, gettimeofday, (at, zone), struct timeval *at, void *zone)
SEEN_FILLS(time_t, time, (at), time_t *at)
SEEN_TAKES(int, clock_settime, (id, at), clockid_t id, const struct timespec *at)
SEEN_TAKES(int, settimeofday, (at, zone), const struct timeval *at, const void *zone)
SEEN_FILLS(int, adjtimex, (at), struct timex *at)
SEEN_FILLS(int, ntp_adjtime, (at), struct timex *at)
SEEN_FILLS(int, clock_adjtime, (id, at), clockid_t id, struct timex *at)
SEEN_FILLS(clock_t, times, (at), struct tms *at)
SEEN_FILLS(int, getrusage, (who, at), int who, struct rusage *at)
SEEN_FILLS(int, getitimer, (which, at), int which, struct itimerval *at)
SEEN(int, timer_gettime, timer_t timer, struct itimerspec *at)
WITH_SMALL(int, at, sizeof *at, WRITES, NEWEST(timer_gettime)(timer, at))

SEEN(int, timer_settime, timer_t timer, int flags, const struct itimerspec *from,
     struct itimerspec *at)
WITH_TWO(int, from, sizeof *from, READS, at, sizeof *at, WRITES,
         NEWEST(timer_settime)(timer, flags, from, at))

SEEN_FILLS(int, timerfd_gettime, (fd, at), int fd, struct itimerspec *at)
SEEN_BOTH(int, nanosleep, (from, at), const struct timespec *from, struct timespec *at)
SEEN_BOTH(int, clock_nanosleep, (id, flags, from, at), clockid_t id, int flags,
          const struct timespec *from, struct timespec *at)
SEEN_BOTH(int, thrd_sleep, (from, at), const struct timespec *from, struct timespec *at)
SEEN_BOTH(int, setitimer, (which, from, at), int which, const struct itimerval *from,
          struct itimerval *at)
SEEN_BOTH(int, timerfd_settime, (fd, flags, from, at), int fd, int flags,
          const struct itimerspec *from, struct itimerspec *at)

/* ---- processes and limits ---- */

SEEN_FILLS(pid_t, wait, (at), int *at)
SEEN_FILLS(pid_t, waitpid, (pid, at, flags), pid_t pid, int *at, int flags)
SEEN_FILLS(int, waitid, (type, id, at, flags), idtype_t type, id_t id, siginfo_t *at, int flags)
SEEN_FILLS(int, getrlimit, (which, at), int which, struct rlimit *at)
SEEN_FILLS(int, getrlimit64, (which, at), int which, struct rlimit64 *at)
SEEN_TAKES(int, setrlimit, (which, at), int which, const struct rlimit *at)
SEEN_TAKES(int, setrlimit64, (which, at), int which, const struct rlimit64 *at)

SEEN(int, prlimit, pid_t pid, int which, const struct rlimit *from, struct rlimit *at)
WITH_TWO(int, from, sizeof *from, READS, at, sizeof *at, WRITES,
         REAL(prlimit)(pid, which, from, at))

SEEN(int, prlimit64, pid_t pid, int which, const struct rlimit64 *from, struct rlimit64 *at)
WITH_TWO(int, from, sizeof *from, READS, at, sizeof *at, WRITES,
         REAL(prlimit64)(pid, which, from, at))

/* Three numbers, which lie side by side, as a rule. */
#define SEEN_NUMBERS(name, type)                                                                   \
    SEEN(int, name, type *real, type *effective, type *saved)                                      \
    {                                                                                              \
        int third = tcr_mirror_guest_small(saved, sizeof *saved, WRITES);                          \
        int second = tcr_mirror_guest_small(effective, sizeof *effective, WRITES);                 \
        int first = tcr_mirror_guest_small(real, sizeof *real, WRITES);                            \
        int done = REAL(name)(real, effective, saved);                                             \
                                                                                                   \
        tcr_mirror_guest_end(first);                                                               \
        tcr_mirror_guest_end(second);                                                              \
        tcr_mirror_guest_end(third);                                                               \
        return done;                                                                               \
    }

SEEN_NUMBERS(getresuid, uid_t)
SEEN_NUMBERS(getresgid, gid_t)

SEEN(pid_t, wait3, int *at, int flags, struct rusage *other)
WITH_TWO(pid_t, at, sizeof *at, WRITES, other, sizeof *other, WRITES, REAL(wait3)(at, flags, other))

SEEN(pid_t, wait4, pid_t pid, int *at, int flags, struct rusage *other)
WITH_TWO(pid_t, at, sizeof *at, WRITES, other, sizeof *other, WRITES,
         REAL(wait4)(pid, at, flags, other))

SEEN(int, getgroups, int n, gid_t *at)
WITH_GUEST(int, at, n > 0 ? (size_t)n * sizeof *at : 0, WRITES, REAL(getgroups)(n, at))

SEEN(int, __getgroups_chk, int n, gid_t *at, size_t room)
WITH_GUEST(int, at, n > 0 ? (size_t)n * sizeof *at : 0, WRITES, REAL(__getgroups_chk)(n, at, room))

SEEN(int, setgroups, size_t n, const gid_t *at)
WITH_GUEST(int, at, n * sizeof *at, READS, REAL(setgroups)(n, at))

SEEN_FILLS(int, sched_getparam, (pid, at), pid_t pid, struct sched_param *at)
SEEN_TAKES(int, sched_setparam, (pid, at), pid_t pid, const struct sched_param *at)
SEEN_TAKES(int, sched_setscheduler, (pid, policy, at), pid_t pid, int policy,
           const struct sched_param *at)
SEEN_FILLS(int, sched_rr_get_interval, (pid, at), pid_t pid, struct timespec *at)
SEEN_TAKES(int, pthread_setschedparam, (thread, policy, at), pthread_t thread, int policy,
           const struct sched_param *at)

SEEN(int, pthread_getname_np, pthread_t thread, char *at, size_t size)
WITH_GUEST(int, at, size, WRITES, NEWEST(pthread_getname_np)(thread, at, size))

SEEN(int, pthread_getaffinity_np, pthread_t thread, size_t size, cpu_set_t *at)
WITH_GUEST(int, at, size, WRITES, NEWEST(pthread_getaffinity_np)(thread, size, at))

SEEN(int, pthread_setaffinity_np, pthread_t thread, size_t size, const cpu_set_t *at)
WITH_GUEST(int, at, size, READS, NEWEST(pthread_setaffinity_np)(thread, size, at))

SEEN(int, sched_getaffinity, pid_t pid, size_t size, cpu_set_t *at)
WITH_GUEST(int, at, size, WRITES, NEWEST(sched_getaffinity)(pid, size, at))

SEEN(int, sched_setaffinity, pid_t pid, size_t size, const cpu_set_t *at)
WITH_GUEST(int, at, size, READS, NEWEST(sched_setaffinity)(pid, size, at))

/* ---- descriptors ---- */

#define TWO_NUMBERS (2 * sizeof(int))

SEEN(int, pipe, int *at)
WITH_SMALL(int, at, TWO_NUMBERS, WRITES, tcr_seen_two_new(REAL(pipe)(at), at, CALLER))

SEEN(int, pipe2, int *at, int flags)
WITH_SMALL(int, at, TWO_NUMBERS, WRITES, tcr_seen_two_new(REAL(pipe2)(at, flags), at, CALLER))

SEEN(int, socketpair, int domain, int type, int protocol, int *at)
WITH_SMALL(int, at, TWO_NUMBERS, WRITES,
           tcr_seen_two_new(REAL(socketpair)(domain, type, protocol, at), at, CALLER))

SEEN(int, poll, struct pollfd *at, nfds_t n, int most)
WITH_GUEST(int, at, n * sizeof *at, WRITES, REAL(poll)(at, n, most))

SEEN(int, __poll_chk, struct pollfd *at, nfds_t n, int most, size_t room)
WITH_GUEST(int, at, n * sizeof *at, WRITES, REAL(__poll_chk)(at, n, most, room))

/* Masks are copied (tcr_seen_mask). */
SEEN(int, ppoll, struct pollfd *at, nfds_t n, const struct timespec *most, const sigset_t *mask)
{
    sigset_t room;

    WITH_GUEST(int, at, n * sizeof *at, WRITES,
               REAL(ppoll)(at, n, most, tcr_seen_mask(mask, &room)))
}

SEEN(int, __ppoll_chk, struct pollfd *at, nfds_t n, const struct timespec *most,
     const sigset_t *mask, size_t bytes)
{
    sigset_t room;

    WITH_GUEST(int, at, n * sizeof *at, WRITES,
               REAL(__ppoll_chk)(at, n, most, tcr_seen_mask(mask, &room), bytes))
}

SEEN(int, epoll_wait, int fd, struct epoll_event *at, int n, int most)
WITH_GUEST(int, at, n > 0 ? (size_t)n * sizeof *at : 0, WRITES, REAL(epoll_wait)(fd, at, n, most))

SEEN(int, epoll_pwait, int fd, struct epoll_event *at, int n, int most, const sigset_t *mask)
{
    sigset_t room;

    WITH_GUEST(int, at, n > 0 ? (size_t)n * sizeof *at : 0, WRITES,
               REAL(epoll_pwait)(fd, at, n, most, tcr_seen_mask(mask, &room)))
}

/* The time may be anywhere, and is copied. */
SEEN(int, epoll_pwait2, int fd, struct epoll_event *at, int n, const struct timespec *most,
     const sigset_t *mask)
{
    const struct timespec copy = most ? *most : (struct timespec){0, 0};
    sigset_t room;

    WITH_GUEST(int, at, n > 0 ? (size_t)n * sizeof *at : 0, WRITES,
               REAL(epoll_pwait2)(fd, at, n, most ? &copy : NULL, tcr_seen_mask(mask, &room)))
}

SEEN_FILLS(int, eventfd_read, (fd, at), int fd, uint64_t *at)
SEEN_TAKES(int, epoll_ctl, (fd, what, other, at), int fd, int what, int other,
           struct epoll_event *at)

/* The sets of select() lie side by side, as a rule. */
static size_t around_sets(const void *const set[4], uintptr_t *from)
{
    uintptr_t lo = UINTPTR_MAX, hi = 0;

    for (int k = 0; k < 4; k++) {
        const uintptr_t at = (uintptr_t)set[k];

        lo = at && at < lo ? at : lo;
        hi = at && at + sizeof(fd_set) > hi ? at + sizeof(fd_set) : hi;
    }
    *from = hi ? lo : 0;
    return hi ? hi - lo : 0;
}

SEEN(int, select, int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *most)
{
    uintptr_t from;
    const size_t size = around_sets((const void *const[]){in, out, other, most}, &from);

    WITH_GUEST(int, from, size, WRITES, REAL(select)(n, in, out, other, most))
}

SEEN(int, pselect, int n, fd_set *in, fd_set *out, fd_set *other, const struct timespec *most,
     const sigset_t *mask)
{
    uintptr_t from;
    const size_t size = around_sets((const void *const[]){in, out, other, most}, &from);
    sigset_t room;

    WITH_GUEST(int, from, size, WRITES,
               REAL(pselect)(n, in, out, other, most, tcr_seen_mask(mask, &room)))
}

/* ---- sockets ---- */

#define ADDRESS sizeof(struct sockaddr_storage)
#define SEEN_NAMED_BY(name, call, ...)                                                             \
    SEEN(int, name, __VA_ARGS__)                                                                   \
    WITH_TWO(int, at, ADDRESS, WRITES, length, sizeof *length, WRITES, call)
#define SEEN_NAMED(name, args, ...) SEEN_NAMED_BY(name, REAL(name) args, __VA_ARGS__)

SEEN_NAMED_BY(accept, tcr_seen_new(REAL(accept)(fd, at, length), CALLER), int fd, void *at,
              socklen_t *length)
SEEN_NAMED_BY(accept4, tcr_seen_new(REAL(accept4)(fd, at, length, flags), CALLER), int fd, void *at,
              socklen_t *length, int flags)
SEEN_NAMED(getsockname, (fd, at, length), int fd, void *at, socklen_t *length)
SEEN_NAMED(getpeername, (fd, at, length), int fd, void *at, socklen_t *length)
SEEN_NAMED(getsockopt, (fd, level, option, at, length), int fd, int level, int option, void *at,
           socklen_t *length)

SEEN(int, bind, int fd, const void *at, socklen_t size)
WITH_SMALL(int, at, size, READS, REAL(bind)(fd, at, size))

SEEN(int, connect, int fd, const void *at, socklen_t size)
WITH_SMALL(int, at, size, READS, REAL(connect)(fd, at, size))

SEEN(int, setsockopt, int fd, int level, int option, const void *at, socklen_t size)
WITH_SMALL(int, at, size, READS, REAL(setsockopt)(fd, level, option, at, size))

/* ---- terminals and capabilities ---- */

SEEN_TAKES(int, openpty, (first, second, name, how, at), int *first, int *second, char *name,
           const void *how, const struct winsize *at)
SEEN_TAKES(pid_t, forkpty, (first, name, how, at), int *first, char *name, const void *how,
           const struct winsize *at)

/* A version and a process, and two triples of words. */
#define HEADER (2 * sizeof(int))
#define TRIPLES (6 * sizeof(int))

SEEN(int, capget, void *at, void *other)
WITH_TWO(int, at, HEADER, WRITES, other, TRIPLES, WRITES, REAL(capget)(at, other))

SEEN(int, capset, void *at, const void *other)
WITH_TWO(int, at, HEADER, WRITES, other, TRIPLES, READS, REAL(capset)(at, other))

/* ---- messages and semaphores of System V ---- */

SEEN(int, msgsnd, int queue, const void *at, size_t size, int flags)
WITH_GUEST(int, at, size + sizeof(long), READS, REAL(msgsnd)(queue, at, size, flags))

SEEN(ssize_t, msgrcv, int queue, void *at, size_t size, long type, int flags)
WITH_GUEST(ssize_t, at, size + sizeof(long), WRITES, REAL(msgrcv)(queue, at, size, type, flags))

SEEN(int, semop, int set, struct sembuf *at, size_t n)
WITH_SMALL(int, at, n * sizeof *at, READS, REAL(semop)(set, at, n))

SEEN(int, semtimedop, int set, struct sembuf *at, size_t n, const struct timespec *most)
WITH_TWO(int, at, n * sizeof *at, READS, most, sizeof *most, READS,
         REAL(semtimedop)(set, at, n, most))

/* ---- signals ---- */

SEEN_TAKES(int, signalfd, (fd, at, flags), int fd, const sigset_t *at, int flags)
SEEN_TAKES(int, sigwait, (at, number), const sigset_t *at, int *number)
SEEN_FILLS(int, sigpending, (at), sigset_t *at)
SEEN_BOTH(int, sigwaitinfo, (from, at), const sigset_t *from, siginfo_t *at)

SEEN(int, sigtimedwait, const sigset_t *from, siginfo_t *at, const struct timespec *most)
WITH_TWO(int, from, sizeof *from, READS, at, sizeof *at, WRITES, REAL(sigtimedwait)(from, at, most))
