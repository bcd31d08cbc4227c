/* SPDX-License-Identifier: MIT */
/*
 * seen_descriptors.c: what closes descriptors leaves those of the driver open.
 *
 * The driver has others besides, of which nothing tells that they are its own, and without which it
 * fails.  So at the first one everything comes home, and the device has no more loops.
 *
 * close() says of one what it would say without tcr, that it is not open.  All of these may be
 * called in signal handlers, and between vfork and exec: for a descriptor that is not the driver's
 * nothing here takes a lock or memory, nor asks the system.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <features.h>
#include <limits.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>
#include "../../base/keep_errno.h"
#include "../ground/driver_files.h"
#include "../ground/inside.h"
#include "../ground/shut_in.h"
#include "seen.h"

static bool is_kept(int fd, const void *caller)
{
    TCR_KEEP_ERRNO;

    if (tcr_inside || !tcr_driver_files() || !tcr_driver_file(fd, caller))
        return false;
    if (!tcr_shut_in()) {
        if (tcr_seen_wanted())
            tcr_mirror_stop(tcr_closes);
        atomic_store(&tcr_shut_in_reason, tcr_closes);
    }
    return true;
}

SEEN(int, close, int fd)
{
    if (!is_kept(fd, __builtin_return_address(0)))
        return REAL(close)(fd);
    errno = EBADF;
    return -1;
}

#if __GLIBC_PREREQ(2, 34)
static int close_between(unsigned first, unsigned last);
static int close_others(unsigned first, unsigned last, const void *caller, unsigned *rest);

SEEN(int, close_range, unsigned first, unsigned last, int flags)
{
    const unsigned unshare = CLOSE_RANGE_UNSHARE;

    if (tcr_inside || first > last || ((unsigned)flags & ~unshare) != 0 || !tcr_driver_files())
        return REAL(close_range)(first, last, flags);
    if (flags && REAL(close_range)(UINT_MAX, UINT_MAX, flags) != 0)
        return -1;
    if (close_others(first, last, __builtin_return_address(0), &first) != 0)
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

    if (!tcr_inside && tcr_driver_files() &&
        close_others(rest, INT_MAX, __builtin_return_address(0), &rest) != 0)
        for (; rest < TCR_DRIVER_FILES; rest++) /* a system without close_range() */
            if (!is_kept((int)rest, __builtin_return_address(0)))
                REAL(close)((int)rest);
    REAL(closefrom)((int)rest);
}
#endif
