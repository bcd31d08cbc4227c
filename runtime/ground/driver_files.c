/* SPDX-License-Identifier: MIT */
/* driver_files.c: see driver_files.h. */
#define _GNU_SOURCE
#include "driver_files.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { MOST_KINDS = 4, MISCELLANEOUS = 10 /* a number that drivers share */ };

static dev_t kind[MOST_KINDS]; /* written before n_kinds */
static _Atomic unsigned n_kinds;
static _Atomic pid_t owner;

void tcr_driver_files_are(const char *const *path, size_t n)
{
    unsigned found = 0;
    struct stat is;

    for (size_t k = 0; k < n && found < MOST_KINDS; k++)
        if (stat(path[k], &is) == 0 && S_ISCHR(is.st_mode))
            kind[found++] = is.st_rdev;
    atomic_store(&owner, getpid());
    atomic_store(&n_kinds, found);
}

bool tcr_driver_files(void)
{
    return atomic_load_explicit(&n_kinds, memory_order_acquire) > 0 && owner == getpid();
}

static bool same_kind(dev_t a, dev_t b)
{
    return a == b || (major(a) == major(b) && major(a) != MISCELLANEOUS);
}

static bool is_drivers(const void *caller)
{
    Dl_info of;

    return dladdr(caller, &of) && of.dli_fname &&
           (strstr(of.dli_fname, "nvidia") || strstr(of.dli_fname, "libcuda"));
}

bool tcr_driver_file(int fd, const void *caller)
{
    struct stat is;

    if (fstat(fd, &is) != 0 || !S_ISCHR(is.st_mode))
        return false;
    for (unsigned k = 0; k < n_kinds; k++)
        if (same_kind(is.st_rdev, kind[k]))
            return !is_drivers(caller);
    return false;
}
