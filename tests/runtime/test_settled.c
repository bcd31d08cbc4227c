/* SPDX-License-Identifier: MIT */
/* test_settled.c: short calls of the host that are not looked at, and what must be noticed. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../../runtime/call/choose.h"
#include "../../runtime/call/region.h"
#include "../../runtime/call/settled.h"
#include "../../runtime/call/summary.h"
#include "../../runtime/device/device.h"
#include "../../runtime/ground/env.h"
#include "fake.h"
#include "suites.h"

static double a[50], b[50], sum;

static void setup(void)
{
    setenv("TCR_TARGET", "auto", 1);
    fake_use();
    for (int i = 0; i < 50; i++)
        b[i] = a[i] = i;
}

/* The generated code's call; true: the device has had it. */
static bool call(const double *x)
{
    int done = tcr_region_enter(&fake_sum_region) ? fake_sum(x, 50, TCR_MAP_AUTO, 0, &sum) : 0;

    if (done)
        return true;
    tcr_region_host_end(tcr_region_host(&fake_sum_region, 50, NULL));
    return false;
}

/* Calls until they are settled; how many are looked at depends on the clock. */
static bool settle(void)
{
    for (int k = 0; k < 1000000; k++) {
        call(a);
        if (tcr_settled(&fake_sum_region))
            return true;
    }
    return false;
}

static struct tcr_stats *stats(void)
{
    return tcr_stats_of(&fake_sum_region);
}

START_TEST(short_calls_settle)
{
    ck_assert(settle());
    ck_assert_int_eq(tcr_mode, TCR_MODE_IDLE);
    ck_assert_uint_eq(stats()->device_calls, 0);
}
END_TEST

/* Few iterations need no call, unless somebody wants to see it or has data on the device. */
START_TEST(few_iterations)
{
    ck_assert_int_eq(tcr_region_few(&fake_sum_region), 0); /* nothing has been set up */
    call(a);
    ck_assert_int_eq(tcr_region_few(&fake_sum_region), 1);
    tcr_config.noted = true;
    ck_assert_int_eq(tcr_region_few(&fake_sum_region), 0);
    tcr_config.noted = false;
    tcr_config.target = TCR_TARGET_DEVICE;
    ck_assert_int_eq(tcr_region_few(&fake_sum_region), 0);
    tcr_config.target = TCR_TARGET_AUTO;
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    ck_assert_int_eq(tcr_region_few(&fake_sum_region), 0);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    ck_assert_int_eq(tcr_region_few(&fake_sum_region), 1);
    tcr_free(tcr_malloc(8));
    ck_assert_int_eq(tcr_region_few(&fake_sum_region), 0);
}
END_TEST

/* What is on the device is seen by the next call, and so is memory of the device. */
START_TEST(data_on_the_device)
{
    ck_assert(settle());
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    ck_assert_ptr_nonnull(tcr_deviceptr(a)); /* it may be newer there */
    ck_assert(call(a));
    ck_assert_double_eq(sum, 1225);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    fake_check_released();
}
END_TEST

/* With an open device, only calls with the same arrays. */
START_TEST(other_arrays)
{
    double *on_device;
    void *const first[] = {a}, *const second[] = {b};
    struct tcr_call like = {.n = 50, .base = first};
    bool same = false, other = true;
    int order;

    ck_assert_ptr_nonnull(on_device = tcr_malloc(sizeof a));
    ck_assert_int_eq(tcr_memcpy_to_device(on_device, a, sizeof a), 0);
    ck_assert_int_eq(tcr_mode, TCR_MODE_READY);
    for (int k = 0; k < 1000000 && !same; k++) {
        call(a);
        ck_assert(!tcr_settled(&fake_sum_region));
        same = tcr_settled_call(&fake_sum_region, &like, &order);
        like.base = second;
        other = tcr_settled_call(&fake_sum_region, &like, &order);
        like.base = first;
        ck_assert(!other || tcr_settled_dear(&fake_sum_region, 50, second));
    }
    ck_assert(same);
    ck_assert(call(on_device));
    ck_assert_double_eq(sum, 1225);
    tcr_free(on_device);
    fake_check_released();
}
END_TEST

/* Longer calls end it; when that happens often, nothing is settled any more. */
START_TEST(other_sizes)
{
    for (int k = 0; k < 8; k++) {
        ck_assert(settle());
        tcr_settled_ran(&fake_sum_region, 1000);
        ck_assert(!tcr_settled(&fake_sum_region));
    }
    for (int k = 0; k < 3000; k++)
        call(a);
    ck_assert(!tcr_settled(&fake_sum_region));
}
END_TEST

/* A team asks for all of its threads, with the bases alone. */
START_TEST(by_arrays)
{
    void *const first[] = {a}, *const second[] = {b};
    bool same = false;

    for (int k = 0; k < 1000000 && !same; k++) {
        call(a);
        same = tcr_region_settled(&fake_sum_region, 50, first);
        ck_assert(!tcr_region_settled(&fake_sum_region, 50, second) ||
                  tcr_settled_dear(&fake_sum_region, 50, second));
        ck_assert(!tcr_region_settled(&fake_sum_region, 51, first));
    }
    ck_assert(same);
}
END_TEST

/* A loop that is never ended (longjmp) is not timed, and leaves nothing behind. */
START_TEST(loops_that_do_not_end)
{
    void *first = NULL, *second;

    for (int k = 0; k < 100; k++)
        if (!tcr_region_enter(&fake_sum_region) || !fake_sum(a, 50, TCR_MAP_AUTO, 0, &sum)) {
            second = tcr_region_host(&fake_sum_region, 50, NULL);
            first = first ? first : second;
        }
    ck_assert_ptr_nonnull(first);
    tcr_region_host_end(first); /* its place is another's by now */
    ck_assert(!call(a));
}
END_TEST

/* As if questions of the region had taken so long, and the host had had all these calls. */
static void ask(unsigned times, double seconds)
{
    while (times-- > 0)
        tcr_settled_asked(stats(), 50, seconds, false);
}

/* Is one more call looked at? */
static bool is_asked(const double *x)
{
    const unsigned before = stats()->asked;

    if (call(x))
        return true;
    return stats()->asked != before;
}

/* Where a question takes long, the next ones wait, whatever the arrays are. */
START_TEST(dear_questions)
{
    void *const base[] = {b};

    ask(2, 1000);
    ck_assert(!tcr_settled_dear(&fake_sum_region, 50, base)); /* too few of them */
    ask(1, 1000);
    ck_assert(tcr_settled_dear(&fake_sum_region, 50, base));
    ck_assert(!tcr_settled_dear(&fake_sum_region, 51, base)); /* longer than any before */
    ck_assert(!is_asked(b));
    ck_assert(tcr_region_settled(&fake_sum_region, 50, base)); /* a team's */
    ask(1, 0);                                                 /* it is cheap by now */
    ck_assert(!tcr_settled_dear(&fake_sum_region, 50, base));
    ck_assert(is_asked(b));
}
END_TEST

/* The first may wait for a device that starts; the next ones do not have to make up for that. */
START_TEST(first_questions)
{
    void *const base[] = {b};

    ask(1, 1000);
    ask(8, 1e-9);
    ck_assert(!tcr_settled_dear(&fake_sum_region, 50, base));
}
END_TEST

/* They do not where somebody may depend on them. */
START_TEST(dear_questions_that_are_asked)
{
    void *const base[] = {b};

    ask(8, 1000);
    ck_assert(!is_asked(b));
    tcr_config.compare = true;
    ck_assert(!tcr_settled_dear(&fake_sum_region, 50, base));
    tcr_config.compare = false;
    tcr_config.target = TCR_TARGET_DEVICE;
    ck_assert(!tcr_settled_dear(&fake_sum_region, 50, base));
    tcr_config.target = TCR_TARGET_AUTO;
    ck_assert_int_eq(tcr_copyin(b, sizeof b), 0);
    ck_assert(is_asked(b));
    ck_assert_int_eq(tcr_delete(b, sizeof b), 0);
    tcr_settled_asked(stats(), 50, 1, true); /* the device has had one */
    ck_assert(!tcr_settled_dear(&fake_sum_region, 50, base));
}
END_TEST

/* Once the device is open, all are asked as often again; and its own memory always is. */
START_TEST(dear_questions_when_open)
{
    void *const base[] = {b};
    double *on_device;
    void *device[1];

    ask(8, 1000);
    ck_assert(!is_asked(b));
    ck_assert_ptr_nonnull(on_device = tcr_malloc(sizeof a));
    ck_assert_int_eq(tcr_mode, TCR_MODE_READY);
    ck_assert(!tcr_settled_dear(&fake_sum_region, 50, base));
    ask(8, 1000);
    ck_assert(tcr_settled_dear(&fake_sum_region, 50, base));
    device[0] = on_device;
    ck_assert(!tcr_settled_dear(&fake_sum_region, 50, device));
    ck_assert_int_eq(tcr_memcpy_to_device(on_device, a, sizeof a), 0);
    ck_assert(call(on_device));
    ck_assert_double_eq(sum, 1225);
    tcr_free(on_device);
    fake_check_released();
}
END_TEST

/* TCR_SUMMARY counts calls that nobody asks about. */
START_TEST(dear_questions_are_counted)
{
    ask(8, 1000);
    tcr_config.noted = true;
    ck_assert(!is_asked(b));
    ck_assert_uint_eq(stats()->host_calls, 1);
    tcr_config.noted = false;
}
END_TEST

Suite *suite_settled(void)
{
    Suite *s = suite_create("settled");
    TCase *c = tcase_create("settled");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_set_timeout(c, 60);
    tcase_add_test(c, short_calls_settle);
    tcase_add_test(c, few_iterations);
    tcase_add_test(c, data_on_the_device);
    tcase_add_test(c, other_arrays);
    tcase_add_test(c, other_sizes);
    tcase_add_test(c, by_arrays);
    tcase_add_test(c, loops_that_do_not_end);
    tcase_add_test(c, dear_questions);
    tcase_add_test(c, first_questions);
    tcase_add_test(c, dear_questions_that_are_asked);
    tcase_add_test(c, dear_questions_when_open);
    tcase_add_test(c, dear_questions_are_counted);
    suite_add_tcase(s, c);
    return s;
}
