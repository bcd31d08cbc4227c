/* SPDX-License-Identifier: MIT */
/* test_thread.c: many host threads run regions and move data at once. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include "../../runtime/ground/loading.h"
#include "fake.h"
#include "suites.h"

enum { THREADS = 8, ROUNDS = 150, N = 300 };

static double common[N];

static void *work(void *unused)
{
    double own[N], sum;

    (void)unused;
    for (int i = 0; i < N; i++)
        own[i] = 2 * i;
    for (int round = 0; round < ROUNDS; round++) {
        ck_assert_int_eq(fake_sum(common, N, TCR_MAP_AUTO, 0, &sum), 1);
        ck_assert_double_eq(sum, N * (N - 1) / 2.0);
        if (round % 3 == 0)
            ck_assert_int_eq(tcr_copyin(common, sizeof common), 0);
        if (round % 5 == 0)
            ck_assert_int_eq(tcr_copyin(own, sizeof own), 0);
        ck_assert_int_eq(fake_sum(own, N, TCR_MAP_AUTO, round % 7 ? 0 : TCR_ACCESS_SOFT, &sum), 1);
        ck_assert_double_eq(sum, N * (N - 1));
        if (round % 5 == 0)
            ck_assert_int_eq(tcr_delete(own, sizeof own), 0);
        if (round % 3 == 0)
            ck_assert_int_eq(tcr_delete(common, sizeof common), 0);
    }
    return NULL;
}

START_TEST(many_threads)
{
    pthread_t thread[THREADS];

    setenv("TCR_TARGET", "device", 1);
    setenv("TCR_SUMMARY", "1", 1);
    fake_use();
    for (int i = 0; i < N; i++)
        common[i] = i;
    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_create(&thread[k], NULL, work, NULL), 0);
    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_join(thread[k], NULL), 0);
    fake_check_released();
}
END_TEST

static pthread_mutex_t stuck = PTHREAD_MUTEX_INITIALIZER;

static void *give_up(void *unused)
{
    return tcr_loading_lock(&stuck) ? unused : NULL;
}

START_TEST(lock_of_a_stuck_thread) /* which waits within dlsym() or a driver, say: untold */
{
    int x;
    void *got = &x;
    pthread_t thread;

    tcr_loading_long_held = 0.5;
    ck_assert(tcr_loading_lock(&stuck));
    ck_assert_int_eq(pthread_create(&thread, NULL, give_up, &x), 0);
    ck_assert_int_eq(pthread_join(thread, &got), 0);
    ck_assert_ptr_null(got);
    tcr_loading_unlock(&stuck);
    ck_assert_int_eq(pthread_create(&thread, NULL, give_up, &x), 0);
    ck_assert_int_eq(pthread_join(thread, &got), 0);
    ck_assert_ptr_eq(got, &x);
}
END_TEST

Suite *suite_thread(void)
{
    Suite *s = suite_create("thread");
    TCase *c = tcase_create("thread");

    tcase_set_timeout(c, 120);
    tcase_add_test(c, many_threads);
    tcase_add_test(c, lock_of_a_stuck_thread);
    suite_add_tcase(s, c);
    return s;
}
