/* SPDX-License-Identifier: MIT */
/*
 * transfer.c: copies, large ones through pinned memory; and those that must not trust a host
 * address.
 *
 * The hull of a conditional access may reach beyond its object: into memory
 * that is not mapped, or that a sanitizer or valgrind has put out of bounds.
 * The kernel reads it for us (process_vm_readv on this very process): an
 * address that cannot be read is an error code, not a fault, and no
 * instrumented code looks at the bytes in between.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include "../../base/keep_errno.h"
#include "../ground/checked.h"
#include "../ground/thread_data.h"
#include "../ground/why.h"
#include "device.h"
#include "pool.h"
#include "quiet.h"
#include "stage.h"
#include "transfer.h"

#define BATCH 128 /* pieces for one system call; at most IOV_MAX (1024); on the stack */

struct tcr_piece tcr_piece_around(uintptr_t host, size_t size)
{
    uintptr_t lo = host / TCR_PIECE_ALIGN * TCR_PIECE_ALIGN;
    uintptr_t hi = (host + size + TCR_PIECE_ALIGN - 1) / TCR_PIECE_ALIGN * TCR_PIECE_ALIGN;

    return (struct tcr_piece){lo, hi - lo};
}

bool (*_Atomic tcr_unreadable)(uintptr_t at, size_t size, bool writes);
_Thread_local bool tcr_transfers;
TCR_THREAD_DATA(tcr_transfers);

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

    do {
        tcr_transfers = true;
        got = process_vm_readv(getpid(), &local, 1, piece, n, 0);
        tcr_transfers = false;
    } while ((got < 0 || (size_t)got != size) && readable_now(piece, n, false));
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

        do {
            tcr_transfers = true;
            put = process_vm_writev(getpid(), &local, 1, &piece, 1, 0);
            tcr_transfers = false;
        } while ((put < 0 || (size_t)put != part) && readable_now(&piece, 1, true));
        if (put < 0 || (size_t)put != part)
            return false;
    }
    return true;
}

/* ---- past the caches ---- */

void tcr_copy_past(void *to, const void *from, size_t size)
{
#ifdef __SSE2__
    char *t = to;
    const char *f = from;
    size_t ahead = (16 - (uintptr_t)t % 16) % 16, at = ahead;

    if (size < 256) {
        memcpy(to, from, size);
        return;
    }
    memcpy(t, f, ahead);
    for (; at + 64 <= size; at += 64) {
        __m128i v[4];

        memcpy(v, f + at, sizeof v);
        for (size_t k = 0; k < 4; k++)
            _mm_stream_si128((__m128i *)(t + at) + k, v[k]);
    }
    memcpy(t + at, f + at, size - at);
    _mm_sfence();
#else
    memcpy(to, from, size);
#endif
}

/* ---- memory that is there ---- */

/* The host's side of a copy. */
struct side {
    char *host, *kept;
};

static bool fill(void *of, char *stage, size_t from, size_t to)
{
    const struct side *s = of;

    memcpy(stage, s->host + from, to - from);
    return true;
}

/* By pages, so that the second copy reads what the first one has brought into the cache. */
static bool fill_both(void *of, char *stage, size_t from, size_t to)
{
    enum { STEP = 4096 };
    const struct side *s = of;

    for (size_t at = from; at < to; at += STEP) {
        size_t n = to - at < STEP ? to - at : STEP;

        memcpy(stage + (at - from), s->host + at, n);
        tcr_copy_past(s->kept + at, stage + (at - from), n);
    }
    return true;
}

int tcr_copy_to(struct tcr_lane *lane, void *device, const void *host, size_t size, void *kept)
{
    struct side side = {(char *)(uintptr_t)host, kept};
    struct tcr_part part = {device, size, kept ? fill_both : fill, &side};
    int error = size < TCR_STAGED_LEAST ? TCR_E_NO_MEMORY : tcr_stage_to(lane, &part);

    if (error != TCR_E_NO_MEMORY)
        return error;
    if (kept)
        memcpy(kept, host, size);
    return tcr_backend->copy_to(device, kept ? kept : host, size, lane->stream);
}

static bool drain(void *of, char *stage, size_t from, size_t to)
{
    const struct side *s = of;

    tcr_copy_past(s->host + from, stage, to - from);
    return true;
}

int tcr_copy_from(struct tcr_lane *lane, void *host, const void *device, size_t size)
{
    struct side side = {host, NULL};
    struct tcr_part part = {(char *)(uintptr_t)device, size, drain, &side};
    int error = size < TCR_STAGED_LEAST ? TCR_E_NO_MEMORY : tcr_stage_from(lane, &part, 1);

    if (error != TCR_E_NO_MEMORY)
        return error;
    error = tcr_backend->copy_from(host, device, size, lane->stream);
    return error ? error : tcr_backend->sync(lane->stream);
}

/* ---- memory that may not be there ---- */

struct row {
    const struct tcr_piece *piece;
    const size_t *offset; /* n + 1 of them */
    size_t n;
    char *kept; /* or NULL */
};

size_t *tcr_piece_offsets(const struct tcr_piece *piece, size_t n)
{
    size_t *offset = n < TCR_MOST_BYTES ? malloc((n + 1) * sizeof *offset) : NULL, at = 0;

    for (size_t k = 0; offset && k <= n; k++) {
        offset[k] = at;
        at += k < n ? piece[k].size : 0;
    }
    return offset;
}

size_t tcr_piece_at(const size_t *offset, size_t n, size_t at)
{
    size_t low = 0, high = n;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (offset[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool gather(void *of, char *stage, size_t from, size_t to)
{
    const struct row *r = of;
    size_t k = tcr_piece_at(r->offset, r->n, from), at = from;

    while (at < to) {
        struct iovec part[BATCH];
        size_t begin = at;
        unsigned n = 0;

        for (; n < BATCH && at < to; k++) {
            size_t end = r->offset[k + 1] < to ? r->offset[k + 1] : to;

            if (end == at) /* an empty piece */
                continue;
            part[n++] = (struct iovec){(void *)(r->piece[k].host + (at - r->offset[k])), end - at};
            at = end;
        }
        if (!read_pieces(stage + (begin - from), part, n, at - begin))
            return false;
    }
    if (r->kept)
        tcr_copy_past(r->kept + from, stage, to - from);
    return true;
}

int tcr_gather(struct tcr_lane *lane, char *device, const struct tcr_piece *piece, size_t n,
               char *kept, struct tcr_why *why)
{
    size_t *offset = tcr_piece_offsets(piece, n);
    struct row row = {piece, offset, n, kept};
    struct tcr_part part = {device, offset ? offset[n] : 0, gather, &row};
    int error;

    if (!offset)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    error = tcr_stage_to(lane, &part);
    free(offset);
    if (error == TCR_E_INVALID)
        return tcr_refuse(why, TCR_E_INVALID,
                          "memory around what the loop reads is not readable; a data clause "
                          "with the section would tell");
    return error ? tcr_refuse_device(why, error, "copying to the device") : 0;
}
