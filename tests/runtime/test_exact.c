/* SPDX-License-Identifier: MIT */
/* test_exact.c: sums without rounding, on the host (../wide.h). */
#include "../../include/tcr_region.h"
#include "../wide.h"
#include "suites.h"

enum { MOST = 3000 };

static unsigned long long seed = 88172645463325252ull;

static unsigned long long next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 2685821657736338717ull;
}

/* Numbers of one kind; all of them are floats if the type is float. */
static double number(int kind, enum tcr_type type)
{
    const unsigned long long bits = next();
    const int range = type == TCR_F32 ? 120 : 1000;
    double u = ldexp((double)(bits >> 11), -53), x = 0;

    switch (kind) {
    case 0:
        x = u;
        break;
    case 1:
        x = (u - 0.5) * 1e3;
        break;
    case 2: /* all exponents */
        x = ldexp(u - 0.5, (int)(next() % (unsigned)(2 * range)) - range);
        break;
    case 3: /* huge and tiny */
        x = (u - 0.5) * (bits & 1 ? 1e30 : 1e-30);
        break;
    case 4: /* subnormal */
        x = ldexp(u - 0.5, type == TCR_F32 ? -140 : -1060);
        break;
    case 5: /* partial sums overflow */
        x = (bits & 1 ? -1 : 1) * (type == TCR_F32 ? (double)FLT_MAX : DBL_MAX) * (1 - u / 4);
        break;
    case 6: /* ties */
        x = ldexp((double)(bits & 3), bits & 4 ? -53 : bits & 8 ? -24 : 0);
        break;
    default:
        x = (bits & 1 ? -1 : 1) * (bits & 2 ? 1 : ldexp(1, -1074)) * (bits & 4 ? 0 : 1);
    }
    return type == TCR_F32 ? (double)(float)x : x;
}

static double sum_of(const double *x, int n, double first, enum tcr_type type, int parts)
{
    struct tcr_exact sum, part;
    int done = 0;

    tcr_exact_start(&sum, 1);
    for (int k = 0; k < parts; k++) {
        int to = k == parts - 1 ? n : done + (n - done) / 3;

        tcr_exact_start(&part, 1);
        while (done < to) { /* not always in full chunks */
            int some = (int)(next() % 700);

            some = some < to - done ? some : to - done;
            tcr_exact_add(&part, x + done, some);
            done += some;
        }
        tcr_exact_join(&sum, &part, 1);
    }
    return tcr_exact_round(&sum, first, type);
}

static void shuffle(double *x, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int k = (int)(next() % (unsigned)(i + 1));
        double y = x[i];

        x[i] = x[k];
        x[k] = y;
    }
}

START_TEST(rounded_once)
{
    static double x[MOST];
    static const enum tcr_type types[] = {TCR_F64, TCR_F32};

    for (int turn = 0; turn < 400; turn++) {
        const int kind = turn % 8, n = turn < 50 ? turn : (int)(next() % MOST);
        const enum tcr_type type = types[turn / 8 % 2];
        const double first = turn % 3 ? number(kind, type) : 0;
        struct wide reference = {0};
        double r;

        for (int i = 0; i < n; i++) {
            x[i] = number(kind, type);
            wide_add(&reference, x[i], 1);
        }
        wide_add(&reference, first, 1);
        r = sum_of(x, n, first, type, 1);
        ck_assert_msg(wide_is_rounded(&reference, r, type == TCR_F32), "kind %d, n %d, type %d: %a",
                      kind, n, (int)type, r);
        shuffle(x, n);
        ck_assert(memcmp(&r, &(double){sum_of(x, n, first, type, 1 + turn % 5)}, sizeof r) == 0);
    }
}
END_TEST

START_TEST(not_finite)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    const double with_nan[] = {1, -nan, inf, 2}, both[] = {inf, 1, -inf}, plus[] = {1, inf, inf};
    const double minus[] = {-inf, DBL_MAX, DBL_MAX, 0}, large[] = {DBL_MAX, DBL_MAX};
    unsigned long long bits, quiet = 0x7ff8000000000000ull;
    double r = sum_of(with_nan, 4, 0, TCR_F64, 1);

    memcpy(&bits, &r, sizeof r);
    ck_assert(bits == quiet);
    r = sum_of(both, 3, 0, TCR_F32, 2);
    memcpy(&bits, &r, sizeof r);
    ck_assert(bits == quiet);
    ck_assert(isnan(sum_of(plus, 3, -inf, TCR_F64, 1)));
    ck_assert(sum_of(plus, 3, 0, TCR_F64, 1) == inf);
    ck_assert(sum_of(minus, 4, 0, TCR_F64, 1) == -inf);
    ck_assert(sum_of(large, 2, 0, TCR_F64, 1) == inf);
    ck_assert(sum_of(large, 2, -DBL_MAX, TCR_F64, 1) == DBL_MAX);
}
END_TEST

START_TEST(short_types)
{
    const double half[] = {65504, 15.5}, more[] = {65504, 16}, tie[] = {1, ldexp(1, -11)};
    const double tiny[] = {ldexp(1, -25), ldexp(1, -60)}, brain[] = {1, ldexp(3, -9)};

    ck_assert(sum_of(half, 2, 0, TCR_F16, 1) == 65504);
    ck_assert(sum_of(more, 2, 0, TCR_F16, 1) == (double)INFINITY);
    ck_assert(sum_of(tie, 2, 0, TCR_F16, 1) == 1);
    ck_assert(sum_of(tie, 2, ldexp(1, -80), TCR_F16, 1) == 1 + ldexp(1, -10));
    ck_assert(sum_of(tiny, 1, 0, TCR_F16, 1) == 0);
    ck_assert(sum_of(tiny, 2, 0, TCR_F16, 1) == ldexp(1, -24));
    ck_assert(sum_of(brain, 2, 0, TCR_BF16, 1) == 1 + ldexp(1, -7));
    ck_assert(sum_of(brain, 2, -ldexp(1, -40), TCR_BF16, 1) == 1 + ldexp(1, -7));
}
END_TEST

/* As many numbers as one window takes before it is emptied, and more. */
START_TEST(many)
{
    enum { N = 256 };
    struct tcr_exact sum;
    double x[N];

    for (int i = 0; i < N; i++)
        x[i] = 1 + DBL_EPSILON;
    tcr_exact_start(&sum, 1);
    for (int k = 0; k < 4096; k++)
        tcr_exact_add(&sum, x, N);
    ck_assert(tcr_exact_round(&sum, 0, TCR_F64) == 1048576 * (1 + DBL_EPSILON));
}
END_TEST

Suite *suite_exact(void)
{
    Suite *s = suite_create("exact");
    TCase *c = tcase_create("exact");

    tcase_add_test(c, rounded_once);
    tcase_add_test(c, not_finite);
    tcase_add_test(c, short_types);
    tcase_add_test(c, many);
    suite_add_tcase(s, c);
    return s;
}
