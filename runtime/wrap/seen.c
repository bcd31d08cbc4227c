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

/* Before version 2.36, RTLD_NEXT finds the oldest version of a function; a name that is looked up
 * in its library gives that which programs of today are linked with. */
void *tcr_seen_newest(void *_Atomic *known, const char *name)
{
    void *real = atomic_load_explicit(known, memory_order_relaxed), *handle, *newest;
    Dl_info from;

    if (real)
        return real;
    TCR_KEEP_ERRNO;

    real = next_of(name);
    handle = dladdr(real, &from) ? dlopen(from.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    newest = handle ? dlsym(handle, name) : NULL;
    real = newest ? newest : real;
    atomic_store_explicit(known, real, memory_order_relaxed);
    return real;
}
