/* SPDX-License-Identifier: MIT */
/* fnv.h: the hash FNV-1a of 64 bits (Fowler, Noll, Vo), for tables and names: not against
 * somebody who looks for two texts with one hash (sha256.h). */
#ifndef TCR_FNV_H
#define TCR_FNV_H

#include <stddef.h>
#include <stdint.h>

#define TCR_FNV_START 0xcbf29ce484222325u

/* `h` (TCR_FNV_START, or what the bytes before gave), with these bytes added. */
static inline uint64_t tcr_fnv1a(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *b = (const unsigned char *)bytes;

    for (size_t k = 0; k < size; k++)
        h = (h ^ b[k]) * 0x100000001b3u;
    return h;
}

#endif
