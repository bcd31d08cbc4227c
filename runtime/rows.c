/*
 * rows.c: arrays of row pointers (T **).
 *
 * The device gets a table of its own with device row pointers.  Each row may
 * be device memory, present, or to be copied; rows that lie close together
 * (one block cut into rows) are copied as one stretch, the others one after
 * the other.  Rows are read without trusting them: a row of a triangular array
 * is shorter than the hull over all of them.
 */
#include <stdlib.h>
#include <string.h>
#include "runtime.h"

struct tcr_rows {
    size_t n;                 /* rows */
    uintptr_t *row;           /* host row pointers, then device row pointers */
    struct tcr_present **pin; /* of each row, or NULL */
    struct tcr_piece *piece;  /* to be copied: one for each row that is, or one for all */
    size_t n_pieces, piece_bytes;
    bool one;           /* the one piece holds all rows */
    bool devices;       /* rows are device memory */
    void *table, *data; /* device */
    size_t table_size, data_size;
};

/* The bytes of a row that are used: the hull over all children of `base`. */
static struct tcr_hull child_hull(const struct tcr_plan *p, unsigned base)
{
    struct tcr_hull hull = {0, 0, false};

    for (unsigned k = 0; k < p->region->n_bases; k++)
        if ((p->region->bases[k].flags & TCR_BASE_CHILD) && p->region->bases[k].parent == (int)base)
            tcr_hull_join(&hull, &p->section[k].hull);
    return hull;
}

/* Read the host's table.  On failure the section's rows are still released. */
static int read_table(struct tcr_plan *p, unsigned base, struct tcr_why *why)
{
    struct tcr_section *s = &p->section[base];
    struct tcr_rows *r = calloc(1, sizeof *r);

    s->rows = r;
    if (r) {
        r->n = s->size / sizeof(uintptr_t);
        r->row = malloc(s->size);
        r->pin = calloc(r->n, sizeof(struct tcr_present *));
        r->piece = calloc(r->n, sizeof *r->piece);
    }
    if (!r || !r->row || !r->pin || !r->piece)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    if (!s->hull.soft && !s->clause)
        memcpy(r->row, (const void *)s->host, s->size);
    else if (!tcr_peek(r->row, s->host, s->size))
        return tcr_refuse(why, TCR_E_INVALID, "the row pointers of '%s' are not readable",
                          p->region->bases[base].name);
    return 0;
}

/* Rows that are device memory go as they are.  Only if the first is one. */
static bool device_rows(struct tcr_plan *p, struct tcr_rows *r)
{
    size_t k = 0;

    while (k < r->n && r->row[k] &&
           tcr_backend->pointer((const void *)r->row[k]) == TCR_POINTER_DEVICE)
        k++;
    if (k < r->n)
        return false;
    p->must = r->devices = true;
    p->device_only = r->row[0];
    return true;
}

/* Look up each row; those that are not present become pieces. */
static int pin_rows(struct tcr_plan *p, unsigned base, const struct tcr_hull *hull,
                    struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[base];
    struct tcr_rows *r = p->section[base].rows;
    size_t size = (size_t)(hull->hi - hull->lo);

    for (size_t k = 0; k < r->n; k++) {
        uintptr_t host = r->row[k] + (uintptr_t)hull->lo;
        int state;

        if (!r->row[k])
            continue;
        if (host > UINTPTR_MAX - size - TCR_PIECE_ALIGN)
            return tcr_refuse(why, TCR_E_INVALID, "row %zu of '%s' is no address", k, b->name);
        state = tcr_present_pin(host, size, &r->pin[k]);
        if (state != 1)
            r->pin[k] = NULL;
        if (state < 0)
            return tcr_refuse(why, TCR_E_PARTIAL, "row %zu of '%s' is present in part", k, b->name);
        if (state == 0 && b->map == TCR_MAP_PRESENT)
            return tcr_refuse(why, TCR_E_NOT_PRESENT, "row %zu of '%s' is not present", k, b->name);
        if (state == 1) {
            p->must = p->must || r->pin[k]->diverged;
        } else {
            r->piece[r->n_pieces] = tcr_piece_around(host, size);
            r->piece_bytes += r->piece[r->n_pieces++].size;
        }
    }
    return 0;
}

/* Many pieces close together become one, if no row is elsewhere. */
static void merge_pieces(struct tcr_rows *r)
{
    uintptr_t lo = UINTPTR_MAX, hi = 0;

    for (size_t k = 0; k < r->n_pieces; k++) {
        if (r->piece[k].host < lo)
            lo = r->piece[k].host;
        if (r->piece[k].host + r->piece[k].size > hi)
            hi = r->piece[k].host + r->piece[k].size;
    }
    if (r->n_pieces < r->n || hi - lo > 2 * r->piece_bytes)
        return;
    r->one = true;
    r->n_pieces = 1;
    r->piece[0] = (struct tcr_piece){lo, hi - lo};
    r->piece_bytes = hi - lo;
}

int tcr_rows_locate(struct tcr_plan *p, unsigned base, struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[base];
    struct tcr_section *s = &p->section[base];
    struct tcr_hull hull = child_hull(p, base);
    int error;

    if (b->map == TCR_MAP_COPY || b->map == TCR_MAP_COPYOUT || b->map == TCR_MAP_CREATE)
        return tcr_refuse(why, TCR_E_INVALID,
                          "'%s' is an array of row pointers: only copyin and present are possible",
                          b->name);
    if (hull.lo >= hull.hi) {
        s->how = TCR_HOW_COPY; /* the pointers may be tested against null */
        return 0;
    }
    error = read_table(p, base, why);
    if (!error && !device_rows(p, s->rows)) {
        error = pin_rows(p, base, &hull, why);
        if (!error) {
            merge_pieces(s->rows);
            p->move += (double)s->rows->piece_bytes;
        }
    }
    p->move += (double)s->size;
    return error;
}

/* Replace the host row pointers by the device's, biased like the host's. */
static void translate(struct tcr_rows *r)
{
    uintptr_t data = (uintptr_t)r->data;
    size_t piece = 0, offset = 0;

    for (size_t k = 0; k < r->n && !r->devices; k++) {
        const struct tcr_present *e = r->pin[k];

        if (!r->row[k])
            continue;
        if (e) {
            r->row[k] = (uintptr_t)e->device + (r->row[k] - e->host);
        } else {
            uintptr_t host = r->row[k];

            r->row[k] = data + offset + (host - r->piece[piece].host);
            if (!r->one)
                offset += r->piece[piece++].size;
        }
    }
}

int tcr_rows_map(struct tcr_plan *p, unsigned base, struct tcr_lane *lane, struct tcr_why *why)
{
    struct tcr_section *s = &p->section[base];
    struct tcr_rows *r = s->rows;
    int error;

    if (r->n_pieces) {
        r->data_size = r->piece_bytes;
        error = tcr_pool_alloc(&r->data, &r->data_size);
        if (error) {
            r->data = NULL;
            return tcr_refuse_device(why, error, "allocating device memory");
        }
        error = tcr_gather(lane, r->data, r->piece, r->n_pieces, why);
        if (error)
            return error;
    }
    translate(r);
    r->table_size = s->size;
    error = tcr_pool_alloc(&r->table, &r->table_size);
    if (error) {
        r->table = NULL;
        return tcr_refuse_device(why, error, "allocating device memory");
    }
    s->device = (uintptr_t)r->table - (uintptr_t)s->hull.lo;
    p->bytes_to += s->size + r->piece_bytes;
    error = tcr_backend->copy_to(r->table, r->row, s->size, lane->stream);
    return error ? tcr_refuse_device(why, error, "copying to the device") : 0;
}

int tcr_rows_to_host(struct tcr_plan *p, unsigned base, const struct tcr_hull *table,
                     struct tcr_why *why)
{
    struct tcr_hull hull = child_hull(p, base);
    uintptr_t address = (uintptr_t)p->call->base[base] + (uintptr_t)table->lo, row;
    int error = 0;

    for (long long k = table->lo; k < table->hi && !error; k += (long long)sizeof row) {
        if (!tcr_peek(&row, address, sizeof row))
            break; /* an over-estimate: the loop does not get there either */
        if (row)
            error = tcr_present_to_host(row, &hull, why);
        address += sizeof row;
    }
    return error;
}

void tcr_rows_release(struct tcr_rows *r)
{
    for (size_t k = 0; r->pin && k < r->n; k++)
        if (r->pin[k])
            tcr_present_unpin(r->pin[k]);
    if (r->table)
        tcr_pool_free(r->table, r->table_size);
    if (r->data)
        tcr_pool_free(r->data, r->data_size);
    free(r->row);
    free(r->pin);
    free(r->piece);
    free(r);
}
