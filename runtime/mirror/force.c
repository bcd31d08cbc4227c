/* SPDX-License-Identifier: MIT */
/*
 * force.c: writing to pages of this process that nobody may touch.
 *
 * What comes from the device goes into pages without access, so that no other thread sees them
 * half filled: by the system's file of the process's memory, which heeds no protection of private
 * pages (ptrace(2)).  Some systems forbid that; it is tried once.
 *
 * A program may close every descriptor, as daemons do, and the number may be another file's then.
 * So the number is a high one, which no open() gets, and before each use it is asked whether the
 * file is still ours.  If it can neither be used nor opened again, pages that are filled elsewhere
 * take the place of those.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "../device/crew.h"
#include "../ground/high_file.h"
#include "mirror_private.h"

/* Under the lock of the mirrors, once there are some. */
static int memory = -1;
static struct stat ours;

static bool is_ours(void)
{
    struct stat now;

    return memory >= 0 && fstat(memory, &now) == 0 && now.st_dev == ours.st_dev &&
           now.st_ino == ours.st_ino;
}

/* Can the word be written?  An atomic operation of the system's that adds nothing. */
bool tcr_force_writable(uintptr_t at)
{
    unsigned none = 0;
    const unsigned add_nothing = (unsigned)FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0);

    return syscall(SYS_futex, &none, FUTEX_WAKE_OP_PRIVATE, 0, 0, at, add_nothing) >= 0;
}

static bool open_memory(void)
{
    int fd = open("/proc/self/mem", O_RDWR | O_CLOEXEC);

    memory = fd < 0 ? -1 : tcr_high_file(fd);
    return memory >= 0 && fstat(memory, &ours) == 0;
}

/* Other pages in the place of those: whole ones, without access as they were. */
static bool replace(uintptr_t to, const void *from, size_t size)
{
    void *fresh = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (fresh == MAP_FAILED)
        return false;
    memcpy(fresh, from, size);
    if (mprotect(fresh, size, PROT_NONE) == 0 &&
        mremap(fresh, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)to) == (void *)to)
        return true;
    munmap(fresh, size);
    return false;
}

static bool write_memory(uintptr_t to, const void *from, size_t size)
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

struct bytes {
    uintptr_t to;
    const char *from;
};

static bool write_slice(void *of, size_t from, size_t to)
{
    const struct bytes *b = of;

    return write_memory(b->to + from, b->from + from, to - from);
}

/* One thread writes 1 to 2 GB/s so, the link to a device brings 50. */
bool tcr_force_write(uintptr_t to, const void *from, size_t size)
{
    struct bytes all = {to, from};

    return (is_ours() || open_memory()) ? tcr_crew_run(size, write_slice, &all)
                                        : replace(to, from, size);
}

bool tcr_force_start(void)
{
    const char word[] = "written";
    void *page = mmap(NULL, tcr_page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool good = false;

    if (page == MAP_FAILED)
        return false;
    if (open_memory())
        good = write_memory((uintptr_t)page, word, sizeof word) &&
               mprotect(page, tcr_page_size, PROT_READ) == 0 &&
               memcmp(page, word, sizeof word) == 0;
    munmap(page, tcr_page_size);
    return good;
}
