/* SPDX-License-Identifier: MIT */
/* test_start.c: the device's start on a thread of its own: loops, exit() and fork() meanwhile. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "../../runtime/device/device.h"
#include "../../runtime/ground/shut_in.h"
#include "fake.h"
#include "suites.h"

static double a[50], sum;
static atomic_int at, go; /* init has been reached; it may go on */

static void wait_for(atomic_int *what)
{
    const struct timespec pause = {0, 1000000};

    while (!*what)
        nanosleep(&pause, NULL);
}

static void held(void)
{
    fake_driver = true; /* it is in the process from here on, because of us */
    at = 1;
    wait_for(&go);
}

static void slow(void)
{
    const struct timespec pause = {0, 100000000};

    at = 1;
    nanosleep(&pause, NULL);
}

/* As a driver does that loads its modules. */
static void forks(void)
{
    pid_t pid = fork();

    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    at = 1;
}

/* Does the loop run on that side? */
static bool runs(bool device)
{
    return (tcr_region_enter(&fake_sum_region) && fake_sum(a, 50, TCR_MAP_AUTO, 0, &sum) == 1) ==
           device;
}

static void setup(void)
{
    setenv("TCR_TARGET", "auto", 1);
    fake_use();
    tcr_device_setup();
}

static void wait_for_end(void)
{
    const struct timespec pause = {0, 1000000};

    while (tcr_device_beginning())
        nanosleep(&pause, NULL);
}

START_TEST(loops_go_on)
{
    fake_at_init = held;
    tcr_device_begin(&fake_sum_region);
    wait_for(&at);
    ck_assert_int_eq(tcr_mode, TCR_MODE_IDLE);
    ck_assert(runs(false));
    ck_assert(tcr_device_beginning());
    tcr_device_begin(&fake_sum_region); /* once */
    go = 1;
    wait_for_end();
    ck_assert_int_eq(tcr_mode, TCR_MODE_READY);
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    ck_assert_ptr_nonnull(tcr_deviceptr(a)); /* it may be newer there */
    ck_assert(runs(true));
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    fake_check_released();
}
END_TEST

static void *go_later(void *unused)
{
    const struct timespec pause = {0, 100000000};

    nanosleep(&pause, NULL);
    go = 1;
    return unused;
}

/* Memory that the host cannot read may be of a driver that the program has opened meanwhile. */
START_TEST(unreadable_memory_waits)
{
    pthread_t later;
    void *nowhere = mmap(NULL, sizeof a, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    ck_assert_ptr_ne(nowhere, MAP_FAILED);
    fake_at_init = held;
    tcr_device_begin(&fake_sum_region);
    wait_for(&at);
    ck_assert_int_eq(pthread_create(&later, NULL, go_later, NULL), 0);
    fake_sum(nowhere, 50, TCR_MAP_AUTO, 0, &sum);
    ck_assert_int_eq(tcr_mode, TCR_MODE_READY);
    pthread_join(later, NULL);
    munmap(nowhere, sizeof a);
}
END_TEST

/* Whoever needs the device waits for it. */
START_TEST(data_waits)
{
    fake_at_init = slow;
    tcr_device_begin(&fake_sum_region);
    wait_for(&at);
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    ck_assert_int_eq(tcr_mode, TCR_MODE_READY);
    ck_assert_ptr_nonnull(tcr_deviceptr(a));
    ck_assert(runs(true));
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
}
END_TEST

START_TEST(driver_forks)
{
    fake_at_init = forks;
    tcr_device_begin(&fake_sum_region);
    wait_for_end();
    ck_assert_int_eq(at, 1);
    ck_assert_int_eq(tcr_mode, TCR_MODE_READY);
}
END_TEST

/* A filter of system calls that comes meanwhile, seen by a loop or by none. */
static bool driver_shows; /* then it is left to the thread */

static void shuts_in(void)
{
    fake_driver = driver_shows;
    atomic_store(&tcr_shut_in_reason, tcr_filters);
    at = 1;
    wait_for(&go);
}

START_TEST(shut_in_meanwhile)
{
    driver_shows = _i == 1;
    fake_at_init = shuts_in;
    tcr_device_begin(&fake_sum_region);
    wait_for(&at);
    ck_assert(runs(false));
    ck_assert_int_eq(tcr_mode, driver_shows ? TCR_MODE_IDLE : TCR_MODE_HOST);
    go = 1;
    wait_for_end();
    ck_assert_int_eq(tcr_mode, TCR_MODE_HOST);
    ck_assert_str_eq(tcr_device_host_reason(), tcr_filters);
    ck_assert(runs(false));
}
END_TEST

/* The child of a fork in the middle of it has the parent's device, and may fork and exit. */
START_TEST(fork_meanwhile)
{
    int status = -1;
    pid_t pid;

    fake_at_init = slow;
    tcr_device_begin(&fake_sum_region);
    wait_for(&at);
    pid = fork();
    if (pid == 0)
        exit(runs(false) && !tcr_device_beginning() && tcr_mode == TCR_MODE_FORKED ? 0 : 1);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
    wait_for_end();
    ck_assert_int_eq(tcr_mode, TCR_MODE_READY);
}
END_TEST

/* In a process of its own: exit() while the thread is at it, and from a handler. */
static void exit_meanwhile(void (*init)(void), void (*leave)(void))
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0) {
        fake_at_init = init;
        tcr_device_begin(&fake_sum_region);
        wait_for(&at);
        leave();
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
}

/* A driver registers in its first call what takes it down. */
static atomic_int within;

static void take_down(void)
{
    if (within)
        _exit(9);
}

static void registers(void)
{
    within = 1;
    atexit(take_down);
    slow();
    within = 0;
}

static void leave_by_exit(void)
{
    exit(0);
}

static void late_loop(void)
{
    _exit(runs(false) || runs(true) ? 0 : 1);
}

static void leave_by_loop(void)
{
    atexit(late_loop);
    exit(1);
}

static void on_alarm(int signal)
{
    (void)signal;
    exit(0);
}

static void leave_by_signal(void)
{
    signal(SIGALRM, on_alarm);
    raise(SIGALRM);
}

START_TEST(exit_while_starting)
{
    exit_meanwhile(slow, leave_by_exit);
    exit_meanwhile(registers, leave_by_exit);
    exit_meanwhile(registers, leave_by_signal);
    exit_meanwhile(slow, leave_by_loop);
    exit_meanwhile(slow, leave_by_signal);
    exit_meanwhile(held,
                   leave_by_exit); /* a driver that hangs does not keep the program for ever */
}
END_TEST

#if !defined ADDRESS_SANITIZER && !defined THREAD_SANITIZER /* which have an end of their own */
/* The first thread ends, and so does the process, as soon as the device's start has. */
static void leave_by_thread(void)
{
    alarm(20);
    pthread_exit(NULL);
}

START_TEST(first_thread_ends)
{
    exit_meanwhile(slow, leave_by_thread);
}
END_TEST
#endif

/* What a driver's constructors have registered is there at the end, also if it has been closed. */
static int ended;
static bool is_kept;

static void closes_driver(void)
{
    void *driver = dlopen(TCR_TEST_THREAD_DATA, RTLD_NOW);
    void (*end)(void *);

    *(void **)&end = driver ? dlsym(driver, "its_end") : NULL;
    is_kept = end && tcr_device_keeps(end, &ended);
    if (driver)
        dlclose(driver);
}

START_TEST(closed_driver_stays)
{
    fake_at_init = closes_driver;
    tcr_device_begin(&fake_sum_region);
    wait_for_end();
    ck_assert(is_kept);
    ck_assert_ptr_nonnull(dlopen(TCR_TEST_THREAD_DATA, RTLD_NOW | RTLD_NOLOAD));
}
END_TEST

/* Signals of the program are not the thread's. */
static pthread_t handled_by;

static void on_signal(int signal)
{
    (void)signal;
    handled_by = pthread_self();
}

START_TEST(signals_are_the_programs)
{
    const struct timespec pause = {0, 1000000};

    fake_at_init = held;
    signal(SIGUSR1, on_signal);
    tcr_device_begin(&fake_sum_region);
    wait_for(&at);
    for (int k = 0; k < 20; k++) {
        kill(getpid(), SIGUSR1);
        nanosleep(&pause, NULL);
        ck_assert(pthread_equal(handled_by, pthread_self()));
    }
    go = 1;
    wait_for_end();
}
END_TEST

/* Nor are they those of a thread that the driver makes, whoever has opened the device. */
static void *drivers(void *unused)
{
    wait_for(&go);
    return unused;
}

static void makes_a_thread(void)
{
    static pthread_t thread;

    ck_assert_int_eq(pthread_create(&thread, NULL, drivers, NULL), 0);
    ck_assert_int_eq(pthread_detach(thread), 0);
}

START_TEST(signals_are_not_the_drivers)
{
    const struct timespec pause = {0, 20000000};
    const pthread_t nobody = handled_by;
    sigset_t users, before;

    fake_at_init = makes_a_thread;
    signal(SIGUSR1, on_signal);
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    sigemptyset(&users);
    sigaddset(&users, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &users, &before);
    kill(getpid(), SIGUSR1);
    nanosleep(&pause, NULL);
    ck_assert(pthread_equal(handled_by, nobody));
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    ck_assert(pthread_equal(handled_by, pthread_self()));
    go = 1;
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
}
END_TEST

Suite *suite_start(void)
{
    Suite *s = suite_create("start");
    TCase *c = tcase_create("start");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_set_timeout(c, 60);
    tcase_add_test(c, loops_go_on);
    tcase_add_test(c, unreadable_memory_waits);
    tcase_add_test(c, data_waits);
    tcase_add_test(c, driver_forks);
    tcase_add_loop_test(c, shut_in_meanwhile, 0, 2);
    tcase_add_test(c, fork_meanwhile);
    tcase_add_test(c, exit_while_starting);
#if !defined ADDRESS_SANITIZER && !defined THREAD_SANITIZER
    tcase_add_test(c, first_thread_ends);
#endif
    tcase_add_test(c, closed_driver_stays);
    tcase_add_test(c, signals_are_the_programs);
    tcase_add_test(c, signals_are_not_the_drivers);
    suite_add_tcase(s, c);
    return s;
}
