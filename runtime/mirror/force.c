/* SPDX-License-Identifier: MIT */
/*
 * force.c: writing to pages of this process that nobody may touch.
 *
 * What comes from the device goes into pages without access, so that no other thread sees them
 * half filled: by the system's file of the process's memory, which heeds no protection of private
 * pages (ptrace(2)).  Some systems forbid that; it is tried once.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "mirror_private.h"

static int memory = -1;

bool tcr_force_write(uintptr_t to, const void *from, size_t size)
{
    while (size > 0) {
        ssize_t n = pwrite(memory, from, size, (off_t)to);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        to += (uintptr_t)n;
        from = (const char *)from + n;
        size -= (size_t)n;
    }
    return true;
}

bool tcr_force_start(void)
{
    const char word[] = "written";
    void *page = mmap(NULL, tcr_page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool good = false;

    if (page == MAP_FAILED)
        return false;
    memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
    if (memory >= 0)
        good = tcr_force_write((uintptr_t)page, word, sizeof word) &&
               mprotect(page, tcr_page_size, PROT_READ) == 0 &&
               memcmp(page, word, sizeof word) == 0;
    munmap(page, tcr_page_size);
    return good;
}
