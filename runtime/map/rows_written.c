/* SPDX-License-Identifier: MIT */
/*
 * rows_written.c: rows (rows.c) that the loop writes.  Of them, only the bytes
 * that the kernel has changed come back: what lies between is not the loop's.
 */
#include <stdlib.h>
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/transfer.h"
#include "../ground/why.h"
#include "plan.h"
#include "rows.h"

int tcr_rows_send(struct tcr_plan *p, struct level *l, struct tcr_lane *lane, struct tcr_why *why)
{
    size_t at = 0;
    int error;

    l->sent = malloc(l->piece_bytes);
    if (!l->sent)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    for (size_t k = 0; k < l->n_pieces; at += l->piece[k++].size)
        if (!tcr_peek(l->sent + at, l->piece[k].host, l->piece[k].size))
            return tcr_refuse(why, TCR_E_INVALID, "the rows of '%s' are not all readable",
                              p->region->bases[l->base].name);
    error = tcr_backend->copy_to(l->data, l->sent, l->piece_bytes, lane->stream);
    return error ? tcr_refuse_device(why, error, "copying to the device") : 0;
}

int tcr_rows_fetch(struct tcr_plan *p, unsigned base, struct tcr_lane *lane, struct tcr_why *why)
{
    const struct tcr_rows *r = p->section[base].rows;
    int error = 0;

    for (unsigned k = 0; r && k < r->n && !error; k++) {
        struct level *l = &r->level[k];

        if (!l->sent)
            continue;
        l->now = malloc(l->piece_bytes);
        if (!l->now)
            return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
        error = tcr_backend->copy_from(l->now, l->data, l->piece_bytes, lane->stream);
        if (!error)
            error = tcr_backend->sync(lane->stream);
        if (error)
            return tcr_refuse_device(why, error, "copying from the device");
        p->bytes_from += l->piece_bytes;
    }
    return error;
}

void tcr_rows_store(const struct tcr_plan *p, unsigned base)
{
    const struct tcr_rows *r = p->section[base].rows;

    for (unsigned k = 0; r && k < r->n; k++) {
        const struct level *l = &r->level[k];
        size_t at = 0;

        for (size_t i = 0; l->now && i < l->n_pieces; at += l->piece[i++].size)
            tcr_store_changed((char *)l->piece[i].host, l->now + at, l->sent + at,
                              l->piece[i].size);
    }
}
