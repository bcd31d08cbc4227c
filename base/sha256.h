/* SPDX-License-Identifier: MIT */
/*
 * sha256.h: SHA-256 (FIPS 180-4), by which a text or file is known again.
 */
#ifndef TCR_SHA256_H
#define TCR_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[SHA256_BLOCK];
};

void sha256_begin(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *bytes, size_t n);
/* The digest of all that was added; `s` is used up. */
void sha256_end(struct sha256 *s, unsigned char digest[SHA256_BYTES]);

#endif
