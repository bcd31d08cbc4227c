/* SPDX-License-Identifier: MIT */
/* test_checked.c: lengths, increments and addresses at the edges of what there can be.  No
 * memory is allocated for any of them. */
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../runtime/backend/backend.h"
#include "../../runtime/ground/checked.h"
#include "../../runtime/present/present.h"
#include "../../include/tcr.h"
#include "data_calls.h"
#include "one.h"

#define TWO_TO(k) (1LL << (k))
static const long long edges[] = {TWO_TO(31) - 1,
                                  TWO_TO(31),
                                  TWO_TO(31) + 1,
                                  TWO_TO(32),
                                  TWO_TO(53),
                                  TWO_TO(58),
                                  TWO_TO(60),
                                  TWO_TO(61) - 1,
                                  TWO_TO(61),
                                  TWO_TO(61) + 1,
                                  TWO_TO(62),
                                  LLONG_MAX,
                                  -1,
                                  -TWO_TO(31),
                                  -TWO_TO(61),
                                  -TWO_TO(61) - 1,
                                  LLONG_MIN};
enum { N_EDGES = sizeof edges / sizeof *edges };

/* Of 8 bytes each, the edges from here on are more than there can be, or negative. */
static bool exists(long long n)
{
    return n >= 0 && n <= TWO_TO(53);
}

/* As an increment of 8 bytes, it leads out of the address space. */
static bool is_huge(long long n)
{
    return n > TWO_TO(53) || n < -TWO_TO(53);
}

static double few[8] = {1, 2, 3, 4, 5, 6, 7, 8};

/* ---- the helpers ---- */

START_TEST(byte_counts)
{
    size_t bytes;

    ck_assert(tcr_bytes(0, 8, &bytes) && bytes == 0);
    ck_assert(tcr_bytes(TCR_MOST_BYTES / 8, 8, &bytes) && bytes == TCR_MOST_BYTES);
    ck_assert(!tcr_bytes(TCR_MOST_BYTES / 8 + 1, 8, &bytes));
    ck_assert(!tcr_bytes(1ULL << 61, 8, &bytes));
    ck_assert(!tcr_bytes((1ULL << 61) + 1, 8, &bytes));
    ck_assert(!tcr_bytes(ULLONG_MAX, ULLONG_MAX, &bytes));
    bytes = TCR_MOST_BYTES - 1;
    ck_assert(tcr_add_bytes(&bytes, 1));
    ck_assert(!tcr_add_bytes(&bytes, 1));
    bytes = 7;
    ck_assert(!tcr_add_bytes(&bytes, SIZE_MAX - 6));
}
END_TEST

START_TEST(addresses)
{
    uintptr_t to;

    ck_assert(tcr_moved(0, LLONG_MAX, &to) && to == (uintptr_t)LLONG_MAX);
    ck_assert(!tcr_moved(UINTPTR_MAX - 6, 7, &to));
    ck_assert(!tcr_moved(7, -8, &to));
    ck_assert(!tcr_moved(7, LLONG_MIN, &to));
    ck_assert(tcr_moved(UINTPTR_MAX, LLONG_MIN, &to) && to == (uintptr_t)LLONG_MAX);
    ck_assert(tcr_is_memory(UINTPTR_MAX - TCR_PIECE_ALIGN - 8, 8));
    ck_assert(!tcr_is_memory(UINTPTR_MAX - TCR_PIECE_ALIGN - 8, 9));
    ck_assert(!tcr_is_memory(UINTPTR_MAX - 3, 0)); /* what is around it would wrap */
    ck_assert(!tcr_is_memory(0, SIZE_MAX));
    ck_assert_uint_eq(tcr_clamped(5, -6), 0);
    ck_assert_uint_eq(tcr_clamped(UINTPTR_MAX, 1), UINTPTR_MAX);
    ck_assert_uint_eq(tcr_clamped(5, 6), 11);
    ck_assert_uint_eq(tcr_end(5, ULLONG_MAX), UINTPTR_MAX);
    ck_assert_uint_eq(tcr_end(5, 6), 11);
}
END_TEST

START_TEST(products)
{
    ck_assert_int_eq(tcr_product(TWO_TO(61), 8), LLONG_MAX);
    ck_assert_int_eq(tcr_product(-TWO_TO(61), 8), LLONG_MIN);
    ck_assert_int_eq(tcr_product(LLONG_MIN, -1), LLONG_MAX);
    ck_assert_int_eq(tcr_product(LLONG_MIN, 8), LLONG_MIN);
    ck_assert_int_eq(tcr_product(-3, 8), -24);
    ck_assert_int_eq(tcr_product(LLONG_MAX, 0), 0);
}
END_TEST

/* ---- sections of loops ---- */

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
}

/* The kernel: every number of the section gets 1. */
static void count_kernel(const void *args, const struct tcr_launch *l)
{
    (void)args;
    for (long long k = 0; k < l->grid.count[0]; k++)
        l->grid.result[k].f = 1;
}

/* reduce(+:h[0:n]): done as tcr_region_run says. */
static int reduce_section(double *at, long long n)
{
    static const struct tcr_shape shape = {TCR_SHAPE_MANY | TCR_SHAPE_COPIES, 0};
    struct tcr_object object = {at, n};
    struct one o;
    double sum;

    one_init(&o, count_kernel, few, 8);
    o.region.shapes = &shape;
    o.call.objects = &object;
    return one_run(&o, &sum);
}

START_TEST(reduced_sections)
{
    double h[8] = {0};

    ck_assert_int_eq(reduce_section(h, 8), 1);
    ck_assert_double_eq(h[0], 1);
    ck_assert_double_eq(h[7], 1);
    for (int k = 0; k < N_EDGES; k++)
        ck_assert_int_eq(reduce_section(h, edges[k]), 0);
    ck_assert_int_eq(reduce_section((double *)(UINTPTR_MAX - 15), 2), 0);
    ck_assert_int_eq(fake_launches, 1);
    ck_assert_double_eq(h[0], 1);
    fake_check_released();
}
END_TEST

/* && looks at the section before the loop: not at one that cannot be there. */
START_TEST(logical_sections)
{
    static const struct tcr_shape shape = {TCR_SHAPE_MANY | TCR_SHAPE_COPIES, 0};
    struct tcr_object object = {few, TWO_TO(61)};
    struct one o;
    double sum;

    one_init(&o, count_kernel, few, 8);
    o.var.op = TCR_LAND;
    o.region.shapes = &shape;
    o.call.objects = &object;
    ck_assert_int_eq(one_run(&o, &sum), 0);
}
END_TEST

/* copyin(a[lo:n]) as generated code has it. */
static int clause(long long lo, long long n)
{
    struct one o;
    double sum;

    one_init(&o, one_sum, few, 8);
    o.base.map = TCR_MAP_COPYIN;
    o.access[1] = (struct tcr_access){.flags = TCR_ACCESS_CLAUSE,
                                      .size = (unsigned long long)tcr_product(n, 8),
                                      .offset.c0 = tcr_product(lo, 8)};
    o.call.n_accesses = 2;
    return one_run(&o, &sum);
}

START_TEST(clauses)
{
    ck_assert_int_eq(clause(0, 8), 1);
    ck_assert_int_eq(clause(0, 0), 0);
    for (int k = 0; k < N_EDGES; k++) {
        if (!exists(edges[k])) { /* the fake device would look for a smaller one */
            ck_assert_int_eq(clause(0, edges[k]), 0);
            ck_assert_int_eq(clause(-4, edges[k]), 0);
        }
        ck_assert_int_eq(clause(edges[k], 8), 0);
        for (int j = 0; j < N_EDGES; j++)
            if (!exists(edges[j]))
                ck_assert_int_eq(clause(edges[k], edges[j]), 0);
    }
    ck_assert_int_eq(fake_launches, 1);
    fake_check_released();
}
END_TEST

/* Strides with which the subscripts leave 64 bits, or the address space. */
START_TEST(strides)
{
    for (int k = 0; k < N_EDGES; k++) {
        long long bytes = tcr_product(edges[k], 8);
        struct one o;
        double sum;

        one_init(&o, one_sum, few, 2);
        o.access[0].offset.c[0] = bytes;
        if (!is_huge(edges[k]))
            continue;
        ck_assert_int_eq(one_run(&o, &sum), 0);
        o.call.n = 1; /* one iteration: the stride counts for nothing */
        o.loop.hi.c0 = 0;
        ck_assert_int_eq(one_run(&o, &sum), 1);
        ck_assert_double_eq(sum, 1);
    }
    fake_check_released();
}
END_TEST

/* ---- the C API ---- */

START_TEST(residency)
{
    ck_assert_int_eq(tcr_copyin(few, sizeof few), 0);
    for (int k = 0; k < N_EDGES; k++) {
        size_t size = (size_t)edges[k];

        if (size <= TCR_MOST_BYTES)
            continue;
        ck_assert_int_eq(tcr_copyin(few, size), TCR_E_INVALID);
        ck_assert_int_eq(tcr_create(few + 1, size), TCR_E_INVALID);
        ck_assert_int_eq(tcr_update_device(few, size), TCR_E_INVALID);
        ck_assert_int_eq(tcr_update_host(few + 1, size), TCR_E_INVALID);
        ck_assert_int_eq(tcr_delete(few, size), TCR_E_INVALID);
        ck_assert_int_eq(tcr_copyout(few, size), TCR_E_INVALID);
        ck_assert_int_eq(tcr_is_present(few, size), 0);
        ck_assert_int_eq(tcr_memcpy_to_device(few, few, size), TCR_E_INVALID);
        ck_assert_int_eq(tcr_memcpy_from_device(few, few, size), TCR_E_INVALID);
        ck_assert_ptr_null(tcr_malloc(size));
    }
    ck_assert_int_eq(tcr_is_present(few + 1, SIZE_MAX), 0); /* one less than a whole turn */
    ck_assert_int_eq(tcr_is_present(few + 1, SIZE_MAX - 7), 0);
    ck_assert_int_eq(tcr_is_present((const void *)UINTPTR_MAX, 8), 0);
    ck_assert_int_eq(tcr_copyin((const void *)(UINTPTR_MAX - 7), 8), TCR_E_INVALID);
    ck_assert_int_eq(tcr_delete(few, sizeof few), 0);
    fake_check_released();
}
END_TEST

START_TEST(memory_of_the_host)
{
    setenv("TCR_TARGET", "host", 1);
    ck_assert_ptr_null(tcr_malloc(SIZE_MAX));
    ck_assert_ptr_null(tcr_malloc((size_t)1 << 63));
    ck_assert_int_eq(tcr_memcpy_to_device(few, few + 1, SIZE_MAX), TCR_E_INVALID);
    ck_assert_int_eq(tcr_memcpy_from_device(few, few + 1, (size_t)1 << 60), TCR_E_INVALID);
}
END_TEST

/* On the host: the device of these tests has no code for the library's kernels. */
START_TEST(arrays)
{
    double x = 3, sum = 0;

    setenv("TCR_TARGET", "host", 1);
    for (int k = 0; k < N_EDGES; k++) {
        long long n = edges[k];

        if (!exists(n)) {
            ck_assert_int_eq(tcr_sum_f64(n, few, 1, &sum), TCR_E_INVALID);
            ck_assert_int_eq(tcr_nrm2_f64(n, few, -1, &sum), TCR_E_INVALID);
            ck_assert_int_eq(tcr_dot_f64(n, few, 1, few, 1, &sum), TCR_E_INVALID);
        }
        if (is_huge(n)) {
            ck_assert_int_eq(tcr_sum_f64(2, few, n, &sum), TCR_E_INVALID);
            ck_assert_int_eq(tcr_dot_f64(3, few, 1, few, n, &sum), TCR_E_INVALID);
        }
        /* of one element, the increment says nothing */
        sum = 0;
        ck_assert_int_eq(tcr_sum_f64(1, &x, n, &sum), 0);
        ck_assert_double_eq(sum, 3);
        ck_assert_int_eq(tcr_dot_f64(1, &x, n, &x, -1, &sum), 0);
        ck_assert_double_eq(sum, 9);
    }
    ck_assert_int_eq(tcr_sum_f64(1, &x, 0, &sum), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_f64(2, (double *)(UINTPTR_MAX - 15), 1, &sum), TCR_E_INVALID);
}
END_TEST

/* ---- data directives ---- */

static const struct {
    long long lo, length;
    const char *said;
} wrong[] = {
    {0, TWO_TO(61), "the section is too large"},
    {0, TWO_TO(61) + 1, "the section is too large"},
    {0, TWO_TO(61) - 1, "the section is too large"},
    {0, TWO_TO(60), "the section is too large"},
    {0, LLONG_MAX, "the section is too large"},
    {0, LLONG_MIN, "the section's length is negative"},
    {TWO_TO(60), 8, "the section leaves the address space"},
    {TWO_TO(61), 8, "the section leaves the address space"},
    {LLONG_MAX, 8, "the section leaves the address space"},
    {LLONG_MIN, 8, "the section leaves the address space"},
    {-TWO_TO(61), 8, "the section leaves the address space"},
    {-TWO_TO(58), 8, "the section leaves the address space"},
    {LLONG_MAX, LLONG_MAX, "the section "},
};
enum { N_WRONG = sizeof wrong / sizeof *wrong };

static void act(int directive_kind, const struct tcr_data_part *of)
{
    struct tcr_data_part part = *of;

    switch (directive_kind) {
    case 0:
        tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &part);
        break;
    case 1:
        tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPYOUT), &part);
        break;
    case 2:
        tcr_data_exit(directive(TCR_DATA_EXIT, TCR_DATA_DELETE), &part);
        break;
    default:
        tcr_data_update(directive(TCR_DATA_UPDATE, TCR_DATA_TO_HOST), &part);
    }
}

/* Each of the directives with each of the sections, a pointer's. */
START_TEST(directives)
{
    const struct tcr_data_part part = {
        a, sizeof *a, 1, {{wrong[_i / 4].lo, wrong[_i / 4].length, -1}}, NULL};

    data_setup();
    data_expect(wrong[_i / 4].said);
    act(_i % 4, &part);
    _Exit(1);
}
END_TEST

/* Rows and columns whose product wraps, of a pointer to rows of 2^40 elements. */
START_TEST(directives_of_rows)
{
    const struct tcr_data_part part = {
        a, sizeof *a, 2, {{0, TWO_TO(21), -1}, {0, TWO_TO(40), TWO_TO(40)}}, NULL};

    data_setup();
    data_expect("the section is too large");
    act(_i, &part);
    _Exit(1);
}
END_TEST

/* What a host's loop reads may have any bounds: what is newer within them comes back. */
START_TEST(fetched_sizes)
{
    data_setup();
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_present_written(entry());
    device_at(99)[0] = 7;
    tcr_data_fetch(a, ULLONG_MAX);
    ck_assert_double_eq(a[99], 7);
    leave(TCR_DATA_DELETE, 0, 100, 0);
}
END_TEST

Suite *suite_checked(void)
{
    Suite *s = suite_create("checked");
    TCase *c = tcase_create("checked");

    tcase_add_test(c, byte_counts);
    tcase_add_test(c, addresses);
    tcase_add_test(c, products);
    tcase_add_test(c, memory_of_the_host);
    tcase_add_test(c, arrays);
    tcase_add_loop_test(c, directives, 0, 4 * N_WRONG);
    tcase_add_loop_test(c, directives_of_rows, 0, 4);
    tcase_add_test(c, fetched_sizes);
    suite_add_tcase(s, c);
    c = tcase_create("checked, with a device");
    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, reduced_sections);
    tcase_add_test(c, logical_sections);
    tcase_add_test(c, clauses);
    tcase_add_test(c, strides);
    tcase_add_test(c, residency);
    suite_add_tcase(s, c);
    return s;
}
