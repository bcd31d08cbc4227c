/* SPDX-License-Identifier: MIT */
/* test_residency.c: tcr_copyin and its kin, on the fake device and without one. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include "../../runtime/device/device.h"
#include "fake.h"
#include "suites.h"

static double a[100], b[10];

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    for (int i = 0; i < 100; i++)
        a[i] = i;
}

START_TEST(references_are_counted)
{
    double *d;

    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    ck_assert_int_eq(tcr_copyin(a + 10, 80), 0); /* inside: one more reference, no copy */
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
    ck_assert_int_eq(tcr_is_present(a + 99, 8), 1);
    ck_assert_int_eq(tcr_is_present(a + 99, 9), 0);
    d = tcr_deviceptr(a + 3);
    ck_assert(fake_is_device(d, 8));
    ck_assert_double_eq(*d, 3);
    ck_assert_ptr_eq(tcr_hostptr(d), a + 3);
    ck_assert_ptr_null(tcr_hostptr(a));
    *d = -3;
    ck_assert_int_eq(tcr_copyout(a, sizeof a), 0);
    ck_assert_double_eq(a[3], 3); /* a reference is left */
    ck_assert_int_eq(tcr_copyout(a, sizeof a), 0);
    ck_assert_double_eq(a[3], -3);
    ck_assert_int_eq(tcr_is_present(a, 1), 0);
    ck_assert_ptr_null(tcr_deviceptr(a));
    fake_check_released();
}
END_TEST

START_TEST(updates)
{
    ck_assert_int_eq(tcr_create(a, sizeof a), 0);
    ck_assert_int_eq(tcr_update_device(a + 5, 16), 0);
    ck_assert_double_eq(((double *)tcr_deviceptr(a))[6], 6);
    ((double *)tcr_deviceptr(a))[6] = 60;
    ck_assert_int_eq(tcr_update_host(a + 6, 8), 0);
    ck_assert_double_eq(a[6], 60);
    ck_assert_int_eq(tcr_update_host(b, 8), TCR_E_NOT_PRESENT);
    ck_assert_int_eq(tcr_update_device(a + 99, 16), TCR_E_PARTIAL);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    fake_check_released();
}
END_TEST

START_TEST(partial_presence_is_an_error)
{
    ck_assert_int_eq(tcr_copyin(a + 10, 80), 0);
    ck_assert_int_eq(tcr_copyin(a + 5, 80), TCR_E_PARTIAL);
    ck_assert_int_eq(tcr_create(a + 19, 80), TCR_E_PARTIAL);
    ck_assert_int_eq(tcr_copyin(a, sizeof a), TCR_E_PARTIAL);
    ck_assert_int_eq(tcr_copyout(a, sizeof a), TCR_E_PARTIAL);
    ck_assert_int_eq(tcr_copyin(a, 80), 0); /* beside it */
    ck_assert_int_eq(tcr_delete(a, 80), 0);
    ck_assert_int_eq(tcr_delete(a + 10, 80), 0);
    fake_check_released();
}
END_TEST

START_TEST(nothing_to_do)
{
    ck_assert_int_eq(tcr_copyin(NULL, 8), 0);
    ck_assert_int_eq(tcr_delete(a, 8), 0); /* not present: no action */
    ck_assert_int_eq(tcr_copyout(a, 8), 0);
    ck_assert_int_eq(tcr_copyin(a, SIZE_MAX), TCR_E_INVALID);
    ck_assert_int_eq(tcr_copyin(b, 0), 0); /* one byte */
    ck_assert_int_eq(tcr_is_present(b, 1), 1);
    ck_assert_int_eq(tcr_is_present(b, 2), 0);
    ck_assert_int_eq(tcr_delete(b, 0), 0);
    fake_check_released();
}
END_TEST

START_TEST(memory_by_hand)
{
    double *d = tcr_malloc(sizeof b);

    ck_assert_int_eq(tcr_device_count(), 1);
    ck_assert_str_eq(tcr_device_name(), "fake device");
    ck_assert(fake_is_device(d, sizeof b));
    ck_assert_int_eq(tcr_memcpy_to_device(d, a + 7, sizeof b), 0);
    ck_assert_int_eq(tcr_memcpy_from_device(b, d, sizeof b), 0);
    ck_assert_double_eq(b[9], 16);
    ck_assert_int_eq(tcr_memcpy_to_device(NULL, a, 8), TCR_E_INVALID);
    ck_assert_int_eq(tcr_memcpy_to_device(NULL, a, 0), 0);
    tcr_free(d);
    tcr_free(NULL);
    fake_check_released();
}
END_TEST

/* Without a device everything succeeds, and the host's data is the device's. */
START_TEST(host_only)
{
    double *d;

    setenv("TCR_TARGET", "host", 1);
    ck_assert_int_eq(tcr_device_count(), 0);
    ck_assert_str_eq(tcr_device_name(), "host");
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
    ck_assert_ptr_eq(tcr_deviceptr(a), a);
    ck_assert_ptr_eq(tcr_hostptr(a), a);
    ck_assert_int_eq(tcr_update_host(a, 8), 0);
    ck_assert_int_eq(tcr_copyout(a, sizeof a), 0);
    d = tcr_malloc(sizeof b);
    ck_assert_ptr_nonnull(d);
    ck_assert_int_eq(tcr_memcpy_to_device(d, a + 7, sizeof b), 0);
    ck_assert_double_eq(d[0], 7);
    tcr_free(d);
    ck_assert_int_eq(fake_blocks, 0);
}
END_TEST

/* OpenACC's, of gcc's openacc.h: runtime/present/acc_calls.c, acc_devices.c */
int tcr_acc_is_present(void *at, size_t size);
void tcr_acc_memcpy_to_device(void *to, void *from, size_t size);
void tcr_acc_memcpy_from_device(void *to, void *from, size_t size);
void tcr_acc_memcpy_device_async(void *to, void *from, size_t size, int queue);
int tcr_acc_get_num_devices(int type);
void tcr_acc_set_device_type(int type);
int tcr_acc_get_device_type(void);
void tcr_acc_set_device_num(int number, int type);
int tcr_acc_get_device_num(int type);
size_t tcr_acc_get_property(int number, int type, int which);
enum { ACC_DEFAULT = 1, ACC_HOST = 2, ACC_NOT_HOST = 4, ACC_NVIDIA = 5, ACC_MEMORY = 1 };

/* An address of the device is the host's, of which the device has the copy that counts. */
START_TEST(acc_copies_reach_the_device)
{
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    ck_assert_int_eq(tcr_acc_is_present(a, sizeof a), 1);
    ck_assert_int_eq(tcr_acc_is_present(b, sizeof b), 0);
    tcr_acc_memcpy_to_device(a + 2, a + 50, 16);
    ck_assert_double_eq(((double *)tcr_deviceptr(a))[3], 51);
    ((double *)tcr_deviceptr(a))[7] = -7;
    tcr_acc_memcpy_from_device(b, a + 7, 8);
    ck_assert_double_eq(b[0], -7);
    ((double *)tcr_deviceptr(a))[8] = -8;
    tcr_acc_memcpy_device_async(a + 9, a + 8, 8, 1);
    ck_assert_double_eq(((double *)tcr_deviceptr(a))[9], -8);
    tcr_acc_memcpy_to_device(b + 1, a + 20, 8); /* not present: the host's memory */
    ck_assert_double_eq(b[1], 20);
    tcr_acc_memcpy_to_device(NULL, NULL, 0);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    fake_check_released();
}
END_TEST

START_TEST(acc_devices)
{
    ck_assert_int_eq(tcr_acc_get_num_devices(ACC_NVIDIA), 1);
    ck_assert_int_eq(tcr_acc_get_num_devices(ACC_NOT_HOST), 1);
    ck_assert_int_eq(tcr_acc_get_num_devices(ACC_HOST), 1);
    ck_assert_int_eq(tcr_acc_get_device_type(), ACC_NVIDIA);
    tcr_acc_set_device_type(ACC_HOST);
    ck_assert_int_eq(tcr_acc_get_device_type(), ACC_HOST);
    tcr_acc_set_device_num(0, ACC_NVIDIA);
    ck_assert_int_eq(tcr_acc_get_device_type(), ACC_NVIDIA);
    ck_assert_int_eq(tcr_acc_get_device_num(ACC_NVIDIA), 0);
    tcr_acc_set_device_type(ACC_DEFAULT);
    ck_assert_int_eq(tcr_acc_get_device_type(), ACC_NVIDIA);
    ck_assert_uint_eq(tcr_acc_get_property(0, ACC_NOT_HOST, ACC_MEMORY), tcr_properties.memory);
}
END_TEST

START_TEST(acc_without_a_device)
{
    setenv("TCR_TARGET", "host", 1);
    ck_assert_int_eq(tcr_acc_get_num_devices(ACC_NVIDIA), 0);
    ck_assert_int_eq(tcr_acc_get_device_type(), ACC_HOST);
    ck_assert_int_eq(tcr_acc_is_present(a, sizeof a), 1);
    tcr_acc_memcpy_to_device(b, a + 7, 8);
    ck_assert_double_eq(b[0], 7);
}
END_TEST

START_TEST(every_error_has_a_text)
{
    for (int e = TCR_OK; e >= TCR_E_NOT_PRESENT; e--)
        ck_assert_str_ne(tcr_strerror(e), tcr_strerror(1));
    ck_assert_str_eq(tcr_version(), "0.1.0");
}
END_TEST

Suite *suite_residency(void)
{
    Suite *s = suite_create("residency");
    TCase *c = tcase_create("residency");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, references_are_counted);
    tcase_add_test(c, updates);
    tcase_add_test(c, partial_presence_is_an_error);
    tcase_add_test(c, nothing_to_do);
    tcase_add_test(c, memory_by_hand);
    tcase_add_test(c, host_only);
    tcase_add_test(c, acc_copies_reach_the_device);
    tcase_add_test(c, acc_devices);
    tcase_add_test(c, acc_without_a_device);
    tcase_add_test(c, every_error_has_a_text);
    suite_add_tcase(s, c);
    return s;
}
