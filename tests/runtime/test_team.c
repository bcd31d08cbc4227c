/* SPDX-License-Identifier: MIT */
/* test_team.c: teams that leave a processor alone while the device is started. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "../../runtime/device/device.h"
#include "../../runtime/ground/inside.h"
#include "../../runtime/ground/team.h"
#include "../../runtime/ground/thread_data.h"
#include "fake.h"
#include "suites.h"

#if defined ADDRESS_SANITIZER || defined THREAD_SANITIZER
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0 /* a sanitizer has thread-local variables, and is no known library */
#endif

static int most, processors, level;

static int get_most(void)
{
    return most;
}

static int get_processors(void)
{
    return processors;
}

static int get_level(void)
{
    return level;
}

static void set_most(int n)
{
    most = n;
}

static void no_team(void (*f)(void *), void *data, unsigned n, unsigned flags)
{
    (void)n, (void)flags;
    f(data);
}

static void use_openmp(int threads)
{
    *tcr_team_openmp() = (struct tcr_openmp){.parallel = no_team,
                                             .most = get_most,
                                             .processors = get_processors,
                                             .level = get_level,
                                             .set = set_most};
    most = threads;
    processors = 8;
    level = 0;
}

START_TEST(large_teams_get_smaller)
{
    use_openmp(8);
    ck_assert_int_eq(tcr_team_narrow(), SANITIZED ? 0 : 8);
    ck_assert_int_eq(most, SANITIZED ? 8 : 7);
    tcr_team_widen(8);
    ck_assert_int_eq(most, 8);
    use_openmp(16);
    processors = 16;
    ck_assert_int_eq(tcr_team_narrow(), SANITIZED ? 0 : 16);
    ck_assert_int_eq(most, SANITIZED ? 16 : 13);
    tcr_team_widen(16);
    ck_assert_int_eq(most, 16);
}
END_TEST

/* A processor is free, more threads than those are wanted, and a team of a team. */
START_TEST(others_stay)
{
    use_openmp(7);
    ck_assert_int_eq(tcr_team_narrow(), 0);
    use_openmp(9);
    ck_assert_int_eq(tcr_team_narrow(), 0);
    use_openmp(8);
    level = 1;
    ck_assert_int_eq(tcr_team_narrow(), 0);
    use_openmp(3);
    processors = 3;
    ck_assert_int_eq(tcr_team_narrow(), 0);
    tcr_team_openmp()->set = NULL; /* an OpenMP that has not got it */
    ck_assert_int_eq(tcr_team_narrow(), 0);
}
END_TEST

START_TEST(variables_of_threads_are_kept)
{
    void *library;

    ck_assert_int_eq(tcr_program_has_thread_data(), SANITIZED);
    library = dlopen(TCR_TEST_THREAD_DATA, RTLD_NOW);
    ck_assert_msg(library != NULL, "%s", dlerror());
    ck_assert(tcr_program_has_thread_data());
    use_openmp(8);
    ck_assert_int_eq(tcr_team_narrow(), 0);
    ck_assert_int_eq(most, 8);
}
END_TEST

/* ---- fork ---- */

static int pauses;

static int pause_all(int kind)
{
    (void)kind;
    return ++pauses > 1; /* the second time it cannot */
}

/* In a child of this process, whose teams have `most` threads. */
static int childs_most(void)
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0)
        _exit(most);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return WEXITSTATUS(status);
}

START_TEST(a_team_ends_for_a_fork)
{
    fake_use();
    tcr_device_setup();
    use_openmp(8);
    tcr_team_openmp()->pause = pause_all;
    ck_assert_int_eq(childs_most(), 8); /* there was none */
    ck_assert_int_eq(pauses, 0);
    tcr_team_had = true;
    ck_assert_int_eq(childs_most(), SANITIZED ? 1 : 8);
    ck_assert_int_eq(pauses, !SANITIZED);
    pauses = 1;
    ck_assert_int_eq(childs_most(), 1);
    ck_assert_int_eq(pauses, SANITIZED ? 1 : 2);
    level = 1;
    ck_assert_int_eq(childs_most(), 1);
    tcr_team_openmp()->pause = NULL;
    level = 0;
    ck_assert_int_eq(childs_most(), 1);
    ck_assert_int_eq(most, 8);
}
END_TEST

/* In a signal handler that has interrupted the runtime, nothing ends, whatever has ended before. */
START_TEST(no_team_ends_inside)
{
    fake_use();
    tcr_device_setup();
    use_openmp(8);
    tcr_team_openmp()->pause = pause_all;
    tcr_team_had = true;
    ck_assert_int_eq(childs_most(), SANITIZED ? 1 : 8);
    ck_assert(tcr_come_in());
    ck_assert_int_eq(childs_most(), 1);
    tcr_go_out();
    ck_assert_int_eq(pauses, !SANITIZED);
}
END_TEST

/* ---- loops ---- */

static atomic_int at, go; /* the device's start has come so far; it may go on */

static void wait_for(atomic_int *what)
{
    const struct timespec pause = {0, 1000000};

    while (!*what)
        nanosleep(&pause, NULL);
}

static void held(void)
{
    at = 1;
    wait_for(&go);
}

static void begin(void)
{
    setenv("TCR_TARGET", "auto", 1);
    fake_use();
    tcr_device_setup();
    use_openmp(8);
    fake_at_init = held;
    tcr_device_begin(&fake_sum_region);
    wait_for(&at);
}

static void end(void)
{
    const struct timespec pause = {0, 1000000};

    go = 1;
    while (tcr_device_beginning())
        nanosleep(&pause, NULL);
}

START_TEST(loops_beside_the_start)
{
    void *run, *inner;

    begin();
    for (int k = 0; k < 3; k++) {
        run = tcr_region_host(&fake_sum_region, 50, NULL);
        ck_assert_int_eq(most, 7);
        tcr_region_host_end(run);
        ck_assert_int_eq(most, 8);
    }
    run = tcr_region_host(&fake_sum_region, 50, NULL);
    inner = tcr_region_host(&fake_sum_region, 50, NULL);
    ck_assert_int_eq(most, 7);
    tcr_region_host_end(inner);
    tcr_region_host_end(run);
    ck_assert_int_eq(most, 8);
    run = tcr_region_host(&fake_sum_region, 50, NULL);
    ck_assert_int_eq(most, 7);
    end();
    tcr_region_host_end(run);
    ck_assert_int_eq(most, 8);
    run = tcr_region_host(&fake_sum_region, 50, NULL);
    ck_assert_int_eq(most, 8);
    tcr_region_host_end(run);
}
END_TEST

/* One that is left by longjmp() has no end. */
START_TEST(loop_without_end)
{
    void *run;

    begin();
    tcr_region_host(&fake_sum_region, 50, NULL);
    ck_assert_int_eq(most, 7);
    run = tcr_region_host(&fake_sum_region, 50, NULL);
    tcr_region_host_end(run);
    ck_assert_int_eq(most, 8);
    tcr_region_host(&fake_sum_region, 50, NULL);
    end();
    run = tcr_region_host(&fake_sum_region, 50, NULL);
    ck_assert_int_eq(most, 8);
    tcr_region_host_end(run);
    ck_assert_int_eq(most, 8);
}
END_TEST

/* ---- bound threads ---- */

static int here; /* a processor that this process may use */

static int one(void)
{
    return 1;
}

static int one_of(int place)
{
    (void)place;
    return 1;
}

static void its_processor(int place, int *processor)
{
    (void)place;
    *processor = here;
}

START_TEST(places_of_the_team)
{
    cpu_set_t before, after;
    struct tcr_openmp *o = tcr_team_openmp();

    ck_assert_int_eq(sched_getaffinity(0, sizeof before, &before), 0);
    while (!CPU_ISSET(here, &before))
        here++;
    *o = (struct tcr_openmp){.bound = get_level, .places = one, .place_size = one_of};
    o->place = its_processor;
    level = 0; /* nothing is bound */
    tcr_team_unbind();
    ck_assert_int_eq(sched_getaffinity(0, sizeof after, &after), 0);
    ck_assert(CPU_EQUAL(&before, &after));
    level = 1;
    tcr_team_unbind();
    ck_assert_int_eq(sched_getaffinity(0, sizeof after, &after), 0);
    ck_assert_int_eq(CPU_COUNT(&after), 1);
    ck_assert(CPU_ISSET(here, &after));
}
END_TEST

Suite *suite_team(void)
{
    Suite *s = suite_create("team");
    TCase *c = tcase_create("team");

    tcase_set_timeout(c, 60);
    tcase_add_test(c, large_teams_get_smaller);
    tcase_add_test(c, others_stay);
    tcase_add_test(c, variables_of_threads_are_kept);
    tcase_add_test(c, a_team_ends_for_a_fork);
    tcase_add_test(c, no_team_ends_inside);
    if (!SANITIZED) {
        tcase_add_test(c, loops_beside_the_start);
        tcase_add_test(c, loop_without_end);
    }
    tcase_add_test(c, places_of_the_team);
    suite_add_tcase(s, c);
    return s;
}
