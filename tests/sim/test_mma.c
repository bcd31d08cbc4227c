/* SPDX-License-Identifier: MIT */
/*
 * The model of mma.sync against an independent, slow one: whole matrices,
 * layouts element by element as the PTX ISA lists them, and sums in long
 * double (64 bits: every aligned term and every sum of them is exact).
 */
#include <math.h>
#include <string.h>
#include "sim_tests.h"

struct shape {
    enum tcr_sim_mma instruction;
    int m, k;
    int per_register; /* elements of A and B in a register */
    int exponent_bits, fraction_bits;
};
static const struct shape f16_k16 = {TCR_SIM_MMA_F16, 16, 16, 2, 5, 10};
static const struct shape bf16_k16 = {TCR_SIM_MMA_BF16, 16, 16, 2, 8, 7};
static const struct shape f16_k8 = {TCR_SIM_MMA_F16_K8, 16, 8, 2, 5, 10};
static const struct shape tf32_k8 = {TCR_SIM_MMA_TF32, 16, 8, 1, 8, 10};
static const struct shape u8_k32 = {TCR_SIM_MMA_U8, 16, 32, 4, 0, 0};
static const struct shape s8_k32 = {TCR_SIM_MMA_S8, 16, 32, 4, 0, 0};
static const struct shape u8_k16 = {TCR_SIM_MMA_U8_K16, 8, 16, 4, 0, 0};

/* Element i of a lane's A fragment, row and column. */
static void a_place(const struct shape *s, int lane, int i, int *row, int *column)
{
    const int group = lane >> 2, in_group = lane % 4;
    switch (s->instruction) {
    case TCR_SIM_MMA_F16:
    case TCR_SIM_MMA_BF16:
        *row = (i < 2 || (4 <= i && i < 6)) ? group : group + 8;
        *column = i < 4 ? in_group * 2 + (i & 1) : in_group * 2 + (i & 1) + 8;
        break;
    case TCR_SIM_MMA_F16_K8:
        *row = i < 2 ? group : group + 8;
        *column = in_group * 2 + (i & 1);
        break;
    case TCR_SIM_MMA_TF32:
        *row = i % 2 ? group + 8 : group;
        *column = i < 2 ? in_group : in_group + 4;
        break;
    case TCR_SIM_MMA_U8:
    case TCR_SIM_MMA_S8:
        *row = (i < 4 || (8 <= i && i < 12)) ? group : group + 8;
        *column = i < 8 ? in_group * 4 + (i & 3) : in_group * 4 + (i & 3) + 16;
        break;
    default:
        *row = group;
        *column = in_group * 4 + (i & 3);
    }
}

static void b_place(const struct shape *s, int lane, int i, int *row, int *column)
{
    const int in_group = lane % 4;
    *column = lane >> 2;
    if (s->per_register == 1)
        *row = i < 1 ? in_group : in_group + 4;
    else if (s->per_register == 2)
        *row = i < 2 ? in_group * 2 + (i & 1) : in_group * 2 + (i & 1) + 8;
    else
        *row = i < 4 ? in_group * 4 + (i & 3) : in_group * 4 + (i & 3) + 16;
}

static void c_place(int lane, int i, int *row, int *column)
{
    *row = i < 2 ? lane >> 2 : (lane >> 2) + 8;
    *column = lane % 4 * 2 + (i & 1);
}

struct matrices {
    uint32_t a[16][32], b[32][8], c[16][8]; /* bits */
};

/* Run the instruction on whole matrices: c = c + a b. */
static bool multiply(const struct shape *s, unsigned arch, struct matrices *x)
{
    uint32_t ra[32][4], rb[32][2], rd[32][4];
    void *d[32];
    const void *a[32], *b[32];
    const int p = s->per_register, bits = 32 / p, n_c = s->m / 4;
    int row, column;

    memset(ra, 0, sizeof ra);
    memset(rb, 0, sizeof rb);
    for (int lane = 0; lane < 32; ++lane) {
        d[lane] = rd[lane];
        a[lane] = ra[lane];
        b[lane] = rb[lane];
        for (int i = 0; i < s->m * s->k / 32; ++i) {
            a_place(s, lane, i, &row, &column);
            ra[lane][i / p] |= x->a[row][column] << (p == 1 ? 13 : bits * (i % p));
        }
        for (int i = 0; i < s->k * 8 / 32; ++i) {
            b_place(s, lane, i, &row, &column);
            rb[lane][i / p] |= x->b[row][column] << (p == 1 ? 13 : bits * (i % p));
        }
        for (int i = 0; i < n_c; ++i) {
            c_place(lane, i, &row, &column);
            rd[lane][i] = x->c[row][column];
        }
    }
    if (!tcr_sim_mma(s->instruction, arch, d, a, b))
        return false;
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < n_c; ++i) {
            c_place(lane, i, &row, &column);
            x->c[row][column] = rd[lane][i];
        }
    return true;
}

static float as_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t as_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* A 16-bit float, or the 19 bits of a TF32, as a double, and the exponent that alignment goes by.
 */
static double value(const struct shape *s, uint32_t bits, int *exponent)
{
    const int bias = (1 << (s->exponent_bits - 1)) - 1;
    const int e = (int)(bits >> s->fraction_bits) & ((1 << s->exponent_bits) - 1);
    const double fraction = bits & ((1u << s->fraction_bits) - 1);
    const double sign = bits >> (s->exponent_bits + s->fraction_bits) ? -1 : 1;

    *exponent = e ? e - bias : 1 - bias;
    if (e == (1 << s->exponent_bits) - 1)
        return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * ldexp((e ? 1 : 0) + ldexp(fraction, -s->fraction_bits), *exponent);
}

static uint32_t toward_zero(long double x)
{
    if (fabsl(x) >= 0x1p128L)
        return as_bits(x < 0 ? -INFINITY : INFINITY);
    float f = (float)x;
    if (fabsl((long double)f) > fabsl(x))
        f = nextafterf(f, 0.0f);
    return f != 0 ? as_bits(f) : 0;
}

/* One block of the inner product, n products. */
static uint32_t reference_block(uint32_t c, const double *product, const int *exponent, int n,
                                int kept)
{
    const float accumulator = as_float(c);
    int greatest = -133;        /* a zero accumulator's */
    double plain = accumulator; /* for the special cases only */
    long double sum = 0;

    if (accumulator != 0 && isfinite(accumulator))
        greatest = fabsf(accumulator) < 0x1p-126f ? -126 : ilogbf(accumulator);
    for (int i = 0; i < n; ++i) {
        plain += product[i];
        if (product[i] != 0 && exponent[i] > greatest)
            greatest = exponent[i];
    }
    if (isnan(plain))
        return 0x7fffffffu;
    if (isinf(plain))
        return as_bits((float)plain);
    sum = truncl(ldexpl(accumulator, kept - greatest));
    for (int i = 0; i < n; ++i)
        sum += truncl(ldexpl(product[i], kept - greatest));
    return sum == 0 ? 0 : toward_zero(ldexpl(sum, greatest - kept));
}

static uint32_t reference(const struct shape *s, unsigned arch, const struct matrices *x, int row,
                          int column)
{
    const int kept = arch < 75 ? 23 : arch < 90 ? 24 : 25;
    const int block = (arch < 90 ? 8 : 16) / (s->per_register == 1 ? 2 : 1);
    uint32_t c = x->c[row][column];
    double product[16];
    int exponent[16], ea, eb;

    for (int at = 0; at < s->k; at += block) {
        const int n = s->k - at < block ? s->k - at : block;
        for (int i = 0; i < n; ++i) {
            product[i] = value(s, x->a[row][at + i], &ea) * value(s, x->b[at + i][column], &eb);
            exponent[i] = ea + eb;
        }
        c = reference_block(c, product, exponent, n, kept);
    }
    return c;
}

/* 16 bits of some kind: 0 any finite, 1 near one, 2 small integers, 3 anything at all. */
static uint32_t draw(const struct shape *s, int kind, uint64_t *seed)
{
    const int top = (1 << s->exponent_bits) - 1, bias = top / 2;
    const uint32_t r = (uint32_t)test_random(seed);
    const uint32_t sign = r >> 31 << (s->exponent_bits + s->fraction_bits);
    const uint32_t fraction = r & ((1u << s->fraction_bits) - 1);
    uint32_t e = (r >> 16 & 0x7fff) % (uint32_t)top;

    switch (kind) {
    case 1:
        e = (uint32_t)bias - (r >> 16) % 4;
        break;
    case 2:
        return sign | (uint32_t)bias << s->fraction_bits;
    case 3:
        if ((r >> 12 & 15) == 0)
            return sign; /* a zero */
        if ((r >> 12 & 15) == 1 && (r >> 10 & 3) == 0)
            return sign | (uint32_t)top << s->fraction_bits; /* an infinity */
        if ((r >> 12 & 15) == 2)
            e = 0; /* a subnormal */
        break;
    default:
        break;
    }
    return sign | e << s->fraction_bits | fraction;
}

static uint32_t draw_accumulator(int kind, uint64_t *seed)
{
    const uint32_t r = (uint32_t)test_random(seed);
    switch (kind) {
    case 0:
        return 0;
    case 1:
        return (r & 0x807fffffu) | (127u - (r >> 24 & 7u)) << 23;
    case 2:
        return r & 0x80ffffffu; /* small or subnormal */
    default:
        return (r & 0x7f800000u) == 0x7f800000u ? r & 0xff800000u : r;
    }
}

static void compare(const struct shape *s, unsigned arch, int rounds)
{
    uint64_t seed = arch * 1000u + (unsigned)s->instruction;
    struct matrices x = {0}, y;

    for (int round = 0; round < rounds; ++round) {
        const int kind = round % 4, c_kind = round / 4 % 4;
        for (int k = 0; k < s->k; ++k) {
            for (int i = 0; i < s->m; ++i)
                x.a[i][k] = draw(s, kind, &seed);
            for (int j = 0; j < 8; ++j)
                x.b[k][j] = draw(s, kind, &seed);
        }
        for (int i = 0; i < s->m; ++i)
            for (int j = 0; j < 8; ++j)
                x.c[i][j] = draw_accumulator(c_kind, &seed);
        y = x;
        ck_assert(multiply(s, arch, &y));
        for (int i = 0; i < s->m; ++i)
            for (int j = 0; j < 8; ++j) {
                uint32_t expected = reference(s, arch, &x, i, j);
                ck_assert_msg(y.c[i][j] == expected, "sm_%u %s round %d [%d][%d]: %#x, not %#x",
                              arch, tcr_sim_mma_name(s->instruction), round, i, j, y.c[i][j],
                              expected);
            }
    }
}

START_TEST(floats)
{
    const unsigned arch = test_archs[_i];
    compare(&f16_k8, arch, 160);
    if (arch >= 80) {
        compare(&f16_k16, arch, 160);
        compare(&bf16_k16, arch, 160);
        compare(&tf32_k8, arch, 160);
    }
}
END_TEST

/* 1 + 4 * 2^-24: whether the small terms survive tells how many bits are kept
 * (the test of Fasi et al.); 1 + 16 * 2^-25 likewise. */
START_TEST(alignment)
{
    struct matrices x = {.c = {{0x3f800000u}}};
    for (int k = 0; k < 4; ++k) {
        x.a[0][k] = 0x0c00; /* 2^-12 */
        x.b[k][0] = 0x0c00;
    }
    struct matrices y = x;
    ck_assert(multiply(&f16_k16, 80, &y));
    ck_assert(as_float(y.c[0][0]) == 1 + 0x1p-22f);
    y = x;
    ck_assert(multiply(&f16_k8, 75, &y));
    ck_assert(as_float(y.c[0][0]) == 1 + 0x1p-22f);
    for (int k = 0; k < 16; ++k) {
        x.a[0][k] = 0x0c00;
        x.b[k][0] = 0x0800; /* 2^-13 */
    }
    y = x;
    ck_assert(multiply(&f16_k16, 80, &y));
    ck_assert(as_float(y.c[0][0]) == 1);
    y = x;
    ck_assert(multiply(&f16_k16, 90, &y));
    ck_assert(as_float(y.c[0][0]) == 1 + 0x1p-21f);
}
END_TEST

START_TEST(zeros)
{
    struct matrices x = {0};
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 8; ++j)
            x.c[i][j] = 0x80000000u;
    for (int k = 0; k < 16; ++k)
        x.a[0][k] = 0x8000; /* row 0: -0 * +0 */
    ck_assert(multiply(&f16_k16, 90, &x));
    ck_assert_uint_eq(x.c[0][0], 0); /* a card never gives -0 */
    ck_assert_uint_eq(x.c[1][0], 0);
}
END_TEST

static void compare_integers(const struct shape *s)
{
    uint64_t seed = 7;
    struct matrices x = {0}, y;

    for (int round = 0; round < 20; ++round) {
        for (int k = 0; k < s->k; ++k) {
            for (int i = 0; i < s->m; ++i)
                x.a[i][k] = round ? test_random(&seed) & 0xff : 0xff;
            for (int j = 0; j < 8; ++j)
                x.b[k][j] = round ? test_random(&seed) & 0xff : 0xff;
        }
        for (int i = 0; i < s->m; ++i)
            for (int j = 0; j < 8; ++j)
                x.c[i][j] = round ? (uint32_t)test_random(&seed) : 0xffffffffu;
        y = x;
        ck_assert(multiply(s, 75 + 5 * (s->m == 16), &y));
        for (int i = 0; i < s->m; ++i)
            for (int j = 0; j < 8; ++j) {
                uint64_t sum = x.c[i][j];
                for (int k = 0; k < s->k; ++k)
                    sum += s->instruction == TCR_SIM_MMA_S8
                               ? (uint64_t)((signed char)x.a[i][k] * (signed char)x.b[k][j])
                               : (uint64_t)x.a[i][k] * x.b[k][j];
                ck_assert_uint_eq(y.c[i][j], (uint32_t)sum);
            }
    }
}

START_TEST(integers)
{
    compare_integers(&u8_k32);
    compare_integers(&s8_k32);
    compare_integers(&u8_k16);
}
END_TEST

/* A sequence of fused multiply-adds in the order of k, in every shape. */
static void compare_doubles(enum tcr_sim_mma instruction, int m, int k)
{
    uint64_t seed = 3;
    double A[16][16], B[16][8], a[32][8], b[32][4], c[32][4], before[32][4];
    void *pd[32];
    const void *pa[32], *pb[32];

    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j) {
            A[i][j] =
                ldexp((double)(int64_t)test_random(&seed), (int)(test_random(&seed) % 80) - 99);
            B[j][i % 8] = ldexp((double)(int64_t)test_random(&seed), -60);
        }
    for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < m * k / 32; ++i) /* PTX ISA, the figures of the f64 fragments */
            a[lane][i] = m == 8 ? A[lane >> 2][lane % 4]
                                : A[(lane >> 2) + (i % 2 ? 8 : 0)][lane % 4 + i / 2 * 4];
        for (int i = 0; i < k / 4; ++i)
            b[lane][i] = B[lane % 4 + 4 * i][lane >> 2];
        for (int i = 0; i < m / 4; ++i)
            before[lane][i] = c[lane][i] = (double)(int64_t)test_random(&seed);
        pd[lane] = c[lane];
        pa[lane] = a[lane];
        pb[lane] = b[lane];
    }
    ck_assert(tcr_sim_mma(instruction, 90, pd, pa, pb));
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < m / 4; ++i) {
            int row, column;
            double expected = before[lane][i];
            c_place(lane, i, &row, &column);
            for (int at = 0; at < k; ++at)
                expected = fma(A[row][at], B[at][column], expected);
            ck_assert(c[lane][i] == expected);
        }
}

START_TEST(doubles)
{
    compare_doubles(TCR_SIM_MMA_F64, 8, 4);
    compare_doubles(TCR_SIM_MMA_F64_K4, 16, 4);
    compare_doubles(TCR_SIM_MMA_F64_K8, 16, 8);
    compare_doubles(TCR_SIM_MMA_F64_K16, 16, 16);
}
END_TEST

START_TEST(availability)
{
    struct matrices x = {0};
    ck_assert(!multiply(&f16_k16, 75, &x));
    ck_assert(!multiply(&bf16_k16, 75, &x));
    ck_assert(!multiply(&u8_k32, 75, &x));
    ck_assert(multiply(&u8_k16, 120, &x));
}
END_TEST

Suite *mma_suite(void)
{
    Suite *s = suite_create("mma");
    TCase *t = tcase_create("mma");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, floats, 0, N_ARCHS);
    tcase_add_test(t, alignment);
    tcase_add_test(t, zeros);
    tcase_add_test(t, integers);
    tcase_add_test(t, doubles);
    tcase_add_test(t, availability);
    suite_add_tcase(s, t);
    return s;
}
