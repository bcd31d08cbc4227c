/* SPDX-License-Identifier: MIT */
/*
 * sim_mma.c: mma.sync, bit by bit.
 *
 * Fragment layouts: PTX ISA, "Matrix Fragments for mma.m8n8k4 / m16n8k8 /
 * m16n8k16 / m16n8k32 / m8n8k16".
 *
 * Floating point: the model of M. Fasi, N. J. Higham, M. Mikaitis, S. Pranesh,
 * "Numerical behavior of NVIDIA tensor cores", PeerJ Computer Science 7:e330
 * (2021).  The inner product goes in blocks of a few products; in a block the
 * exact products, not normalised, and the accumulator are aligned to the greatest
 * exponent, their magnitudes truncated, added without rounding, and the sum is
 * truncated to FP32; subnormals are kept.  Fraction bits that alignment keeps: 23
 * on Volta, 24 on Turing, Ampere and Ada, 25 from Hopper on; a block is as many
 * products as 16 bytes of operands, from Hopper on 32 (P. Xie, Y. Wang, F. Yang,
 * M. Yang, "MMA-Sim", arXiv:2511.10909 (2025); the older paper has blocks of 4 on
 * Turing).
 *
 * tests/device/mma.c compares all of it with a card, bit by bit.  sm_90 agrees;
 * seen there, and assumed of the others: an accumulator that is zero takes part in
 * the alignment with an exponent of -133, products that are zero do not; no result
 * is -0; a sum beyond the range of FP32 is an infinity; the NaN is 0x7fffffff.  The
 * figures of other architectures are the papers'.
 *
 * FP64 is a chain of IEEE fused multiply-adds in ascending order of k, in every
 * shape.  Integers are exact modulo 2^32.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "../../spec/contract.h"
#include "sim.h"

enum { ROWS = 16, COLUMNS = 8, MAX_K = 32, MAX_AT_ONCE = 16 };
enum { ZERO_EXPONENT = -133 };    /* of an accumulator that is 0, in alignment */
enum { SPECIAL_EXPONENT = 4096 }; /* of infinities and NaNs: half of it no other product has */

/* Value: (-1)^negative * significand * 2^(exponent - fraction bits of the format). */
struct number {
    uint32_t significand;
    int exponent;
    bool negative, infinite, nan;
};

struct format {
    int exponent_bits, fraction_bits;
};
static const struct format binary16 = {5, 10}, bfloat16 = {8, 7}, tensorfloat32 = {8, 10},
                           binary32 = {8, 23};

/* Into *x: a result by value is stored by bytes and loaded by words, for which a processor waits,
 * and matrix products are made of these. */
static void unpack(struct number *x, uint32_t bits, struct format f)
{
    uint32_t fraction = bits & ((1u << f.fraction_bits) - 1);
    int exponent = (int)(bits >> f.fraction_bits) & ((1 << f.exponent_bits) - 1);
    int bias = (1 << (f.exponent_bits - 1)) - 1;

    *x = (struct number){.negative = bits >> (f.fraction_bits + f.exponent_bits) & 1};
    if (exponent == (1 << f.exponent_bits) - 1) {
        x->nan = fraction != 0;
        x->infinite = fraction == 0;
        x->exponent = SPECIAL_EXPONENT;
    } else if (exponent == 0) {
        x->significand = fraction;
        x->exponent = 1 - bias;
    } else {
        x->significand = fraction | 1u << f.fraction_bits;
        x->exponent = exponent - bias;
    }
}

static uint64_t shift(uint64_t x, int left)
{
    if (left >= 0)
        return x << left;
    return left > -64 ? x >> -left : 0;
}

/* sum * 2^unit to FP32, truncated. */
static uint32_t pack(int64_t sum, int unit)
{
    uint32_t sign = sum < 0 ? 0x80000000u : 0;
    uint64_t magnitude = sum < 0 ? -(uint64_t)sum : (uint64_t)sum;
    int exponent = unit + 63 - __builtin_clzll(magnitude);

    if (exponent > 127)
        return sign | 0x7f800000u;
    if (exponent < -126) {
        magnitude = shift(magnitude, unit + 149);
        return magnitude ? sign | (uint32_t)magnitude : 0;
    }
    return sign | (uint32_t)(exponent + 127) << 23 |
           ((uint32_t)shift(magnitude, unit - exponent + 23) & 0x7fffffu);
}

static bool is_zero(const struct number *x)
{
    return !x->significand && !x->infinite;
}

/* The sum of n products and c, of which some are no finite numbers. */
static uint32_t add_special(const struct number *a, const struct number *b, int n,
                            const struct number *c)
{
    bool minus = c->infinite && c->negative, plus = c->infinite && !c->negative, nan = c->nan;

    for (int i = 0; i < n; ++i) {
        const bool infinite = a[i].infinite || b[i].infinite;
        const bool negative = a[i].negative != b[i].negative;

        nan |= a[i].nan || b[i].nan || (infinite && (is_zero(&a[i]) || is_zero(&b[i])));
        minus |= infinite && negative;
        plus |= infinite && !negative;
    }
    if (nan || (plus && minus))
        return 0x7fffffffu;
    return minus ? 0xff800000u : 0x7f800000u;
}

/* What a number adds to a sum in units of 2^-kept of the greatest, whose exponent is `below` more
 * than its own: it has `bits` of fraction, which are cut. */
static int64_t aligned(uint32_t significand, bool negative, int bits, int kept, int below)
{
    const unsigned cut = (unsigned)below < 63 ? (unsigned)below : 63; /* zeros may be above, too */
    const int64_t term = (int64_t)((uint64_t)significand << (kept - bits) >> cut);

    return negative ? -term : term;
}

/* Add n products and an accumulator.  A product is exact: exponents are added, significands
 * multiplied, no more.  `product_bits`: its fraction bits; `kept`: fraction bits that alignment
 * keeps. */
static uint32_t add_block(const struct number *a, const struct number *b, int n,
                          const struct number *c, int product_bits, int kept)
{
    uint32_t significand[MAX_AT_ONCE];
    int exponent[MAX_AT_ONCE], greatest = c->significand ? c->exponent : ZERO_EXPONENT;
    int highest = c->exponent; /* of zeros, too */

    for (int i = 0; i < n; ++i) {
        significand[i] = a[i].significand * b[i].significand;
        exponent[i] = a[i].exponent + b[i].exponent;
        highest = exponent[i] > highest ? exponent[i] : highest;
        const int counts = significand[i] ? exponent[i] : ZERO_EXPONENT;
        greatest = counts > greatest ? counts : greatest;
    }
    if (highest >= SPECIAL_EXPONENT / 2)
        return add_special(a, b, n, c);
    int64_t sum =
        aligned(c->significand, c->negative, binary32.fraction_bits, kept, greatest - c->exponent);
    for (int i = 0; i < n; ++i)
        sum += aligned(significand[i], a[i].negative != b[i].negative, product_bits, kept,
                       greatest - exponent[i]);
    return sum ? pack(sum, greatest - kept) : 0;
}

/* d += a . b over k. */
static uint32_t inner(uint32_t d, const struct number *a, const struct number *b, int k,
                      struct format format, unsigned arch)
{
    /* products at once: a fixed number of operand bytes */
    const int bytes = format.exponent_bits + format.fraction_bits > 15 ? 4 : 2;
    const int block = (arch >= 90 ? 32 : 16) / bytes;
    const int kept = arch >= 90 ? 25 : arch >= 75 ? 24 : 23;
    struct number c;

    for (int at = 0; at < k; at += block) {
        unpack(&c, d, binary32);
        d = add_block(a + at, b + at, k - at < block ? k - at : block, &c, 2 * format.fraction_bits,
                      kept);
    }
    return d;
}

/* In all layouts a lane belongs to row group lane / 4, and is number lane % 4 in it. */
static unsigned group_of(unsigned lane)
{
    return lane / 4;
}

static unsigned c_row(unsigned lane, unsigned i)
{
    return group_of(lane) + i / 2 * 8;
}

static unsigned c_column(unsigned lane, unsigned i)
{
    return lane % 4 * 2 + i % 2;
}

/* m16n8k16 and m16n8k8.  Register r of A: rows group + 8 * (r % 2), columns from
 * 8 * (r / 2); register r of B: rows from 8 * r. */
static void mma_short(struct format format, unsigned k, unsigned arch, void *const *d,
                      const void *const *a, const void *const *b)
{
    struct number A[ROWS][16], B[COLUMNS][16];

    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        const unsigned group = group_of(lane), column = lane % 4 * 2;
        uint32_t ra[4], rb[2];
        memcpy(ra, a[lane], k / 4 * sizeof ra[0]);
        memcpy(rb, b[lane], k / 8 * sizeof rb[0]);
        for (unsigned r = 0; r < k / 4; ++r)
            for (unsigned half = 0; half < 2; ++half)
                unpack(&A[group + r % 2 * 8][column + half + r / 2 * 8],
                       ra[r] >> 16 * half & 0xffff, format);
        for (unsigned r = 0; r < k / 8; ++r)
            for (unsigned half = 0; half < 2; ++half)
                unpack(&B[group][column + half + r * 8], rb[r] >> 16 * half & 0xffff, format);
    }
    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        uint32_t rd[4];
        memcpy(rd, d[lane], sizeof rd);
        for (unsigned i = 0; i < 4; ++i)
            rd[i] = inner(rd[i], A[c_row(lane, i)], B[c_column(lane, i)], (int)k, format, arch);
        memcpy(d[lane], rd, sizeof rd);
    }
}

/* m16n8k8 of TF32: FP32 registers of which the hardware ignores the last 13 bits.
 * Register r of A: row group + 8 * (r % 2), column from 4 * (r / 2); register r
 * of B: row from 4 * r. */
static void mma_tf32(unsigned arch, void *const *d, const void *const *a, const void *const *b)
{
    struct number A[ROWS][16], B[COLUMNS][16];

    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        const unsigned group = group_of(lane), column = lane % 4;
        uint32_t ra[4], rb[2];
        memcpy(ra, a[lane], sizeof ra);
        memcpy(rb, b[lane], sizeof rb);
        for (unsigned r = 0; r < 4; ++r)
            unpack(&A[group + r % 2 * 8][column + r / 2 * 4], ra[r] >> 13, tensorfloat32);
        for (unsigned r = 0; r < 2; ++r)
            unpack(&B[group][column + r * 4], rb[r] >> 13, tensorfloat32);
    }
    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        uint32_t rd[4];
        memcpy(rd, d[lane], sizeof rd);
        for (unsigned i = 0; i < 4; ++i)
            rd[i] = inner(rd[i], A[c_row(lane, i)], B[c_column(lane, i)], 8, tensorfloat32, arch);
        memcpy(d[lane], rd, sizeof rd);
    }
}

static double quiet(double nan)
{
    uint64_t bits;
    memcpy(&bits, &nan, sizeof bits);
    bits |= 1ull << 51;
    memcpy(&nan, &bits, sizeof nan);
    return nan;
}

/* a * b + c with the device's NaN: the first of b, c, a that is one, or its own. */
static double multiply_add(double a, double b, double c)
{
    const uint64_t own = 0xfff8000000000000u;
    double x = fma(a, b, c);

    if (!isnan(x))
        return x;
    if (isnan(b))
        return quiet(b);
    if (isnan(c))
        return quiet(c);
    if (isnan(a))
        return quiet(a);
    memcpy(&x, &own, sizeof x);
    return x;
}

/* m8n8k4 (rows = 8) and m16n8k4, k8 and k16.  Element i of A: row group + 8 * (i %
 * (rows / 8)), column from 4 * (i / (rows / 8)); element i of B: row from 4 * i. */
static void mma_f64(unsigned rows, unsigned k, void *const *d, const void *const *a,
                    const void *const *b)
{
    const unsigned groups = rows / 8;
    double A[ROWS][16], B[COLUMNS][16];

    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        double ra[8], rb[4];
        memcpy(ra, a[lane], groups * k / 4 * sizeof ra[0]);
        memcpy(rb, b[lane], k / 4 * sizeof rb[0]);
        for (unsigned i = 0; i < groups * k / 4; ++i)
            A[group_of(lane) + i % groups * 8][lane % 4 + i / groups * 4] = ra[i];
        for (unsigned i = 0; i < k / 4; ++i)
            B[group_of(lane)][lane % 4 + i * 4] = rb[i];
    }
    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        double rd[4];
        memcpy(rd, d[lane], 2 * groups * sizeof rd[0]);
        for (unsigned i = 0; i < 2 * groups; ++i)
            for (unsigned at = 0; at < k; ++at)
                rd[i] = multiply_add(A[c_row(lane, i)][at], B[c_column(lane, i)][at], rd[i]);
        memcpy(d[lane], rd, 2 * groups * sizeof rd[0]);
    }
}

/* m16n8k32 (rows = 16) and m8n8k16 (rows = 8).  Register r of A: rows group +
 * 8 * (r % 2), columns from 16 * (r / 2); register r of B: rows from 16 * r. */
static void mma_bytes(bool is_signed, unsigned rows, unsigned k, void *const *d,
                      const void *const *a, const void *const *b)
{
    const unsigned a_registers = rows / 8 * (k / 16), b_registers = k / 16;
    const int sign = is_signed ? 0x80 : 0; /* the bit that counts negatively */
    int A[ROWS][MAX_K], B[COLUMNS][MAX_K];

    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        const unsigned group = group_of(lane), column = lane % 4 * 4;
        uint32_t ra[4], rb[2];
        memcpy(ra, a[lane], a_registers * sizeof ra[0]);
        memcpy(rb, b[lane], b_registers * sizeof rb[0]);
        for (unsigned r = 0; r < a_registers; ++r)
            for (unsigned byte = 0; byte < 4; ++byte)
                A[group + r % 2 * 8][column + byte + r / 2 * 16] =
                    ((int)(ra[r] >> 8 * byte & 0xff) ^ sign) - sign;
        for (unsigned r = 0; r < b_registers; ++r)
            for (unsigned byte = 0; byte < 4; ++byte)
                B[group][column + byte + r * 16] = ((int)(rb[r] >> 8 * byte & 0xff) ^ sign) - sign;
    }
    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        uint32_t rd[4];
        memcpy(rd, d[lane], rows / 4 * sizeof rd[0]);
        for (unsigned i = 0; i < rows / 4; ++i)
            for (unsigned at = 0; at < k; ++at)
                rd[i] += (uint32_t)(A[c_row(lane, i)][at] * B[c_column(lane, i)][at]);
        memcpy(d[lane], rd, rows / 4 * sizeof rd[0]);
    }
}

uint32_t tcr_sim_chain(unsigned which, unsigned arch, const void *a, const void *b, int words)
{
    const struct format format = which == TCR_FORMAT_TF32   ? tensorfloat32
                                 : which == TCR_FORMAT_BF16 ? bfloat16
                                                            : binary16;
    uint32_t sum = 0, x, y;

    for (int at = 0; at < words; at += 8) {
        struct number A[16], B[16];
        int n = 0;

        for (int i = at; i < at + 8; i++) {
            memcpy(&x, (const char *)a + 4 * i, sizeof x);
            memcpy(&y, (const char *)b + 4 * i, sizeof y);
            if (which == TCR_FORMAT_TF32) {
                unpack(&A[n], x >> 13, format);
                unpack(&B[n++], y >> 13, format);
                continue;
            }
            for (int half = 0; half < 2; half++) {
                unpack(&A[n], x >> 16 * half & 0xffff, format);
                unpack(&B[n++], y >> 16 * half & 0xffff, format);
            }
        }
        sum = inner(sum, A, B, n, format, arch);
    }
    return sum;
}

bool tcr_sim_mma(enum tcr_sim_mma instruction, unsigned arch, void *const d[TCR_WARP],
                 const void *const a[TCR_WARP], const void *const b[TCR_WARP])
{
    static const unsigned char least[TCR_SIM_MMAS] = {
        [TCR_SIM_MMA_F64] = 80,    [TCR_SIM_MMA_F16] = 80,    [TCR_SIM_MMA_BF16] = 80,
        [TCR_SIM_MMA_U8] = 80,     [TCR_SIM_MMA_F16_K8] = 75, [TCR_SIM_MMA_U8_K16] = 75,
        [TCR_SIM_MMA_TF32] = 80,   [TCR_SIM_MMA_S8] = 80,     [TCR_SIM_MMA_F64_K4] = 90,
        [TCR_SIM_MMA_F64_K8] = 90, [TCR_SIM_MMA_F64_K16] = 90};

    if (instruction >= TCR_SIM_MMAS || arch < least[instruction])
        return false;
    switch (instruction) {
    case TCR_SIM_MMA_F64:
        mma_f64(8, 4, d, a, b);
        break;
    case TCR_SIM_MMA_F64_K4:
        mma_f64(16, 4, d, a, b);
        break;
    case TCR_SIM_MMA_F64_K8:
        mma_f64(16, 8, d, a, b);
        break;
    case TCR_SIM_MMA_F64_K16:
        mma_f64(16, 16, d, a, b);
        break;
    case TCR_SIM_MMA_F16:
        mma_short(binary16, 16, arch, d, a, b);
        break;
    case TCR_SIM_MMA_F16_K8:
        mma_short(binary16, 8, arch, d, a, b);
        break;
    case TCR_SIM_MMA_BF16:
        mma_short(bfloat16, 16, arch, d, a, b);
        break;
    case TCR_SIM_MMA_TF32:
        mma_tf32(arch, d, a, b);
        break;
    case TCR_SIM_MMA_U8:
    case TCR_SIM_MMA_S8:
        mma_bytes(instruction == TCR_SIM_MMA_S8, 16, 32, d, a, b);
        break;
    default: /* TCR_SIM_MMA_U8_K16 */
        mma_bytes(false, 8, 16, d, a, b);
    }
    return true;
}

const char *tcr_sim_mma_name(enum tcr_sim_mma instruction)
{
    static const char *const names[] = {"mma m8n8k4 f64",   "mma m16n8k16 f16", "mma m16n8k16 bf16",
                                        "mma m16n8k32 u8",  "mma m16n8k8 f16",  "mma m8n8k16 u8",
                                        "mma m16n8k8 tf32", "mma m16n8k32 s8",  "mma m16n8k4 f64",
                                        "mma m16n8k8 f64",  "mma m16n8k16 f64"};
    return instruction < TCR_SIM_MMAS ? names[instruction] : "an unknown mma";
}
