/* SPDX-License-Identifier: MIT */
/* test_dependence.c: sums of symbols are those of mathematics, and what is said of two accesses is
 * right where numbers are as large as they get.  (Of small ones, tests/dependence looks at all.) */
#include <limits.h>

#include "../../rewriter/access/dependence.h"
#include "../../rewriter/ir/polynomial.h"
#include "suites.h"

static struct symbols table;

static struct hostint named(const char *name)
{
    return hostint_of(symbol_name(&table, name, NULL));
}

static void is_constant(struct polynomial p, long long want)
{
    long long k;
    ck_assert(poly_is_const(&p, &k));
    ck_assert_int_eq(k, want);
}

START_TEST(products_expand)
{
    table = (struct symbols){0};
    struct unknowns u = {0};
    struct hostint n = named("n"), one = hostint_const(1);
    struct hostint square = hostint_mul(hostint_add(n, one), hostint_sub(n, one));
    struct polynomial p = poly_of(&u, square), nn = poly_of(&u, hostint_mul(n, n));
    is_constant(poly_sub(&p, &nn), -1);
    is_constant(poly_sub(&p, &p), 0);
    struct polynomial three = poly_const(3);
    is_constant(poly_put(&p, 0, &three), 8);
    ck_assert_int_eq(u.n, 1);
}
END_TEST

START_TEST(lost_is_never_found)
{
    table = (struct symbols){0};
    struct unknowns u = {0};
    struct polynomial large = poly_const(LLONG_MAX), least = poly_const(LLONG_MIN);
    struct polynomial twice = poly_add(&large, &large), square = poly_mul(&large, &large);
    struct polynomial minus = poly_sub(&twice, &twice), none = poly_scale(&twice, 0);
    ck_assert(least.lost && twice.lost && square.lost && minus.lost && none.lost);
    ck_assert(!poly_not_below(&twice, &u) && !poly_not_above(&twice, &u));
    struct hostint sum =
        hostint_const(0); /* more unknowns, and more terms, than there is room for */
    const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
    for (int i = 0; i < 7; i++)
        sum = hostint_add(sum, named(names[i]));
    ck_assert(poly_of(&u, sum).lost);
    sum = hostint_add(hostint_add(named("a"), named("b")), hostint_add(named("c"), named("d")));
    ck_assert(poly_of(&u, hostint_mul(sum, hostint_mul(sum, sum))).lost);
    struct hostint folded = hostint_mul(hostint_const(LLONG_MAX), hostint_const(2));
    ck_assert(poly_of(&u, folded).lost);
}
END_TEST

START_TEST(signs)
{
    table = (struct symbols){0};
    struct unknowns u = {0};
    struct hostint n = named("n"), m = named("m");
    struct polynomial p = poly_of(&u, hostint_add(hostint_mul(n, m), n));
    ck_assert(!poly_not_below(&p, &u));
    u.positive[0] = true;
    ck_assert(!poly_not_below(&p, &u));
    u.positive[1] = true;
    ck_assert(poly_not_below(&p, &u) && !poly_not_above(&p, &u));
    ck_assert_int_eq(poly_alone(&p, &u), -1);
    u.positive[1] = false;
    p = poly_of(&u, hostint_sub(m, n));
    ck_assert_int_eq(poly_alone(&p, &u), 1);
}
END_TEST

/* A nest of one or two loops, v0 < n and v1 < inner. */
struct nest {
    struct region r;
    struct loop loops[2];
    struct nest_loop in[2];
    struct range ranges[2];
    struct base base;
};

static void nest_of(struct nest *t, size_t n, struct hostint outer, struct hostint inner)
{
    *t = (struct nest){.base = {.parent = -1}};
    const struct hostint trips[2] = {outer, inner};
    for (size_t i = 0; i < 2; i++) {
        t->ranges[i].exact = true;
        t->ranges[i].by = 1;
        t->ranges[i].span = affine_const(hostint_sub(trips[i], hostint_const(1)));
        t->loops[i].vars = ir_alloc(sizeof *t->loops[i].vars);
        t->loops[i].vars[0].step_const = 1;
        t->loops[i].level = i ? -1 : 0;
        t->in[i] = (struct nest_loop){.loop = &t->loops[i], .range = (int)i, .around = i};
    }
    t->r.ranges = t->ranges;
    t->r.nest = t->in;
    t->r.n_ranges = t->r.n_nest = n;
    t->r.n_loops = 1;
    t->r.bases = &t->base;
    t->r.n_bases = 1;
}

static struct access at(struct hostint c0, struct hostint c1, struct hostint k)
{
    struct access a = {.size = 8, .write = true};
    a.offset.c0 = k;
    a.offset.c[0] = c0;
    a.offset.c[1] = c1;
    return a;
}

START_TEST(rows)
{
    table = (struct symbols){0};
    struct nest t;
    struct hostint n = named("n"), m = named("m"), eight = hostint_const(8);
    nest_of(&t, 2, m, n);
    struct access a = at(hostint_mul(n, eight), eight, hostint_const(0));
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &a), MEET_NEVER);
    ck_assert_int_eq(dependence_pair(&t.r, 1, &a, &a), MEET_NEVER);
    a = at(hostint_mul(m, eight), eight, hostint_const(0)); /* rows of another length */
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &a), MEET_MAYBE);
    a = at(eight, hostint_mul(m, eight), hostint_const(0)); /* columns */
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &a), MEET_NEVER);
    ck_assert_int_eq(dependence_pair(&t.r, 1, &a, &a), MEET_NEVER);
    a = at(eight, hostint_mul(named("k"), eight), hostint_const(0)); /* k may be 0 */
    ck_assert_int_eq(dependence_pair(&t.r, 1, &a, &a), MEET_MAYBE);
    a = at(eight, hostint_const(0), hostint_const(0));
    ck_assert_int_eq(dependence_pair(&t.r, 1, &a, &a), MEET_ALWAYS);
}
END_TEST

START_TEST(products_that_wrap)
{
    table = (struct symbols){0};
    struct nest t;
    struct hostint n = named("n"), eight = hostint_const(8);
    nest_of(&t, 2, named("m"), n);
    t.r.wide_wraps = true;
    struct access a = at(hostint_mul(n, eight), eight, hostint_const(0));
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &a), MEET_NEVER);
    a.soft = true;
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &a), MEET_MAYBE);
    a = at(hostint_const(1 << 16), eight, hostint_const(0));
    nest_of(&t, 2, named("m"), hostint_const(100));
    t.r.wide_wraps = a.soft = true;
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &a), MEET_NEVER);
    a.offset.c[0].k = 1LL << 33;
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &a), MEET_MAYBE);
}
END_TEST

START_TEST(huge)
{
    table = (struct symbols){0};
    struct nest t;
    struct hostint huge = hostint_const(LLONG_MAX), half = hostint_const(1LL << 62);
    nest_of(&t, 1, hostint_const(LLONG_MAX), hostint_const(1));
    struct access w = at(half, hostint_const(0), hostint_const(0)), x = w;
    x.offset.c0 = hostint_const(LLONG_MIN);
    ck_assert_int_eq(dependence_pair(&t.r, 0, &w, &x), MEET_MAYBE);
    x.offset.c0 = hostint_mul(huge, huge); /* lost */
    ck_assert_int_eq(dependence_pair(&t.r, 0, &w, &x), MEET_MAYBE);
    w = at(hostint_const(8), hostint_const(0), hostint_const(0));
    ck_assert_int_eq(dependence_pair(&t.r, 0, &w, &w), MEET_NEVER);
    w.size = 16;
    ck_assert_int_eq(dependence_pair(&t.r, 0, &w, &w), MEET_SURELY);
    nest_of(&t, 1, hostint_const(1), hostint_const(1)); /* one iteration */
    ck_assert_int_ne(dependence_pair(&t.r, 0, &w, &w), MEET_SURELY);
}
END_TEST

START_TEST(what_is_not_one_place)
{
    table = (struct symbols){0};
    struct nest t;
    nest_of(&t, 1, named("n"), hostint_const(1));
    struct access a = at(hostint_const(8), hostint_const(0), hostint_const(0)), b = a;
    b.group = 1;
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &b), MEET_MAYBE);
    b.group = 0;
    b.in_row = true;
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &b), MEET_MAYBE);
    t.base.parent = 0;
    ck_assert_int_eq(dependence_pair(&t.r, 0, &a, &a), MEET_MAYBE);
}
END_TEST

Suite *dependence_suite(void)
{
    Suite *s = suite_create("dependence");
    TCase *sums = tcase_create("polynomials"), *pairs = tcase_create("pairs");
    tcase_add_test(sums, products_expand);
    tcase_add_test(sums, lost_is_never_found);
    tcase_add_test(sums, signs);
    tcase_add_test(pairs, rows);
    tcase_add_test(pairs, products_that_wrap);
    tcase_add_test(pairs, huge);
    tcase_add_test(pairs, what_is_not_one_place);
    suite_add_tcase(s, sums);
    suite_add_tcase(s, pairs);
    return s;
}
