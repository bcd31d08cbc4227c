/* SPDX-License-Identifier: MIT */
/*
 * plan_columns.c: where the lanes of teams go: along the inner loops, or along the region's.
 */
#include "plan_private.h"

#include "../analyse/fold.h"

enum { FAR = 1 << 20 };

static long long offset_by(const struct access *a, int range)
{
    bool known = range >= 0 && range < TCR_MAX_LOOPS && !a->offset.c[range].symbol;
    return known ? a->offset.c[range].k : FAR;
}

/* Do the iterations of that loop follow different pointers to the base's memory? */
static bool other_rows(const struct region *r, int base, int range)
{
    int parent = r->bases[base].parent;
    for (size_t m = 0; parent >= 0 && m < r->n_accesses; m++)
        if (r->accesses[m].base == parent && offset_by(&r->accesses[m], range) != 0)
            return true;
    return parent >= 0 && other_rows(r, parent, range);
}

static long long stride(const struct region *r, const struct access *a, int range)
{
    return other_rows(r, a->base, range) ? FAR : offset_by(a, range);
}

/* Sectors of memory, of 32 bytes, that a warp touches along a loop. */
static int sectors(long long by, long long size)
{
    if (by == 0)
        return 1;
    long long n = by > 0 ? by : -by;
    n = n < size ? size : n; /* they overlap */
    return n >= 32 ? 32 : (int)n;
}

/* It is read in front of the loop and written behind it. */
static bool is_folded(const struct folds *f, int base)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->list[i].place && fold_base(f->list[i].place) == base)
            return true;
    return false;
}

/* Sectors that the loop's accesses touch, by rows and by columns; false: nobody knows. */
static bool count_sectors(const struct region *r, const struct folds *f, size_t k, int *rows,
                          int *columns)
{
    int level = r->nest[r->n_loops - 1].range, own = r->nest[k].range;
    if (own < 0 || level < 0)
        return false;
    for (size_t b = 0; b < r->n_bases; b++)
        if (r->bases[b].astray_in >> k & 1)
            return false;
    for (size_t m = 0; m < r->n_accesses; m++) {
        const struct access *a = &r->accesses[m];
        if (!(a->loops >> k & 1) || is_folded(f, a->base))
            continue;
        *rows += sectors(stride(r, a, own), a->size);
        *columns += sectors(stride(r, a, level), a->size);
    }
    return true;
}

bool plan_by_columns(const struct plan *p)
{
    const struct region *r = p->r;
    int rows = 0, columns = 0;
    for (size_t i = r->n_loops; i < p->n_loops; i++) {
        /* a lane without an iteration computes what another does, and must not write: the rest of
         * such a loop it would have to know */
        if (p->loops[i].mapping == PLAN_MAP_TEAM && p->loops[i].folds.n && p->loops[i].writes &&
            !fold_has_prefix(&p->loops[i].folds))
            return false;
        for (size_t k = 0; p->loops[i].mapping == PLAN_MAP_TEAM && k < r->n_nest; k++)
            if (r->nest[k].stmt == p->loops[i].stmt &&
                !count_sectors(r, &p->loops[i].folds, k, &rows, &columns))
                return false;
    }
    return columns < rows;
}
