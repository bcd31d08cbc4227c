/* SPDX-License-Identifier: MIT */
/*
 * sha256.c: see sha256.h.  The names are those of FIPS 180-4, sections 5 and 6.2.
 */
#include "sha256.h"

#include <string.h>

/* The fractional parts of the cube roots of the first 64 primes. */
static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static uint32_t word_at(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The message schedule. */
static void schedule(uint32_t w[64], const unsigned char *block)
{
    for (int t = 0; t < 16; t++)
        w[t] = word_at(block + 4 * t);
    for (int t = 16; t < 64; t++) {
        uint32_t x = w[t - 15], y = w[t - 2];

        w[t] = w[t - 16] + (rotated(x, 7) ^ rotated(x, 18) ^ x >> 3) + w[t - 7] +
               (rotated(y, 17) ^ rotated(y, 19) ^ y >> 10);
    }
}

static void take_block(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64], v[8]; /* v: a to h */

    schedule(w, block);
    memcpy(v, state, sizeof v);
    for (int t = 0; t < 64; t++) {
        uint32_t e = v[4], a = v[0];
        uint32_t t1 = v[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                      ((e & v[5]) ^ (~e & v[6])) + k[t] + w[t];
        uint32_t t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

void tcr_sha256_begin(struct sha256 *s)
{
    /* The fractional parts of the square roots of the first 8 primes. */
    *s = (struct sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                   0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void tcr_sha256_add(struct sha256 *s, const void *bytes, size_t n)
{
    const unsigned char *from = bytes;
    size_t held = s->length % SHA256_BLOCK;

    s->length += n;
    if (held && held + n >= SHA256_BLOCK) {
        memcpy(s->block + held, from, SHA256_BLOCK - held);
        take_block(s->state, s->block);
        from += SHA256_BLOCK - held;
        n -= SHA256_BLOCK - held;
        held = 0;
    }
    for (; held == 0 && n >= SHA256_BLOCK; from += SHA256_BLOCK, n -= SHA256_BLOCK)
        take_block(s->state, from);
    if (n)
        memcpy(s->block + held, from, n);
}

void tcr_sha256_end(struct sha256 *s, unsigned char digest[SHA256_BYTES])
{
    static const unsigned char padding[SHA256_BLOCK] = {0x80};
    unsigned char bits[8];
    size_t held = s->length % SHA256_BLOCK;

    for (int i = 0; i < 8; i++)
        bits[i] = (unsigned char)(s->length * 8 >> (56 - 8 * i));
    tcr_sha256_add(s, padding, (held < 56 ? 56 : 120) - held);
    tcr_sha256_add(s, bits, sizeof bits);
    for (int i = 0; i < SHA256_BYTES; i++)
        digest[i] = (unsigned char)(s->state[i / 4] >> (24 - 8 * (i % 4)));
}

void tcr_sha256_of(const void *bytes, size_t n, unsigned char digest[SHA256_BYTES])
{
    struct sha256 s;

    tcr_sha256_begin(&s);
    tcr_sha256_add(&s, bytes, n);
    tcr_sha256_end(&s, digest);
}

void tcr_sha256_text(const unsigned char digest[SHA256_BYTES], char text[2 * SHA256_BYTES + 1])
{
    static const char digits[] = "0123456789abcdef";

    for (int i = 0; i < SHA256_BYTES; i++) {
        text[2 * i] = digits[digest[i] >> 4];
        text[2 * i + 1] = digits[digest[i] & 15];
    }
    text[2 * SHA256_BYTES] = '\0';
}
