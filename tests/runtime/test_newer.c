/* SPDX-License-Identifier: MIT */
/* test_newer.c: which of a section's two copies is the newer. */
#include "../../runtime/present/present.h"
#include "data_calls.h"

/* What a kernel writes comes back for a loop on the host, and what that writes
 * goes to the device for the next kernel. */
START_TEST(host_loop_among_others)
{
    double sum = 0;

    tcr_data_host_loop("f.c", 1, 1);
    enter(TCR_DATA_COPYIN, 0, 100);
    *device_at(4) = 40;
    tcr_present_written(entry());
    tcr_data_host_loop("f.c", 2, 1);
    ck_assert_double_eq(a[4], 40);
    a[5] = 500;
    *device_at(6) = 0; /* old by now */
    update(TCR_DATA_TO_HOST, 0, 100);
    ck_assert_double_eq(a[5], 500);
    ck_assert_int_eq(tcr_update_host(a, sizeof a), 0);
    ck_assert_double_eq(a[5], 500);
    ck_assert_int_eq(fake_sum(a, 10, TCR_MAP_AUTO, 0, &sum), 1);
    ck_assert_double_eq(sum, 45 + 36 + 495);
    ck_assert_double_eq(*device_at(6), 6);
    tcr_data_host_loop("f.c", 3, 1);
    a[7] = 70;
    *device_at(7) = 0;
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_double_eq(a[7], 70);
    fake_check_released();
}
END_TEST

START_TEST(host_loop_and_deviceptr)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_data_host_loop("f.c", 1, 1);
    a[5] = 500;
    ck_assert_double_eq(((double *)tcr_deviceptr(a))[5], 500);
    *device_at(5) = 50;
    tcr_data_host_loop("f.c", 2, 1); /* somebody may write there at any time */
    ck_assert_double_eq(a[5], 50);
    *device_at(5) = 5;
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_double_eq(a[5], 5);
    fake_check_released();
}
END_TEST

/* A loop that only reads leaves the device's copy as good as it was. */
START_TEST(host_loop_that_reads)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    *device_at(4) = 40;
    tcr_present_written(entry());
    tcr_data_host_loop("f.c", 1, 0);
    ck_assert_double_eq(a[4], 40);
    a[4] = 0;
    tcr_data_host_loop("f.c", 2, 0); /* the same on both, so far as is known */
    ck_assert_double_eq(a[4], 0);
    ck_assert_double_eq(*device_at(4), 40);
    leave(TCR_DATA_DELETE, 0, 100, 0);
    fake_check_released();
}
END_TEST

START_TEST(single_objects)
{
    tcr_data_fetch(&a[3], 8);
    tcr_data_store(&a[3], 8);
    enter(TCR_DATA_COPYIN, 0, 100);
    *device_at(3) = 30;
    *device_at(4) = 40;
    tcr_data_fetch(&a[3], 8);
    ck_assert_double_eq(a[3], 3); /* no kernel has written */
    tcr_present_written(entry());
    tcr_data_fetch(&a[3], 8);
    ck_assert_double_eq(a[3], 30);
    ck_assert_double_eq(a[4], 4);
    a[3] = 33;
    tcr_data_store(&a[3], 8);
    ck_assert_double_eq(*device_at(3), 33);
    ck_assert_double_eq(*device_at(4), 40);
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_double_eq(a[3], 33);
    ck_assert_double_eq(a[4], 40);
    fake_check_released();
}
END_TEST

Suite *suite_newer(void)
{
    Suite *s = suite_create("newer");
    TCase *c = tcase_create("newer");

    tcase_add_checked_fixture(c, data_setup, NULL);
    tcase_add_test(c, host_loop_among_others);
    tcase_add_test(c, host_loop_and_deviceptr);
    tcase_add_test(c, host_loop_that_reads);
    tcase_add_test(c, single_objects);
    suite_add_tcase(s, c);
    return s;
}
