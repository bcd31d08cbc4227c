/* SPDX-License-Identifier: MIT */
/* sha256.h: SHA-256 (FIPS 180-4). */
#ifndef TCR_SHA256_H
#define TCR_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32 };

struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes taken */
    unsigned char block[64];
};

void sha256_start(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *bytes, size_t n);
void sha256_end(struct sha256 *s, unsigned char digest[SHA256_BYTES]);

#endif
