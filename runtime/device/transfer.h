/* SPDX-License-Identifier: MIT */
/*
 * transfer.h: copies between host and device memory, in the way that is the fastest for
 * their size; and those that must not trust the host's address.
 *
 * Bound to the device, with a lane of the caller's own.
 */
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
/* This thread's system call on the process's own memory is one of ours, which asks of each piece
 * that it cannot have: nobody else may bring back what lies between the pieces. */
extern _Thread_local bool tcr_transfers;

/* Copies of so many bytes and more go through pinned memory (stage.c). */
#define TCR_STAGED_LEAST ((size_t)2 << 20)

/* To the device: queued in the lane's stream.  The host's memory must stay as it is until that
 * has been waited for.  `kept` gets the same bytes before this returns, unless it is NULL.  0 or
 * an error of the device. */
int tcr_copy_to(struct tcr_lane *lane, void *device, const void *host, size_t size, void *kept);
/* From the device: all has arrived when it returns.  After an error, some may have, and the stream
 * is to be waited for. */
int tcr_copy_from(struct tcr_lane *lane, void *host, const void *device, size_t size);

/* A stretch of host memory; `host` and `size` multiples of TCR_PIECE_ALIGN, so that the
 * bytes around what was asked for are in the same pages. */
struct tcr_piece {
    uintptr_t host;
    size_t size;
};
struct tcr_piece tcr_piece_around(uintptr_t host, size_t size);

/* Copy pieces to the device one after the other, without ever faulting on a
 * host address; `kept`, unless it is NULL, gets them, too.  TCR_E_INVALID: some of it cannot be
 * read. */
int tcr_gather(struct tcr_lane *lane, char *device, const struct tcr_piece *piece, size_t n,
               char *kept, struct tcr_why *why);
/* Where the pieces begin in a row of them: n + 1 numbers, the caller's to free; NULL: no memory. */
size_t *tcr_piece_offsets(const struct tcr_piece *piece, size_t n);
/* The piece that holds byte `at` of the row. */
size_t tcr_piece_at(const size_t *offset, size_t n, size_t at);

/* Read, and write, this process's own memory without faulting.  False: some of
 * it is not readable, or writable. */
bool tcr_peek(void *to, uintptr_t from, size_t size);
bool tcr_poke(uintptr_t to, const void *from, size_t size);
/* memcpy for memory that is not read again soon: past the processor's caches. */
void tcr_copy_past(void *to, const void *from, size_t size);

#pragma GCC visibility pop

#endif
