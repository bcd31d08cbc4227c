/* SPDX-License-Identifier: MIT */
/* test_data_errors.c: errors of data directives: the message, and abort. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>
#include "../../runtime/device/device.h"
#include "../../runtime/present/present.h"
#include "data_calls.h"

START_TEST(error_absent)
{
    struct tcr_data_part p = section(0, 100);

    data_expect("tcr: dir/f.c:7: data present(a[lo:n]): its 800 bytes at ");
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_PRESENT), &p);
    _exit(1);
}
END_TEST

START_TEST(error_update_absent)
{
    data_expect("update self(a[lo:n]): its 16 bytes at ");
    update(TCR_DATA_TO_HOST, 0, 2);
    _exit(1);
}
END_TEST

START_TEST(error_updates_more)
{
    data_expect("in the first directive, or no more than is there in this one");
    enter(TCR_DATA_COPYIN, 0, 5);
    update(TCR_DATA_TO_HOST, 0, 10);
    _exit(1);
}
END_TEST

START_TEST(error_extends)
{
    data_expect("in the first directive, or end that one before");
    enter(TCR_DATA_COPYIN, 0, 5);
    enter(TCR_DATA_COPYIN, 0, 10);
    _exit(1);
}
END_TEST

START_TEST(error_names_the_first)
{
    data_expect(", from 'a[lo:n]' of f.c:7; name a section that holds both in the first directive, "
                "or no more than is there in this one");
    enter(TCR_DATA_COPYIN, 0, 5);
    leave(TCR_DATA_DELETE, 4, 10, 0);
    _exit(1);
}
END_TEST

void *tcr_acc_copyin(void *at, size_t size);

START_TEST(error_names_the_call)
{
    data_expect("from a call of acc_copyin(); name a section that holds both");
    tcr_acc_copyin(a, 5 * sizeof *a);
    enter(TCR_DATA_COPYIN, 0, 10);
    _exit(1);
}
END_TEST

START_TEST(error_leaves_the_array)
{
    data_expect("leaves the array, which has 100");
    enter(TCR_DATA_COPYIN, 90, 11);
    _exit(1);
}
END_TEST

START_TEST(error_negative)
{
    data_expect("the section's length is negative: -1");
    enter(TCR_DATA_COPYIN, 0, -1);
    _exit(1);
}
END_TEST

START_TEST(error_not_contiguous)
{
    struct tcr_data_part p = rows(0, 2, 0, 7);

    data_expect("the section is not contiguous");
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &p);
    _exit(1);
}
END_TEST

START_TEST(error_pointer_alone)
{
    struct tcr_data_part p = {.address = a};

    data_expect("how much memory 'a[lo:n]' points to is not known");
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &p);
    _exit(1);
}
END_TEST

START_TEST(error_lost_before_a_host_loop)
{
    data_expect(
        "tcr: f.c:3: the loop runs on the host, and what is newer on the device (800 bytes");
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_present_written(entry());
    tcr_mode = TCR_MODE_LOST;
    tcr_data_host_loop("f.c", 3, 1);
    _exit(1);
}
END_TEST

START_TEST(error_lost)
{
    data_expect("its data, newer on the device (from 'a[lo:n]' of f.c:7), cannot be copied back");
    enter(TCR_DATA_COPYIN, 0, 100);
    ck_assert_ptr_nonnull(tcr_deviceptr(a));
    tcr_mode = TCR_MODE_LOST;
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    _exit(1);
}
END_TEST

Suite *suite_data_errors(void)
{
    Suite *s = suite_create("data errors");
    TCase *c = tcase_create("data_errors");

    tcase_add_checked_fixture(c, data_setup, NULL);
    tcase_add_test(c, error_absent);
    tcase_add_test(c, error_update_absent);
    tcase_add_test(c, error_extends);
    tcase_add_test(c, error_updates_more);
    tcase_add_test(c, error_names_the_first);
    tcase_add_test(c, error_names_the_call);
    tcase_add_test(c, error_leaves_the_array);
    tcase_add_test(c, error_negative);
    tcase_add_test(c, error_not_contiguous);
    tcase_add_test(c, error_pointer_alone);
    tcase_add_test(c, error_lost);
    tcase_add_test(c, error_lost_before_a_host_loop);
    suite_add_tcase(s, c);
    return s;
}
