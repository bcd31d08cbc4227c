/* SPDX-License-Identifier: MIT */
/* fnv.h: the hash FNV-1a of 64 bits (Fowler, Noll, Vo), for tables and names.  Somebody who wants
 * two texts with one hash can make them: where that matters, use sha256.h. */
#ifndef TCR_FNV_H
#define TCR_FNV_H

#include <stddef.h>
#include <stdint.h>

#define TCR_FNV_START 0xcbf29ce484222325u

/* The hash of all bytes so far, where `h` is that of the bytes before these, at first
 * TCR_FNV_START.  `size` is in bytes. */
static inline uint64_t tcr_fnv1a(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *b = (const unsigned char *)bytes;

    for (size_t k = 0; k < size; k++)
        h = (h ^ b[k]) * 0x100000001b3u;
    return h;
}

#endif
