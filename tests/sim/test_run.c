/* SPDX-License-Identifier: MIT */
/* The scheduler: fibers, collectives, divergence, faults.  The kernels are C
 * functions of this file. */
#include <stdlib.h>
#include <string.h>
#include "sim_tests.h"

static const struct tcr_sim_table *const sim = &tcr_sim_device_table;
static char message[TCR_SIM_MESSAGE];
static unsigned order[4096], n_order;

static bool start(void (*kernel)(const void *, const void *), unsigned blocks, unsigned threads,
                  uint64_t seed)
{
    const struct tcr_sim_job job = {
        .kernel = kernel, .blocks = blocks, .threads = threads, .arch = 90, .seed = seed};
    message[0] = 0;
    n_order = 0;
    return tcr_sim_run(&job, message);
}

static void kernel_order(const void *args, const void *grid)
{
    (void)args, (void)grid;
    order[n_order++] = sim->place->block * sim->place->threads + sim->place->thread;
}

START_TEST(all_threads_run)
{
    bool seen[768] = {false};
    ck_assert(start(kernel_order, 3, 256, 0));
    ck_assert_uint_eq(n_order, 768);
    for (unsigned i = 0; i < 768; ++i)
        ck_assert_uint_eq(order[i], i);
    ck_assert(start(kernel_order, 3, 256, 42));
    ck_assert_uint_eq(n_order, 768);
    unsigned in_place = 0;
    for (unsigned i = 0; i < 768; ++i) {
        ck_assert(!seen[order[i]]);
        seen[order[i]] = true;
        in_place += order[i] == i;
    }
    ck_assert_uint_lt(in_place, 100);
    ck_assert(start(kernel_order, 2, 1024, 0));
    ck_assert(!start(kernel_order, 1, 1056, 0));
    ck_assert(!start(kernel_order, 1, 33, 0));
}
END_TEST

/* Sum of the lanes' numbers, by shuffles, and a double along. */
static void kernel_shuffle(const void *args, const void *grid)
{
    (void)args, (void)grid;
    unsigned sum = sim->place->thread % 32;
    double twice = 2.0 * sum;
    for (int mask = 16; mask; mask /= 2) {
        unsigned other = sum;
        double other_twice = twice;
        sim->shfl_xor(&other, sizeof other, mask);
        sim->shfl_xor(&other_twice, sizeof other_twice, mask);
        sum += other;
        twice += other_twice;
    }
    n_order += sum == 496 && twice == 992;
}

START_TEST(shuffles)
{
    ck_assert_msg(start(kernel_shuffle, 2, 128, 0), "%s", message);
    ck_assert_uint_eq(n_order, 256);
    ck_assert_msg(start(kernel_shuffle, 2, 128, 7), "%s", message);
    ck_assert_uint_eq(n_order, 256);
}
END_TEST

static unsigned arrived;
static void kernel_barrier(const void *args, const void *grid)
{
    (void)args, (void)grid;
    for (unsigned round = 1; round <= 3; ++round) {
        ++arrived;
        sim->sync_block();
        n_order += arrived == round * sim->place->threads;
        sim->sync_block();
    }
}

START_TEST(barriers)
{
    for (uint64_t seed = 0; seed < 3; ++seed) {
        arrived = 0;
        ck_assert_msg(start(kernel_barrier, 1, 256, seed), "%s", message);
        ck_assert_uint_eq(n_order, 3 * 256);
    }
}
END_TEST

/* A lane that leaves, or goes elsewhere. */
static void kernel_lane_leaves(const void *args, const void *grid)
{
    (void)args, (void)grid;
    if (sim->place->thread != 37)
        kernel_shuffle(args, grid);
}

static void kernel_lane_other_mask(const void *args, const void *grid)
{
    (void)args, (void)grid;
    unsigned x = 0;
    sim->shfl_xor(&x, sizeof x, sim->place->thread == 3 ? 1 : 2);
}

static void kernel_lane_at_barrier(const void *args, const void *grid)
{
    if (sim->place->thread == 5)
        sim->sync_block();
    kernel_shuffle(args, grid);
}

static void kernel_warp_misses_barrier(const void *args, const void *grid)
{
    (void)args, (void)grid;
    if (sim->place->thread / 32 != 1)
        sim->sync_block();
}

static void kernel_old_mma(const void *args, const void *grid)
{
    (void)args, (void)grid;
    float d[4] = {0};
    unsigned zero[4] = {0};
    sim->mma(99, d, zero, zero);
}

START_TEST(divergence)
{
    ck_assert(!start(kernel_lane_leaves, 1, 64, 0));
    ck_assert_str_eq(message, "block 0: divergence: thread 32 is at a 32-bit shuffle with mask 16, "
                              "thread 37 of the same warp at its end");
    ck_assert(!start(kernel_lane_other_mask, 1, 32, 0));
    ck_assert_ptr_nonnull(strstr(message, "mask 1"));
    ck_assert(!start(kernel_lane_at_barrier, 1, 32, 9));
    ck_assert_ptr_nonnull(strstr(message, "thread 5 of the same warp at the block's barrier"));
    ck_assert(!start(kernel_warp_misses_barrier, 1, 96, 0));
    ck_assert_str_eq(message, "block 0: deadlock: thread 0 is at the block's barrier, "
                              "thread 32 at its end");
    ck_assert(!start(kernel_old_mma, 1, 32, 0));
    ck_assert_str_eq(message, "sm_90 has no an unknown mma");
    ck_assert_msg(start(kernel_shuffle, 2, 128, 0), "%s", message); /* all is well again */
}
END_TEST

static char *target;
static void kernel_touch(const void *args, const void *grid)
{
    (void)args, (void)grid;
    if (sim->place->thread == 17)
        *(volatile char *)target = 1;
}

static void kernel_check(const void *args, const void *grid)
{
    (void)args, (void)grid;
    sim->access(target, 1, TCR_SIM_WRITE);
}

START_TEST(faults)
{
    test_memory();
    target = test_device(NULL, 100);
    ck_assert_msg(start(kernel_touch, 1, 32, 0), "%s", message);
    ck_assert_msg(start(kernel_check, 1, 32, 0), "%s", message);
    target += 256;
    for (int i = 0; i < 3; ++i) {
        ck_assert(!start(kernel_touch, 1, 32, 0));
        ck_assert_ptr_nonnull(strstr(message, "block 0, thread 17: access to address"));
        ck_assert_ptr_nonnull(strstr(message, "156 bytes beyond the end of an allocation of 100"));
    }
    ck_assert(!start(kernel_check, 1, 32, 0));
    ck_assert_ptr_nonnull(strstr(message, "thread 0: write to 1 bytes at"));
    target = (char *)(uintptr_t)24;
    ck_assert(!start(kernel_touch, 1, 32, 0));
    ck_assert_ptr_nonnull(strstr(message, "a null pointer"));
    target = &(char[1]){0}[0]; /* the host's: reachable, but not through a checked pointer */
    ck_assert(!start(kernel_check, 1, 32, 0));
    ck_assert_ptr_nonnull(strstr(message, "not device memory"));
}
END_TEST

static unsigned deep(unsigned n)
{
    volatile char room[1024];
    memset((char *)(uintptr_t)room, 1, sizeof room);
    return n ? deep(n - 1) + (unsigned)room[n % sizeof room] : 0;
}

static void kernel_deep(const void *args, const void *grid)
{
    (void)args, (void)grid;
    n_order += deep(sim->place->thread == 40 ? 100000 : 20) != 0;
}

START_TEST(stack_overflow)
{
    ck_assert(!start(kernel_deep, 1, 64, 0));
    ck_assert_ptr_nonnull(strstr(message, "block 0, thread 40: stack overflow"));
}
END_TEST

/* As under a shadow stack. */
static void switch_by_contexts(void)
{
    tcr_sim_contexts = true;
}

static void switch_again(void)
{
    tcr_sim_contexts = false;
}

static TCase *switching(const char *how)
{
    TCase *t = tcase_create(how);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, all_threads_run);
    tcase_add_test(t, shuffles);
    tcase_add_test(t, barriers);
    tcase_add_test(t, divergence);
    tcase_add_test(t, faults);
    tcase_add_test(t, stack_overflow);
    return t;
}

Suite *run_suite(void)
{
    Suite *s = suite_create("run");
    TCase *contexts = switching("contexts");
    suite_add_tcase(s, switching("run"));
    tcase_add_checked_fixture(contexts, switch_by_contexts, switch_again);
    suite_add_tcase(s, contexts);
    return s;
}
