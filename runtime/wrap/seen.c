/* SPDX-License-Identifier: MIT */
/* seen.c: see seen.h. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "../../base/keep_errno.h"
#include "seen.h"

/* What the driver asks the linker for: with it, all functions of this archive are in the program.
 */
extern const char tcr_mirror_wraps;
const char tcr_mirror_wraps = 1;

static void *next_of(const char *name)
{
    void *real = dlsym(RTLD_NEXT, name);

    if (!real)
        abort();
    return real;
}

void *tcr_seen_real(void *_Atomic *known, const char *name)
{
    void *real = atomic_load_explicit(known, memory_order_relaxed);

    if (!real) {
        TCR_KEEP_ERRNO;

        real = next_of(name);
        atomic_store_explicit(known, real, memory_order_relaxed);
    }
    return real;
}

/* Of the GNU C library. */
extern const char *gnu_get_libc_version(void) __attribute__((weak));

/* Before version 2.36, RTLD_NEXT finds the oldest version of a function. */
static bool next_is_newest(void)
{
    const char *version = &gnu_get_libc_version ? gnu_get_libc_version() : "0.";
    char *dot;

    return strtol(version, &dot, 10) == 2 && *dot == '.' && strtol(dot + 1, NULL, 10) >= 36;
}

/* A name that is looked up in its library gives the version which programs of today are linked
 * with.  To find that library takes 20 us. */
static void *newest_of(void *next, const char *name)
{
    Dl_info from;
    void *handle = dladdr(next, &from) ? dlopen(from.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    void *newest = handle ? dlsym(handle, name) : NULL;

    return newest ? newest : next;
}

void *tcr_seen_newest(void *_Atomic *known, const char *name)
{
    void *real = atomic_load_explicit(known, memory_order_relaxed);

    if (!real) {
        TCR_KEEP_ERRNO;

        real = next_of(name);
        if (!next_is_newest())
            real = newest_of(real, name);
        atomic_store_explicit(known, real, memory_order_relaxed);
    }
    return real;
}
