/* SPDX-License-Identifier: MIT */
/* thread_data.c: see thread_data.h. */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <string.h>
#include "thread_data.h"

/* The linker's, around what TCR_THREAD_DATA leaves.  Without it, all data are the program's. */
extern const struct tcr_thread_data __start_tcr_thread_data[]
    __attribute__((weak, visibility("hidden")));
extern const struct tcr_thread_data __stop_tcr_thread_data[]
    __attribute__((weak, visibility("hidden")));

enum { MOST_GAP = 31 }; /* bytes: a compiler aligns what is large for its vectors */

/* Whose threads may end at any time. */
static const char *const libraries[] = {"ld-linux",   "libc.so",  "libc-2.",    "libgomp.so",
                                        "libomp.so",  "libiomp5", "libm.so",    "libstdc++",
                                        "libgcc_s",   "libc++",   "libpthread", "libcuda.so",
                                        "libnvidia-", "libnvrtc", "libtcr.so"};

static uintptr_t place(const struct tcr_thread_data *d)
{
    return (uintptr_t)d->here();
}

/* The lowest of the runtime's that is not below that. */
static const struct tcr_thread_data *next_from(uintptr_t at)
{
    const struct tcr_thread_data *least = NULL;

    for (const struct tcr_thread_data *d = __start_tcr_thread_data; d < __stop_tcr_thread_data; d++)
        if (place(d) >= at && (!least || place(d) < place(least)))
            least = d;
    return least;
}

/* Is there nothing in the block in front of the runtime's, behind them, or between, where it would
 * be more than what aligns them? */
static bool only_ours(uintptr_t start, uintptr_t end)
{
    const uintptr_t first = start;
    const struct tcr_thread_data *d;

    while ((d = next_from(start)) != NULL && place(d) < end) {
        if (place(d) - start > MOST_GAP || (start == first && place(d) != start))
            return false;
        start = place(d) + d->size;
    }
    return start == end;
}

static bool is_library(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    for (size_t k = 0; k < sizeof libraries / sizeof *libraries; k++)
        if (strncmp(name, libraries[k], strlen(libraries[k])) == 0)
            return true;
    return false;
}

static size_t thread_bytes(const struct dl_phdr_info *info)
{
    for (unsigned k = 0; k < info->dlpi_phnum; k++)
        if (info->dlpi_phdr[k].p_type == PT_TLS)
            return info->dlpi_phdr[k].p_memsz;
    return 0;
}

static int look(struct dl_phdr_info *info, size_t size, void *found)
{
    const size_t bytes = thread_bytes(info);
    const uintptr_t block = (uintptr_t)info->dlpi_tls_data;

    (void)size;
    if (bytes > 0 && !is_library(info->dlpi_name))
        *(bool *)found = *(bool *)found || block == 0 || !only_ours(block, block + bytes);
    return 0;
}

static int count(struct dl_phdr_info *info, size_t size, void *loaded)
{
    (void)size;
    *(unsigned long long *)loaded = info->dlpi_adds;
    return 1;
}

/* The answer is kept until another object is loaded. */
bool tcr_program_has_thread_data(void)
{
    static _Atomic unsigned long long known; /* twice the objects that have ever been, plus it */
    unsigned long long loaded = 0;
    bool found = false;

    dl_iterate_phdr(count, &loaded);
    if (known >> 1 != loaded) {
        dl_iterate_phdr(look, &found);
        known = loaded << 1 | found;
    }
    return known & 1;
}
