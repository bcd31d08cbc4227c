/* SPDX-License-Identifier: MIT */
/* test_region.c: regions from call to result, on the fake device. */
#define _GNU_SOURCE
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../../runtime/device/device.h"
#include "../../runtime/map/plan.h"
#include "../../runtime/device/pool.h"
#include "../../runtime/ground/why.h"
#include "one.h"
#include "suites.h"

static double a[1000], sum;

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    for (int i = 0; i < 1000; i++)
        a[i] = i;
}

START_TEST(temporary_copies)
{
    ck_assert_int_eq(fake_sum(a, 1000, TCR_MAP_AUTO, 0, &sum), 1);
    ck_assert_double_eq(sum, 499500);
    ck_assert_int_eq(fake_sum(a + 3, 4, TCR_MAP_COPYIN, 0, &sum), 1);
    ck_assert_double_eq(sum, 18);
    ck_assert_int_eq(fake_sum(a, 1000, TCR_MAP_PRESENT, 0, &sum), 0);
    fake_check_released();
}
END_TEST

START_TEST(present_data)
{
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    a[5] = 1e6; /* the device's copy counts */
    ck_assert_int_eq(fake_sum(a, 1000, TCR_MAP_PRESENT, 0, &sum), 1);
    ck_assert_double_eq(sum, 499500);
    ck_assert_int_eq(fake_sum(a + 1, 9, TCR_MAP_AUTO, 0, &sum), 1);
    ck_assert_double_eq(sum, 45);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    ck_assert_int_eq(tcr_copyin(a, 80), 0);
    ck_assert_int_eq(fake_sum(a, 11, TCR_MAP_AUTO, 0, &sum), 0); /* present in part */
    ck_assert_int_eq(tcr_delete(a, 80), 0);
    fake_check_released();
}
END_TEST

/* The host repeats the last iteration: what may be newer on the device comes back. */
START_TEST(data_for_the_last_iteration)
{
    struct one o;
    double *d, b[4] = {1, 2, 3, 4};

    ck_assert_int_eq(tcr_copyin(b, sizeof b), 0);
    d = tcr_deviceptr(b);
    d[1] = 20;
    one_init(&o, one_sum, b, 3);
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 24);
    ck_assert_double_eq(b[1], 2);
    o.region.flags = TCR_REGION_LAST_ON_HOST;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 24);
    ck_assert_double_eq(b[1], 20);
    tcr_delete(b, sizeof b);
}
END_TEST

/* A section that starts before its base address, and one from a clause. */
START_TEST(offsets_and_clauses)
{
    struct one o;
    double *few = malloc(3 * sizeof *few);

    one_init(&o, one_sum, a + 100, 5);
    o.loop = (struct tcr_range){.lo = {.c0 = -5}, .hi = {.c0 = 4}};
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 100 + 101 + 102 + 103 + 104);
    /* the clause's section replaces what might reach beyond the object */
    one_init(&o, one_sum, few, 3);
    o.loop.hi.c0 = 1000000;
    o.access[0].flags = TCR_ACCESS_SOFT;
    o.access[1] = (struct tcr_access){.size = 24, .flags = TCR_ACCESS_CLAUSE};
    o.call.n_accesses = 2;
    for (int i = 0; i < 3; i++)
        few[i] = i + 1;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 6);
    /* but not what the loop surely reads */
    o.loop.hi.c0 = 3;
    o.access[0].flags = 0;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    free(few);
    fake_check_released();
}
END_TEST

/* A clause's section is what somebody has written: it may be wrong. */
START_TEST(wrong_clauses)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    double *last = (double *)(void *)(two + page) - 4;
    struct one o;

    ck_assert_int_eq(mprotect(two + page, page, PROT_NONE), 0);
    one_init(&o, one_sum, last, 4);
    o.access[1] = (struct tcr_access){.size = 32, .flags = TCR_ACCESS_CLAUSE};
    o.call.n_accesses = 2;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    o.access[1].size = 40; /* too long */
    ck_assert_int_eq(one_run(&o, &sum), 0);
    o.access[1].size = 0; /* empty, also for what is read under a condition */
    ck_assert_int_eq(one_run(&o, &sum), 0);
    o.access[0].flags = TCR_ACCESS_SOFT;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    o.access[1].size = (unsigned long long)-8;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    munmap(two, 2 * page);
    fake_check_released();
}
END_TEST

static void null_kernel(const void *args, const struct tcr_launch *l)
{
    l->grid.result[0].f = ((const struct sum_args *)args)->a == NULL;
}

/* The program's offsets modulo 2^32 must not wrap around on the way. */
START_TEST(wrapping_subscripts)
{
    struct one o;

    one_init(&o, one_sum, a, 5);
    o.access[1] = (struct tcr_access){.size = 1, .flags = TCR_ACCESS_INDEX, .limit_hi = 4294967295};
    o.access[1].offset.c[0] = 1;
    o.call.n_accesses = 2;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    o.access[1].offset.c0 = 4294967291;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    o.access[1].offset.c0 = 4294967292;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    o.access[1].offset.c0 = -1;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    o.access[1].limit_lo = -1;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    fake_check_released();
}
END_TEST

START_TEST(readable_memory)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    ck_assert_int_eq(mprotect(two + page, page, PROT_NONE), 0);
    ck_assert_int_eq(tcr_readable(two, page), 1);
    ck_assert_int_eq(tcr_readable(two, page + 1), 0);
    ck_assert_int_eq(tcr_readable(two + page - 1, 1), 1);
    ck_assert_int_eq(tcr_readable(two + page, 1), 0);
    ck_assert_int_eq(tcr_readable(NULL, 8), 0);
    munmap(two, 2 * page);
}
END_TEST

START_TEST(nothing_read)
{
    struct one o;

    one_init(&o, null_kernel, a, 5);
    o.call.n_accesses = 0;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 0); /* a test against null must come out right */
    one_init(&o, null_kernel, NULL, 5);
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 1);
    fake_check_released();
}
END_TEST

/* Over-estimated sections: into a heap block's surroundings they may be read
 * (and no sanitizer minds), from an unmapped page not. */
START_TEST(soft_sections)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    double *heap = malloc(5 * sizeof *heap), *last;
    struct one o;

    ck_assert_int_eq(mprotect(two + page, page, PROT_NONE), 0);
    last = (double *)(void *)(two + page) - 4;
    for (int i = 0; i < 4; i++)
        heap[i] = last[i] = 1;
    one_init(&o, one_sum, heap, 4);
    o.loop.hi.c0 = 7;
    o.access[0].flags = TCR_ACCESS_SOFT;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 4);
    o.address = last;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    o.loop.hi.c0 = 3;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 4);
    free(heap);
    munmap(two, 2 * page);
    fake_check_released();
}
END_TEST

/* More than two staging buffers. */
START_TEST(long_soft_section)
{
    long long n = (long long)(3 * TCR_STAGE_BYTES / sizeof(double) + 77);
    double *x = malloc((size_t)n * sizeof *x);

    for (long long i = 0; i < n; i++)
        x[i] = (double)(i % 1000);
    ck_assert_int_eq(fake_sum(x + 1, n - 1, TCR_MAP_AUTO, TCR_ACCESS_SOFT, &sum), 1);
    for (long long i = 1; i < n; i++)
        sum -= x[i];
    ck_assert_double_eq(sum, 0);
    free(x);
    fake_check_released();
}
END_TEST

static void writing_kernel(const void *args, const struct tcr_launch *l)
{
    double *p = (double *)(uintptr_t)((const struct sum_args *)args)->a;

    l->grid.result[0].f = p[0];
    for (long long i = 0; i < l->grid.n; i++)
        p[i] = -1;
}

START_TEST(copies_back)
{
    struct one o;

    one_init(&o, writing_kernel, a + 1, 3);
    o.base.map = TCR_MAP_COPY;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 1);
    ck_assert_double_eq(a[0] + a[1] + a[2] + a[3] + a[4], -3 + 4);
    o.address = a + 10;
    o.base.map = TCR_MAP_COPYOUT;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(a[10] + a[13], -1 + 13);
    o.address = a + 20;
    o.base.map = TCR_MAP_CREATE;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(a[20], 20);
    o.base.map = TCR_MAP_COPYOUT;
    o.access[0].flags = TCR_ACCESS_SOFT;
    ck_assert_int_eq(one_run(&o, &sum), 0); /* what to write is not known */
    fake_check_released();
}
END_TEST

static unsigned last_plain;

static void splitting_kernel(const void *args, const struct tcr_launch *l)
{
    (void)args;
    l->grid.result[0].f = l->grid.plain ? HUGE_VAL : NAN;
    last_plain = l->grid.plain;
}

START_TEST(non_finite_results)
{
    struct one o;

    one_init(&o, splitting_kernel, a, 4);
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert(isinf(sum));
    ck_assert_int_eq(fake_launches, 2);
    ck_assert_uint_eq(last_plain, 3); /* a double may have been too large on the way */
    o.var.op = TCR_MIN;               /* no tensor cores there */
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert(isnan(sum));
    ck_assert_int_eq(fake_launches, 3);
    fake_check_released();
}
END_TEST

static void grid_kernel(const void *args, const struct tcr_launch *l)
{
    (void)args;
    l->grid.result[0].f = l->blocks * 10000.0 + l->threads;
}

/* The grid depends on n alone, not on what ran before. */
START_TEST(grids)
{
    struct one o;

    one_init(&o, grid_kernel, a, 1);
    o.call.n_accesses = 0;
    for (int round = 0; round < 2; round++) {
        o.call.n = 1;
        one_run(&o, &sum);
        ck_assert_double_eq(sum, 10128);
        o.call.n = 1000;
        one_run(&o, &sum);
        ck_assert_double_eq(sum, 10128);
        o.call.n = 10000; /* 40 times what a warp takes */
        one_run(&o, &sum);
        ck_assert_double_eq(sum, 5 * 10000 + 256);
        o.call.n = 1LL << 40;
        one_run(&o, &sum);
        ck_assert_double_eq(sum, 4 * 4 * 16 * 10000 + 512);
    }
    one_init(&o, grid_kernel, a, 1000);
    o.region.block = 100;
    one_run(&o, &sum);
    ck_assert_double_eq(sum, 10128);
    o.region.ops_per_iteration = 100; /* a lane takes one at a time */
    one_run(&o, &sum);
    ck_assert_double_eq(sum, 8 * 10000 + 128);

    fake_most_threads = 300; /* the block gets smaller until the device can hold it */
    one_init(&o, grid_kernel, a, 1000);
    o.region.ops_per_iteration = 100;
    o.region.block = 1024;
    one_run(&o, &sum);
    ck_assert_double_eq(sum, 4 * 10000 + 256);
    one_init(&o, grid_kernel, a, 1000);
    o.region.ops_per_iteration = 100;
    o.region.block = 928;
    one_run(&o, &sum);
    ck_assert_double_eq(sum, 5 * 10000 + 224);
    fake_most_threads = 64;
    one_init(&o, grid_kernel, a, 1000); /* without the clause, too */
    o.region.ops_per_iteration = 100;
    one_run(&o, &sum);
    ck_assert_double_eq(sum, 16 * 10000 + 64);
    fake_check_released();
}
END_TEST

START_TEST(no_image)
{
    struct one o;

    one_init(&o, one_sum, a, 4);
    o.unit.images = NULL;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    ck_assert_int_eq(one_run(&o, &sum), 0);
    one_init(&o, one_sum, a, 4);
    o.unit.abi = 99;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    fake_check_released();
}
END_TEST

START_TEST(two_bases_share_a_copy)
{
    struct one o;
    struct tcr_base both[2];
    void *address[2] = {a + 10, a + 12};
    struct tcr_access access[2];

    one_init(&o, one_sum, a, 8);
    both[0] = both[1] = o.base;
    both[0].arg_offset = offsetof(struct sum_args, step);
    access[0] = access[1] = o.access[0];
    access[1].base = 1;
    access[1].flags = TCR_ACCESS_SOFT;
    access[1].limit_hi = 32; /* inside of the other's */
    o.region.n_bases = o.call.n_accesses = 2;
    o.region.bases = both;
    o.call.base = address;
    o.call.accesses = access;
    o.call.n = 4;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 12 + 13 + 14 + 15);
    ck_assert_int_eq(o.args.step + 16, (long long)(uintptr_t)o.args.a);
    fake_check_released();
}
END_TEST

/* A guess that is too large is cut to the variable; what surely leaves that is not: the host
 * has the loop, and the reason is said. */
START_TEST(beyond_the_variable)
{
    struct one o;
    struct tcr_plan p;
    struct tcr_why why = {.wanted = true};

    one_init(&o, one_sum, a, 8);
    o.access[0].limit_lo = -8;
    o.access[0].limit_hi = 56;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    ck_assert_int_eq(tcr_plan_make(&p, &o.region, &o.call, &why), TCR_E_INVALID);
    ck_assert_str_eq(why.text,
                     "the loop uses 'a' outside of its variable: bytes 0 to 63 of -8 to 55");
    tcr_plan_end(&p);
    o.access[0].limit_hi = 64;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    o.access[0].limit_lo = 8;
    ck_assert_int_eq(one_run(&o, &sum), 0);
    o.access[0].flags = TCR_ACCESS_SOFT;
    ck_assert_int_eq(one_run(&o, &sum), 1);
    fake_check_released();
}
END_TEST

static void automatic(void)
{
    setup();
    setenv("TCR_TARGET", "auto", 1);
}

/* Nothing is opened for a loop that cannot pay; present data that may have
 * changed on the device is read there. */
START_TEST(automatic_target)
{
    ck_assert_int_eq(fake_sum(a, 1000, TCR_MAP_AUTO, 0, &sum), 0);
    ck_assert_int_eq(tcr_mode, TCR_MODE_IDLE);
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    ck_assert_int_eq(fake_sum(a, 1000, TCR_MAP_AUTO, 0, &sum), 0); /* tiny */
    ck_assert_ptr_nonnull(tcr_deviceptr(a));
    ck_assert_int_eq(fake_sum(a, 1000, TCR_MAP_AUTO, 0, &sum), 1);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    tcr_region_host(&fake_sum_region, 1000, NULL);
    fake_check_released();
}
END_TEST

Suite *suite_region(void)
{
    Suite *s = suite_create("region");
    TCase *c = tcase_create("region"), *d = tcase_create("auto");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, temporary_copies);
    tcase_add_test(c, present_data);
    tcase_add_test(c, data_for_the_last_iteration);
    tcase_add_test(c, offsets_and_clauses);
    tcase_add_test(c, wrong_clauses);
    tcase_add_test(c, wrapping_subscripts);
    tcase_add_test(c, readable_memory);
    tcase_add_test(c, nothing_read);
    tcase_add_test(c, soft_sections);
    tcase_add_test(c, long_soft_section);
    tcase_add_test(c, copies_back);
    tcase_add_test(c, non_finite_results);
    tcase_add_test(c, grids);
    tcase_add_test(c, no_image);
    tcase_add_test(c, two_bases_share_a_copy);
    tcase_add_test(c, beyond_the_variable);
    suite_add_tcase(s, c);
    tcase_add_checked_fixture(d, automatic, NULL);
    tcase_add_test(d, automatic_target);
    suite_add_tcase(s, d);
    return s;
}
