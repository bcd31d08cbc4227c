/* SPDX-License-Identifier: MIT */
/* test_fault.c: the n-th device call of each kind fails; the result is right
 * all the same, and everything is given back. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../../runtime/device/device.h"
#include "fake.h"
#include "suites.h"

#define N 500
#define SITES 12
#define SIZE (N * sizeof(double))

static double around[N + 20], *const a = around + 10;
static const char *const kinds[] = {"init", "alloc", "copy", "module", "launch", "sync", "lost"};

static void checked_sum(const double *p, long long n, unsigned char map, unsigned flags)
{
    double got, want = 0;

    for (long long i = 0; i < n; i++)
        want += p[i];
    if (!fake_sum(p, n, map, flags, &got))
        return; /* the host loop runs */
    ck_assert_double_eq(got, want);
}

/* Residency and regions as a program would mix them. */
static void program(void)
{
    int held = tcr_copyin(a, SIZE / 2) == 0;

    checked_sum(a, N / 2, TCR_MAP_AUTO, 0);
    checked_sum(a, N, TCR_MAP_AUTO, TCR_ACCESS_SOFT);
    checked_sum(a + N / 2, N / 2, TCR_MAP_COPYIN, 0);
    checked_sum(a + N / 2, N / 2, TCR_MAP_COPY, 0);
    checked_sum(a + N / 2, N / 2 - 1, TCR_MAP_AUTO, TCR_ACCESS_SOFT);
    if (held)
        tcr_copyout(a, SIZE / 2);
    checked_sum(a, N, TCR_MAP_AUTO, 0);
    for (int i = 0; i < N; i++)
        ck_assert_double_eq(a[i], i);
}

static void arm(int site)
{
    char value[32];

    snprintf(value, sizeof value, "%s:%d", kinds[site / SITES], site % SITES + 1);
    setenv("TCR_TARGET", "device", 1);
    setenv("TCR_FAULT", value, 1);
    fake_use();
    for (int i = 0; i < N; i++)
        a[i] = i;
}

START_TEST(every_site)
{
    bool lost = kinds[_i / SITES][1] == 'o' && kinds[_i / SITES][0] == 'l';

    arm(_i);
    program();
    program();
    ck_assert_int_eq(fake_bound, 0);
    if (!lost)
        fake_check_released();
    else
        ck_assert_int_eq(tcr_mode, TCR_MODE_LOST);
}
END_TEST

/* After the loss: no more device calls, and present data is reported lost. */
START_TEST(after_a_loss)
{
    double sum;
    int launches;

    setenv("TCR_FAULT", "lost:6", 1);
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    ck_assert_int_eq(tcr_copyin(a, SIZE), 0);
    for (int k = 0; k < 6; k++)
        fake_sum(a, N, TCR_MAP_AUTO, 0, &sum);
    ck_assert_int_eq(tcr_mode, TCR_MODE_LOST);
    launches = fake_launches;
    ck_assert_int_eq(tcr_region_enter(&fake_sum_region), 0);
    ck_assert_int_eq(fake_launches, launches);
    ck_assert_int_eq(tcr_update_host(a, 8), TCR_E_LOST);
    ck_assert_int_eq(tcr_copyout(a, 8), TCR_E_LOST);
    ck_assert_ptr_null(tcr_deviceptr(a));
    ck_assert_int_eq(tcr_is_present(a, 8), 0);
    ck_assert_int_eq(tcr_copyin(a + N, 8), 0); /* other data is the host's */
    ck_assert_int_eq(tcr_device_count(), 0);
}
END_TEST

/* Present, and then changed on the device. */
static void change_on_device(const char *fault)
{
    double *d;

    if (fault)
        setenv("TCR_FAULT", fault, 1);
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    ck_assert_int_eq(tcr_copyin(a, SIZE), 0);
    d = tcr_deviceptr(a);
    for (int i = 0; i < N; i++)
        d[i] = i + 1;
}

/* The host loop must not read old data: what it reads is copied back. */
START_TEST(newer_data_comes_back)
{
    double sum;

    change_on_device("launch:1");
    a[N - 1] = -7; /* not read, so not touched */
    ck_assert_int_eq(fake_sum(a + 10, 20, TCR_MAP_AUTO, 0, &sum), 0);
    for (int i = 0; i < N - 1; i++)
        ck_assert_double_eq(a[i], i >= 10 && i < 30 ? i + 1 : 0);
    ck_assert_double_eq(a[N - 1], -7);
    tcr_delete(a, SIZE);
    fake_check_released();
}
END_TEST

/* An over-estimate stays inside of the entry that the base is in. */
START_TEST(newer_data_of_soft_sections)
{
    double sum;

    change_on_device("module:1");
    ck_assert_int_eq(fake_sum(a + N - 5, 10, TCR_MAP_AUTO, TCR_ACCESS_SOFT, &sum), 0);
    ck_assert_double_eq(a[N - 6], 0);
    ck_assert_double_eq(a[N - 5], N - 4);
    ck_assert_double_eq(a[N - 1], N);
    /* from outside of it, nothing is known */
    a[0] = -7;
    ck_assert_int_eq(fake_sum(a - 1, 10, TCR_MAP_AUTO, TCR_ACCESS_SOFT, &sum), 0);
    ck_assert_double_eq(a[0], -7);
    tcr_delete(a, SIZE);
    fake_check_released();
}
END_TEST

/* Constant data, whose device address was asked for: nothing is written. */
START_TEST(same_data_in_memory_that_cannot_be_written)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    double *c = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), sum;

    setenv("TCR_FAULT", "launch:1", 1);
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    ck_assert_int_eq(tcr_copyin(c, size), 0);
    ck_assert_ptr_nonnull(tcr_deviceptr(c));
    ck_assert_int_eq(fake_sum(c, 4, TCR_MAP_AUTO, 0, &sum), 0);
    tcr_delete(c, size);
    munmap(c, size);
    fake_check_released();
}
END_TEST

START_TEST(newer_data_is_lost)
{
    double sum;

    change_on_device("lost:8");
    for (int k = 0; k < 8; k++)
        fake_sum(a, N, TCR_MAP_AUTO, 0, &sum); /* aborts */
}
END_TEST

START_TEST(newer_data_was_lost_before)
{
    double sum;

    change_on_device(NULL);
    tcr_mode = TCR_MODE_LOST;
    ck_assert_int_eq(tcr_region_enter(&fake_sum_region), 1);
    fake_sum(a, N, TCR_MAP_AUTO, 0, &sum); /* aborts */
}
END_TEST

/* Once it is given up, the memory is the host's again. */
START_TEST(lost_data_is_deleted)
{
    double sum;

    change_on_device(NULL);
    tcr_mode = TCR_MODE_LOST;
    ck_assert_int_eq(tcr_copyin(a, SIZE), TCR_E_LOST);
    ck_assert_int_eq(tcr_delete(a, SIZE), TCR_E_LOST);
    ck_assert_int_eq(tcr_delete(a, SIZE), 0);
    ck_assert_int_eq(fake_sum(a, N, TCR_MAP_AUTO, 0, &sum), 0);
}
END_TEST

START_TEST(no_device_at_all)
{
    double sum;

    setenv("TCR_FAULT", "init:1", 1);
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    ck_assert_int_eq(fake_sum(a, N, TCR_MAP_AUTO, 0, &sum), 0);
    ck_assert_int_eq(tcr_mode, TCR_MODE_HOST);
    ck_assert_int_eq(tcr_region_enter(&fake_sum_region), 0);
    ck_assert_int_eq(tcr_copyin(a, 8), 0);
    ck_assert_ptr_eq(tcr_deviceptr(a), a);
}
END_TEST

Suite *suite_fault(void)
{
    Suite *s = suite_create("fault");
    TCase *c = tcase_create("fault");

    tcase_add_loop_test(c, every_site, 0, (int)(sizeof kinds / sizeof *kinds) * SITES);
    tcase_add_test(c, after_a_loss);
    tcase_add_test(c, newer_data_comes_back);
    tcase_add_test(c, newer_data_of_soft_sections);
    tcase_add_test(c, same_data_in_memory_that_cannot_be_written);
    tcase_add_test_raise_signal(c, newer_data_is_lost, SIGABRT);
    tcase_add_test_raise_signal(c, newer_data_was_lost_before, SIGABRT);
    tcase_add_test(c, lost_data_is_deleted);
    tcase_add_test(c, no_device_at_all);
    suite_add_tcase(s, c);
    return s;
}
