/* SPDX-License-Identifier: MIT */
/*
 * seen_heap.c: blocks of the program that others free or move: its libraries, and the C library
 * itself (getline()).
 *
 * The program's own calls are seen before (heap_wrap.c).  While no mirror has ever been made, these
 * do nothing of their own.
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include "../ground/thread_data.h"
#include "../map/heap.h"
#include "seen.h"

/* dlsym() may free what it has once said; that is let go. */
static _Thread_local bool looking;
TCR_THREAD_DATA(looking);

/* Every free() of the process comes here, so what is known is asked first. */
static void *real_of(void *_Atomic *known, const char *name)
{
    void *real = atomic_load_explicit(known, memory_order_relaxed);

    if (!real && !looking) {
        looking = true;
        real = tcr_seen_real(known, name);
        looking = false;
    }
    return real;
}

SEEN(void, free, void *block)
{
    real_free *real = (real_free *)(uintptr_t)real_of(&known_free, "free");

    if (block && tcr_mirror_live())
        tcr_heap_free(block);
    if (real)
        real(block);
}

SEEN(void *, realloc, void *block, size_t size)
{
    real_realloc *real = (real_realloc *)(uintptr_t)real_of(&known_realloc, "realloc");
    size_t before = 0;
    void *moved;

    if (!real)
        return NULL;
    if (block && size <= PTRDIFF_MAX && tcr_mirror_live())
        before = tcr_heap_move(block);
    moved = real(block, size);
    if (before)
        tcr_heap_add(moved ? moved : block, moved ? size : size ? before : 0);
    return moved;
}

/* Both are looked up before any library's code can call them: dlerror() calls them while it makes
 * its message, and dlsym() would free that message under its hands. */
static void find_real(void)
{
    real_of(&known_free, "free");
    real_of(&known_realloc, "realloc");
}

__attribute__((section(".preinit_array"),
               used)) static void (*const before_libraries)(void) = find_real;
