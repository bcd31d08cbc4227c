/* SPDX-License-Identifier: MIT */
/*
 * exact_digits.cuh: a number as wide as all sums of double need, in a block's
 * shared memory: what exact.cuh puts aside.
 *
 * Digit d counts 2^(32 d - TCR_EXACT_BIAS).  Digits are signed, 64 bits wide, and not
 * normalised: any lane adds to any digit at any time, and as integers are
 * added, the order does not matter.  A digit is kept in two words, for which
 * every device has atomic additions.
 *
 * Source of the scheme (wide digits with carries put off): U. Kulisch,
 * "Computer Arithmetic and Validity", 2nd ed. 2013; R. M. Neal, "Fast exact
 * summation using small and large superaccumulators", arXiv:1505.05571, 2015.
 */
#pragma once
#include "combine.cuh"

struct tcr_exact_digits {
    unsigned low[TCR_EXACT_MASKS], high[TCR_EXACT_MASKS], mask[3];
};

TCR_DEVICE void tcr_exact_clear(tcr_exact_digits &to)
{
    for (unsigned d = tcr_thread(); d < TCR_EXACT_MASKS; d += tcr_threads())
        to.low[d] = to.high[d] = 0;
    if (tcr_thread() < 3)
        to.mask[tcr_thread()] = 0;
    tcr_sync_block();
}

/* Digit d += x; has it half of the size at which it would overflow? */
TCR_DEVICE bool tcr_exact_add_word(tcr_exact_digits &to, int d, long long x)
{
    const unsigned low = (unsigned)x;
    unsigned high = (unsigned)((unsigned long long)x >> 32);

    if (low && tcr_atomic_add(&to.low[d], low) + low < low)
        ++high;
    return high && (tcr_atomic_add(&to.high[d], high) + 0x40000000u) >> 31;
}

/* Carries, before a digit can overflow: what is in a digit's upper word counts
 * as much in the next digit, whatever other lanes are doing meanwhile. */
TCR_APART void tcr_exact_carry(tcr_exact_digits &to)
{
    TCR_ROLL
    for (int d = 0; d < TCR_EXACT_DIGITS - 1; ++d) {
        const unsigned high = *(volatile unsigned *)&to.high[d];
        tcr_atomic_add(&to.high[d], 0 - high);
        tcr_exact_add_word(to, d + 1, (int)high);
    }
}

TCR_DEVICE void tcr_exact_add_digit(tcr_exact_digits &to, int d, long long x)
{
    if (tcr_exact_add_word(to, d, x))
        tcr_exact_carry(to);
}

/* to += m * 2^(at - TCR_EXACT_BIAS), or -= */
TCR_APART void tcr_exact_add_bits(tcr_exact_digits &to, bool minus, unsigned long long m, int at)
{
    const int shift = at & 31;
    const unsigned long long low = m << shift;
    const long long part[3] = {(long long)(low & 0xffffffffu), (long long)(low >> 32),
                               shift ? (long long)(m >> (64 - shift)) : 0};
    TCR_UNROLL
    for (int k = 0; k < 3; ++k)
        if (part[k])
            tcr_exact_add_digit(to, (at >> 5) + k, minus ? -part[k] : part[k]);
}

TCR_DEVICE void tcr_exact_add_integer(tcr_exact_digits &to, long long x, int at)
{
    const unsigned long long m = (unsigned long long)x;
    if (x)
        tcr_exact_add_bits(to, x < 0, x < 0 ? 0 - m : m, at);
}

TCR_DEVICE void tcr_exact_add_number(tcr_exact_digits &to, double x)
{
    const unsigned long long bits = tcr_double_bits(x);
    const int exponent = (int)(bits >> 52 & 0x7ff);
    unsigned long long m = bits & 0xfffffffffffffull;
    const bool minus = bits >> 63;

    if (exponent == 0x7ff) {
        const int flag = m ? TCR_EXACT_NAN : minus ? TCR_EXACT_MINUS : TCR_EXACT_PLUS;
        *(volatile unsigned *)&to.low[flag] = 1;
        return;
    }
    m |= exponent ? 1ull << 52 : 0;
    tcr_exact_add_bits(to, minus, m, (exponent ? exponent : 1) - 1075 + TCR_EXACT_BIAS);
}

/* Digit d of the block's sum, all of them below 2^33: a step of carries is enough
 * for the sum over all blocks not to overflow. */
TCR_DEVICE long long tcr_exact_digit(const tcr_exact_digits &of, int d)
{
    const long long x = (long long)of.low[d];
    if (d >= TCR_EXACT_DIGITS)
        return x;
    const long long own = d == TCR_EXACT_DIGITS - 1 ? (long long)(int)of.high[d] * 4294967296ll : 0;
    return x + own + (d > 0 ? (long long)(int)of.high[d - 1] : 0);
}

/* The block's digits to its partial results, from slot k on; when all threads
 * are done adding. */
TCR_DEVICE void tcr_exact_leave(tcr_exact_digits &from, const tcr_grid &G, int k)
{
    tcr_sync_block();
    for (unsigned d = tcr_thread(); d < TCR_EXACT_MASKS; d += tcr_threads()) {
        const long long x = tcr_exact_digit(from, (int)d);
        if (!x)
            continue;
        *tcr_partial<long long>(G, k + (int)d, tcr_block()) = x;
        tcr_atomic_add(&from.mask[d / 32], 1u << d % 32); /* each bit once */
    }
    tcr_sync_block();
    if (tcr_thread() == 0) {
        *tcr_partial<unsigned long long>(G, k + TCR_EXACT_MASKS, tcr_block()) =
            from.mask[0] | (unsigned long long)from.mask[1] << 32;
        *tcr_partial<unsigned long long>(G, k + TCR_EXACT_MASKS + 1, tcr_block()) = from.mask[2];
    }
}

/* The digits of the whole grid; called by one block when all have left theirs. */
TCR_APART void tcr_exact_gather(const tcr_grid &G, int k)
{
    typedef unsigned long long W;
    W mask[2] = {0, 0};
    for (int half = 0; half < 2; ++half) {
        for (unsigned b = tcr_thread(); b < tcr_blocks(); b += tcr_threads())
            mask[half] |= *tcr_partial<W>(G, k + TCR_EXACT_MASKS + half, b);
        mask[half] = tcr_combine_block<tcr_op_or, W>(mask[half], 0);
        if (tcr_thread() == 0)
            G.result[k + TCR_EXACT_MASKS + half].u = mask[half];
    }
    /* thread 0 has them now, and tells the others */
    TCR_SHARED W all[2];
    if (tcr_thread() == 0) {
        all[0] = mask[0];
        all[1] = mask[1];
    }
    tcr_sync_block();
    mask[0] = all[0];
    mask[1] = all[1];
    TCR_ROLL
    for (int d = 0; d < TCR_EXACT_MASKS; ++d) {
        W x = 0;
        if (mask[d / 64] >> d % 64 & 1) {
            for (unsigned b = tcr_thread(); b < tcr_blocks(); b += tcr_threads()) {
                const W own = *tcr_partial<W>(G, k + TCR_EXACT_MASKS + d / 64, b);
                if (own >> d % 64 & 1)
                    x += *tcr_partial<W>(G, k + d, b);
            }
            x = tcr_combine_block<tcr_op_add, W>(x, 0);
        }
        if (tcr_thread() == 0)
            G.result[k + d].u = x;
    }
}
