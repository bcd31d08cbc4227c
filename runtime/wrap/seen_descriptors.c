/* SPDX-License-Identifier: MIT */
/*
 * seen_descriptors.c: what closes descriptors leaves those of the driver open.
 *
 * The driver has others besides, of which nothing tells that they are its own, and without which it
 * fails.  So at the first one everything comes home, and the device has no more loops.
 *
 * close() says of one what it would say without tcr, that it is not open.  All of these may be
 * called in signal handlers, and between vfork and exec, so nothing here takes a lock or memory
 * (dladdr apart, for a descriptor that is the driver's).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <features.h>
#include <limits.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
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
/* Up to where there may be descriptors of the driver: it gets the lowest that are free. */
static unsigned last_of_driver(unsigned last)
{
    const unsigned most = 65535;
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max < most && limit.rlim_max < last)
        return (unsigned)limit.rlim_max;
    return last < most ? last : most;
}

/* From first on, all but the driver's; where it stops. */
static unsigned close_others(unsigned first, unsigned last, const void *caller)
{
    TCR_KEEP_ERRNO;
    const unsigned end = last_of_driver(last);
    unsigned fd = first;

    while (fd <= end && !is_kept((int)fd, caller)) /* before the first one is closed */
        fd++;
    for (fd = first; fd <= end; fd++)
        if (!is_kept((int)fd, caller))
            REAL(close)((int)fd);
    return fd;
}

SEEN(int, close_range, unsigned first, unsigned last, int flags)
{
    const unsigned unshare = CLOSE_RANGE_UNSHARE;

    if (tcr_inside || first > last || ((unsigned)flags & ~unshare) != 0 || !tcr_driver_files())
        return REAL(close_range)(first, last, flags);
    if (flags && REAL(close_range)(UINT_MAX, UINT_MAX, flags) != 0)
        return -1;
    first = close_others(first, last, __builtin_return_address(0));
    return first > last ? 0 : REAL(close_range)(first, last, 0);
}

SEEN(void, closefrom, int first)
{
    if (tcr_inside || !tcr_driver_files())
        REAL(closefrom)(first);
    else
        REAL(closefrom)
    ((int)close_others(first < 0 ? 0 : (unsigned)first, INT_MAX, __builtin_return_address(0)));
}
#endif
