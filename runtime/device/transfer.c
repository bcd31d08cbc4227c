/* SPDX-License-Identifier: MIT */
/*
 * transfer.c: copies that must not trust a host address.
 *
 * The hull of a conditional access may reach beyond its object: into memory
 * that is not mapped, or that a sanitizer or valgrind has put out of bounds.
 * The kernel reads it for us (process_vm_readv on this very process): an
 * address that cannot be read is an error code, not a fault, and no
 * instrumented code looks at the bytes in between.  What is read goes into two
 * pinned buffers in turn, so that one is filled while the other is on its way.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "../../base/keep_errno.h"
#include "../ground/checked.h"
#include "../ground/why.h"
#include "device.h"
#include "pool.h"
#include "quiet.h"
#include "transfer.h"

#define BATCH 128 /* pieces for one system call; at most IOV_MAX (1024); on the stack */

struct tcr_piece tcr_piece_around(uintptr_t host, size_t size)
{
    uintptr_t lo = host / TCR_PIECE_ALIGN * TCR_PIECE_ALIGN;
    uintptr_t hi = (host + size + TCR_PIECE_ALIGN - 1) / TCR_PIECE_ALIGN * TCR_PIECE_ALIGN;

    return (struct tcr_piece){lo, hi - lo};
}

bool (*_Atomic tcr_unreadable)(uintptr_t at, size_t size, bool writes);

static bool readable_now(const struct iovec *piece, unsigned n, bool writes)
{
    bool (*ask)(uintptr_t at, size_t size, bool write) = tcr_unreadable;
    bool again = false;

    for (unsigned k = 0; ask && k < n; k++)
        again = ask((uintptr_t)piece[k].iov_base, piece[k].iov_len, writes) || again;
    return again;
}

/* Read pieces, `size` bytes in all, one after the other into `to`. */
static bool read_pieces(void *to, const struct iovec *piece, unsigned n, size_t size)
{
    struct iovec local = {to, size};
    ssize_t got;

    do
        got = process_vm_readv(getpid(), &local, 1, piece, n, 0);
    while ((got < 0 || (size_t)got != size) && readable_now(piece, n, false));
    return got >= 0 && (size_t)got == size;
}

bool tcr_peek(void *to, uintptr_t from, size_t size)
{
    if (tcr_quiet())
        return tcr_quiet_read(to, from, size);
    /* one call transfers at most 2 GiB less a page */
    for (size_t part; size > 0; size -= part, from += part, to = (char *)to + part) {
        struct iovec piece = {(void *)from,
                              part = size < ((size_t)1 << 30) ? size : (size_t)1 << 30};

        if (!read_pieces(to, &piece, 1, part))
            return false;
    }
    return true;
}

int tcr_readable(const volatile void *address, unsigned long long size)
{
    TCR_KEEP_ERRNO;
    char part[256];

    if (tcr_quiet())
        return tcr_quiet_readable((uintptr_t)address, size);
    for (uintptr_t at = (uintptr_t)address; size > 0;) {
        size_t n = size < sizeof part ? size : sizeof part;

        if (!tcr_peek(part, at, n))
            return 0;
        at += n;
        size -= n;
    }
    return 1;
}

bool tcr_poke(uintptr_t to, const void *from, size_t size)
{
    for (size_t part; size > 0; size -= part, to += part, from = (const char *)from + part) {
        struct iovec local = {(void *)(uintptr_t)from,
                              part = size < ((size_t)1 << 30) ? size : (size_t)1 << 30};
        struct iovec piece = {(void *)to, part};
        ssize_t put;

        do
            put = process_vm_writev(getpid(), &local, 1, &piece, 1, 0);
        while ((put < 0 || (size_t)put != part) && readable_now(&piece, 1, true));
        if (put < 0 || (size_t)put != part)
            return false;
    }
    return true;
}

/* Where a gather has got to. */
struct cursor {
    const struct tcr_piece *piece, *end;
    size_t done; /* bytes of *piece */
};

/* Fill `stage` from the cursor on; the number of bytes in *filled. */
static bool fill_stage(struct cursor *c, char *stage, size_t *filled)
{
    *filled = 0;
    while (c->piece < c->end && *filled < TCR_STAGE_BYTES) {
        struct iovec piece[BATCH];
        size_t size = 0;
        unsigned n = 0;

        while (n < BATCH && c->piece < c->end && *filled + size < TCR_STAGE_BYTES) {
            size_t room = TCR_STAGE_BYTES - *filled - size, part = c->piece->size - c->done;

            if (part > room)
                part = room;
            piece[n++] = (struct iovec){(void *)(c->piece->host + c->done), part};
            size += part;
            c->done += part;
            if (c->done == c->piece->size) {
                c->piece++;
                c->done = 0;
            }
        }
        if (!read_pieces(stage + *filled, piece, n, size))
            return false;
        *filled += size;
    }
    return true;
}

static int stage_ready(struct tcr_lane *lane, struct tcr_why *why)
{
    for (int k = 0; k < 2; k++) {
        void *device;
        int error = 0;

        if (!lane->stage[k])
            error = tcr_pinned_alloc(&lane->stage[k], &device, TCR_STAGE_BYTES);
        if (error) {
            lane->stage[k] = NULL;
            return tcr_refuse_device(why, error, "allocating pinned memory");
        }
    }
    return 0;
}

int tcr_gather(struct tcr_lane *lane, char *device, const struct tcr_piece *piece, size_t n,
               struct tcr_why *why)
{
    struct cursor c = {piece, piece + n, 0};
    int error = stage_ready(lane, why);
    size_t filled;

    while (!error && c.piece < c.end) {
        void *stage = lane->stage[lane->turn];

        if (!fill_stage(&c, stage, &filled))
            return tcr_refuse(why, TCR_E_INVALID,
                              "memory around what the loop reads is not readable; a data clause "
                              "with the section would tell");
        /* the other buffer must be free before it is filled, here or in the next call */
        error = tcr_backend->sync(lane->stream);
        if (!error)
            error = tcr_backend->copy_to(device, stage, filled, lane->stream);
        lane->turn = !lane->turn;
        if (error)
            return tcr_refuse_device(why, error, "copying to the device");
        device += filled;
    }
    return error;
}
