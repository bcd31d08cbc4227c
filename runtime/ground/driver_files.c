/* SPDX-License-Identifier: MIT */
/* driver_files.c: see driver_files.h. */
#define _GNU_SOURCE
#include "driver_files.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "shut_in.h"

enum {
    MOST_KINDS = 4,
    MISCELLANEOUS = 10, /* a number that drivers share */
    A_WORD = sizeof(unsigned) * CHAR_BIT
};

static dev_t kind[MOST_KINDS]; /* written before n_kinds */
static _Atomic unsigned n_kinds;
static _Atomic pid_t owner;
static unsigned opened[TCR_DRIVER_FILES / A_WORD]; /* a bit each; written before n_kinds */

static bool same_kind(dev_t a, dev_t b)
{
    return a == b || (major(a) == major(b) && major(a) != MISCELLANEOUS);
}

static bool is_of_kind(int fd, unsigned kinds)
{
    struct stat is;

    if (fstat(fd, &is) != 0 || !S_ISCHR(is.st_mode))
        return false;
    for (unsigned k = 0; k < kinds; k++)
        if (same_kind(is.st_rdev, kind[k]))
            return true;
    return false;
}

void tcr_driver_files_are(const char *const *path, size_t n)
{
    unsigned found = 0;
    struct stat is;

    for (size_t k = 0; k < n && found < MOST_KINDS; k++)
        if (stat(path[k], &is) == 0 && S_ISCHR(is.st_mode))
            kind[found++] = is.st_rdev;
    for (int fd = 0; fd < TCR_DRIVER_FILES; fd++)
        if (is_of_kind(fd, found))
            opened[fd / A_WORD] |= 1u << fd % A_WORD;
    atomic_store(&owner, getpid());
    atomic_store(&n_kinds, found);
}

bool tcr_driver_files(void)
{
    return atomic_load_explicit(&n_kinds, memory_order_acquire) > 0;
}

/* The file's name, for a program may stand in a folder of any name. */
static bool is_drivers(const void *caller)
{
    const char *name, *slash;
    Dl_info of;

    if (!dladdr(caller, &of) || !of.dli_fname)
        return false;
    slash = strrchr(of.dli_fname, '/');
    name = slash ? slash + 1 : of.dli_fname;
    return strncmp(name, "libnvidia", 9) == 0 || strncmp(name, "libcuda.", 8) == 0;
}

/* Below a filter the system is not asked: then what the driver had opened is taken for its own. */
bool tcr_driver_file(int fd, const void *caller)
{
    if (fd < 0 || fd >= TCR_DRIVER_FILES || !(opened[fd / A_WORD] >> fd % A_WORD & 1))
        return false;
    if (atomic_load(&tcr_shut_in_reason) != tcr_filters &&
        (owner != getpid() || !is_of_kind(fd, n_kinds)))
        return false;
    return !is_drivers(caller);
}
