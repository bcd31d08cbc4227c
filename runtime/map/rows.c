/* SPDX-License-Identifier: MIT */
/*
 * rows.c: pointers in memory that the loop follows: T **, T ***, arrays of
 * structures with pointers.
 *
 * The bases form a tree: a child is what the pointers in its parent point to.
 * The device gets tables of its own (copies of the parent's bytes) with device
 * pointers in them.  What the last ones point to, the rows, may be device
 * memory, present, or to be copied; rows that lie close together (one block cut
 * into rows) are copied as one stretch, the others one after the other.
 * Memory is read without trusting it: a row of a triangular array is shorter
 * than the hull over all of them.
 */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/spare.h"
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "../ground/checked.h"
#include "../ground/why.h"
#include "../present/present.h"
#include "../present/present_table.h"
#include "extent.h"
#include "plan.h"
#include "rows.h"

static bool is_table(const struct tcr_plan *p, unsigned base)
{
    return p->region->bases[base].flags & TCR_BASE_ROWS;
}

/* ---- tables ---- */

/* Where instance i of a table is in the copy: as far from a 16-byte boundary as
 * on the host. */
static size_t slot_of(const struct level *l, size_t i)
{
    return i * l->pitch + ((l->address[i] + (uintptr_t)l->hull.lo) & (TCR_PIECE_ALIGN - 1));
}

/* What of a table can be read; the rest stays 0. */
static void peek_elements(char *to, uintptr_t host, size_t size, size_t element)
{
    for (size_t part; size > 0; size -= part, to += part, host += part) {
        part = element < size ? element : size;
        tcr_peek(to, host, part);
    }
}

/* Bring back what kernels have written beside a table's pointers.  Somebody who
 * has the table's device address may have put other pointers there. */
static int refresh_table(const char *name, uintptr_t host, size_t size, struct tcr_why *why)
{
    struct tcr_hull hull = {0, (long long)size, false};
    struct tcr_present *e;
    int state = tcr_present_newer() ? tcr_present_pin(host, size, &e) : 0;
    bool exposed = state < 0 || (state == 1 && e->exposed);

    if (state == 1)
        tcr_present_unpin(e);
    if (exposed)
        return tcr_refuse(why, TCR_E_PARTIAL,
                          "'%s' is newer on the device, where its pointers are the host's", name);
    return state == 1 ? tcr_present_to_host(host, &hull, why) : 0;
}

static int read_tables(struct tcr_plan *p, struct tcr_rows *r, struct level *l, struct tcr_why *why)
{
    const struct tcr_section *s = &p->section[l->base];
    const char *name = p->region->bases[l->base].name;
    bool sure = l == r->level && !s->hull.soft && !s->clause && !r->lenient;

    l->pitch = (l->size + 2 * TCR_PIECE_ALIGN - 1) / TCR_PIECE_ALIGN * TCR_PIECE_ALIGN;
    l->copy = calloc(l->n, l->pitch);
    if (!l->copy)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    for (size_t i = 0; i < l->n; i++) {
        uintptr_t host = l->address[i] + (uintptr_t)l->hull.lo;
        char *to = l->copy + slot_of(l, i);

        if (!l->address[i])
            continue;
        if (!r->lenient && refresh_table(name, host, l->size, why))
            return why->error;
        if (sure)
            memcpy(to, (const void *)host, l->size);
        else if (r->lenient)
            peek_elements(to, host, l->size, p->region->bases[l->base].elem_size);
        else if (!tcr_peek(to, host, l->size))
            return tcr_refuse(why, TCR_E_INVALID, "the row pointers of '%s' are not readable",
                              name);
    }
    return 0;
}

/* The pointer to a child that is `further` bytes behind the first one. */
static char *pointer_in(const struct level *table, const struct level *child, size_t i,
                        size_t further)
{
    return table->copy + slot_of(table, i) + (child->first - table->hull.lo) + further;
}

/* The pointers of a table to `base`: where the first is, and how many. */
static void set_places(const struct tcr_plan *p, const struct level *table, struct level *child)
{
    long long stride = p->region->bases[table->base].elem_size;
    long long at = p->region->bases[child->base].pointer_at, lo = table->hull.lo - at;
    long long skip = lo / stride + (lo % stride > 0); /* first element at or after lo */
    long long last = table->hull.hi - (long long)sizeof(uintptr_t);

    child->first = at + skip * stride;
    child->count = child->first <= last ? (size_t)((last - child->first) / stride) + 1 : 0;
}

/* ---- rows ---- */

/* Rows that are device memory go as they are.  Only if the first is one. */
static bool device_rows(struct tcr_plan *p, struct level *l)
{
    size_t k = 0;

    while (k < l->n && l->address[k] &&
           tcr_backend->pointer((const void *)l->address[k]) == TCR_POINTER_DEVICE)
        k++;
    if (k < l->n || k == 0)
        return false;
    p->must = l->devices = true;
    p->device_only = l->address[0];
    return true;
}

/* Does the row lie in what the one before it has pinned?  Rows that follow each other are mostly of
 * one section, and there may be many: what they share is pinned once. */
static bool in_the_last(const struct level *l, size_t k, uintptr_t host)
{
    const struct tcr_present *e = k > 0 ? l->pin[k - 1] : NULL;

    return e && host >= e->host && host - e->host <= e->size &&
           l->size <= e->size - (host - e->host);
}

/* Room for so many pieces; there may be none at all, and many rows. */
static int need_pieces(struct level *l, size_t n, struct tcr_why *why)
{
    if (!l->piece)
        l->piece = calloc(n, sizeof *l->piece);
    return l->piece ? 0 : tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
}

/* Look up each row; those that are not present become pieces. */
static int pin_rows(struct tcr_plan *p, struct level *l, struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[l->base];

    for (size_t k = 0; k < l->n; k++) {
        uintptr_t host;
        int state;

        if (!l->address[k])
            continue;
        if (!tcr_moved(l->address[k], l->hull.lo, &host) || !tcr_is_memory(host, l->size))
            return tcr_refuse(why, TCR_E_INVALID, "row %zu of '%s' is no address", k, b->name);
        if (in_the_last(l, k, host)) {
            l->pin[k] = l->pin[k - 1];
            continue;
        }
        state = tcr_present_pin(host, l->size, &l->pin[k]);
        if (state != 1)
            l->pin[k] = NULL;
        if (state < 0)
            return tcr_refuse(why, TCR_E_PARTIAL, "row %zu of '%s' is present in part", k, b->name);
        if (state == 0 && b->map == TCR_MAP_PRESENT)
            return tcr_refuse(why, TCR_E_NOT_PRESENT, "row %zu of '%s' is not present", k, b->name);
        if (state == 1) {
            p->must = p->must || l->pin[k]->diverged || tcr_writes(p, l->base);
        } else if (need_pieces(l, l->n, why)) {
            return why->error;
        } else {
            l->piece[l->n_pieces] = tcr_piece_around(host, l->size);
            if (!tcr_add_bytes(&l->piece_bytes, l->piece[l->n_pieces++].size))
                return tcr_refuse(why, TCR_E_INVALID, "the rows of '%s' are too large", b->name);
        }
    }
    return 0;
}

/* Many pieces close together become one, if no row is elsewhere. */
static void merge_pieces(struct level *l)
{
    uintptr_t lo = UINTPTR_MAX, hi = 0;

    for (size_t k = 0; k < l->n_pieces; k++) {
        if (l->piece[k].host < lo)
            lo = l->piece[k].host;
        if (l->piece[k].host + l->piece[k].size > hi)
            hi = l->piece[k].host + l->piece[k].size;
    }
    if (l->n_pieces == 0 || l->n_pieces < l->n || hi - lo > 2 * l->piece_bytes)
        return;
    l->one = true;
    l->n_pieces = 1;
    l->piece[0] = (struct tcr_piece){lo, hi - lo};
    l->piece_bytes = hi - lo;
}

/* Rows of unknown length, as far as what they lie in reaches: all in one piece,
 * so that whatever is read within it is what the host would read, of whichever
 * row it is. */
static int find_whole_rows(struct tcr_plan *p, struct level *l, struct tcr_why *why)
{
    const char *name = p->region->bases[l->base].name;
    uintptr_t lo = UINTPTR_MAX, hi = 0;
    int state;

    for (size_t k = 0; k < l->n; k++)
        if (l->address[k] && !tcr_extent_join(l->address[k], &lo, &hi))
            return tcr_refuse(why, TCR_E_INVALID,
                              "the rows '%s' lie too far apart, or their extents are not known",
                              name);
    if (hi == 0) /* all are null */
        return 0;
    state = tcr_present_pin(lo, hi - lo, &l->pin[0]);
    if (state != 1)
        l->pin[0] = NULL;
    if (state < 0)
        return tcr_refuse(why, TCR_E_PARTIAL, "the rows '%s' are present in part, or apart", name);
    if (state == 0 && p->region->bases[l->base].map == TCR_MAP_PRESENT)
        return tcr_refuse(why, TCR_E_NOT_PRESENT, "the rows '%s' are not present", name);
    if (state == 1)
        p->must = p->must || l->pin[0]->diverged;
    if (need_pieces(l, 1, why))
        return why->error;
    l->one = true;
    l->piece[0] = tcr_piece_around(lo, hi - lo);
    l->n_pieces = state == 0;
    l->piece_bytes = l->n_pieces * l->piece[0].size;
    return 0;
}

static int find_rows(struct tcr_plan *p, struct level *l, struct tcr_why *why)
{
    int error;

    l->pin = calloc(l->n ? l->n : 1, sizeof(struct tcr_present *));
    if (!l->pin)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    if (device_rows(p, l))
        return 0;
    if (p->section[l->base].whole)
        error = find_whole_rows(p, l, why);
    else if ((error = pin_rows(p, l, why)) == 0)
        merge_pieces(l);
    p->move += (double)l->piece_bytes * (tcr_writes(p, l->base) ? 2 : 1);
    return error;
}

/* ---- the tree ---- */

static int find_level(struct tcr_plan *p, struct tcr_rows *r, struct level *l, struct tcr_why *why);

/* What the pointers of a table to `base` point to. */
static int find_child(struct tcr_plan *p, struct tcr_rows *r, const struct level *table,
                      unsigned base, struct tcr_why *why)
{
    long long stride = p->region->bases[table->base].elem_size;
    struct level *l = &r->level[r->n++];

    l->base = base;
    set_places(p, table, l);
    l->n = table->n * l->count;
    l->address = calloc(l->n ? l->n : 1, sizeof *l->address);
    if (!l->address)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    for (size_t i = 0; i < table->n; i++)
        for (size_t k = 0; k < l->count; k++)
            memcpy(&l->address[i * l->count + k], pointer_in(table, l, i, k * (size_t)stride),
                   sizeof *l->address);
    return find_level(p, r, l, why);
}

static int find_level(struct tcr_plan *p, struct tcr_rows *r, struct level *l, struct tcr_why *why)
{
    int error;

    l->hull = p->section[l->base].hull;
    l->size = l->hull.lo < l->hull.hi ? (size_t)(l->hull.hi - l->hull.lo) : 0;
    if (l->size == 0)
        return 0;
    if (!is_table(p, l->base))
        return r->looks ? 0 : find_rows(p, l, why);
    error = read_tables(p, r, l, why);
    p->move += (double)l->n * (double)l->size;
    for (unsigned k = 0; k < p->region->n_bases && !error; k++)
        if (p->region->bases[k].parent == (int)l->base)
            error = find_child(p, r, l, k, why);
    return error;
}

/* The tree below `base`, whose own section is given. */
int tcr_rows_find(struct tcr_plan *p, unsigned base, struct tcr_rows *r, struct tcr_why *why)
{
    r->level = calloc(p->region->n_bases, sizeof *r->level);
    if (!r->level)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    r->n = 1;
    r->level->base = base;
    r->level->n = 1;
    r->level->address = calloc(1, sizeof *r->level->address);
    if (!r->level->address)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    r->level->address[0] = (uintptr_t)p->call->base[base];
    return find_level(p, r, r->level, why);
}

static bool reads_rows(const struct tcr_plan *p, unsigned base)
{
    for (unsigned k = 0; k < p->region->n_bases; k++)
        if (p->region->bases[k].parent == (int)base &&
            p->section[k].hull.lo < p->section[k].hull.hi)
            return true;
    return false;
}

/* The rows of tables that have been read for the order of the iterations. */
static int find_seen(struct tcr_plan *p, struct tcr_rows *r, struct tcr_why *why)
{
    int error = 0;

    for (unsigned k = 0; k < r->n && !error; k++) {
        struct level *l = &r->level[k];

        if (l->size > 0 && is_table(p, l->base))
            p->move += (double)l->n * (double)l->size;
        else if (l->size > 0)
            error = find_rows(p, l, why);
    }
    return error;
}

int tcr_rows_locate(struct tcr_plan *p, unsigned base, struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[base];
    struct tcr_section *s = &p->section[base];

    if (b->map == TCR_MAP_COPY || b->map == TCR_MAP_COPYOUT || b->map == TCR_MAP_CREATE)
        return tcr_refuse(why, TCR_E_INVALID,
                          "'%s' is an array of row pointers: only copyin and present are possible",
                          b->name);
    if (!reads_rows(p, base)) {
        s->how = TCR_HOW_COPY; /* the pointers may be tested against null */
        return 0;
    }
    if (s->rows)
        return find_seen(p, s->rows, why);
    s->rows = calloc(1, sizeof *s->rows);
    if (!s->rows)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    return tcr_rows_find(p, base, s->rows, why);
}

/* ---- to the device ---- */

/* Replace the host's row pointers by the device's, biased like the host's. */
static void translate_rows(struct level *l)
{
    uintptr_t data = (uintptr_t)l->data;
    size_t piece = 0, offset = 0;

    for (size_t k = 0; k < l->n && !l->devices; k++) {
        const struct tcr_present *e = l->pin[l->one ? 0 : k];

        if (!l->address[k])
            continue;
        if (e) {
            l->address[k] = (uintptr_t)e->device + (l->address[k] - e->host);
        } else {
            l->address[k] = data + offset + (l->address[k] - l->piece[piece].host);
            if (!l->one)
                offset += l->piece[piece++].size;
        }
    }
}

static int allocate(struct level *l, size_t size, struct tcr_why *why)
{
    int error;

    l->data_size = size;
    error = tcr_pool_alloc(&l->data, &l->data_size);
    if (!error)
        return 0;
    l->data = NULL;
    return tcr_refuse_device(why, error, "allocating device memory");
}

static int map_rows(struct tcr_plan *p, struct level *l, struct tcr_lane *lane, struct tcr_why *why)
{
    int error = 0;

    if (l->n_pieces) {
        error = allocate(l, l->piece_bytes, why);
        if (!error)
            error = tcr_writes(p, l->base)
                        ? tcr_rows_send(p, l, lane, why)
                        : tcr_gather(lane, l->data, l->piece, l->n_pieces, NULL, why);
        p->bytes_to += l->piece_bytes;
    }
    translate_rows(l);
    if (l->devices)
        tcr_extent_range(p, l->base, 0, ULLONG_MAX);
    else if (l->pin[0])
        tcr_extent_range(p, l->base, (uintptr_t)l->pin[0]->device, l->pin[0]->size);
    else
        tcr_extent_range(p, l->base, (uintptr_t)l->data, l->piece_bytes);
    return error;
}

/* Its children have their device addresses. */
static int map_table(struct tcr_plan *p, const struct tcr_rows *r, struct level *l,
                     struct tcr_lane *lane, struct tcr_why *why)
{
    long long stride = p->region->bases[l->base].elem_size;
    int error = l->n ? allocate(l, l->n * l->pitch, why) : 0;

    if (error || !l->n)
        return error;
    for (unsigned c = 0; c < r->n; c++) {
        const struct level *child = &r->level[c];

        if (c == 0 || p->region->bases[child->base].parent != (int)l->base)
            continue;
        for (size_t i = 0; i < l->n; i++)
            for (size_t k = 0; l->address[i] && k < child->count; k++)
                memcpy(pointer_in(l, child, i, k * (size_t)stride),
                       &child->address[i * child->count + k], sizeof *child->address);
    }
    p->bytes_to += l->n * l->pitch;
    error = tcr_backend->copy_to(l->data, l->copy, l->n * l->pitch, lane->stream);
    if (!error) /* the copy is changed by nobody until the kernel has run */
        error = tcr_backend->sync(lane->stream);
    if (error)
        return tcr_refuse_device(why, error, "copying to the device");
    for (size_t i = 0; i < l->n; i++)
        if (l->address[i])
            l->address[i] = (uintptr_t)l->data + slot_of(l, i) - (uintptr_t)l->hull.lo;
    return 0;
}

int tcr_rows_map(struct tcr_plan *p, unsigned base, struct tcr_lane *lane, struct tcr_why *why)
{
    struct tcr_section *s = &p->section[base];
    const struct tcr_rows *r = s->rows;
    int error = 0;

    for (unsigned k = r->n; k-- > 0 && !error;) {
        struct level *l = &r->level[k];

        if (l->size == 0) /* the pointers are only tested */
            continue;
        error = is_table(p, l->base) ? map_table(p, r, l, lane, why) : map_rows(p, l, lane, why);
    }
    s->device = r->level->address[0];
    return error;
}

/* ---- for the host loop, and the end ---- */

/* Instances from number i on that follow each other in equal steps without overlapping: one behind
 * the last of them. */
static size_t block_end(const struct level *l, size_t i)
{
    const uintptr_t *at = l->address;
    const uintptr_t step = i + 1 < l->n && at[i + 1] > at[i] ? at[i + 1] - at[i] : 0;
    size_t k = i + 1;

    if (step < l->size || step > TCR_MOST_BYTES / l->n)
        return k;
    while (k < l->n && at[k] - at[k - 1] == step && at[k] > at[k - 1])
        k++;
    return k;
}

/* The tables, for tcr_rows_locate(); false: they are not kept. */
static bool keep_seen(struct tcr_plan *p, unsigned base, const struct tcr_rows *r)
{
    struct tcr_section *s = &p->section[base];

    if (s->rows)
        return false;
    s->rows = malloc(sizeof *s->rows);
    if (s->rows)
        *s->rows = *r;
    return s->rows != NULL;
}

int tcr_rows_visit(struct tcr_plan *p, unsigned base, enum tcr_rows_look look, tcr_row_visit *visit,
                   void *ctx, struct tcr_why *why)
{
    struct tcr_rows r = {.looks = true, .lenient = look == TCR_ROWS_LENIENT};
    double move = p->move;
    int error = tcr_rows_find(p, base, &r, why);

    for (unsigned k = 0; k < r.n && !error; k++) {
        const struct level *l = &r.level[k];

        for (size_t i = 0, end; i < l->n && l->size && !error; i = end) {
            struct tcr_hull hull = l->hull;

            end = i + 1;
            if (!l->address[i])
                continue;
            if (look == TCR_ROWS_BLOCKS) {
                end = block_end(l, i);
                hull.hi += (long long)(l->address[end - 1] - l->address[i]);
            }
            error = visit(ctx, l->base, l->address[i], &hull);
        }
    }
    p->move = move;
    if (look != TCR_ROWS_BLOCKS || error || !keep_seen(p, base, &r))
        tcr_rows_release(&r);
    return error;
}

struct to_host {
    const struct tcr_plan *p;
    struct tcr_why *why;
};

static int row_to_host(void *ctx, unsigned base, uintptr_t address, const struct tcr_hull *read)
{
    const struct to_host *t = ctx;
    struct tcr_hull hull = *read;
    uintptr_t lo, hi;

    if (t->p->section[base].whole && tcr_extent_find(address, &lo, &hi) != TCR_EXTENT_NONE)
        hull = (struct tcr_hull){(long long)(lo - address), (long long)(hi - address), false};
    return tcr_present_to_host(address, &hull, t->why);
}

int tcr_rows_to_host(struct tcr_plan *p, unsigned base, struct tcr_why *why)
{
    struct to_host t = {p, why};

    return tcr_rows_visit(p, base, TCR_ROWS_LENIENT, row_to_host, &t, why);
}

void tcr_rows_release(struct tcr_rows *rows)
{
    for (unsigned k = 0; rows->level && k < rows->n; k++) {
        struct level *l = &rows->level[k];

        for (size_t i = 0; l->pin && i < l->n; i++)
            if (l->pin[i] && (i == 0 || l->pin[i] != l->pin[i - 1]))
                tcr_present_unpin(l->pin[i]);
        if (l->data)
            tcr_pool_free(l->data, l->data_size);
        free(l->address);
        free(l->copy);
        free(l->pin);
        free(l->piece);
        tcr_spare_put(l->sent);
    }
    free(rows->level);
    rows->level = NULL;
    rows->n = 0;
}
