/* SPDX-License-Identifier: MIT */
/* back.h: what comes back from the device, and into which bytes of the host's memory. */
#ifndef TCR_BACK_H
#define TCR_BACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../device/stage.h"
#include "../device/transfer.h"
#include "../ground/why.h"

#pragma GCC visibility push(hidden)

struct tcr_runs;

/* One stretch of device memory. */
struct tcr_back {
    struct tcr_part part; /* `of` is this structure */
    const char *name;     /* of the base, for messages */
    uintptr_t host;
    const struct tcr_runs *runs; /* which bytes, if not all */
    unsigned n_runs;
    long long first; /* runs: the part's first byte, from the base address */
    char *sent;      /* what the host had; NULL: nobody reads it */
    bool anew;       /* a host loop would write all of it */
    /* only what differs from `sent`: */
    const struct tcr_piece *piece; /* the host's side */
    size_t n_pieces, *offset;
    unsigned char *changed; /* a bit for each block of 64 bytes: `sent` has the difference there */
    char *buffer;           /* small: what has come over */
};

struct tcr_backs {
    struct tcr_back *back;
    size_t n, room;
};

/* Add one, to be filled in; its move is `move`.  NULL: no memory. */
struct tcr_back *tcr_back_add(struct tcr_backs *list, const void *device, size_t size);
/* Add what comes back where it differs from what was sent. */
int tcr_back_changed(struct tcr_backs *list, const void *device, char *sent,
                     const struct tcr_piece *piece, size_t n, struct tcr_why *why);
/* Have all come over, into the host's memory.  After an error, that is as it was, but for what is
 * written `anew`. */
int tcr_back_fetch(struct tcr_backs *list, struct tcr_lane *lane, struct tcr_why *why);
void tcr_back_free(struct tcr_backs *list);

/* changed.c: of the bytes [from, to) of a stretch, store those that differ from what was sent,
 * and remember which; and put the old ones back. */
void tcr_changed_store(struct tcr_back *b, const char *now, size_t from, size_t to);
void tcr_changed_undo(struct tcr_back *b);

#pragma GCC visibility pop

#endif
