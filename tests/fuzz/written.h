/* SPDX-License-Identifier: MIT */
/*
 * written.h: loops that write memory: the same loop is run three times on the
 * same data, and all of the memory of the last two runs is compared.
 *
 *     pass 0  on wide areas, to see what it touches (exact.h)
 *     pass 1  the reference, on areas of exactly that
 *     pass 2  the loop with the directive, on the same
 *
 * Not only what the loop writes is compared: nothing else may have changed.
 */
#ifndef FUZZ_WRITTEN_H
#define FUZZ_WRITTEN_H

#include "exact.h"

enum { FUZZ_PARTS = 48, FUZZ_SENTINEL = 0x5a };

static struct fuzz_part {
    unsigned char *saved;
    size_t size;
} fuzz_part[FUZZ_PARTS];
static int fuzz_parts;

/* Where area k's element 0 is. */
FUZZ_OUTSIDE void *fuzz_at(int k, int pass, size_t unit, enum fuzz_place place)
{
    if (pass == 1)
        return fuzz_exact(k, unit, place);
    struct fuzz_area *a = &fuzz_area[k];
    if (pass == 0)
        return a->wide;
    size_t before = ((size_t)(a->lo - (a->wide - a->reach)) / unit) * unit;
    return (char *)((uintptr_t)a->at + a->reach - before);
}

/* The readable bytes of area k in passes 1 and 2. */
FUZZ_OUTSIDE char *fuzz_readable(int k, size_t *size)
{
    const struct fuzz_area *a = &fuzz_area[k];
    char *first = a->map, *last = a->map + a->map_size;
    if (a->is_alone) {
        first += (size_t)(a->at - a->map) / FUZZ_PAGE * FUZZ_PAGE;
        last =
            a->map + ((size_t)(a->at - a->map) + a->size + FUZZ_PAGE - 1) / FUZZ_PAGE * FUZZ_PAGE;
    }
    *size = (size_t)(last - first);
    return first;
}

/* Elements are filled by their distance from element 0: alike in all passes. */
#define FILL_AREA(k, pass, type, how, seed)                                                        \
    do {                                                                                           \
        struct fuzz_area *area_ = &fuzz_area[k];                                                   \
        size_t size_ = 2 * area_->reach;                                                           \
        char *first_ = area_->wide - area_->reach;                                                 \
        if (pass) {                                                                                \
            char *all_ = fuzz_readable(k, &size_);                                                 \
            memset(all_, FUZZ_SENTINEL, size_);                                                    \
            first_ = area_->at;                                                                    \
            size_ = area_->size;                                                                   \
        }                                                                                          \
        ptrdiff_t from_ = -(ptrdiff_t)(area_->reach / sizeof(type));                               \
        if (pass)                                                                                  \
            from_ += (area_->lo - (area_->wide - area_->reach)) / (ptrdiff_t)area_->unit *         \
                     (ptrdiff_t)(area_->unit / sizeof(type));                                      \
        for (size_t k_ = 0; k_ < size_ / sizeof(type); k_++)                                       \
            ((type *)first_)[k_] = (type)how((uint64_t)(seed), (uint64_t)(from_ + (ptrdiff_t)k_)); \
    } while (0)

/* NaNs may differ in what they carry. */
FUZZ_OUTSIDE bool fuzz_both_nan(const unsigned char *a, const unsigned char *b, size_t floating)
{
    float f[2];
    double d[2];
    if (floating == sizeof *f) {
        memcpy(f, a, sizeof *f);
        memcpy(f + 1, b, sizeof *f);
        return isnan(f[0]) && isnan(f[1]);
    }
    memcpy(d, a, sizeof *d);
    memcpy(d + 1, b, sizeof *d);
    return isnan(d[0]) && isnan(d[1]);
}

FUZZ_OUTSIDE void fuzz_compare(const char *name, const struct fuzz_part *part,
                               const unsigned char *at, size_t floating)
{
    size_t step = floating ? floating : 1;
    uint64_t was = 14695981039346656037u, is = was;
    for (size_t k = 0; k + step <= part->size; k += step) {
        const unsigned char *a = part->saved + k, *b = at + k;
        bool nan = floating && fuzz_both_nan(a, b, floating);
        if (!nan && memcmp(a, b, step) != 0 && was == is)
            fprintf(stderr, "%s: first difference at byte %zu of %zu\n", name, k, part->size);
        for (size_t j = 0; j < step; j++) {
            was = (was ^ (nan ? 1 : a[j])) * 1099511628211u;
            is = (is ^ (nan ? 1 : b[j])) * 1099511628211u;
        }
    }
    check_unsigned(name, is, was);
}

/* Pass 1 keeps these bytes, pass 2 compares them; floating: the size of the
 * elements where they are floating, else 0. */
FUZZ_OUTSIDE void fuzz_memory(const char *name, int pass, const void *at, size_t size,
                              size_t floating)
{
    struct fuzz_part *part = &fuzz_part[fuzz_parts++];
    if (pass == 1) {
        *part = (struct fuzz_part){malloc(size + 1), size};
        if (!part->saved)
            abort();
        memcpy(part->saved, at, size);
    } else if (pass == 2) {
        fuzz_compare(name, part, at, floating);
        free(part->saved);
    }
}

FUZZ_OUTSIDE void fuzz_area_memory(const char *name, int k, int pass, size_t floating)
{
    size_t size;
    char *at;
    if (pass == 0)
        return;
    at = fuzz_readable(k, &size);
    fuzz_memory(name, pass, at, size, floating);
}

#endif
