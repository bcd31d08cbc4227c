/* SPDX-License-Identifier: MIT */
/* fnv.h: the hash FNV-1a of 64 bits (Fowler, Noll, Vo), for tables and names.  Somebody who wants
 * two texts with one hash can make them: where that matters, use sha256.h. */
#ifndef TCR_FNV_H
#define TCR_FNV_H

#include <stddef.h>
#include <stdint.h>

#define TCR_FNV_START 0xcbf29ce484222325u
#define TCR_FNV_SECOND 0x6c62272e07bb0142u

/* The hash of all bytes so far, where `h` is that of the bytes before these, at first
 * TCR_FNV_START.  `size` is in bytes. */
static inline uint64_t tcr_fnv1a(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *b = (const unsigned char *)bytes;

    for (size_t k = 0; k < size; k++)
        h = (h ^ b[k]) * 0x100000001b3u;
    return h;
}

/* The same of two hashes, at first TCR_FNV_START and TCR_FNV_SECOND, in hardly more than the time
 * of one, as neither waits for the other. */
static inline void tcr_fnv1a_pair(uint64_t h[2], const void *bytes, size_t size)
{
    const unsigned char *b = (const unsigned char *)bytes;
    uint64_t first = h[0], second = h[1];

    for (size_t k = 0; k < size; k++) {
        first = (first ^ b[k]) * 0x100000001b3u;
        second = (second ^ b[k]) * 0x100000001b3u;
    }
    h[0] = first;
    h[1] = second;
}

#endif
