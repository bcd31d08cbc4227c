/* SPDX-License-Identifier: MIT */
/* test_pool.c: out of device memory, while the runtime keeps some for reuse. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include "../../runtime/device/pool.h"
#include "fake.h"
#include "suites.h"

#define KB ((size_t)1024)

static double a[1024];

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    fake_memory = 1024 * KB;
    ck_assert_int_eq(tcr_device_count(), 1);
    for (int i = 0; i < 1024; i++)
        a[i] = 1;
}

/* Keep `size` bytes in the pool. */
static void keep_block(size_t size)
{
    void *p;

    ck_assert_int_eq(tcr_pool_alloc(&p, &size), 0);
    tcr_pool_free(p, size);
    ck_assert_int_eq(fake_blocks, 1);
}

/* An idle lane with `size` bytes of device memory. */
static void keep_lane(size_t size)
{
    struct tcr_lane *lane;

    ck_assert_int_eq(tcr_lane_get(&lane), 0);
    ck_assert_int_eq(tcr_lane_reserve(lane, 1, size), 0);
    tcr_lane_put(lane, true);
    ck_assert_int_eq(fake_blocks, 1);
}

static void alloc_most(void)
{
    size_t size = 800 * KB;
    void *p;

    ck_assert_int_eq(tcr_pool_alloc(&p, &size), 0);
    ck_assert_int_eq(fake_blocks, 1);
    tcr_pool_free(p, size);
    fake_check_released();
}

START_TEST(kept_blocks_make_room)
{
    keep_block(300 * KB);
    alloc_most();
}
END_TEST

START_TEST(idle_lanes_make_room)
{
    keep_lane(300 * KB);
    alloc_most();
}
END_TEST

START_TEST(lanes_get_room)
{
    struct tcr_lane *lane;

    keep_block(300 * KB);
    ck_assert_int_eq(tcr_lane_get(&lane), 0);
    ck_assert_int_eq(tcr_lane_reserve(lane, 1, 800 * KB), 0);
    ck_assert_int_eq(fake_blocks, 1);
    tcr_lane_put(lane, true);
    fake_check_released();
}
END_TEST

START_TEST(tcr_malloc_gets_room)
{
    void *p;

    keep_lane(300 * KB);
    p = tcr_malloc(800 * KB);
    ck_assert_ptr_nonnull(p);
    tcr_free(p);
    fake_check_released();
}
END_TEST

/* What is in use stays; the error is the caller's, and the loop the host's. */
START_TEST(nothing_to_give_back)
{
    size_t size = 300 * KB;
    void *held = tcr_malloc(1000 * KB), *p;
    double sum;

    ck_assert_ptr_nonnull(held);
    ck_assert_int_eq(tcr_pool_alloc(&p, &size), TCR_E_NO_MEMORY);
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0); /* 8 of the 24 KB */
    ck_assert_int_eq(fake_sum(a, 1024, TCR_MAP_AUTO, 0, &sum), 0);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    tcr_free(held);
    ck_assert_int_eq(fake_sum(a, 1024, TCR_MAP_AUTO, 0, &sum), 1);
    ck_assert_double_eq(sum, 1024);
    fake_check_released();
}
END_TEST

#define THREADS 4

/* Each wants sizes that do not fit what the others leave in the pool. */
static void *worker(void *number)
{
    size_t k = (size_t)(uintptr_t)number;

    for (int round = 0; round < 300; round++) {
        size_t size = ((k + (size_t)round) % THREADS + 1) * 60 * KB;
        void *p;

        ck_assert_int_eq(tcr_pool_alloc(&p, &size), 0);
        tcr_pool_free(p, size);
    }
    return NULL;
}

START_TEST(threads_make_room_for_each_other)
{
    pthread_t thread[THREADS];

    for (size_t k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_create(&thread[k], NULL, worker, (void *)(uintptr_t)k), 0);
    for (size_t k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    fake_check_released();
}
END_TEST

/* The first tag of a launch of `kernel` with `blocks` words, whose blocks take some turns for n
 * iterations (0: one turn). */
static unsigned first_of_turns(struct tcr_lane *lane, const void *kernel, unsigned blocks,
                               long long n, unsigned way)
{
    struct tcr_words w = {
        .bytes = 16ull * blocks, .tags = n ? (unsigned)n : 1, .alike = kernel, .n = n};

    ck_assert_int_eq(tcr_lane_words(lane, &w), 0);
    ck_assert(!kernel || w.way == way);
    return w.first;
}
static unsigned first_tag(struct tcr_lane *lane, const void *kernel, unsigned blocks, unsigned way)
{
    return first_of_turns(lane, kernel, blocks, 0, way);
}

/* Launches of a kernel that writes all of its words have two tags in turn; whatever else has words
 * there in between gets others, and what comes after it, too. */
START_TEST(tags_in_turn)
{
    static const char one, other;
    struct tcr_lane *lane;

    ck_assert_int_eq(tcr_lane_get(&lane), 0);
    ck_assert_uint_eq(first_tag(lane, &one, 10, 1), 1);
    ck_assert_uint_eq(first_tag(lane, &one, 10, 0), 2);
    ck_assert_uint_eq(first_tag(lane, &one, 10, 1), 1);
    ck_assert_uint_eq(first_tag(lane, &one, 10, 0), 2);
    ck_assert_uint_eq(first_tag(lane, &one, 5, 1), 3);
    ck_assert_uint_eq(first_tag(lane, &one, 10, 0), 4);
    ck_assert_uint_eq(first_tag(lane, &one, 10, 1), 5);
    ck_assert_uint_eq(first_tag(lane, &one, 10, 0), 4);
    ck_assert_uint_eq(first_tag(lane, &other, 10, 1), 6);
    ck_assert_uint_eq(first_tag(lane, &one, 10, 0), 7);
    ck_assert_uint_eq(first_tag(lane, NULL, 10, 0), 8);
    ck_assert_uint_eq(first_tag(lane, NULL, 10, 0), 9);
    ck_assert_uint_eq(first_tag(lane, NULL, 10, 0), 10);
    ck_assert_uint_eq(first_tag(lane, &one, 10, 1), 11);
    ck_assert_uint_eq(first_tag(lane, &one, 1000, 0), 1); /* other memory */
    ck_assert_uint_eq(first_tag(lane, &one, 1000, 1), 2);
    ck_assert_uint_eq(first_tag(lane, &one, 1000, 0), 1);
    lane->tags = 0xfffffffe; /* all: zeros again */
    ck_assert_uint_eq(first_tag(lane, &one, 10, 1), 1);
    tcr_lane_put(lane, true);
    fake_check_released();
}
END_TEST

/* The same of those that write as many words as they have iterations. */
START_TEST(tags_of_turns_in_turn)
{
    static const char one;
    struct tcr_lane *lane;

    ck_assert_int_eq(tcr_lane_get(&lane), 0);
    ck_assert_uint_eq(first_of_turns(lane, &one, 10, 5, 1), 1);
    ck_assert_uint_eq(first_of_turns(lane, &one, 10, 5, 0), 6);
    ck_assert_uint_eq(first_of_turns(lane, &one, 10, 5, 1), 1);
    ck_assert_uint_eq(first_of_turns(lane, &one, 10, 4, 0), 11); /* leaves words of the first */
    ck_assert_uint_eq(first_of_turns(lane, &one, 10, 5, 1), 15);
    ck_assert_uint_eq(first_of_turns(lane, &one, 10, 5, 0), 20);
    ck_assert_uint_eq(first_of_turns(lane, &one, 10, 5, 1), 15);
    tcr_lane_put(lane, true);
    fake_check_released();
}
END_TEST

Suite *suite_pool(void)
{
    Suite *s = suite_create("pool");
    TCase *c = tcase_create("pool");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, kept_blocks_make_room);
    tcase_add_test(c, idle_lanes_make_room);
    tcase_add_test(c, lanes_get_room);
    tcase_add_test(c, tcr_malloc_gets_room);
    tcase_add_test(c, nothing_to_give_back);
    tcase_add_test(c, threads_make_room_for_each_other);
    tcase_add_test(c, tags_in_turn);
    tcase_add_test(c, tags_of_turns_in_turn);
    suite_add_tcase(s, c);
    return s;
}
