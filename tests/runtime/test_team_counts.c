/* SPDX-License-Identifier: MIT */
/* test_team_counts.c: threads of a team that count the calls of a loop for which an answer holds.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "../../runtime/call/region.h"
#include "../../runtime/call/settled.h"
#include "../../runtime/call/summary.h"
#include "../../runtime/device/device.h"
#include "../../runtime/ground/driver_here.h"
#include "../../runtime/ground/env.h"
#include "../../runtime/ground/team.h"
#include "../../runtime/ground/thread_data.h"
#include "fake.h"
#include "suites.h"

/* Announced as the runtime's are: test_team.c has a program without any of its own. */
static _Thread_local int level = 1, number;
TCR_THREAD_DATA(level);
TCR_THREAD_DATA(number);

static int get_level(void)
{
    return level;
}

static int get_number(void)
{
    return number;
}

static double a[50], b[50];
static void *bases[] = {a};
static struct tcr_region *const region = &fake_sum_region;

static int meet(long long n, void *const *base)
{
    return tcr_team_meet(region, n, base);
}

static void met(long long n, unsigned left, int asked)
{
    tcr_team_met(region, n, left, asked);
}

/* The question, with the answer that the host has `left` more. */
static void ask(long long n, unsigned left)
{
    const int asked = meet(n, bases);

    ck_assert(asked);
    met(n, left, asked);
}

/* The text around a parallel region, and in each of its threads. */
static struct tcr_team_known known;
static struct tcr_team_offer offer;

static void begin(struct tcr_team_counts *team)
{
    tcr_team_make(&offer, &known);
    tcr_team_enter(team, &offer);
}

static void setup(void)
{
    setenv("TCR_TARGET", "auto", 1);
    fake_use();
    tcr_device_setup();
    tcr_team_openmp()->level = get_level;
    tcr_team_openmp()->member = get_number;
}

START_TEST(so_many_calls)
{
    struct tcr_team_counts team;
    int asked;

    ask(50, 3); /* nobody counts yet */
    ask(50, 0);
    begin(&team);
    ask(50, 3);
    for (int k = 0; k < 3; k++)
        ck_assert(!meet(50 - k, bases));
    ask(50, 1);
    ask(51, 1); /* more iterations */
    ck_assert(!meet(51, bases));
    ask(50, 0);
    ask(50, 1);
    asked = meet(0, NULL); /* no iterations, of which nothing follows */
    ck_assert(asked);
    met(0, 0, asked);
    ck_assert(!meet(50, bases));
    tcr_team_leave(&team);
}
END_TEST

/* Teams inside begin without, and so does the next one. */
START_TEST(its_own_team)
{
    struct tcr_team_counts team, inner;

    begin(&team);
    ask(50, 5);
    level = 2; /* of code that was compiled otherwise */
    ask(50, 5);
    ask(50, 5);
    begin(&inner);
    ask(50, 1);
    ck_assert(!meet(50, bases));
    ask(50, 1);
    tcr_team_leave(&inner);
    level = 1;
    for (int k = 0; k < 5; k++)
        ck_assert(!meet(50, bases));
    ask(50, 5);
    tcr_team_leave(&team);
    begin(&team);
    ask(50, 0);
    tcr_team_leave(&team);
    level = 0;
    ask(50, 0);
}
END_TEST

/* With more loops than there are places, those that come last ask. */
START_TEST(many_loops)
{
    static struct tcr_region other[TCR_TEAM_LOOPS + 4];
    struct tcr_team_counts team;

    begin(&team);
    for (int turn = 0; turn < 2; turn++)
        for (unsigned k = 0; k < TCR_TEAM_LOOPS + 4; k++) {
            const bool has_place = k < TCR_TEAM_LOOPS;
            int asked;

            other[k].file = "counts.c";
            other[k].line = k + 1;
            asked = tcr_team_meet(&other[k], 50, NULL);
            ck_assert_int_eq(asked != 0, turn == 0 || !has_place);
            if (asked)
                tcr_team_met(&other[k], 50, 1, asked);
        }
    tcr_team_leave(&team);
}
END_TEST

/* Memory that the host cannot read must be asked for; other memory of the host need not. */
START_TEST(memory_of_the_device)
{
    struct tcr_team_counts team;
    void *host[] = {b}, *device[] = {NULL};

    ck_assert_ptr_nonnull(device[0] = tcr_malloc(sizeof a));
    begin(&team);
    ask(50, 9);
    for (int k = 0; k < 3; k++) {
        ck_assert(!meet(50, bases));
        ck_assert(!meet(50, host));
    }
    met(50, 0, meet(50, device));
    ask(50, 0);
    tcr_team_leave(&team);
    tcr_free(device[0]);
    fake_check_released();
}
END_TEST

/* What is newer on the device comes back before the loop of a team that does not ask. */
START_TEST(data_on_the_device)
{
    struct tcr_team_counts team;
    double *there, newer = 7;

    begin(&team);
    ask(50, 2);
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    ck_assert_ptr_nonnull(there = tcr_deviceptr(a));
    ck_assert_int_eq(tcr_memcpy_to_device(there, &newer, sizeof newer), 0);
    a[0] = 3;
    ck_assert(!meet(50, bases));
    ck_assert_double_eq(a[0], 7);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    tcr_team_leave(&team);
    fake_check_released();
}
END_TEST

/* A call as generated code makes it, by a team of one; true: it was asked about. */
static bool call(long long n, unsigned *left)
{
    const int asked = meet(n, bases);
    double sum;

    *left = 0;
    if (!asked)
        return false;
    if (!tcr_region_enter(region) || !fake_sum(a, n, TCR_MAP_AUTO, 0, &sum)) {
        *left = tcr_team_left(region, n);
        tcr_region_host_end(tcr_region_host(region, n, NULL));
    }
    met(n, *left, asked);
    return true;
}

/* How many of them are looked at depends on the clock. */
START_TEST(the_answer)
{
    struct tcr_team_counts team;
    unsigned left = 0;

    begin(&team);
    for (int k = 0; k < 1000000 && left == 0; k++)
        ck_assert(call(50, &left));
    ck_assert_uint_ge(left, 8);
    for (unsigned k = left, none; k > 0; k--)
        ck_assert(!call(50, &none));
    ck_assert(call(50, &left));
    ck_assert_int_eq(tcr_mode, TCR_MODE_IDLE);
    tcr_team_leave(&team);
}
END_TEST

/* As if the host had had `times` calls, for questions that have taken so long. */
static void have_asked(unsigned times, double seconds)
{
    while (times-- > 0)
        tcr_settled_asked(tcr_stats_of(region), 50, seconds, false);
}

/* TCR_SUMMARY counts all calls, asked about or not. */
START_TEST(somebody_counts)
{
    struct tcr_team_counts team;
    unsigned left, asked = 0;

    setenv("TCR_SUMMARY", "1", 1);
    setup();
    have_asked(8, 1000);
    for (int turn = 0; turn < 3; turn++) {
        begin(&team);
        for (int k = 0; k < 3000; k++)
            asked += call(50, &left);
        tcr_team_leave(&team);
    }
    ck_assert_uint_lt(asked, 3000);
    ck_assert_uint_eq(tcr_stats_of(region)->host_calls, 9000);
}
END_TEST

/* Who wants to be told of each call is. */
START_TEST(somebody_looks_on)
{
    struct tcr_team_counts team;
    unsigned left;

    setenv("TCR_TRACE", "2", 1);
    setup();
    for (int turn = 0; turn < 3; turn++) {
        begin(&team);
        for (int k = 0; k < 30; k++) {
            ck_assert(call(50, &left));
            ck_assert_uint_eq(left, 0);
        }
        tcr_team_leave(&team);
    }
}
END_TEST

/* While questions are too dear, a team begins with calls of the loops that earlier ones came to. */
START_TEST(offers)
{
    struct tcr_team_counts team;
    struct tcr_team_offer other;

    begin(&team);
    ask(50, 0);
    tcr_team_leave(&team);
    begin(&team); /* nothing is dear */
    ck_assert_uint_eq(offer.n, 0);
    tcr_stats_of(region)->host_seconds = 1;
    have_asked(8, 1000);
    ask(50, 0); /* the team is older than that */
    tcr_team_leave(&team);
    tcr_team_make(&other, &known);
    tcr_config.trace = 1;
    begin(&team);
    ck_assert_uint_eq(offer.n, 0);
    tcr_team_leave(&team);
    tcr_config.trace = 0;
    begin(&team);
    ck_assert_uint_eq(offer.n, 1);
    ck_assert_uint_ge(offer.of[0].left, 8);
    ck_assert(!meet(50, bases));
    ask(51, 0); /* more iterations */
    tcr_team_leave(&team);
    have_asked(1, 0);              /* cheap by now */
    tcr_team_enter(&team, &other); /* what its maker said holds */
    for (unsigned k = 0; k < other.of[0].left; k++)
        ck_assert(!meet(50, bases));
    ask(50, 0);
    tcr_team_leave(&team);
    begin(&team);
    ask(50, 0);
    tcr_team_leave(&team);
}
END_TEST

/* A meeting that takes long makes a question dear, though to answer it takes nothing. */
START_TEST(meetings_are_dear)
{
    struct tcr_team_counts team;
    struct tcr_stats *s = tcr_stats_of(region);

    begin(&team);
    ask(50, 0);
    tcr_team_leave(&team);
    s->host_seconds = 100e-6;
    have_asked(3, 1e-9);
    tcr_settled_met(s, 1e-9);
    begin(&team);
    ck_assert_uint_eq(offer.n, 0);
    tcr_team_leave(&team);
    for (int k = 0; k < 100000; k++)
        tcr_settled_met(s, 1);
    tcr_settled_met(s, 40e-6);
    have_asked(1, 1e-9);
    begin(&team);
    ck_assert_uint_eq(offer.n, 1);
    tcr_team_leave(&team);
}
END_TEST

/* Nor does a team begin with a loop whose data is the device's, or of which each call is looked at.
 */
START_TEST(no_offers)
{
    struct tcr_team_counts team;

    begin(&team);
    ask(50, 0);
    tcr_team_leave(&team);
    have_asked(8, 1000);
    ck_assert_int_eq(tcr_copyin(a, sizeof a), 0);
    begin(&team);
    ask(50, 0);
    tcr_team_leave(&team);
    ck_assert_int_eq(tcr_delete(a, sizeof a), 0);
    begin(&team); /* the device is open: once more */
    ask(50, 0);
    tcr_team_leave(&team);
    have_asked(8, 1000);
    tcr_config.target = TCR_TARGET_DEVICE;
    begin(&team);
    ask(50, 0);
    tcr_team_leave(&team);
    tcr_config.target = TCR_TARGET_AUTO;
    begin(&team);
    ck_assert(!meet(50, bases));
    tcr_team_leave(&team);
    fake_check_released();
}
END_TEST

/* Without a driver's files, short calls are the host's for good, in whichever team; with them, or
 * with more iterations, they are asked about. */
START_TEST(without_a_driver)
{
    unsigned left;
    bool asked = true;

    setenv("TCR_TARGET", "auto", 1);
    tcr_driver_here = _i;
    for (int k = 0; k < 3000; k++)
        asked = call(40, &left);
    ck_assert_int_eq(asked, _i);
    ck_assert_int_eq(call(40, &left), _i);
    ck_assert(call(50, &left));
    ck_assert_int_eq(call(40, &left), _i);
    ck_assert_int_eq(tcr_mode, TCR_MODE_IDLE);
}
END_TEST

/* ---- several teams at a time ---- */

enum { TEAMS = 3, THREADS = 4, LOOPS = 3000, SIZES = 3 };

static struct team {
    pthread_barrier_t arrived, told;
    struct tcr_team_known known;
    struct tcr_team_offer offer;
    int way[THREADS];
    unsigned left;
} team[TEAMS];

static struct member {
    struct team *team;
    int number;
} member[TEAMS][THREADS];

/* A team of its own, of another length in each thread. */
static void inside(const struct member *me, int k)
{
    struct tcr_team_counts counts;

    struct tcr_team_known inner = {0};
    struct tcr_team_offer none;

    level++;
    tcr_team_make(&none, &inner);
    tcr_team_enter(&counts, &none);
    for (int turn = 0; turn < (me->number + k) % 4; turn++) {
        const int asked = meet(50, bases);

        if (asked)
            met(50, (unsigned)k % 3, asked);
    }
    tcr_team_leave(&counts);
    level--;
}

/* The loop of a team, by one of its threads: false if they go two ways.  Where nobody asks, a
 * thread may be several loops ahead of another. */
static bool share(const struct member *me, int k)
{
    struct team *t = me->team;
    const int asked = meet(48 + k % SIZES, bases);

    if (!asked)
        return true;
    t->way[me->number] = k;
    if (me->number == k % THREADS)
        t->left = (unsigned)(k * 7 % 11);
    pthread_barrier_wait(&t->arrived);
    for (int i = 0; i < THREADS; i++)
        if (t->way[i] != k)
            return false;
    met(48 + k % SIZES, t->left, asked);
    pthread_barrier_wait(&t->told);
    return true;
}

static void *share_loops(void *argument)
{
    const struct member *me = argument;
    struct tcr_team_counts counts;

    number = me->number;
    tcr_team_enter(&counts, &me->team->offer);
    for (int k = 0; k < LOOPS; k++) {
        if (!share(me, k))
            return "two ways";
        if (k % 5 == me->number)
            inside(me, k);
    }
    tcr_team_leave(&counts);
    return NULL;
}

/* Teams of a second turn begin with calls that are the host's. */
START_TEST(teams)
{
    pthread_t thread[TEAMS][THREADS];
    void *wrong;

    if (_i) {
        tcr_stats_of(region)->host_seconds = 1;
        have_asked(8, 1000);
        for (int k = 0; k < TEAMS; k++) {
            team[k].known.loop[0] = tcr_stats_of(region);
            team[k].known.n = 1;
        }
    }
    for (int k = 0; k < TEAMS; k++) {
        pthread_barrier_init(&team[k].arrived, NULL, THREADS);
        pthread_barrier_init(&team[k].told, NULL, THREADS);
        for (int i = 0; i < THREADS; i++) {
            if (i == 0) {
                tcr_team_make(&team[k].offer, &team[k].known);
                ck_assert_uint_eq(team[k].offer.n, (unsigned)_i);
            }
            member[k][i] = (struct member){&team[k], i};
            ck_assert_int_eq(pthread_create(&thread[k][i], NULL, share_loops, &member[k][i]), 0);
        }
    }
    for (int k = 0; k < TEAMS; k++)
        for (int i = 0; i < THREADS; i++) {
            ck_assert_int_eq(pthread_join(thread[k][i], &wrong), 0);
            ck_assert_msg(!wrong, "%s", (const char *)wrong);
        }
}
END_TEST

Suite *suite_team_counts(void)
{
    Suite *s = suite_create("team_counts");
    TCase *c = tcase_create("team_counts"), *bare = tcase_create("team_counts_bare");

    tcase_set_timeout(c, 60);
    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, so_many_calls);
    tcase_add_test(c, its_own_team);
    tcase_add_test(c, many_loops);
    tcase_add_test(c, memory_of_the_device);
    tcase_add_test(c, data_on_the_device);
    tcase_add_test(c, the_answer);
    tcase_add_test(c, offers);
    tcase_add_test(c, meetings_are_dear);
    tcase_add_test(c, no_offers);
    tcase_add_loop_test(c, teams, 0, 2);
    tcase_add_test(bare, somebody_counts);
    tcase_add_test(bare, somebody_looks_on);
    tcase_add_loop_test(bare, without_a_driver, 0, 2);
    suite_add_tcase(s, c);
    suite_add_tcase(s, bare);
    return s;
}
