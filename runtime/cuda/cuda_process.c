/* SPDX-License-Identifier: MIT */
/* cuda_process.c: does the program use CUDA by itself? */
#define _GNU_SOURCE
#include <link.h>
#include <stdatomic.h>
#include <string.h>
#include "cuda_parts.h"

/* What a walk over the libraries finds. */
struct walk {
    unsigned long long seen, loads; /* libraries loaded since the start: last time, and now */
    bool driver;
};

/* "libcuda.so", "libcuda.so.1" and "libcuda.so.535.54.03" are the driver, by whatever path. */
static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    static const char name[] = "libcuda.so";
    const char *slash = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
    const char *base = slash ? slash + 1 : info->dlpi_name;
    struct walk *w = data;

    (void)size;
    w->loads = info->dlpi_adds;
    w->driver = base && strncmp(base, name, sizeof name - 1) == 0;
    return w->driver || w->loads == w->seen;
}

/* Has the program, or a library of it, opened the driver?  Asked before every loop that stays
 * on the host: a walk over all libraries only when some have been loaded since it was last
 * asked, and no system call at all. */
bool tcr_cuda_in_process(void)
{
    static _Atomic unsigned long long seen;
    struct walk w = {.seen = seen};

    dl_iterate_phdr(look, &w);
    if (!w.driver)
        seen = w.loads;
    return w.driver;
}
