/* SPDX-License-Identifier: MIT */
/*
 * huge.c: see huge.h.
 *
 * To protect 1 GiB takes 20 ms in pages of 4 KiB, and next to nothing in huge ones; a mirror's
 * memory is protected twice before its first kernel.  And the first touch of each page is a fault:
 * of huge ones there are fewer.  Where the system has huge pages for all memory, or for none,
 * nothing changes.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/mman.h>
#include "../../base/keep_errno.h"
#include "../ground/driver_here.h"
#include "../ground/shut_in.h"
#include "huge.h"

#define HUGE_PAGE ((uintptr_t)2 << 20)

bool tcr_huge_wanted(void)
{
    return tcr_driver_here && tcr_mirrors_wanted();
}

void tcr_huge(const void *start, size_t size)
{
    const uintptr_t lo = ((uintptr_t)start + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    const uintptr_t hi = ((uintptr_t)start + size) / HUGE_PAGE * HUGE_PAGE;

    if (lo < hi && tcr_huge_wanted() && !tcr_shut_in()) {
        TCR_KEEP_ERRNO;

        madvise((void *)lo, hi - lo, MADV_HUGEPAGE);
    }
}
