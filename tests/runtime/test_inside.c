/* SPDX-License-Identifier: MIT */
/* test_inside.c: signal handlers that interrupt the runtime, and come back to it: here while
 * a kernel of the fake device runs, in the middle of a call. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../runtime/ground/inside.h"
#include "../../runtime/present/present.h"
#include "../../include/tcr.h"
#include "data_calls.h"
#include "one.h"
#include "suites.h"

static double x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static void (*act)(void); /* of the handler */
static int acted;

static void handler(int signal)
{
    (void)signal;
    acted++;
    act();
}

static void interrupted_kernel(const void *args, const struct tcr_launch *l)
{
    raise(SIGUSR1);
    one_sum(args, l);
}

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    signal(SIGUSR1, handler);
}

/* A loop on the device, whose kernel the handler interrupts; then all is as if it had not. */
static void interrupt(void (*with)(void))
{
    struct one o;
    double sum;

    act = with;
    acted = 0;
    one_init(&o, interrupted_kernel, x, 8);
    ck_assert_int_eq(one_run(&o, &sum), 1);
    ck_assert_double_eq(sum, 36);
    ck_assert_int_eq(acted, 1);
    ck_assert_int_eq(tcr_inside, 0);
    one_init(&o, one_sum, x, 8);
    ck_assert_int_eq(one_run(&o, &sum), 1);
}

/* As generated code runs a loop, with the host's sum where the device has not made it. */
static void run_loop(void)
{
    struct one o;
    double sum = 0;
    void *run;

    one_init(&o, one_sum, x, 8);
    ck_assert_int_eq(tcr_region_enter(&o.region), 1);
    ck_assert_int_eq(one_run(&o, &sum), 0);
    run = tcr_region_host(&o.region, 8, NULL);
    ck_assert_ptr_null(run);
    tcr_region_host_end(run);
    o.region.flags = TCR_REGION_WRITES;
    ck_assert_int_eq(one_run(&o, &sum), TCR_SEQUENTIAL);
    ck_assert_int_eq(tcr_region_order(&o.region, &o.call), TCR_SEQUENTIAL);
}

START_TEST(loops)
{
    setenv("TCR_SUMMARY", "1", 1);
    interrupt(run_loop);
    fake_check_released();
}
END_TEST

static void call_functions(void)
{
    double sum = -1;
    size_t size = 0;
    int on_heap;

    ck_assert_int_eq(tcr_copyin(x, sizeof x), TCR_E_BUSY);
    ck_assert_int_eq(tcr_create(x, sizeof x), TCR_E_BUSY);
    ck_assert_int_eq(tcr_copyout(x, sizeof x), TCR_E_BUSY);
    ck_assert_int_eq(tcr_delete(x, sizeof x), TCR_E_BUSY);
    ck_assert_int_eq(tcr_update_device(x, sizeof x), TCR_E_BUSY);
    ck_assert_int_eq(tcr_update_host(x, sizeof x), TCR_E_BUSY);
    ck_assert_int_eq(tcr_is_present(x, sizeof x), 0);
    ck_assert_ptr_null(tcr_deviceptr(x));
    ck_assert_ptr_null(tcr_hostptr(x));
    ck_assert_ptr_null(tcr_malloc(8));
    tcr_free(&on_heap); /* not touched */
    ck_assert_int_eq(tcr_memcpy_to_device(x, x, 8), TCR_E_BUSY);
    ck_assert_int_eq(tcr_memcpy_from_device(x, x, 8), TCR_E_BUSY);
    ck_assert_int_eq(tcr_device_count(), 1);
    ck_assert_str_eq(tcr_device_name(), "fake device");
    ck_assert_int_eq(tcr_sum_f64(8, x, 1, &sum), TCR_E_BUSY);
    ck_assert_double_eq(sum, -1);
    ck_assert_int_eq(tcr_workspace_size(&size), TCR_E_BUSY);
    tcr_present_freed((uintptr_t)x, sizeof x);
}

START_TEST(functions)
{
    interrupt(call_functions);
    ck_assert_int_eq(tcr_copyin(x, sizeof x), 0);
    interrupt(call_functions);
    ck_assert_int_eq(tcr_is_present(x, sizeof x), 1);
    ck_assert_int_eq(tcr_delete(x, sizeof x), 0);
    fake_check_released();
}
END_TEST

/* What is on the device, and not newer there, does not concern a loop that only reads. */
static void read_present(void)
{
    struct one o;
    double sum;

    one_init(&o, one_sum, a, 100);
    ck_assert_int_eq(one_run(&o, &sum), 0);
    tcr_data_fetch(a, sizeof a);
    tcr_data_host_loop("f.c", 3, 0);
    tcr_region_host(&o.region, 100, NULL);
}

static void use_other(void)
{
    run_loop();
    tcr_data_fetch(x, sizeof x);
    tcr_data_store(x, sizeof x);
}

START_TEST(present_data)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    interrupt(read_present);
    interrupt(use_other);
    tcr_present_written(entry());
    interrupt(use_other);
    leave(TCR_DATA_DELETE, 0, 100, 0);
}
END_TEST

static void read_newer(void)
{
    struct one o;
    double sum;

    one_init(&o, one_sum, a, 100);
    one_run(&o, &sum);
}

static void write_present(void)
{
    struct one o;
    double sum;

    one_init(&o, one_sum, a, 100);
    o.region.flags = TCR_REGION_WRITES;
    o.access[0].flags = TCR_ACCESS_WRITE;
    tcr_region_order(&o.region, &o.call);
    one_run(&o, &sum);
}

static void fetch_newer(void)
{
    tcr_data_fetch(a, 8);
}

static void store_present(void)
{
    tcr_data_store(a, 8);
}

static void refused_loop(void)
{
    tcr_data_host_loop("f.c", 3, 1);
}

static void enter_data(void)
{
    enter(TCR_DATA_COPYIN, 0, 10);
}

static void (*const ends[])(void) = {read_newer,    write_present, fetch_newer,
                                     store_present, refused_loop,  enter_data};

/* What cannot be right ends the process, and says so. */
START_TEST(data_out_of_reach)
{
    enter(TCR_DATA_COPYIN, 0, 100);
    tcr_present_written(entry());
    data_expect("in a signal handler that has interrupted the runtime");
    interrupt(ends[_i]);
    _exit(1);
}
END_TEST

/* A handler that forks, as those that call a debugger do. */
static void fork_child(void)
{
    int status = 1;
    pid_t child = fork();

    if (child == 0) {
        struct one o;
        double sum;

        one_init(&o, one_sum, x, 8);
        _exit(one_run(&o, &sum) == 0 ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}

START_TEST(fork_in_a_handler)
{
    interrupt(fork_child);
}
END_TEST

/* ---- at exit ---- */

static void alarm_handler(int signal)
{
    struct one o;
    double sum;

    (void)signal;
    one_init(&o, one_sum, x, 8);
    one_run(&o, &sum); /* there or not: it comes back */
}

/* After the destructors of others: what comes then is the C library's, with its own locks. */
__attribute__((destructor(101))) static void no_more(void)
{
    const struct itimerval never = {{0, 0}, {0, 0}};

    setitimer(ITIMER_REAL, &never, NULL);
}

/* A timer of the program goes on while the table is written. */
START_TEST(loops_while_it_is_said)
{
    const struct itimerval often = {{0, 40}, {0, 40}};

    for (int k = 0; k < 60; k++) {
        int status = -1;
        pid_t pid = fork();

        if (pid == 0) {
            struct one o;
            double sum;

            setenv("TCR_SUMMARY", "1", 1);
            setenv("TCR_SUMMARY_FILE", "/dev/null", 1);
            one_init(&o, one_sum, x, 8);
            one_run(&o, &sum);
            signal(SIGALRM, alarm_handler);
            setitimer(ITIMER_REAL, &often, NULL);
            exit(0);
        }
        ck_assert_int_eq(waitpid(pid, &status, 0), pid);
        ck_assert_int_eq(status, 0);
    }
}
END_TEST

Suite *suite_inside(void)
{
    Suite *s = suite_create("inside");
    TCase *c = tcase_create("inside");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, loops);
    tcase_add_test(c, functions);
    tcase_add_test(c, present_data);
    int n_ends = sizeof ends / sizeof *ends;
#ifdef THREAD_SANITIZER /* gcc 14's puts the handler of abort() off in another handler */
    puts("left out: data_out_of_reach: the thread sanitizer changes it");
    n_ends = 0;
#endif
    tcase_add_loop_test(c, data_out_of_reach, 0, n_ends);
    tcase_add_test(c, fork_in_a_handler);
#if defined(THREAD_SANITIZER) || defined(ADDRESS_SANITIZER) /* have locks of their own */
    puts("left out: loops_while_it_is_said: the sanitizers are at work at exit, too");
    (void)loops_while_it_is_said;
#else
    tcase_add_test(c, loops_while_it_is_said);
#endif
    suite_add_tcase(s, c);
    return s;
}
