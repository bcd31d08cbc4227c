/* SPDX-License-Identifier: MIT */
/*
 * checked.h: arithmetic with the program's numbers.
 *
 * Lengths, increments and addresses come from the program and may be anything: 2^61
 * elements of 8 bytes are no section of 0 bytes.  All byte counts and addresses that
 * are made of them are made here, so that what cannot exist is refused and never
 * becomes something small.
 */
#ifndef TCR_CHECKED_H
#define TCR_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No process has more: the user's part of the address space is 2^56 bytes with five
 * levels of page tables (x86-64, RISC-V), less elsewhere. */
#define TCR_MOST_BYTES ((size_t)1 << 56)

/* What is copied may be rounded to whole pieces of so many bytes (transfer.c). */
#define TCR_PIECE_ALIGN 16

/* n elements of `size` bytes; false: more than there can be. */
static inline bool tcr_bytes(unsigned long long n, unsigned long long size, size_t *bytes)
{
    return !__builtin_mul_overflow(n, size, bytes) && *bytes <= TCR_MOST_BYTES;
}

/* *sum += more; false: more than there can be. */
static inline bool tcr_add_bytes(size_t *sum, size_t more)
{
    return !__builtin_add_overflow(*sum, more, sum) && *sum <= TCR_MOST_BYTES;
}

/* An address so many bytes away, either way; false: outside of the address space. */
static inline bool tcr_moved(uintptr_t from, long long by, uintptr_t *to)
{
    return !__builtin_add_overflow(from, by, to);
}

/* Can [at, at + size), and what is around it up to whole pieces, be memory? */
static inline bool tcr_is_memory(uintptr_t at, size_t size)
{
    return size <= TCR_MOST_BYTES && at <= UINTPTR_MAX - TCR_PIECE_ALIGN - size;
}

/* The same as numbers that may be beyond the address space: cut off there. */
static inline uintptr_t tcr_clamped(uintptr_t from, long long by)
{
    uintptr_t to;

    return tcr_moved(from, by, &to) ? to : by < 0 ? 0 : UINTPTR_MAX;
}

/* Behind [at, at + size), or the end of the address space. */
static inline uintptr_t tcr_end(uintptr_t at, unsigned long long size)
{
    return size > UINTPTR_MAX - at ? UINTPTR_MAX : at + (uintptr_t)size;
}

#endif
