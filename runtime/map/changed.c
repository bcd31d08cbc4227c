/* SPDX-License-Identifier: MIT */
/*
 * changed.c: of what has come back, only the bytes that differ from what was sent.
 *
 * All others stay untouched in the host's memory: they may be another thread's.  A block of
 * 64 bytes that differs is replaced in the copy that was sent by the difference (exclusive or),
 * with which the host's bytes can be changed back.
 */
#include <stdint.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif
#include "../ground/cpu.h"
#include "back.h"
#include "plan.h"

enum { BLOCK = 64 };

void tcr_store_changed(char *host, const char *now, const char *sent, size_t size)
{
    for (size_t at = 0; at < size; at += BLOCK) {
        size_t n = size - at < BLOCK ? size - at : BLOCK;

        if (memcmp(now + at, sent + at, n) == 0)
            continue;
        for (size_t i = at; i < at + n; i++)
            if (now[i] != sent[i])
                host[i] = now[i];
    }
}

/* n bytes that have changed somewhere. */
static void store_bytes(char *host, const char *now, char *sent, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char difference = (char)(now[i] ^ sent[i]);

        if (difference)
            host[i] = now[i];
        sent[i] = difference;
    }
}

/* A block that may cross from piece to piece. */
static void store_block(struct tcr_back *b, const char *now, size_t at, size_t n)
{
    size_t k = tcr_piece_at(b->offset, b->n_pieces, at);

    for (size_t part; n > 0; k++, at += part, now += part, n -= part) {
        part = b->offset[k + 1] - at < n ? b->offset[k + 1] - at : n;
        store_bytes((char *)b->piece[k].host + (at - b->offset[k]), now, b->sent + at, part);
    }
    b->changed[(at - 1) / BLOCK / 8] |= (unsigned char)(1u << (at - 1) / BLOCK % 8);
}

#ifdef __x86_64__
/* Whole blocks of one piece. */
__attribute__((target("avx512f,avx512bw"))) static void
store_wide(char *host, const char *now, char *sent, size_t n, unsigned char *changed, size_t block)
{
    for (; n > 0; n--, block++, host += BLOCK, now += BLOCK, sent += BLOCK) {
        __m512i new = _mm512_loadu_si512(now), old = _mm512_loadu_si512(sent);
        __mmask64 differ = _mm512_cmpneq_epi8_mask(new, old);

        if (!differ)
            continue;
        _mm512_mask_storeu_epi8(host, differ, new);
        _mm512_storeu_si512(sent, _mm512_xor_si512(new, old));
        changed[block / 8] |= (unsigned char)(1u << block % 8);
    }
}

/* The whole blocks of [from, to) at the beginning of which one piece is; their end. */
static size_t store_whole(struct tcr_back *b, const char *now, size_t from, size_t to)
{
    size_t k = tcr_piece_at(b->offset, b->n_pieces, from);
    size_t end = b->offset[k + 1] < to ? b->offset[k + 1] : to;
    size_t n = (end - from) / BLOCK;

    store_wide((char *)b->piece[k].host + (from - b->offset[k]), now, b->sent + from, n, b->changed,
               from / BLOCK);
    return from + n * BLOCK;
}
#endif

void tcr_changed_store(struct tcr_back *b, const char *now, size_t from, size_t to)
{
#ifdef __x86_64__
    const bool wide = tcr_cpu_vectors() == TCR_VECTORS_AVX512;
#endif

    for (size_t at = from; at < to;) {
        size_t n = to - at < BLOCK ? to - at : BLOCK;

#ifdef __x86_64__
        if (wide && n == BLOCK) {
            size_t end = store_whole(b, now + (at - from), at, to);

            if (end > at) {
                at = end;
                continue;
            }
        }
#endif
        if (memcmp(now + (at - from), b->sent + at, n) != 0)
            store_block(b, now + (at - from), at, n);
        at += n;
    }
}

void tcr_changed_undo(struct tcr_back *b)
{
    size_t size = b->offset[b->n_pieces];

    for (size_t at = 0; at < size; at += BLOCK) {
        size_t end = size - at < BLOCK ? size : at + BLOCK;

        if (!(b->changed[at / BLOCK / 8] & 1u << at / BLOCK % 8))
            continue;
        for (size_t i = at; i < end; i++) {
            size_t k = b->sent[i] ? tcr_piece_at(b->offset, b->n_pieces, i) : 0;

            if (b->sent[i])
                ((char *)b->piece[k].host)[i - b->offset[k]] ^= b->sent[i];
        }
    }
}
