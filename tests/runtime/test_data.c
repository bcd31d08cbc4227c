/* SPDX-License-Identifier: MIT */
/* test_data.c: data directives on the fake device: counters and sections. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include "../../runtime/device/device.h"
#include "../../runtime/present/present.h"
#include "../../runtime/present/present_action.h"
#include "data_calls.h"

START_TEST(dynamic_counter)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    enter(TCR_DATA_CREATE, 10, 5);
    ((double *)tcr_deviceptr(a))[3] = -3;
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_double_eq(a[3], 3); /* a reference is left */
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
    leave(TCR_DATA_COPYOUT, 2, 4, 0);
    ck_assert_double_eq(a[3], -3);
    ck_assert_int_eq(tcr_is_present(a, 1), 0);
    leave(TCR_DATA_DELETE, 0, 100, 0); /* not present: no action */
    fake_check_released();
}
END_TEST

START_TEST(finalize)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    enter(TCR_DATA_COPYIN, 0, 100);
    enter(TCR_DATA_COPYIN, 0, 100);
    leave(TCR_DATA_DELETE, 0, 100, TCR_DATA_FINALIZE);
    ck_assert_int_eq(tcr_is_present(a, 1), 0);
    fake_check_released();
}
END_TEST

/* copy out only when both counters are zero, by whoever is the last */
START_TEST(both_counters)
{
    struct tcr_data_part outer = section(0, 100), inner = section(20, 10);

    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &outer);
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &inner);
    enter(TCR_DATA_COPYIN, 0, 50);
    ((double *)tcr_deviceptr(a))[25] = -25;
    ((double *)tcr_deviceptr(a))[99] = -99;
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &inner);
    ck_assert_double_eq(a[25], 25);
    leave(TCR_DATA_COPYOUT, 0, 50, TCR_DATA_FINALIZE); /* a region still has it */
    ck_assert_double_eq(a[25], 25);
    leave(TCR_DATA_DELETE, 0, 50, 0); /* a dynamic counter of zero: no action */
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &outer);
    ck_assert_double_eq(a[25], -25);
    ck_assert_double_eq(a[99], -99);
    ck_assert_int_eq(tcr_is_present(a, 1), 0);
    fake_check_released();
}
END_TEST

START_TEST(region_within_a_lifetime)
{
    struct tcr_data_part p = section(0, 100);

    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    a[5] = 500; /* present: copy and copyin bring nothing over, nor back */
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_double_eq(((double *)tcr_deviceptr(a))[5], 5);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1); /* the region has it */
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPYOUT), &p);
    ck_assert_double_eq(a[5], 5);
    fake_check_released();
}
END_TEST

START_TEST(false_condition)
{
    struct tcr_data_part none = {0};

    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &none);
    enter(TCR_DATA_COPYIN, 5, 0); /* an empty section */
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &none);
    ck_assert_int_eq(fake_blocks, 0);
}
END_TEST

START_TEST(updates)
{
    enter(TCR_DATA_CREATE, 0, 100);
    update(TCR_DATA_TO_DEVICE, 5, 2);
    ck_assert_double_eq(((double *)tcr_deviceptr(a))[6], 6);
    ((double *)tcr_deviceptr(a))[6] = 60;
    ((double *)tcr_deviceptr(a))[7] = 70;
    update(TCR_DATA_TO_HOST, 6, 1);
    ck_assert_double_eq(a[6], 60);
    ck_assert_double_eq(a[7], 7);
    leave(TCR_DATA_DELETE, 0, 100, 0);
    directive(TCR_DATA_UPDATE, TCR_DATA_TO_HOST);
    data.flags = TCR_DATA_IF_PRESENT;
    tcr_data_update(&data, &(struct tcr_data_part){.address = a, .element = 8});
    fake_check_released();
}
END_TEST

START_TEST(two_dimensions)
{
    struct tcr_data_part whole = rows(0, 6, 0, 8), some = rows(2, 2, 0, 8), cut = rows(3, 1, 2, 4),
                         block = rows(1, 3, 2, 2);
    double *d;

    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &some);
    ck_assert_int_eq(tcr_is_present(m[2], 2 * sizeof m[0]), 1);
    ck_assert_int_eq(tcr_is_present(m[1], 1), 0);
    ck_assert_int_eq(tcr_is_present(m[4], 1), 0);
    tcr_data_exit(directive(TCR_DATA_EXIT, TCR_DATA_DELETE), &some);
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &cut);
    ck_assert_int_eq(tcr_is_present(&m[3][2], 32), 1);
    ck_assert_int_eq(tcr_is_present(&m[3][1], 8), 0);
    ck_assert_int_eq(tcr_is_present(&m[3][6], 8), 0);
    tcr_data_exit(directive(TCR_DATA_EXIT, TCR_DATA_DELETE), &cut);
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_CREATE), &whole);
    d = tcr_deviceptr(m);
    for (int i = 0; i < 48; i++)
        d[i] = -i;
    tcr_data_update(directive(TCR_DATA_UPDATE, TCR_DATA_TO_HOST), &block);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 8; k++) {
            int in = i >= 1 && i < 4 && k >= 2 && k < 4, at = 8 * i + k;

            ck_assert_double_eq(m[i][k], in ? -at : at);
        }
    tcr_data_exit(directive(TCR_DATA_EXIT, TCR_DATA_DELETE), &whole);
    fake_check_released();
}
END_TEST

/* A pointer without a section means what is present where it points. */
START_TEST(pointer_alone)
{
    struct tcr_data_part p = {.address = a + 1};

    tcr_data_exit(directive(TCR_DATA_EXIT, TCR_DATA_COPYOUT), &p);
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_PRESENT), &p);
    ((double *)tcr_deviceptr(a))[99] = -99;
    tcr_data_update(directive(TCR_DATA_UPDATE, TCR_DATA_TO_HOST), &p);
    ck_assert_double_eq(a[99], -99);
    p.entry = NULL;
    leave(TCR_DATA_DELETE, 0, 100, 0);
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
}
END_TEST

START_TEST(no_memory)
{
    struct tcr_data_part p = section(0, 100);

    fake_memory = 200;
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_int_eq(tcr_is_present(a, 8), 0);
    ck_assert_ptr_null(tcr_deviceptr(a));
    enter(TCR_DATA_COPYIN, 10, 5); /* a reference of what the host keeps */
    ck_assert_int_eq(tcr_copyin(a, 16), 0);
    update(TCR_DATA_TO_HOST, 0, 100);
    update(TCR_DATA_TO_DEVICE, 50, 10);
    ck_assert_int_eq(tcr_update_host(a, 8), 0);
    a[50] = 5;
    ck_assert_int_eq(tcr_delete(a, 8), 0);
    leave(TCR_DATA_COPYOUT, 10, 5, 0);
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_double_eq(a[50], 5);
    ck_assert_ptr_null(tcr_present_next((uintptr_t)a, sizeof a));
    fake_check_released();
}
END_TEST

/* A loop whose data the host keeps copies it, as if it were not present. */
START_TEST(loop_over_what_the_host_keeps)
{
    struct tcr_data_part p = section(0, 100);
    double sum = 0;

    fake_memory = 200;
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPYIN), &p);
    fake_memory = 1 << 20;
    ck_assert_int_eq(fake_sum(a, 50, TCR_MAP_AUTO, 0, &sum), 1);
    ck_assert_double_eq(sum, 1225);
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPYIN), &p);
    fake_check_released();
}
END_TEST

START_TEST(freed_memory)
{
    struct tcr_data_part p = section(0, 100);

    tcr_present_freed((uintptr_t)a, sizeof a);
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    tcr_present_freed((uintptr_t)m, sizeof m);
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
    ((double *)tcr_deviceptr(a))[0] = -1;
    tcr_present_freed((uintptr_t)a, 16);
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 0);
    ck_assert_double_eq(a[0], -1); /* it may only be moved */
    a[0] = 0;
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_double_eq(a[0], 0);
    fake_check_released();
}
END_TEST

START_TEST(host_only)
{
    struct tcr_data_part bad = section(90, 20);

    setenv("TCR_TARGET", "host", 1);
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_PRESENT), &bad);
    tcr_data_update(directive(TCR_DATA_UPDATE, TCR_DATA_TO_HOST), &bad);
    ck_assert_int_eq(fake_blocks, 0);
}
END_TEST

/* What the device has not changed is not missed. */
START_TEST(lost)
{
    struct tcr_data_part p = section(0, 100);

    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_mode = TCR_MODE_LOST;
    enter(TCR_DATA_COPYIN, 0, 100);
    update(TCR_DATA_TO_HOST, 0, 100);
    leave(TCR_DATA_DELETE, 0, 100, 0);
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_ptr_nonnull(tcr_present_next((uintptr_t)a, 8));
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_ptr_null(tcr_present_next((uintptr_t)a, 8));
    enter(TCR_DATA_COPYIN, 0, 100); /* nothing new */
    ck_assert_ptr_null(tcr_present_next((uintptr_t)a, 8));
}
END_TEST

Suite *suite_data(void)
{
    Suite *s = suite_create("data");
    TCase *c = tcase_create("data");

    tcase_add_checked_fixture(c, data_setup, NULL);
    tcase_add_test(c, dynamic_counter);
    tcase_add_test(c, finalize);
    tcase_add_test(c, both_counters);
    tcase_add_test(c, region_within_a_lifetime);
    tcase_add_test(c, false_condition);
    tcase_add_test(c, updates);
    tcase_add_test(c, two_dimensions);
    tcase_add_test(c, pointer_alone);
    tcase_add_test(c, no_memory);
    tcase_add_test(c, loop_over_what_the_host_keeps);
    tcase_add_test(c, freed_memory);
    tcase_add_test(c, host_only);
    tcase_add_test(c, lost);
    suite_add_tcase(s, c);
    return s;
}
