/* test_data.c: data directives on the fake device: counters, sections, errors. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../runtime/present.h"
#include "fake.h"
#include "suites.h"

static double a[100], m[6][8];
static struct tcr_data_item item[2];
static struct tcr_data data = {"dir/f.c", 7, TCR_DATA_REGION, 0, 1, item};

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    for (int i = 0; i < 100; i++)
        a[i] = i;
    for (int i = 0; i < 48; i++)
        m[i / 8][i % 8] = i;
}

/* A directive with one item: length elements of a from lo on. */
static const struct tcr_data *directive(unsigned kind, unsigned verb)
{
    data.kind = kind;
    data.flags = 0;
    data.n_items = 1;
    item[0] = (struct tcr_data_item){"a[lo:n]", verb};
    return &data;
}

static struct tcr_data_part section(long long lo, long long length)
{
    return (struct tcr_data_part){a, sizeof *a, 1, {{lo, length, 100}}, NULL};
}

static struct tcr_data_part rows(long long lo0, long long n0, long long lo1, long long n1)
{
    return (struct tcr_data_part){m, sizeof **m, 2, {{lo0, n0, 6}, {lo1, n1, 8}}, NULL};
}

static void enter(unsigned verb, long long lo, long long length)
{
    struct tcr_data_part p = section(lo, length);

    tcr_data_enter(directive(TCR_DATA_ENTER, verb), &p);
}

static void leave(unsigned verb, long long lo, long long length, unsigned flags)
{
    struct tcr_data_part p = section(lo, length);

    directive(TCR_DATA_EXIT, verb);
    data.flags = flags;
    tcr_data_exit(&data, &p);
}

static void update(unsigned verb, long long lo, long long length)
{
    struct tcr_data_part p = section(lo, length);

    tcr_data_update(directive(TCR_DATA_UPDATE, verb), &p);
}

START_TEST(dynamic_counter)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    enter(TCR_DATA_CREATE, 10, 5);
    ((double *)tcr_deviceptr(a))[3] = -3;
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_double_eq(a[3], 3); /* a reference is left */
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
    leave(TCR_DATA_COPYOUT, 2, 4, 0);
    ck_assert_double_eq(a[3], -3);
    ck_assert_int_eq(tcr_is_present(a, 1), 0);
    leave(TCR_DATA_DELETE, 0, 100, 0); /* not present: no action */
    fake_check_released();
}
END_TEST

START_TEST(finalize)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    enter(TCR_DATA_COPYIN, 0, 100);
    enter(TCR_DATA_COPYIN, 0, 100);
    leave(TCR_DATA_DELETE, 0, 100, TCR_DATA_FINALIZE);
    ck_assert_int_eq(tcr_is_present(a, 1), 0);
    fake_check_released();
}
END_TEST

/* copy out only when both counters are zero, by whoever is the last */
START_TEST(both_counters)
{
    struct tcr_data_part outer = section(0, 100), inner = section(20, 10);

    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &outer);
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &inner);
    enter(TCR_DATA_COPYIN, 0, 50);
    ((double *)tcr_deviceptr(a))[25] = -25;
    ((double *)tcr_deviceptr(a))[99] = -99;
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &inner);
    ck_assert_double_eq(a[25], 25);
    leave(TCR_DATA_COPYOUT, 0, 50, TCR_DATA_FINALIZE); /* a region still has it */
    ck_assert_double_eq(a[25], 25);
    leave(TCR_DATA_DELETE, 0, 50, 0); /* a dynamic counter of zero: no action */
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &outer);
    ck_assert_double_eq(a[25], -25);
    ck_assert_double_eq(a[99], -99);
    ck_assert_int_eq(tcr_is_present(a, 1), 0);
    fake_check_released();
}
END_TEST

START_TEST(region_within_a_lifetime)
{
    struct tcr_data_part p = section(0, 100);

    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    a[5] = 500; /* present: copy and copyin bring nothing over, nor back */
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_double_eq(((double *)tcr_deviceptr(a))[5], 5);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1); /* the region has it */
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPYOUT), &p);
    ck_assert_double_eq(a[5], 5);
    fake_check_released();
}
END_TEST

START_TEST(false_condition)
{
    struct tcr_data_part none = {0};

    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &none);
    enter(TCR_DATA_COPYIN, 5, 0); /* an empty section */
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &none);
    ck_assert_int_eq(fake_blocks, 0);
}
END_TEST

START_TEST(updates)
{
    enter(TCR_DATA_CREATE, 0, 100);
    update(TCR_DATA_TO_DEVICE, 5, 2);
    ck_assert_double_eq(((double *)tcr_deviceptr(a))[6], 6);
    ((double *)tcr_deviceptr(a))[6] = 60;
    ((double *)tcr_deviceptr(a))[7] = 70;
    update(TCR_DATA_TO_HOST, 6, 1);
    ck_assert_double_eq(a[6], 60);
    ck_assert_double_eq(a[7], 7);
    leave(TCR_DATA_DELETE, 0, 100, 0);
    directive(TCR_DATA_UPDATE, TCR_DATA_TO_HOST);
    data.flags = TCR_DATA_IF_PRESENT;
    tcr_data_update(&data, &(struct tcr_data_part){.address = a, .element = 8});
    fake_check_released();
}
END_TEST

START_TEST(two_dimensions)
{
    struct tcr_data_part whole = rows(0, 6, 0, 8), some = rows(2, 2, 0, 8), cut = rows(3, 1, 2, 4),
                         block = rows(1, 3, 2, 2);
    double *d;

    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &some);
    ck_assert_int_eq(tcr_is_present(m[2], 2 * sizeof m[0]), 1);
    ck_assert_int_eq(tcr_is_present(m[1], 1), 0);
    ck_assert_int_eq(tcr_is_present(m[4], 1), 0);
    tcr_data_exit(directive(TCR_DATA_EXIT, TCR_DATA_DELETE), &some);
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &cut);
    ck_assert_int_eq(tcr_is_present(&m[3][2], 32), 1);
    ck_assert_int_eq(tcr_is_present(&m[3][1], 8), 0);
    ck_assert_int_eq(tcr_is_present(&m[3][6], 8), 0);
    tcr_data_exit(directive(TCR_DATA_EXIT, TCR_DATA_DELETE), &cut);
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_CREATE), &whole);
    d = tcr_deviceptr(m);
    for (int i = 0; i < 48; i++)
        d[i] = -i;
    tcr_data_update(directive(TCR_DATA_UPDATE, TCR_DATA_TO_HOST), &block);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 8; k++) {
            int in = i >= 1 && i < 4 && k >= 2 && k < 4, at = 8 * i + k;

            ck_assert_double_eq(m[i][k], in ? -at : at);
        }
    tcr_data_exit(directive(TCR_DATA_EXIT, TCR_DATA_DELETE), &whole);
    fake_check_released();
}
END_TEST

/* A pointer without a section means what is present where it points. */
START_TEST(pointer_alone)
{
    struct tcr_data_part p = {.address = a + 1};

    tcr_data_exit(directive(TCR_DATA_EXIT, TCR_DATA_COPYOUT), &p);
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_PRESENT), &p);
    ((double *)tcr_deviceptr(a))[99] = -99;
    tcr_data_update(directive(TCR_DATA_UPDATE, TCR_DATA_TO_HOST), &p);
    ck_assert_double_eq(a[99], -99);
    p.entry = NULL;
    leave(TCR_DATA_DELETE, 0, 100, 0);
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
}
END_TEST

START_TEST(no_memory)
{
    struct tcr_data_part p = section(0, 100);

    fake_memory = 200;
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_int_eq(tcr_is_present(a, 8), 0);
    ck_assert_ptr_null(tcr_deviceptr(a));
    enter(TCR_DATA_COPYIN, 10, 5); /* a reference of what the host keeps */
    ck_assert_int_eq(tcr_copyin(a, 16), 0);
    update(TCR_DATA_TO_HOST, 0, 100);
    update(TCR_DATA_TO_DEVICE, 50, 10);
    ck_assert_int_eq(tcr_update_host(a, 8), 0);
    a[50] = 5;
    ck_assert_int_eq(tcr_delete(a, 8), 0);
    leave(TCR_DATA_COPYOUT, 10, 5, 0);
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_double_eq(a[50], 5);
    ck_assert_ptr_null(tcr_present_next((uintptr_t)a, sizeof a));
    fake_check_released();
}
END_TEST

/* A loop whose data the host keeps copies it, as if it were not present. */
START_TEST(loop_over_what_the_host_keeps)
{
    struct tcr_data_part p = section(0, 100);
    double sum = 0;

    fake_memory = 200;
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPYIN), &p);
    fake_memory = 1 << 20;
    ck_assert_int_eq(fake_sum(a, 50, TCR_MAP_AUTO, 0, &sum), 1);
    ck_assert_double_eq(sum, 1225);
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPYIN), &p);
    fake_check_released();
}
END_TEST

/* The entry of a, and what the device has at a[k]. */
static struct tcr_present *entry(void)
{
    struct tcr_present *e = tcr_present_next((uintptr_t)a, sizeof a);

    ck_assert_ptr_nonnull(e);
    return e;
}

static double *device_at(int k)
{
    return (double *)entry()->device + k;
}

/* What a kernel writes comes back for a loop on the host, and what that writes
 * goes to the device for the next kernel. */
START_TEST(host_loop_among_others)
{
    double sum = 0;

    tcr_data_host_loop("f.c", 1);
    enter(TCR_DATA_COPYIN, 0, 100);
    *device_at(4) = 40;
    tcr_present_written(entry());
    tcr_data_host_loop("f.c", 2);
    ck_assert_double_eq(a[4], 40);
    a[5] = 500;
    *device_at(6) = 0; /* old by now */
    update(TCR_DATA_TO_HOST, 0, 100);
    ck_assert_double_eq(a[5], 500);
    ck_assert_int_eq(tcr_update_host(a, sizeof a), 0);
    ck_assert_double_eq(a[5], 500);
    ck_assert_int_eq(fake_sum(a, 10, TCR_MAP_AUTO, 0, &sum), 1);
    ck_assert_double_eq(sum, 45 + 36 + 495);
    ck_assert_double_eq(*device_at(6), 6);
    tcr_data_host_loop("f.c", 3);
    a[7] = 70;
    *device_at(7) = 0;
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_double_eq(a[7], 70);
    fake_check_released();
}
END_TEST

START_TEST(host_loop_and_deviceptr)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_data_host_loop("f.c", 1);
    a[5] = 500;
    ck_assert_double_eq(((double *)tcr_deviceptr(a))[5], 500);
    *device_at(5) = 50;
    tcr_data_host_loop("f.c", 2); /* somebody may write there at any time */
    ck_assert_double_eq(a[5], 50);
    *device_at(5) = 5;
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_double_eq(a[5], 5);
    fake_check_released();
}
END_TEST

/* A loop that only reads leaves the device's copy as good as it was. */
START_TEST(host_loop_that_reads)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    *device_at(4) = 40;
    tcr_present_written(entry());
    tcr_present_host_loop("f.c", 1, false);
    ck_assert_double_eq(a[4], 40);
    a[4] = 0;
    tcr_present_host_loop("f.c", 2, false); /* the same on both, so far as is known */
    ck_assert_double_eq(a[4], 0);
    ck_assert_double_eq(*device_at(4), 40);
    leave(TCR_DATA_DELETE, 0, 100, 0);
    fake_check_released();
}
END_TEST

START_TEST(single_objects)
{
    tcr_data_fetch(&a[3], 8);
    tcr_data_store(&a[3], 8);
    enter(TCR_DATA_COPYIN, 0, 100);
    *device_at(3) = 30;
    *device_at(4) = 40;
    tcr_data_fetch(&a[3], 8);
    ck_assert_double_eq(a[3], 3); /* no kernel has written */
    tcr_present_written(entry());
    tcr_data_fetch(&a[3], 8);
    ck_assert_double_eq(a[3], 30);
    ck_assert_double_eq(a[4], 4);
    a[3] = 33;
    tcr_data_store(&a[3], 8);
    ck_assert_double_eq(*device_at(3), 33);
    ck_assert_double_eq(*device_at(4), 40);
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_double_eq(a[3], 33);
    ck_assert_double_eq(a[4], 40);
    fake_check_released();
}
END_TEST

START_TEST(freed_memory)
{
    struct tcr_data_part p = section(0, 100);

    tcr_present_freed((uintptr_t)a, sizeof a);
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    tcr_present_freed((uintptr_t)m, sizeof m);
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 1);
    ((double *)tcr_deviceptr(a))[0] = -1;
    tcr_present_freed((uintptr_t)a, 16);
    ck_assert_int_eq(tcr_is_present(a, sizeof a), 0);
    ck_assert_double_eq(a[0], -1); /* it may only be moved */
    a[0] = 0;
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_double_eq(a[0], 0);
    fake_check_released();
}
END_TEST

START_TEST(host_only)
{
    struct tcr_data_part bad = section(90, 20);

    setenv("TCR_TARGET", "host", 1);
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_PRESENT), &bad);
    tcr_data_update(directive(TCR_DATA_UPDATE, TCR_DATA_TO_HOST), &bad);
    ck_assert_int_eq(fake_blocks, 0);
}
END_TEST

/* ---- errors: the message, and abort ---- */

static FILE *said;

static void setup_error(void)
{
    setup();
    said = tmpfile();
    ck_assert_ptr_nonnull(said);
    fflush(stderr);
    dup2(fileno(said), STDERR_FILENO);
}

static const char *expected;

/* The test passes by ending with status 0 here. */
static void on_abort(int signal)
{
    char text[1024] = {0};

    (void)signal;
    fflush(stderr);
    rewind(said);
    _exit(fread(text, 1, sizeof text - 1, said) > 0 && strstr(text, expected) ? 0 : 1);
}

static void expect(const char *message)
{
    expected = message;
    signal(SIGABRT, on_abort);
}

START_TEST(error_absent)
{
    struct tcr_data_part p = section(0, 100);

    expect("tcr: dir/f.c:7: data present(a[lo:n]): its 800 bytes at ");
    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_PRESENT), &p);
    _exit(1);
}
END_TEST

START_TEST(error_update_absent)
{
    expect("update self(a[lo:n]): its 16 bytes at ");
    update(TCR_DATA_TO_HOST, 0, 2);
    _exit(1);
}
END_TEST

START_TEST(error_extends)
{
    expect("only a part of its 80 bytes at ");
    enter(TCR_DATA_COPYIN, 0, 5);
    enter(TCR_DATA_COPYIN, 0, 10);
    _exit(1);
}
END_TEST

START_TEST(error_names_the_first)
{
    expect(", from 'a[lo:n]' of f.c:7; name a section that holds both");
    enter(TCR_DATA_COPYIN, 0, 5);
    leave(TCR_DATA_DELETE, 4, 10, 0);
    _exit(1);
}
END_TEST

START_TEST(error_leaves_the_array)
{
    expect("leaves the array, which has 100");
    enter(TCR_DATA_COPYIN, 90, 11);
    _exit(1);
}
END_TEST

START_TEST(error_negative)
{
    expect("the section's length is negative: -1");
    enter(TCR_DATA_COPYIN, 0, -1);
    _exit(1);
}
END_TEST

START_TEST(error_not_contiguous)
{
    struct tcr_data_part p = rows(0, 2, 0, 7);

    expect("the section is not contiguous");
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &p);
    _exit(1);
}
END_TEST

START_TEST(error_pointer_alone)
{
    struct tcr_data_part p = {.address = a};

    expect("how much memory 'a[lo:n]' points to is not known");
    tcr_data_enter(directive(TCR_DATA_ENTER, TCR_DATA_COPYIN), &p);
    _exit(1);
}
END_TEST

START_TEST(error_lost_before_a_host_loop)
{
    expect("tcr: f.c:3: the loop runs on the host, and what is newer on the device (800 bytes");
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_present_written(entry());
    tcr_mode = TCR_MODE_LOST;
    tcr_data_host_loop("f.c", 3);
    _exit(1);
}
END_TEST

START_TEST(error_lost)
{
    expect("its data, newer on the device (from 'a[lo:n]' of f.c:7), cannot be copied back");
    enter(TCR_DATA_COPYIN, 0, 100);
    ck_assert_ptr_nonnull(tcr_deviceptr(a));
    tcr_mode = TCR_MODE_LOST;
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    _exit(1);
}
END_TEST

/* What the device has not changed is not missed. */
START_TEST(lost)
{
    struct tcr_data_part p = section(0, 100);

    tcr_data_enter(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_mode = TCR_MODE_LOST;
    enter(TCR_DATA_COPYIN, 0, 100);
    update(TCR_DATA_TO_HOST, 0, 100);
    leave(TCR_DATA_DELETE, 0, 100, 0);
    leave(TCR_DATA_COPYOUT, 0, 100, 0);
    ck_assert_ptr_nonnull(tcr_present_next((uintptr_t)a, 8));
    tcr_data_exit(directive(TCR_DATA_REGION, TCR_DATA_COPY), &p);
    ck_assert_ptr_null(tcr_present_next((uintptr_t)a, 8));
    enter(TCR_DATA_COPYIN, 0, 100); /* nothing new */
    ck_assert_ptr_null(tcr_present_next((uintptr_t)a, 8));
}
END_TEST

Suite *suite_data(void)
{
    Suite *s = suite_create("data");
    TCase *c = tcase_create("data"), *e = tcase_create("errors");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, dynamic_counter);
    tcase_add_test(c, finalize);
    tcase_add_test(c, both_counters);
    tcase_add_test(c, region_within_a_lifetime);
    tcase_add_test(c, false_condition);
    tcase_add_test(c, updates);
    tcase_add_test(c, two_dimensions);
    tcase_add_test(c, pointer_alone);
    tcase_add_test(c, no_memory);
    tcase_add_test(c, loop_over_what_the_host_keeps);
    tcase_add_test(c, host_loop_among_others);
    tcase_add_test(c, host_loop_and_deviceptr);
    tcase_add_test(c, host_loop_that_reads);
    tcase_add_test(c, single_objects);
    tcase_add_test(c, freed_memory);
    tcase_add_test(c, host_only);
    tcase_add_test(c, lost);
    suite_add_tcase(s, c);
    tcase_add_checked_fixture(e, setup_error, NULL);
    tcase_add_test(e, error_absent);
    tcase_add_test(e, error_update_absent);
    tcase_add_test(e, error_extends);
    tcase_add_test(e, error_names_the_first);
    tcase_add_test(e, error_leaves_the_array);
    tcase_add_test(e, error_negative);
    tcase_add_test(e, error_not_contiguous);
    tcase_add_test(e, error_pointer_alone);
    tcase_add_test(e, error_lost);
    tcase_add_test(e, error_lost_before_a_host_loop);
    suite_add_tcase(s, e);
    return s;
}
