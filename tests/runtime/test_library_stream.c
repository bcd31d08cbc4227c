/* SPDX-License-Identifier: MIT */
/* Calls of tcr_reduce.h on streams (library_stream.c), on the simulated device. */
#include <stdlib.h>
#include "../../runtime/device/device.h"
#include "../library/cases.h"
#include "suites.h"
#include "test_library.h"

/* Errors in memory do not depend on the size, once there are several blocks. */
#ifdef ADDRESS_SANITIZER
enum { SIZES = 2 };
#else
enum { SIZES = 3 };
#endif

/* Without a second launch: a block adds up again what it finds to have overflowed. */
START_TEST(overflow_on_streams)
{
    static const long long some[] = {300, 4100, 9001};
    struct test_case c = {.ready = _i == 1};
    size_t size;

    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_SIM_ARCH", _i == 2 ? "75" : "90", 1);
    for (int k = 0; k < SIZES; k++) {
        c.n = some[k];
        ck_assert_int_eq(check_overflow(&c), 0);
    }
    ck_assert_uint_gt(
        calls_on_device(TCR_LIBRARY_SUM, TCR_F64, TCR_STREAM | (c.ready ? TCR_READY : 0)),
        SIZES * 20);
    ck_assert_int_eq(tcr_workspace_size(&size), 0);
    c.n = 4100;
    c.workspace = tcr_malloc(size);
    ck_assert_int_eq(check_overflow(&c), 0);
    tcr_free(c.workspace);
}
END_TEST

/* The simulated device knows no time: that the test asks what it means to ask, and once, as every
 * round is alike there. */
START_TEST(chained)
{
    struct test_case c = {.type = (enum tcr_type)(TCR_I8 + _i), .incx = 1 + _i % 2};

    setenv("TCR_BACKEND", "sim", 1);
    ck_assert_int_eq(check_chained(&c, 1), 0);
}
END_TEST

/* Code for an older device has no kernels that overlap: the others. */
START_TEST(ready_without_overlap)
{
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM | TCR_READY};
    double x[100], *device, sum = -1;

    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_SIM_ARCH", "80", 1);
    for (int i = 0; i < 100; i++)
        x[i] = i;
    device = tcr_malloc(sizeof x);
    ck_assert_int_eq(tcr_memcpy_to_device(device, x, sizeof x), 0);
    ck_assert_int_eq(tcr_sum(TCR_F64, 100, device, 1, &sum, &o), 0);
    ck_assert_double_eq(sum, 4950);
    tcr_properties.arch = 90; /* a device newer than the code */
    sum = -1;
    ck_assert_int_eq(tcr_sum(TCR_F64, 100, device, 1, &sum, &o), 0);
    ck_assert_double_eq(sum, 4950);
    tcr_free(device);
}
END_TEST

START_TEST(wrong_streams)
{
    double x[4] = {1, 2, 3, 4}, r = -1;
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};
    char small[64] __attribute__((aligned(16)));
    size_t size = 0;

    setenv("TCR_BACKEND", "sim", 1);
    ck_assert_int_eq(tcr_sum(TCR_F64, 4, x, 1, &r, &o), TCR_E_NOT_PRESENT);
    ck_assert_int_eq(tcr_copyin(x, 2 * sizeof *x), 0);
    ck_assert_int_eq(tcr_sum(TCR_F64, 4, x, 1, &r, &o), TCR_E_PARTIAL);
    ck_assert_int_eq(tcr_delete(x, 2 * sizeof *x), 0);
    ck_assert_int_eq(tcr_copyin(x, sizeof x), 0);
    o.workspace = small;
    o.workspace_size = sizeof small;
    ck_assert_int_eq(tcr_sum(TCR_F64, 4, x, 1, &r, &o), TCR_E_WORKSPACE);
    ck_assert_int_eq(tcr_workspace_size(&size), 0);
    o.workspace = tcr_malloc(size + 8);
    o.workspace_size = size;
    ck_assert_int_eq(tcr_sum(TCR_F64, 4, x, 1, &r, &o), 0);
    ck_assert_int_eq(tcr_sum(TCR_F64, 0, x, 1, &r, &o), 0);
    ck_assert_double_eq(r, 0);
    o.flags |= TCR_REPRODUCIBLE;
    ck_assert_int_eq(tcr_sum(TCR_F64, 4, x, 1, &r, &o), TCR_E_UNSUPPORTED);
    ck_assert_double_eq(r, 0);
    ck_assert_int_eq(tcr_maximum(TCR_F64, 4, x, 1, &r, &o), 0);
    ck_assert_double_eq(r, 4);
    tcr_free(o.workspace);
    tcr_delete(x, sizeof x);
}
END_TEST

Suite *suite_library_stream(void)
{
    Suite *s = suite_create("library_stream");
    TCase *d = tcase_create("device"), *a = tcase_create("arguments");

    tcase_add_loop_test(d, overflow_on_streams, 0, 3);
    tcase_add_test(d, ready_without_overlap);
    add_types_on_device(d, chained);
    tcase_set_timeout(d, 300);
#ifndef THREAD_SANITIZER /* for which the simulated device is too slow */
    suite_add_tcase(s, d);
#endif
    tcase_add_test(a, wrong_streams);
    suite_add_tcase(s, a);
    return s;
}
