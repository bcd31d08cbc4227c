/* SPDX-License-Identifier: MIT */
/*
 * sha256.h: SHA-256 (FIPS 180-4), by which a text or file is known again.
 */
#ifndef TCR_SHA256_H
#define TCR_SHA256_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[SHA256_BLOCK];
};

void tcr_sha256_begin(struct sha256 *s);
void tcr_sha256_add(struct sha256 *s, const void *bytes, size_t n);
/* The digest of all that was added; `s` is used up. */
void tcr_sha256_end(struct sha256 *s, unsigned char digest[SHA256_BYTES]);
/* That of `n` bytes. */
void tcr_sha256_of(const void *bytes, size_t n, unsigned char digest[SHA256_BYTES]);
/* In hexadecimal digits. */
void tcr_sha256_text(const unsigned char digest[SHA256_BYTES], char text[2 * SHA256_BYTES + 1]);

#pragma GCC visibility pop

#endif
