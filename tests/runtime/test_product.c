/* SPDX-License-Identifier: MIT */
/* test_product.c: which product a call is, by its numbers; and which calls are none. */
#include <stdint.h>
#include "../../runtime/call/product.h"
#include "../../spec/contract.h"
#include "suites.h"

enum { A, B, C, INIT };
static double a[4096], b[4096], c[4096];
static void *bases[3] = {a, b, c};
static struct tcr_range loops[TCR_MAX_LOOPS];
static struct tcr_access accesses[4];
static struct tcr_product product;
static struct tcr_region region;
static struct tcr_call call;
static struct tcr_product_call of;
static double scales[2] = {2, 3};

static void count(unsigned loop, long long first, long long n)
{
    loops[loop] = (struct tcr_range){.lo = {.c0 = first}, .hi = {.c0 = first + n - 1}};
}

static void moves(unsigned loop, long long in_a, long long in_b, long long in_c)
{
    accesses[A].offset.c[loop] = 8 * in_a;
    accesses[B].offset.c[loop] = 8 * in_b;
    accesses[C].offset.c[loop] = 8 * in_c;
}

/* C of 20 by 30, sums of 40: loops 0, 1 and 2. */
static void start(void)
{
    for (unsigned k = 0; k < 4; k++)
        accesses[k] = (struct tcr_access){.base = k % 3, .size = 8};
    accesses[C].flags = accesses[INIT].flags = TCR_ACCESS_WRITE;
    accesses[INIT].base = C;
    for (unsigned k = 0; k < TCR_MAX_LOOPS; k++)
        count(k, 0, 1);
    count(0, 0, 20);
    count(1, 0, 30);
    count(2, 0, 40);
    moves(0, 40, 0, 30);
    moves(1, 0, 1, 1);
    moves(2, 1, 30, 0);
    product = (struct tcr_product){.type = TCR_F64,
                                   .a = A,
                                   .b = B,
                                   .c = C,
                                   .init = -1,
                                   .loops = 7,
                                   .sum_loops = 4,
                                   .alpha = {1, -1, 0},
                                   .beta = {0, -1, 0}};
    region.product = &product;
    call = (struct tcr_call){.base = bases,
                             .args = scales,
                             .n_loops = 4,
                             .n_accesses = 4,
                             .loops = loops,
                             .accesses = accesses};
    bases[A] = a;
    bases[B] = b;
    bases[C] = c;
}

static bool is_product(void)
{
    return tcr_product_find(&region, &call, &of);
}

START_TEST(sides)
{
    start();
    ck_assert(is_product());
    ck_assert_int_eq(of.args.m, 20);
    ck_assert_int_eq(of.args.n, 30);
    ck_assert_int_eq(of.args.k, 40);
    ck_assert_int_eq(of.args.batch, 1);
    ck_assert_int_eq(of.args.a_m, 40);
    ck_assert_int_eq(of.args.a_k, 1);
    ck_assert_int_eq(of.args.b_k, 30);
    ck_assert_int_eq(of.args.b_n, 1);
    ck_assert_int_eq(of.args.c_m, 30);
    ck_assert_int_eq(of.args.c_n, 1);
    ck_assert_int_eq(of.args.flags, TCR_PRODUCT_SETS);
    product.alpha = (struct tcr_scale){-1, 0, TCR_F64};
    product.beta = (struct tcr_scale){2, 8, TCR_F64};
    ck_assert(is_product());
    ck_assert_double_eq(of.args.alpha, -2);
    ck_assert_double_eq(of.args.beta, 6);
    ck_assert_int_eq(of.args.flags, 0);
}
END_TEST

/* Ranges that begin elsewhere, and steps backwards. */
START_TEST(first_elements)
{
    start();
    count(0, 3, 20);
    accesses[B].offset.c0 = 8 * 5;
    moves(1, 0, -1, 1);
    ck_assert(is_product());
    ck_assert_int_eq((long long)of.args.a, 8 * 3 * 40);
    ck_assert_int_eq((long long)of.args.b, 8 * 5);
    ck_assert_int_eq((long long)of.args.c, 8 * 3 * 30);
    ck_assert_int_eq(of.args.b_n, -1);
}
END_TEST

/* A loop more along A and C: as part of the other one where memory goes on, else as a batch. */
START_TEST(four_loops)
{
    start();
    product.loops = 15;
    count(0, 0, 10);
    count(3, 0, 2);
    moves(3, 400, 0, 300);
    ck_assert(is_product());
    ck_assert_int_eq(of.args.m, 20);
    ck_assert_int_eq(of.args.batch, 1);
    count(0, 0, 18);
    moves(3, 1000, 0, 700);
    ck_assert(is_product());
    ck_assert_int_eq(of.args.m, 18);
    ck_assert_int_eq(of.args.batch, 2);
    ck_assert_int_eq(of.args.a_batch, 1000);
    ck_assert_int_eq(of.args.b_batch, 0);
    moves(3, 1000, 1200, 700);
    ck_assert(is_product());
    ck_assert_int_eq(of.args.b_batch, 1200);
    moves(3, 0, 0, 700); /* the same product at two places, */
    ck_assert(!is_product());
    moves(3, 0, 0, 0); /* and at one, twice */
    ck_assert(!is_product());
}
END_TEST

START_TEST(no_product)
{
    start();
    loops[1].hi.c[0] = 1; /* a triangle */
    ck_assert(!is_product());
    start();
    product.sum_loops = 0; /* C is stored in each iteration of the sum's loop */
    ck_assert(!is_product());
    start();
    moves(0, 40, 0, 29); /* C's rows overlap */
    ck_assert(!is_product());
    start();
    count(0, 0, 4); /* not worth it */
    ck_assert(!is_product());
    start();
    accesses[A].offset.c[0] += 4; /* between elements */
    ck_assert(!is_product());
    start();
    accesses[B].flags |= TCR_ACCESS_NEVER;
    ck_assert(!is_product());
}
END_TEST

START_TEST(overlap)
{
    start();
    bases[C] = c + 2048;
    bases[A] = c + 2048;
    ck_assert(!is_product());
    bases[A] = c + 2048 + 599; /* C's last element */
    ck_assert(!is_product());
    bases[A] = c + 2048 + 600;
    ck_assert(is_product());
    bases[B] = c + 2048 - 40 * 30 + 1;
    ck_assert(!is_product());
    bases[B] = c + 2048 - 40 * 30;
    ck_assert(is_product());
}
END_TEST

/* C set before by loops 0 and 3. */
START_TEST(set_before)
{
    start();
    product.init = INIT;
    product.init_loops = 9;
    product.sum_loops = 6;
    count(3, 0, 30);
    accesses[INIT].offset.c[0] = 8 * 30;
    accesses[INIT].offset.c[3] = 8;
    ck_assert(is_product());
    accesses[INIT].offset.c[3] = 16;
    ck_assert(!is_product());
    accesses[INIT].offset.c[3] = 8;
    count(3, 0, 29);
    ck_assert(!is_product());
    count(3, 1, 30);
    ck_assert(!is_product());
    count(3, 0, 30);
    count(0, 0, 30); /* columns in the order in which the product takes rows */
    accesses[INIT].offset.c[0] = 8;
    accesses[INIT].offset.c[3] = 8 * 30;
    ck_assert(!is_product());
}
END_TEST

Suite *suite_product(void)
{
    Suite *s = suite_create("product");
    TCase *t = tcase_create("calls");

    tcase_add_test(t, sides);
    tcase_add_test(t, first_elements);
    tcase_add_test(t, four_loops);
    tcase_add_test(t, no_product);
    tcase_add_test(t, overlap);
    tcase_add_test(t, set_before);
    suite_add_tcase(s, t);
    return s;
}
