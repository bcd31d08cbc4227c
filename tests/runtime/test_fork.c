/* SPDX-License-Identifier: MIT */
/* test_fork.c: a child of a process that has used the device is host-only. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../runtime/cuda/cuda_parts.h"
#include "../../runtime/device/device.h"
#include "fake.h"
#include "suites.h"

static double a[50], other[50], sum;

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    for (int i = 0; i < 50; i++)
        a[i] = i;
}

static bool child_after_use(void)
{
    void *p = tcr_malloc(8); /* host memory */

    tcr_memcpy_to_device(p, a + 1, 8);
    tcr_memcpy_from_device(&sum, p, 8);
    tcr_free(p);
    return tcr_region_enter(&fake_sum_region) == 0 && tcr_mode == TCR_MODE_FORKED &&
           strcmp(tcr_device_host_reason(), "the device is the parent's (fork)") == 0 &&
           tcr_update_host(a, 8) == TCR_E_FORKED && tcr_copyin(other, sizeof other) == 0 &&
           tcr_delete(other, sizeof other) == 0 && tcr_device_count() == 0 && sum == 1;
}

static bool child_before_use(void)
{
    return fake_sum(a, 50, TCR_MAP_AUTO, 0, &sum) == 1 && sum == 1225;
}

static void in_child(bool (*child)(void))
{
    int status = -1;
    pid_t pid = fork();

    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        _exit(child() ? 0 : 1);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
}

START_TEST(fork_after_use)
{
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    in_child(child_after_use);
    ck_assert_int_eq(fake_sum(a, 50, TCR_MAP_AUTO, 0, &sum), 1); /* the parent goes on */
    ck_assert_double_eq(sum, 1225);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    fake_check_released();
}
END_TEST

START_TEST(fork_before_use)
{
    ck_assert_int_eq(tcr_device_setup(), TCR_MODE_IDLE);
    in_child(child_before_use);
}
END_TEST

/* The backend is not asked in a child, not about segments, either. */
static enum tcr_pointer not_here(const void *address)
{
    (void)address;
    _exit(9);
}

static bool child_scans(void)
{
    enum { LENGTH = 600 };
    const int n = (int)tcr_properties.multiprocessors * 100, size = n * LENGTH;
    float *x = calloc((size_t)size, sizeof *x), *y = calloc((size_t)size, sizeof *y);
    int *offsets = calloc((size_t)n + 1, sizeof *offsets);
    struct tcr_backend backend = *tcr_backend;

    for (int k = 0; k <= n; k++)
        offsets[k] = k * LENGTH;
    x[0] = 1;
    backend.pointer = not_here;
    tcr_backend = &backend;
    return tcr_scan_segments(TCR_SCAN_SUM, 0, TCR_F32, n, TCR_I32, offsets, x, size, y, NULL) ==
               0 &&
           y[LENGTH - 1] == 1 && y[LENGTH] == 0;
}

START_TEST(fork_before_a_scan)
{
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    in_child(child_scans);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
}
END_TEST

/* A thread that looks for mappings has their lock half of the time. */
static atomic_bool looking = true;

static void *look(void *unused)
{
    while (looking)
        tcr_cuda_is_mapped(a);
    return unused;
}

static bool child_looks(void)
{
    alarm(3);
    return !tcr_cuda_is_mapped(a);
}

START_TEST(fork_beside_mappings)
{
    enum { FORKS = 100 };
    pthread_t thread;

    tcr_device_setup();
    ck_assert_int_eq(pthread_create(&thread, NULL, look, NULL), 0);
    for (int k = 0; k < FORKS; k++)
        in_child(child_looks);
    looking = false;
    pthread_join(thread, NULL);
}
END_TEST

Suite *suite_fork(void)
{
    Suite *s = suite_create("fork");
    TCase *c = tcase_create("fork");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, fork_after_use);
    tcase_add_test(c, fork_before_use);
    tcase_add_test(c, fork_before_a_scan);
    tcase_add_test(c, fork_beside_mappings);
    suite_add_tcase(s, c);
    return s;
}
