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
#include <unistd.h>
#include "../../base/keep_errno.h"
#include "../ground/driver_here.h"
#include "../ground/shut_in.h"
#include "huge.h"

bool tcr_huge_wanted(void)
{
    return tcr_driver_here && tcr_mirrors_wanted();
}

/* All pages that malloc() has for the block, its header included: it moves a large one as a whole
 * when that grows (mremap), which the system refuses where a part is of another kind; then the
 * block would be copied each time. */
void tcr_huge(const void *start, size_t size)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t header = 2 * sizeof(size_t), behind = sizeof(size_t);
    const uintptr_t lo = ((uintptr_t)start - header) / page * page;
    const uintptr_t chunk = ((uintptr_t)size + behind + header - 1) / header * header;
    const uintptr_t hi = ((uintptr_t)start - header + chunk + behind + page - 1) / page * page;

    if (tcr_huge_wanted() && !tcr_shut_in()) {
        TCR_KEEP_ERRNO;

        madvise((void *)lo, hi - lo, MADV_HUGEPAGE);
    }
}
