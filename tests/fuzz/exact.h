/* SPDX-License-Identifier: MIT */
/*
 * exact.h: arrays of exactly the elements that a loop reads.
 *
 * The reference loop reads a wide array and notes the ends of what it touches
 * (SEEN); the loop under test then gets a copy of that part alone, either with
 * unreadable pages before and behind it, or so placed that one element too few
 * in a copy to the device is one too few there.
 */
#ifndef FUZZ_EXACT_H
#define FUZZ_EXACT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* What loops do not call: in one copy, which a compiler is done with soon. */
#define FUZZ_OUTSIDE static __attribute__((noinline, unused))

enum { FUZZ_AREAS = 16, FUZZ_PAGE = 4096, FUZZ_PIECE = 16 };

enum fuzz_place { FUZZ_ENDS, FUZZ_BEGINS, FUZZ_PAST_PIECE, FUZZ_BEFORE_PIECE };

static struct fuzz_area {
    char *wide, *lo, *hi; /* what has been read is [lo, hi) */
    size_t reach;         /* bytes on either side of `wide` */
    char *map;
    size_t map_size;
    char *at; /* what is there after fuzz_exact, and how much */
    size_t size, unit;
    bool is_alone;
} fuzz_area[FUZZ_AREAS];
static int fuzz_areas;

/* The middle of an array that goes so many bytes both ways. */
FUZZ_OUTSIDE void *fuzz_wide(size_t reach)
{
    struct fuzz_area *a = &fuzz_area[fuzz_areas++];
    char *p = calloc(2, reach);
    if (!p)
        abort();
    *a = (struct fuzz_area){.wide = p + reach, .reach = reach};
    return a->wide;
}

FUZZ_OUTSIDE void fuzz_note(const volatile void *at, size_t size)
{
    char *p = (char *)at;
    for (int k = 0; k < fuzz_areas; k++) {
        struct fuzz_area *a = &fuzz_area[k];
        if (p < a->wide - a->reach || p >= a->wide + a->reach)
            continue;
        a->lo = !a->lo || p < a->lo ? p : a->lo;
        a->hi = !a->hi || p + size > a->hi ? p + size : a->hi;
        return;
    }
    abort();
}

#define SEEN(x)                                                                                    \
    (*({                                                                                           \
        __typeof__(x) *seen_ = &(x);                                                               \
        fuzz_note(seen_, sizeof *seen_);                                                           \
        seen_;                                                                                     \
    }))

/* Where the middle of area k would be if only whole units that have been read
 * were there: they are. */
FUZZ_OUTSIDE void *fuzz_exact(int k, size_t unit, enum fuzz_place place)
{
    struct fuzz_area *a = &fuzz_area[k];
    if (!a->lo)
        a->lo = a->hi = a->wide;
    size_t before = ((size_t)(a->lo - (a->wide - a->reach)) / unit) * unit;
    size_t end = ((size_t)(a->hi - (a->wide - a->reach)) + unit - 1) / unit * unit;
    size_t size = end - before, room = (size + 2 * FUZZ_PAGE - 1) / FUZZ_PAGE * FUZZ_PAGE;
    a->map_size = room + 2 * FUZZ_PAGE;
    a->map = mmap(NULL, a->map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (a->map == MAP_FAILED)
        abort();
    memset(a->map, 0x5a, a->map_size);
    char *at = a->map + FUZZ_PAGE;
    if (place == FUZZ_ENDS) {
        at += room - size;
    } else if (place == FUZZ_PAST_PIECE) {
        at += (16 * FUZZ_PIECE + unit - size % FUZZ_PIECE) % FUZZ_PIECE;
    } else if (place == FUZZ_BEFORE_PIECE) {
        at += (unit / FUZZ_PIECE + 1) * FUZZ_PIECE - unit;
    }
    a->at = at;
    a->size = size;
    a->unit = unit;
    a->is_alone = place == FUZZ_ENDS || place == FUZZ_BEGINS;
    memcpy(at, a->wide - a->reach + before, size);
    if (a->is_alone) {
        /* rather more than less of what is there: the loop must not run into it */
        size_t first = (size_t)(at - a->map) / FUZZ_PAGE * FUZZ_PAGE;
        size_t last = ((size_t)(at - a->map) + size + FUZZ_PAGE - 1) / FUZZ_PAGE * FUZZ_PAGE;
        mprotect(a->map, first, PROT_NONE);
        mprotect(a->map + last, a->map_size - last, PROT_NONE);
    }
    return (char *)((uintptr_t)at + a->reach - before);
}

FUZZ_OUTSIDE void fuzz_release(void)
{
    while (fuzz_areas > 0) {
        struct fuzz_area *a = &fuzz_area[--fuzz_areas];
        free(a->wide - a->reach);
        if (a->map)
            munmap(a->map, a->map_size);
    }
}

#endif
