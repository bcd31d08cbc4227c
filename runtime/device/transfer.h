/* SPDX-License-Identifier: MIT */
/* transfer.h: copies that must not trust the host's address. */
#ifndef TCR_TRANSFER_H
#define TCR_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../ground/why.h"
#include "pool.h"

#pragma GCC visibility push(hidden)

/* Set by who protects memory of the program: asked when some could not be read or written; true:
 * it is worth another try. */
extern bool (*_Atomic tcr_unreadable)(uintptr_t at, size_t size, bool writes);

/* A stretch of host memory; `host` and `size` multiples of TCR_PIECE_ALIGN, so that the
 * bytes around what was asked for are in the same pages. */
struct tcr_piece {
    uintptr_t host;
    size_t size;
};
struct tcr_piece tcr_piece_around(uintptr_t host, size_t size);

/* Copy pieces to the device one after the other, without ever faulting on a
 * host address.  TCR_E_INVALID: some of it cannot be read. */
int tcr_gather(struct tcr_lane *lane, char *device, const struct tcr_piece *piece, size_t n,
               struct tcr_why *why);
/* Read, and write, this process's own memory without faulting.  False: some of
 * it is not readable, or writable. */
bool tcr_peek(void *to, uintptr_t from, size_t size);
bool tcr_poke(uintptr_t to, const void *from, size_t size);

#pragma GCC visibility pop

#endif
