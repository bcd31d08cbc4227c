/* SPDX-License-Identifier: MIT */
/*
 * rows_written.c: rows (rows.c) that the loop writes.  Of them, only the bytes
 * that the kernel has changed come back: what lies between is not the loop's.
 */
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/spare.h"
#include "../device/transfer.h"
#include "../ground/why.h"
#include "back.h"
#include "plan.h"
#include "rows.h"

static int not_readable(const struct tcr_plan *p, const struct level *l, struct tcr_why *why)
{
    return tcr_refuse(why, TCR_E_INVALID, "the rows of '%s' are not all readable",
                      p->region->bases[l->base].name);
}

int tcr_rows_send(struct tcr_plan *p, struct level *l, struct tcr_lane *lane, struct tcr_why *why)
{
    size_t at = 0;
    int error;

    l->sent = tcr_spare_get(l->piece_bytes);
    if (!l->sent)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    if (l->piece_bytes >= TCR_STAGED_LEAST) {
        error = tcr_gather(lane, l->data, l->piece, l->n_pieces, l->sent, why);
        return error == TCR_E_INVALID ? not_readable(p, l, why) : error;
    }
    for (size_t k = 0; k < l->n_pieces; at += l->piece[k++].size)
        if (!tcr_peek(l->sent + at, l->piece[k].host, l->piece[k].size))
            return not_readable(p, l, why);
    error = tcr_backend->copy_to(l->data, l->sent, l->piece_bytes, lane->stream);
    return error ? tcr_refuse_device(why, error, "copying to the device") : 0;
}

int tcr_rows_back(const struct tcr_plan *p, unsigned base, struct tcr_backs *list,
                  struct tcr_why *why)
{
    const struct tcr_rows *r = p->section[base].rows;
    int error = 0;

    for (unsigned k = 0; r && k < r->n && !error; k++) {
        const struct level *l = &r->level[k];

        if (l->sent)
            error = tcr_back_changed(list, l->data, l->sent, l->piece, l->n_pieces, why);
    }
    return error;
}
