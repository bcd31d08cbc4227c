/* SPDX-License-Identifier: MIT */
/* test_decide.c: which way the roofline sends a loop.  No time is measured. */
#include "../../runtime/call/decide.h"
#include "../../runtime/ground/cpu.h"
#include "suites.h"

static bool device(double bytes, double move, double operations, int threads, bool context)
{
    struct tcr_estimate e = {bytes, move, operations, threads, context, 0, 0};
    double host_seconds, device_seconds;
    bool answer = tcr_decide(&e, &host_seconds, &device_seconds);

    ck_assert_double_ge(host_seconds, 0);
    ck_assert_double_gt(device_seconds, 0);
    ck_assert(answer == (device_seconds < host_seconds));
    return answer;
}

START_TEST(memory_bound_loops_stay)
{
    /* copying costs more than reading, whatever the size */
    for (double bytes = 1e3; bytes < 1e13; bytes *= 10)
        ck_assert(!device(bytes, bytes, bytes / 8, 16, true));
}
END_TEST

START_TEST(resident_data_goes)
{
    ck_assert(device(1e8, 0, 1e7, 16, true));
    ck_assert(!device(1e3, 0, 1e2, 16, true));   /* tiny */
    ck_assert(!device(1e8, 0, 1e7, 16, false));  /* not worth a start */
    ck_assert(device(1e12, 0, 1e11, 16, false)); /* worth one */
}
END_TEST

/* What one thread does alone, the device's others do not help with. */
START_TEST(long_iterations_stay)
{
    struct tcr_estimate e = {1e8, 0, 1e7, 16, true, 0, 1e3};
    double host_seconds, device_seconds;

    ck_assert(tcr_decide(&e, &host_seconds, &device_seconds));
    e.serial = 1e6;
    ck_assert(!tcr_decide(&e, &host_seconds, &device_seconds));
}
END_TEST

START_TEST(arithmetic_goes)
{
    ck_assert(device(1e6, 1e6, 1e12, 16, false));
    ck_assert(!device(1e6, 1e6, 1e7, 16, false));
    ck_assert(device(0, 0, 1e11, 1, true)); /* nothing read at all */
}
END_TEST

START_TEST(threads_count)
{
    ck_assert(device(1e7, 0, 1e6, 1, true));
    ck_assert(tcr_host_threads() >= 1);
}
END_TEST

Suite *suite_decide(void)
{
    Suite *s = suite_create("decide");
    TCase *c = tcase_create("decide");

    tcase_add_test(c, memory_bound_loops_stay);
    tcase_add_test(c, resident_data_goes);
    tcase_add_test(c, long_iterations_stay);
    tcase_add_test(c, arithmetic_goes);
    tcase_add_test(c, threads_count);
    suite_add_tcase(s, c);
    return s;
}
