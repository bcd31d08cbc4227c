/* test_fault.c: the n-th device call of each kind fails; the result is right
 * all the same, and everything is given back. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include "fake.h"
#include "suites.h"

#define N 500
#define SITES 12

static double a[N];
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
    int held = tcr_copyin(a, sizeof a / 2) == 0;

    checked_sum(a, N / 2, TCR_MAP_AUTO, 0);
    checked_sum(a, N, TCR_MAP_AUTO, TCR_ACCESS_SOFT);
    checked_sum(a + N / 2, N / 2, TCR_MAP_COPYIN, 0);
    checked_sum(a + N / 2, N / 2, TCR_MAP_COPY, 0);
    checked_sum(a + N / 2, N / 2 - 1, TCR_MAP_AUTO, TCR_ACCESS_SOFT);
    if (held)
        tcr_copyout(a, sizeof a / 2);
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
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
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
    tcase_add_test(c, no_device_at_all);
    suite_add_tcase(s, c);
    return s;
}
