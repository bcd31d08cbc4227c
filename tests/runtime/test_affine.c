/* SPDX-License-Identifier: MIT */
/* test_affine.c: hulls against all iterations of random loop nests. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "../../include/tcr.h"
#include "../../runtime/ground/affine.h"
#include "suites.h"

static unsigned long long seed;

static int below(int n)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((seed >> 33) % (unsigned)n);
}

static int between(int lo, int hi)
{
    return lo + below(hi - lo + 1);
}

static long long value(const struct tcr_affine *a, const long long *v)
{
    long long x = a->c0;

    for (int k = 0; k < TCR_MAX_LOOPS; k++)
        x += a->c[k] * v[k];
    return x;
}

/* What the loops really touch. */
struct truth {
    const struct tcr_range *loops;
    const struct tcr_access *access;
    unsigned n;
    bool any, holes;
    long long lo, hi;
};

static void walk(struct truth *t, unsigned k, long long *v)
{
    long long lo, hi;

    if (k == t->n) {
        long long x = value(&t->access->offset, v), end = x + (long long)t->access->size;

        t->lo = !t->any || x < t->lo ? x : t->lo;
        t->hi = !t->any || end > t->hi ? end : t->hi;
        t->any = true;
        return;
    }
    lo = value(&t->loops[k].lo, v);
    hi = value(&t->loops[k].hi, v);
    if (lo > hi)
        t->holes = true;
    for (v[k] = lo; v[k] <= hi; v[k]++)
        walk(t, k + 1, v);
    v[k] = 0;
}

static void random_nest(struct tcr_range *loops, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        loops[k].lo.c0 = between(-4, 4);
        loops[k].hi.c0 = loops[k].lo.c0 + between(-1, 4);
        for (unsigned j = 0; j < k; j++)
            if (below(3) == 0) {
                loops[k].lo.c[j] = between(-1, 1);
                loops[k].hi.c[j] = below(2) ? loops[k].lo.c[j] : between(-1, 1);
            }
    }
}

/* The hull holds all that is touched; it is exact where no loop can be empty. */
START_TEST(random_nests)
{
    for (int round = 0; round < 3000; round++) {
        struct tcr_range loops[TCR_MAX_LOOPS] = {0};
        struct tcr_access access = {.size = (unsigned long long)between(1, 8)};
        unsigned n = (unsigned)between(0, 4);
        struct truth t = {loops, &access, n, false, false, 0, 0};
        long long v[TCR_MAX_LOOPS] = {0};
        struct tcr_nest nest;
        struct tcr_hull hull;

        seed = (unsigned long long)round * 977 + 5;
        random_nest(loops, n);
        access.offset.c0 = between(-50, 50);
        for (unsigned k = 0; k < n; k++)
            access.offset.c[k] = between(-3, 3) * (long long)access.size;
        walk(&t, 0, v);
        ck_assert_int_eq(tcr_nest_init(&nest, loops, n), 0);
        ck_assert_int_eq(tcr_hull_of(&nest, &access, &hull), 0);
        if (t.any) {
            ck_assert_int_le(hull.lo, t.lo);
            ck_assert_int_ge(hull.hi, t.hi);
        }
        if (t.holes)
            ck_assert(hull.soft);
        if (!hull.soft) {
            ck_assert_int_eq(hull.lo, t.lo);
            ck_assert_int_eq(hull.hi, t.hi);
        }
    }
}
END_TEST

/* for i in 0..9, j in i+1..9: a[j] touches 1..9, a[i*10+j] 1..99. */
START_TEST(triangle)
{
    struct tcr_range loops[2] = {{.hi = {.c0 = 9}}, {.lo = {.c0 = 1, .c = {1}}, .hi = {.c0 = 9}}};
    struct tcr_access row = {.size = 8, .offset = {.c = {0, 8}}};
    struct tcr_access all = {.size = 1, .offset = {.c = {10, 1}}};
    struct tcr_nest nest;
    struct tcr_hull hull;

    ck_assert_int_eq(tcr_nest_init(&nest, loops, 2), 0);
    ck_assert_int_eq(tcr_hull_of(&nest, &row, &hull), 0);
    ck_assert_int_eq(hull.lo, 8);
    ck_assert_int_eq(hull.hi, 80);
    ck_assert(hull.soft); /* i = 9: no j */
    ck_assert_int_eq(tcr_hull_of(&nest, &all, &hull), 0);
    ck_assert_int_eq(hull.lo, 1);
    ck_assert_int_eq(hull.hi, 100);
}
END_TEST

START_TEST(empty_inner_loop)
{
    struct tcr_range loops[2] = {{.hi = {.c0 = 9}}, {.lo = {.c0 = 0}, .hi = {.c0 = -1}}};
    struct tcr_access outer = {.size = 8, .offset = {.c = {8}}};
    struct tcr_access inner = {.size = 8, .offset = {.c = {0, 8}}};
    struct tcr_nest nest;
    struct tcr_hull hull;

    ck_assert_int_eq(tcr_nest_init(&nest, loops, 2), 0);
    ck_assert_int_eq(tcr_hull_of(&nest, &outer, &hull), 0);
    ck_assert_int_eq(hull.hi, 80);
    ck_assert_int_eq(tcr_hull_of(&nest, &inner, &hull), 0);
    ck_assert_int_ge(hull.lo, hull.hi);
}
END_TEST

START_TEST(limits_clamp)
{
    struct tcr_range loop = {.lo = {.c0 = -5}, .hi = {.c0 = 50}};
    struct tcr_access access = {.size = 4, .offset = {.c = {4}}, .limit_lo = 0, .limit_hi = 64};
    struct tcr_nest nest;
    struct tcr_hull hull;

    ck_assert_int_eq(tcr_nest_init(&nest, &loop, 1), 0);
    ck_assert_int_eq(tcr_hull_of(&nest, &access, &hull), 0);
    tcr_hull_clip(&hull, access.limit_lo, access.limit_hi);
    ck_assert_int_eq(hull.lo, 0);
    ck_assert_int_eq(hull.hi, 64);
}
END_TEST

START_TEST(overflow_is_refused)
{
    struct tcr_range loops[2] = {{.hi = {.c0 = LLONG_MAX - 1}},
                                 {.hi = {.c0 = LLONG_MAX, .c = {LLONG_MAX}}}};
    struct tcr_access access = {.size = 8, .offset = {.c = {8}}};
    struct tcr_access wraps_back = {.size = 1, .offset = {.c0 = LLONG_MIN, .c = {1}}};
    struct tcr_nest nest;
    struct tcr_hull hull;

    ck_assert_int_eq(tcr_nest_init(&nest, loops, 2), TCR_E_INVALID);
    ck_assert_int_eq(tcr_nest_init(&nest, loops, 1), 0);
    ck_assert_int_eq(tcr_hull_of(&nest, &access, &hull), TCR_E_INVALID);
    ck_assert_int_eq(tcr_hull_of(&nest, &wraps_back, &hull), 0);
    ck_assert_int_eq(hull.hi, -1);
    ck_assert_int_eq(tcr_nest_init(&nest, loops, TCR_MAX_LOOPS + 1), TCR_E_INVALID);
}
END_TEST

/* for i: { for j: c[i][j]; for k: for l: b[k][l]; }, a nest beside a loop */
START_TEST(accesses)
{
    struct tcr_range loops[4] = {
        {.hi = {.c0 = 9}}, {.hi = {.c0 = 19}}, {.hi = {.c0 = 29}}, {.hi = {.c0 = 39}}};
    struct tcr_access access[2] = {{.size = 8, .offset = {.c = {160, 8, 0, 0}}},
                                   {.size = 8, .offset = {.c = {0, 0, 320, 8}}}};
    struct tcr_call call = {
        .n = 10, .n_loops = 4, .n_accesses = 2, .loops = loops, .accesses = access};
    struct tcr_nest nest;

    ck_assert_int_eq(tcr_nest_init(&nest, loops, 4), 0);
    ck_assert_double_eq(tcr_nest_accesses(&nest, &call), 10 * 30 * 40);
    access[1].flags = TCR_ACCESS_SOFT; /* only sometimes */
    ck_assert_double_eq(tcr_nest_accesses(&nest, &call), 10 * 20);
    access[1].flags = 0;
    loops[2].hi = (struct tcr_affine){.c0 = -1, .c = {3}}; /* 0 to 26 */
    ck_assert_int_eq(tcr_nest_init(&nest, loops, 4), 0);
    ck_assert_double_eq(tcr_nest_accesses(&nest, &call), 10 * 13.5 * 40);
    call.n_accesses = 0;
    ck_assert_double_eq(tcr_nest_accesses(&nest, &call), 10);
}
END_TEST

START_TEST(iterations)
{
    struct tcr_range loops[3] = {{.hi = {.c0 = 9}}, {.hi = {.c0 = 19}}, {.hi = {.c0 = 4}}};
    struct tcr_nest nest;

    ck_assert_int_eq(tcr_nest_init(&nest, loops, 3), 0);
    ck_assert_double_eq(tcr_nest_iterations(&nest, 10), 200);   /* 20 inside */
    ck_assert_double_eq(tcr_nest_iterations(&nest, 200), 1000); /* collapse(2), 5 inside */
    ck_assert_int_eq(tcr_nest_init(&nest, loops, 0), 0);
    ck_assert_double_eq(tcr_nest_iterations(&nest, 7), 7);
}
END_TEST

Suite *suite_affine(void)
{
    Suite *s = suite_create("affine");
    TCase *c = tcase_create("affine");

    tcase_add_test(c, random_nests);
    tcase_add_test(c, triangle);
    tcase_add_test(c, empty_inner_loop);
    tcase_add_test(c, limits_clamp);
    tcase_add_test(c, overflow_is_refused);
    tcase_add_test(c, iterations);
    tcase_add_test(c, accesses);
    suite_add_tcase(s, c);
    return s;
}
