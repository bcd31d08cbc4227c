/* SPDX-License-Identifier: MIT */
/* test_agree.c: all threads of a team go the same way, whoever else finds out meanwhile that there
 * is nothing to agree on. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../runtime/device/device.h"
#include "fake.h"
#include "suites.h"

static double array[50];
static struct tcr_region region = {.file = "agree.c", .line = 1},
                         forced = {.file = "agree.c", .line = 2, .flags = TCR_REGION_FORCE_DEVICE};

static int meet(struct tcr_region *of)
{
    return tcr_team_meet(of, 50, NULL);
}

/* All have met: the host has it, and `left` more. */
static void met(struct tcr_region *of, unsigned left, int asked)
{
    tcr_team_met(of, 50, left, asked);
}

static void ask(struct tcr_region *of)
{
    const int asked = meet(of);

    ck_assert(asked);
    met(of, 0, asked);
}

static void on_host(void)
{
    setenv("TCR_TARGET", "host", 1);
    tcr_device_setup();
}

START_TEST(once_is_enough)
{
    on_host();
    ask(&region);
    ck_assert(!meet(&region));
    ck_assert(!meet(&region));
    for (int k = 0; k < 2; k++) /* with data of the device, they agree as ever */
        ask(&forced);
    ck_assert(!meet(&region));
}
END_TEST

/* While a thread has begun, those of its team may yet come. */
START_TEST(not_in_between)
{
    int asked;

    on_host();
    asked = meet(&region);

    ck_assert(asked);
    ck_assert_int_eq(meet(&region), asked);
    met(&region, 0, asked);
    ck_assert_int_eq(meet(&region), asked);
    met(&region, 0, asked);
    met(&region, 0, asked);
    ck_assert(!meet(&region));
}
END_TEST

START_TEST(with_a_device)
{
    fake_use();
    tcr_device_setup();
    for (int k = 0; k < 3; k++)
        ask(&region);
}
END_TEST

START_TEST(somebody_looks_on)
{
    setenv("TCR_SUMMARY", "1", 1);
    on_host();
    for (int k = 0; k < 3; k++)
        ask(&region);
}
END_TEST

/* ---- several teams ---- */

enum { TEAMS = 3, THREADS = 4, LOOPS = 2000 };

static struct team {
    pthread_barrier_t arrived, compared;
    int way[THREADS];
} team[TEAMS];

static struct member {
    struct team *team;
    int number;
} member[TEAMS][THREADS];

static void *share_loops(void *argument)
{
    const struct member *me = argument;
    struct team *t = me->team;

    for (int k = 0; k < LOOPS; k++) {
        t->way[me->number] = meet(&region);
        pthread_barrier_wait(&t->arrived);
        for (int i = 0; i < THREADS; i++)
            if (t->way[i] != t->way[0])
                return "two ways";
        if (t->way[0])
            met(&region, 0, t->way[me->number]);
        pthread_barrier_wait(&t->compared);
    }
    return NULL;
}

START_TEST(teams)
{
    pthread_t thread[TEAMS][THREADS];
    void *wrong;

    on_host();
    for (int k = 0; k < TEAMS; k++) {
        pthread_barrier_init(&team[k].arrived, NULL, THREADS);
        pthread_barrier_init(&team[k].compared, NULL, THREADS);
        for (int i = 0; i < THREADS; i++) {
            member[k][i] = (struct member){&team[k], i};
            ck_assert_int_eq(pthread_create(&thread[k][i], NULL, share_loops, &member[k][i]), 0);
        }
    }
    for (int k = 0; k < TEAMS; k++)
        for (int i = 0; i < THREADS; i++) {
            ck_assert_int_eq(pthread_join(thread[k][i], &wrong), 0);
            ck_assert_msg(!wrong, "%s", (const char *)wrong);
        }
    ck_assert(!meet(&region));
}
END_TEST

/* Which of two reasons it is that a loop is not compared. */
static void a_place(void)
{
    double sum;

    fake_sum(array, 50, TCR_MAP_AUTO, 0, &sum);
}

static void a_share(void)
{
    meet(&fake_sum_region);
    a_place();
}

START_TEST(not_compared)
{
    static const char *const variables[] = {"TCR_COMPARE", "1", "TCR_TARGET", "device", NULL};
    static char text[4096];

    fake_process(variables, a_place, text, sizeof text);
    ck_assert_msg(strstr(text, "not compared: it finds a place, "), "%s", text);
    fake_process(variables, a_share, text, sizeof text);
    ck_assert_msg(strstr(text, "not compared: a team of threads shares it\n"), "%s", text);
}
END_TEST

/* A handler's loop, between the start of another and its call, leaves that announced. */
static void handlers(void)
{
    union tcr_slot slot = {.f = 0};
    double sum;
    void *of_handler, *both = tcr_compare_start(&fake_sum_region, ";");

    tcr_compare_values(both, &slot);
    of_handler = tcr_compare_start(&region, ";");
    tcr_compare_values(of_handler, &slot);
    tcr_compare_values(of_handler, &slot);
    ck_assert_int_eq(fake_sum(array, 50, TCR_MAP_AUTO, 0, &sum), 0); /* the host's turn */
    tcr_compare_values(both, &slot);
}

START_TEST(compared_after_a_handlers)
{
    static const char *const variables[] = {"TCR_COMPARE", "1", "TCR_TARGET", "device", NULL};
    static char text[4096];

    fake_process(variables, handlers, text, sizeof text);
    ck_assert_msg(!strstr(text, "not compared: ") && strstr(text, "1 calls, 1 values"), "%s", text);
}
END_TEST

Suite *suite_agree(void)
{
    Suite *s = suite_create("agree");
    TCase *c = tcase_create("agree");

    tcase_set_timeout(c, 60);
    tcase_add_test(c, once_is_enough);
    tcase_add_test(c, not_in_between);
    tcase_add_test(c, with_a_device);
    tcase_add_test(c, somebody_looks_on);
    tcase_add_test(c, teams);
    tcase_add_test(c, not_compared);
    tcase_add_test(c, compared_after_a_handlers);
    suite_add_tcase(s, c);
    return s;
}
