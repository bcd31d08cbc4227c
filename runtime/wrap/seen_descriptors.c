/* SPDX-License-Identifier: MIT */
/*
 * seen_descriptors.c: what closes descriptors leaves those of the driver open.
 *
 * close() says of one what it would say without tcr, that it is not open.  All of these may be
 * called in signal handlers, and between vfork and exec: nothing here takes a lock or memory, and
 * the system is only asked about numbers that the driver has had.
 *
 * But where some of its descriptors are not known (driver_files.h), or dup2() takes its place,
 * the driver will fail.  So everything comes home before, and the device has no more loops.  A
 * thread of ours brings it (mirror/service.c).  A handler may have interrupted who has the data, or
 * a lock without which it does not come: then the driver keeps its descriptor, with a message.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <features.h>
#include <limits.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "../../base/keep_errno.h"
#include "../ground/driver_files.h"
#include "../ground/inside.h"
#include "../ground/shut_in.h"
#include "seen.h"

/* False: what the device has cannot be had now. */
static bool end(void)
{
    const bool home = tcr_shut_in() || !tcr_mirrors_wanted() || tcr_mirror_stop_here();

    if (home && !tcr_shut_in())
        atomic_store(&tcr_shut_in_reason, tcr_closes);
    return home;
}

/* By the system: a handler may have interrupted who has the stream. */
static void say_kept(int fd)
{
    char text[160];
    const int n = snprintf(text, sizeof text,
                           "tcr: descriptor %d stays the device's driver's: data that only the "
                           "device has cannot be brought back within this call\n",
                           fd);

    (void)!write(STDERR_FILENO, text, (size_t)n);
}

static bool is_kept(int fd, const void *caller)
{
    TCR_KEEP_ERRNO;
    enum tcr_driver_file which = tcr_driver_files() ? tcr_driver_file(fd, caller) : TCR_FILE_OTHER;

    bool home = true;

    if (which == TCR_FILE_ENDING || which == TCR_FILE_RISKY)
        home = end();
    if (which == TCR_FILE_RISKY && home)
        tcr_driver_file_gone(fd);
    else if (which == TCR_FILE_RISKY)
        say_kept(fd);
    return which == TCR_FILE_KEPT || which == TCR_FILE_ENDING || !home;
}

SEEN(int, close, int fd)
{
    return tcr_seen_close(fd, CALLER);
}

int tcr_seen_close(int fd, const void *caller)
{
    if (!is_kept(fd, caller)) {
        if (atomic_load(&tcr_driver_files_looked))
            tcr_driver_file_closes(fd);
        return REAL(close)(fd);
    }
    errno = EBADF;
    return -1;
}

/* ---- several ---- */

#if __GLIBC_PREREQ(2, 34)
static int close_between(unsigned first, unsigned last);
static int close_others(unsigned first, unsigned last, const void *caller, unsigned *rest);

SEEN(int, close_range, unsigned first, unsigned last, int flags)
{
    return tcr_seen_close_range(first, last, flags, CALLER);
}

int tcr_seen_close_range(unsigned first, unsigned last, int flags, const void *caller)
{
    const unsigned unshare = CLOSE_RANGE_UNSHARE;

    if (first > last || ((unsigned)flags & ~unshare) != 0 || !tcr_driver_files())
        return REAL(close_range)(first, last, flags);
    if (flags && REAL(close_range)(UINT_MAX, UINT_MAX, flags) != 0)
        return -1;
    if (close_others(first, last, caller, &first) != 0)
        return -1;
    return close_between(first, last);
}

/* As the program calls it, which may have allowed itself nothing else. */
static int close_between(unsigned first, unsigned last)
{
    return first > last ? 0 : REAL(close_range)(first, last, 0);
}

/* From first on, all but the driver's: ranges between these.  *rest: where what is left begins; the
 * result is the system's. */
static int close_others(unsigned first, unsigned last, const void *caller, unsigned *rest)
{
    const unsigned end = last < TCR_DRIVER_FILES ? last : TCR_DRIVER_FILES - 1;
    unsigned fd = first;

    *rest = first;
    while (fd <= end && !is_kept((int)fd, caller)) /* before the first one is closed */
        fd++;
    for (; fd <= end; fd++)
        if (is_kept((int)fd, caller)) {
            if (fd > *rest && close_between(*rest, fd - 1) != 0)
                return -1;
            *rest = fd + 1;
        }
    return 0;
}

SEEN(void, closefrom, int first)
{
    unsigned rest = first < 0 ? 0 : (unsigned)first;

    if (tcr_driver_files() && close_others(rest, INT_MAX, CALLER, &rest) != 0)
        for (; rest < TCR_DRIVER_FILES; rest++) /* a system without close_range() */
            if (!is_kept((int)rest, CALLER))
                REAL(close)((int)rest);
    REAL(closefrom)((int)rest);
}
#endif

/* ---- another file in the place of one ---- */

/* That of `from`, if there is such a file.  False: the driver keeps it. */
static bool take_place(int from, int fd, const void *caller)
{
    TCR_KEEP_ERRNO;

    if (!tcr_driver_files() || tcr_driver_file(fd, caller) == TCR_FILE_OTHER ||
        (!tcr_shut_in() && fcntl(from, F_GETFD) < 0))
        return true;
    if (!end()) {
        say_kept(fd);
        return false;
    }
    tcr_driver_file_gone(fd);
    return true;
}

SEEN(int, dup, int fd)
{
    return tcr_seen_new(REAL(dup)(fd), CALLER);
}

SEEN(int, dup2, int fd, int to)
{
    return tcr_seen_dup(fd, to, TCR_SEEN_DUP2, CALLER);
}

SEEN(int, dup3, int fd, int to, int flags)
{
    return tcr_seen_dup(fd, to, flags, CALLER);
}

int tcr_seen_dup(int fd, int to, int flags, const void *caller)
{
    if (fd == to)
        return flags == TCR_SEEN_DUP2 ? REAL(dup2)(fd, to) : REAL(dup3)(fd, to, flags);
    if (!take_place(fd, to, caller)) {
        errno = EBUSY; /* which dup2() may say of a descriptor */
        return -1;
    }
    return tcr_seen_new(flags == TCR_SEEN_DUP2 ? REAL(dup2)(fd, to) : REAL(dup3)(fd, to, flags),
                        caller);
}

/* ---- what a driver has, too (driver_files.h) ---- */

SEEN(int, socket, int domain, int type, int protocol)
{
    return tcr_seen_new(REAL(socket)(domain, type, protocol), CALLER);
}

SEEN(int, eventfd, unsigned count, int flags)
{
    return tcr_seen_new(REAL(eventfd)(count, flags), CALLER);
}

SEEN(int, epoll_create, int size)
{
    return tcr_seen_new(REAL(epoll_create)(size), CALLER);
}

SEEN(int, epoll_create1, int flags)
{
    return tcr_seen_new(REAL(epoll_create1)(flags), CALLER);
}

SEEN(int, timerfd_create, int clock, int flags)
{
    return tcr_seen_new(REAL(timerfd_create)(clock, flags), CALLER);
}

void tcr_seen_message(const struct msghdr *message, const void *caller)
{
    struct cmsghdr *part = message->msg_controllen > 0 ? CMSG_FIRSTHDR(message) : NULL;

    for (; part; part = CMSG_NXTHDR((struct msghdr *)message, part)) {
        const size_t head = (size_t)(CMSG_DATA(part) - (unsigned char *)part);
        int fd;

        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
            continue;
        for (size_t at = head; at + sizeof fd <= part->cmsg_len; at += sizeof fd) {
            memcpy(&fd, (const char *)part + at, sizeof fd);
            tcr_seen_new(fd, caller);
        }
    }
}
