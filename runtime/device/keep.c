/* SPDX-License-Identifier: MIT */
/*
 * keep.c: what must stay in the process when a library that has loops is closed.
 *
 * The threads that an OpenMP runtime starts for a loop live on when it has ended, and wait in
 * the runtime's code for the next one.  A program whose plugin brings the OpenMP runtime would
 * unmap that code with dlclose(), and the threads with it.  So it stays, from the first call of
 * a loop of the library on; the plugin itself goes, for no thread is in it between two loops.
 * libtcr.so says of itself that it stays (-z nodelete).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "device.h"

enum { MOST_KEPT = 4 };

/* Where those are that stay already. */
static _Atomic uintptr_t kept[MOST_KEPT];

struct found {
    char path[MOST_KEPT][512];
    uintptr_t at[MOST_KEPT];
    unsigned n;
};

static bool is_openmp(const char *path)
{
    static const char *const names[] = {"libgomp.so", "libomp.so", "libiomp5.so"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strncmp(name, names[k], strlen(names[k])) == 0)
            return true;
    return false;
}

static bool is_kept(uintptr_t at)
{
    for (unsigned k = 0; k < MOST_KEPT; k++)
        if (atomic_load(&kept[k]) == at)
            return true;
    return false;
}

static void mark_kept(uintptr_t at)
{
    for (unsigned k = 0; k < MOST_KEPT; k++) {
        uintptr_t none = 0;

        if (atomic_compare_exchange_strong(&kept[k], &none, at) || none == at)
            return;
    }
}

static int note(struct dl_phdr_info *info, size_t size, void *data)
{
    struct found *found = data;

    (void)size;
    if (!info->dlpi_name || !is_openmp(info->dlpi_name) || found->n == MOST_KEPT ||
        strlen(info->dlpi_name) >= sizeof found->path[0] || is_kept(info->dlpi_addr))
        return 0;
    found->at[found->n] = info->dlpi_addr;
    snprintf(found->path[found->n++], sizeof found->path[0], "%s", info->dlpi_name);
    return 0;
}

void tcr_keep_openmp(void)
{
    struct found found = {.n = 0};

    dl_iterate_phdr(note, &found); /* which must not be left in the middle for dlopen() */
    for (unsigned k = 0; k < found.n; k++) {
        void *library = dlopen(found.path[k], RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);

        if (library) { /* a reference more is not what keeps it */
            mark_kept(found.at[k]);
            dlclose(library);
        }
    }
}
