/* SPDX-License-Identifier: MIT */
/*
 * quiet.c: reading memory that may not be there, while no device is known.
 *
 * transfer.c has the kernel read it (process_vm_readv).  Where a program is shut in by a filter
 * of system calls, that is among the first to be forbidden, and may end the program: a loop that
 * stays on the host must not bring it about.  So the question is put by a call that every
 * program with threads makes.  rt_sigprocmask() reads a set of signals before it finds that it
 * does not know the operation: the answer is EFAULT, or EINVAL where the set can be read.
 * Nothing is changed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "device.h"
#include "quiet.h"

/* The kernel's set has a bit for each signal. */
enum { SET_BYTES = _NSIG / 8, NO_OPERATION = -1 };

/* The aligned set at or before the address. */
static bool set_readable(uintptr_t address)
{
    uintptr_t set = address / SET_BYTES * SET_BYTES;

    return syscall(SYS_rt_sigprocmask, NO_OPERATION, set, NULL, (size_t)SET_BYTES) < 0 &&
           errno == EINVAL;
}

static int is_valgrinds(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    return info->dlpi_name && strstr(info->dlpi_name, "/vgpreload_") != NULL;
}

/* Not below valgrind, which takes both the question and the reading for errors of the program,
 * and not where nothing is found unreadable: no system has memory so low. */
static bool usable(void)
{
    static _Atomic int known; /* 1: yes, -1: no */

    if (known == 0)
        known = set_readable(SET_BYTES) || dl_iterate_phdr(is_valgrinds, NULL) ? -1 : 1;
    return known > 0;
}

bool tcr_quiet(void)
{
    return atomic_load(&tcr_mode) != TCR_MODE_READY && usable();
}

bool tcr_quiet_readable(uintptr_t from, size_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), last = from + size - 1;

    if (size == 0)
        return true;
    if (last < from)
        return false;
    for (uintptr_t at = from / page * page; at <= last; at += page) {
        if (!set_readable(at < from ? from : at))
            return false;
        if (at > UINTPTR_MAX - page)
            break;
    }
    return true;
}

/* Between objects, too, where instrumented code must not look. */
__attribute__((noinline, no_sanitize("address", "thread"))) static void
copy(unsigned char *to, const volatile unsigned char *from, size_t size)
{
    for (size_t k = 0; k < size; k++)
        to[k] = from[k];
}

bool tcr_quiet_read(void *to, uintptr_t from, size_t size)
{
    if (!tcr_quiet_readable(from, size))
        return false;
    copy(to, (const volatile unsigned char *)from, size);
    return true;
}
