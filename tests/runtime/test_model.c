/* SPDX-License-Identifier: MIT */
/* test_model.c: decisions with injected times.  No clock is read. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "../../runtime/backend/backend.h"
#include "../../runtime/call/model.h"
#include "suites.h"

/* A region as it is, and as the constants take it. */
struct world {
    struct tcr_model model;
    struct tcr_exploration x;
    double start;  /* of the device; 0: it is open */
    double once;   /* of the next device calls, what brings data to stay */
    double waited; /* by the host, for data to come back */
    double clock;  /* all that calls have taken */
    unsigned host_calls, device_calls, changes;
    bool last, begun, soon;
};

static struct world *world(void)
{
    static struct world w;

    memset(&w, 0, sizeof w);
    return &w;
}

struct call {
    double iterations, move;
    double host, device;             /* the truth; seconds */
    double host_prior, device_prior; /* what the constants say */
    double best;                     /* of the device */
    bool stays;                      /* data that stays there; */
    double later;                    /* the constants' time without its copies */
};

static bool run(struct world *w, const struct call *c)
{
    struct tcr_question q = {.iterations = c->iterations,
                             .move = c->move,
                             .stays = c->stays,
                             .host = c->host_prior,
                             .device = c->device_prior,
                             .later = c->later,
                             .best_host = 1e-9,
                             .best = c->best,
                             .soon = w->soon,
                             .waited = w->waited,
                             .start = w->start};
    struct tcr_answer a;

    tcr_model_ask(&w->model, &w->x, &q, &a);
    w->begun = w->begun || a.begin;
    if (a.on_device) {
        tcr_model_device(&w->model, &w->x, &q, &a, c->device + w->start, w->once, w->start > 0);
        w->clock += c->device + w->start;
        w->start = 0;
        w->device_calls++;
    } else {
        tcr_model_host(&w->model, &w->x, &q, c->host, 1);
        w->clock += c->host;
        w->host_calls++;
    }
    w->changes += w->host_calls + w->device_calls > 1 && w->last != a.on_device;
    w->last = a.on_device;
    return a.on_device;
}

static void repeat(struct world *w, const struct call *c, unsigned n)
{
    while (n-- > 0)
        run(w, c);
}

/* 256 MB that stay on the device once a call has brought them there, until the host writes them. */
static bool run_staying(struct world *w, bool *there)
{
    const struct call fresh = {1e7, 256e6, 3e-3, 27e-3, 3e-3, 27e-3, 0.1e-3, true, 0.1e-3};
    const struct call stays = {1e7, 0, 3e-3, 0.1e-3, 3e-3, 0.1e-3, 0.1e-3, true, 0.1e-3};

    *there = run(w, *there ? &stays : &fresh);
    return *there;
}

/* One copy serves all calls that follow: the device has them soon. */
START_TEST(copies_are_shared)
{
    struct world *w = world();
    bool there = false;

    for (int k = 0; k < 200; k++)
        run_staying(w, &there);
    ck_assert(there);
    ck_assert_uint_lt(w->host_calls, 120);
}
END_TEST

/* What loops have lost until the device is open counts: it has them at once. */
START_TEST(start_counts)
{
    struct world *w = world();
    bool there = false;

    w->start = 0.24;
    while (!w->begun && w->host_calls < 1000)
        run_staying(w, &there);
    ck_assert(w->begun);
    ck_assert(!tcr_model_together(&w->x));
    for (int k = 0; k < 70; k++) /* 0.2 s, on the host */
        run_staying(w, &there);
    ck_assert_uint_eq(w->device_calls, 0);
    ck_assert(tcr_model_together(&w->x)); /* so the next call's arrays have mirrors at once */
    w->start = 0;
    run_staying(w, &there);
    ck_assert(w->last);
}
END_TEST

/* Many loops bring data of their own, each once: that is no reason to go back to the host. */
START_TEST(first_copies_are_no_loss)
{
    enum { LOOPS = 50 };
    static struct world loop[LOOPS];
    struct world *w = world();
    bool there[LOOPS] = {false};

    memset(loop, 0, sizeof loop);
    for (int k = 0; k < 300; k++)
        run_staying(w, &there[0]);
    ck_assert(w->last);
    for (int n = 0; n < 20; n++)
        for (int k = 0; k < LOOPS; k++) {
            loop[k].x = w->x;
            loop[k].once = there[k] ? 0 : 26.9e-3;
            run_staying(&loop[k], &there[k]);
            w->x = loop[k].x;
            ck_assert(loop[k].last);
        }
}
END_TEST

/* One loop, with other arrays at each call, which stay: each comes once.  Without that word, so
 * many copies would be a reason; and if it never ends, they are one. */
START_TEST(filling_is_no_loss)
{
    const struct call fresh = {1e7, 256e6, 3e-3, 27e-3, 3e-3, 27e-3, 0.1e-3, true, 0.1e-3};

    for (int says = 1; says >= 0; says--) {
        struct world *w = world();
        bool there = false;

        for (int k = 0; k < 300; k++)
            run_staying(w, &there);
        ck_assert(w->last);
        w->once = says ? 26.9e-3 : 0;
        repeat(w, &fresh, 50);
        ck_assert_int_eq(w->last, says);
        repeat(w, &fresh, 200);
        ck_assert(!w->last);
    }
}
END_TEST

/* What the host waits for to have data back is a loss, whichever loop left it there, and whatever
 * else it does meanwhile. */
START_TEST(waits_are_a_loss)
{
    struct world *w = world();
    bool there = false;

    for (int k = 0; k < 300; k++)
        run_staying(w, &there);
    ck_assert(w->last);
    w->waited += 0.1;
    run_staying(w, &there);
    ck_assert(w->last);
    ck_assert(tcr_model_together(&w->x));
    w->waited += 1;
    run_staying(w, &there);
    ck_assert(!tcr_model_together(&w->x));
    for (int k = 0; k < 100; k++) {
        there = false; /* the host writes it */
        run_staying(w, &there);
    }
    ck_assert(!w->last); /* for long */
}
END_TEST

/* Each attempt comes later than the one before: the host must have lost twice as much. */
START_TEST(attempts_come_later)
{
    struct world *w = world();
    double before = 0;

    for (int attempt = 0; attempt < 3; attempt++) {
        double lost;

        for (int k = 0; k < 10000 && !tcr_model_together(&w->x); k++) {
            bool there = false;

            run_staying(w, &there);
        }
        ck_assert(tcr_model_together(&w->x));
        lost = w->x.host_took - 1.5 * w->x.host_could;
        ck_assert(attempt == 0 || lost > 1.5 * before);
        before = lost;
        for (int k = 0; k < 1000 && (k == 0 || tcr_model_together(&w->x)); k++) {
            bool there = false; /* the host writes it after each call */

            run_staying(w, &there);
        }
        ck_assert(!tcr_model_together(&w->x));
    }
}
END_TEST

/* Calls that are long enough to bring their data each time wait for no other loop. */
START_TEST(long_calls_go_alone)
{
    const struct call c = {1e9, 1e6, 0.5, 0.01, 0.4, 0.02, 0.001, true, 0.01};
    struct world *w = world();

    run(w, &c);
    ck_assert(w->last);
    repeat(w, &c, 10);
    ck_assert_uint_eq(w->host_calls, 0);
}
END_TEST

/* A first call that is expected to be long has the device started beside it; it is not waited for,
 * since it may be short all the same. */
START_TEST(long_call_begins)
{
    const struct call c = {1e8, 0, 0.5, 0.05, 1.6, 0.3, 0.01, false, 0};
    struct world *w = world();

    w->start = 0.24;
    run(w, &c);
    ck_assert(w->begun && !w->last);
    w->start = 0;
    run(w, &c);
    ck_assert(w->last);
}
END_TEST

/* A first call for which the constants say a little more than the start takes is the host's, and
 * nothing is started: they may be wrong. */
START_TEST(first_guess_is_careful)
{
    const struct call c = {1e8, 0, 0.2, 0.05, 0.8, 0.03, 0.01, false, 0};
    struct world *w = world();

    w->start = 0.24;
    run(w, &c);
    ck_assert(!w->begun && !w->last);
}
END_TEST

/* ---- what an earlier run says ---- */

/* A second of loops, of which the device does each call in a tenth of the time. */
static const struct call tenth = {1e6, 8e6, 10e-3, 1e-3, 5e-3, 1e-3, 0.2e-3, false, 0};

/* A run that begins the start at some call and has it done 30 calls later; whose file is of `m`. */
static void short_run(struct world *w, const struct tcr_model *m, unsigned calls)
{
    int until = -1;

    if (m)
        w->model = *m;
    w->start = 0.24;
    for (unsigned k = 0; k < calls; k++) {
        run(w, &tenth);
        until = until < 0 ? (w->begun ? 30 : -1) : until - 1;
        if (until == 0)
            w->start = 0;
    }
}

/* It has paid late: the next run starts it with the first calls of that size, and of no other one.
 */
START_TEST(gain_is_known)
{
    static struct tcr_model m;
    struct call other = tenth;
    const struct call brief = {1e6, 8e6, 4e-3, 0.4e-3, 2e-3, 0.4e-3, 0.1e-3, false, 0};
    struct world *w = world();

    short_run(w, NULL, 200);
    ck_assert(w->last);
    ck_assert_double_gt(tcr_model_gain(&w->x, 0.3, TCR_END_SECONDS), 1);
    ck_assert_double_lt(tcr_model_gain(&w->x, 0.3, TCR_END_SECONDS), 2);
    ck_assert_double_gt(tcr_model_gain(&w->x, 0.3, 0.01),
                        tcr_model_gain(&w->x, 0.3, TCR_END_SECONDS) + 0.1);
    m = w->model;
    w = world();
    w->x.expected = TCR_EXPECTED_GAIN;
    w->model = m;
    w->start = 0.24;
    run(w, &brief);
    ck_assert(!w->begun); /* as a program may be */
    run(w, &brief);
    ck_assert(w->begun);
    w = world();
    w->x.expected = TCR_EXPECTED_GAIN;
    w->model = m;
    w->start = 0.24;
    other.iterations *= 4;
    w->x.spent = 0.1;
    run(w, &other);
    ck_assert(!w->begun);
}
END_TEST

/* Where that has paid more, the first such call waits for it; no other one does. */
START_TEST(start_is_awaited)
{
    static struct tcr_model m;
    struct call other = tenth;
    struct world *w = world();

    short_run(w, NULL, 200);
    m = w->model;
    for (int k = 0; k < 2; k++) {
        w = world();
        w->x.expected = TCR_EXPECTED_WAIT;
        w->x.spent = 0.1;
        w->model = m;
        w->start = 0.24;
        run(w, k ? &other : &tenth);
        ck_assert(w->last == !k);
        other.iterations *= 4;
    }
}
END_TEST

/* A call for which it would pay a little to wait for the start: those that follow have the device
 * without a wait, where the host has this one. */
START_TEST(start_beside_a_long_call)
{
    const struct call slight = {1e8, 0, 0.3, 0.02, 0.3, 0.02, 1e-3, false, 0},
                      plain = {1e9, 0, 3, 0.2, 3, 0.2, 1e-2, false, 0};
    struct world *w = world();

    w->start = 0.24;
    run(w, &slight);
    ck_assert(!w->begun);
    run(w, &slight);
    ck_assert(w->begun && !w->last);
    run(w, &plain);
    ck_assert(w->last);
}
END_TEST

/* The program ended too soon: the next run leaves the device alone until it is longer. */
START_TEST(loss_is_known)
{
    static struct tcr_model m;
    struct world *w = world();
    double all;

    short_run(w, NULL, 70);
    ck_assert(w->begun);
    all = w->x.all;
    ck_assert_double_lt(tcr_model_gain(&w->x, 1, TCR_END_SECONDS), 0);
    m = w->model;
    w = world();
    w->x.expected = TCR_EXPECTED_LOSS;
    w->x.patience = all;
    short_run(w, &m, 69);
    ck_assert(!w->begun);
    short_run(w, NULL, 5);
    ck_assert(w->begun);
}
END_TEST

/* A device that has taken no call says nothing for itself. */
START_TEST(nothing_known_is_no_gain)
{
    struct world *w = world();

    short_run(w, NULL, 40);
    ck_assert_uint_eq(w->device_calls, 0);
    ck_assert_double_lt(tcr_model_gain(&w->x, 0.3, TCR_END_SECONDS), 0);
}
END_TEST

/* Nor does one that was still being started at the end; but the next run of such a program finds
 * out, if it might gain. */
START_TEST(unused_device_may_gain)
{
    struct world *w = world();

    short_run(w, NULL, 50);
    ck_assert_uint_eq(w->device_calls, 0);
    ck_assert_double_gt(tcr_model_gain(&w->x, 0.24, 0.01), 0.1 * w->x.all);
    ck_assert_double_lt(tcr_model_gain(&w->x, 0.24, 0.01), 0.5 * w->x.all);
    ck_assert_double_lt(tcr_model_gain(&w->x, 0.6, 0.01), 0);
}
END_TEST

/* The host writes the data after each call: then a copy serves one call alone. */
START_TEST(copies_are_made_again)
{
    struct world *w = world();

    for (int k = 0; k < 1000; k++) {
        bool there = false;

        run_staying(w, &there);
    }
    ck_assert(!w->last);
    ck_assert_uint_lt(w->device_calls, 20);
}
END_TEST

/* What the host waits for to read results is the device's time: a call takes it 0.1 ms, and the
 * host 10 ms to have them back. */
START_TEST(results_are_read)
{
    struct world *w = world();
    bool there = false;

    for (int k = 0; k < 1000; k++)
        if (run_staying(w, &there))
            w->model.back = 10e-3;
    ck_assert_uint_lt(w->device_calls, 100);
}
END_TEST

/* The constants believe in the host, and are wrong: the device has the loop in the end, and what
 * it took until then is not much more. */
START_TEST(host_was_wrong)
{
    const struct call c = {1e6, 8e6, 10e-3, 1e-3, 0.1e-3, 5e-3, 0.2e-3, false, 0};
    struct world *w = world();

    repeat(w, &c, 1000);
    ck_assert(w->last);
    ck_assert_uint_lt(w->host_calls, 60);
}
END_TEST

/* What will stay on the device from the next call on is not copied to find out. */
START_TEST(soon_is_not_tried)
{
    const struct call c = {1e6, 8e6, 10e-3, 1e-3, 10e-3, 15e-3, 0.2e-3, false, 0};
    struct world *w = world();

    w->soon = true;
    repeat(w, &c, 100);
    ck_assert_uint_gt(w->host_calls, 0);
    ck_assert_uint_eq(w->device_calls, 0);
    w->soon = false;
    repeat(w, &c, 100);
    ck_assert(w->last);
}
END_TEST

/* They believe in the device. */
START_TEST(device_was_wrong)
{
    const struct call c = {1e6, 8e6, 1e-3, 10e-3, 20e-3, 0.1e-3, 0.05e-3, false, 0};
    struct world *w = world();

    repeat(w, &c, 3000);
    ck_assert(!w->last);
    ck_assert_uint_lt(w->device_calls, 20);
    ck_assert_double_lt(w->clock, 1.1 * 3000 * c.host);
}
END_TEST

/* A loop of seconds is found out although it is called a few times only. */
START_TEST(few_long_calls)
{
    const struct call c = {1e9, 0, 2, 0.1, 1e-4, 3e-4, 1e-5, false, 0};
    struct world *w = world();

    w->start = 0.24;
    run(w, &c);
    ck_assert(!w->last); /* the constants */
    run(w, &c);
    ck_assert(w->last); /* it is known now: worth the start */
}
END_TEST

/* Short programs, and those that no device could help, never begin it. */
START_TEST(nothing_begins)
{
    const struct call little = {1e4, 8e4, 1e-4, 2e-4, 1e-4, 3e-4, 1e-5, false, 0};
    const struct call copies = {1e6, 8e6, 0.1e-3, 1e-3, 0.1e-3, 1e-3, 0.14e-3, false, 0};
    struct world *w = world();

    w->start = 0.24;
    repeat(w, &little, 1000);
    ck_assert(!w->begun);
    w = world();
    w->start = 0.24;
    repeat(w, &copies, 1000000);
    ck_assert(!w->begun);
    ck_assert_uint_eq(w->device_calls, 0);
}
END_TEST

/* What could be saved exceeds the start: the device is begun, and nobody waits. */
START_TEST(long_programs_begin)
{
    const struct call c = {1e5, 8e5, 1e-3, 1e-4, 1e-4, 3e-4, 1e-5, false, 0};
    struct world *w = world();

    w->start = 0.24;
    repeat(w, &c, 200);
    ck_assert(!w->begun);
    repeat(w, &c, 200);
    ck_assert(w->begun);
    ck_assert_uint_eq(w->device_calls, 0);
    w->start = 0; /* the thread is done */
    repeat(w, &c, 400);
    ck_assert(w->last);
}
END_TEST

/* The device is slower whatever the constants say: trials become rare, and take a small part. */
START_TEST(hopeless_is_tried_rarely)
{
    const struct call c = {1e6, 8e6, 1e-3, 4e-3, 1e-3, 2e-3, 0.1e-3, false, 0};
    struct world *w = world();
    unsigned before;

    repeat(w, &c, 10000);
    ck_assert(!w->last);
    ck_assert_double_lt(w->clock, (1 + 1.2 * TCR_TRIAL_SHARE) * 10000 * c.host);
    before = w->device_calls;
    repeat(w, &c, 9000);
    ck_assert_uint_le(w->device_calls - before, 6);
}
END_TEST

/* Times within the bounds of hysteresis do not change sides with each call. */
START_TEST(no_flapping)
{
    struct call c = {1e6, 8e6, 1e-3, 1e-3, 1e-3, 1e-3, 0.1e-3, false, 0};
    struct world *w = world();

    srand(1);
    for (unsigned k = 0; k < 20000; k++) {
        c.host = 1e-3 * (0.97 + 0.06 * rand() / RAND_MAX);
        c.device = 1e-3 * (0.97 + 0.06 * rand() / RAND_MAX);
        run(w, &c);
    }
    ck_assert_uint_lt(w->changes, 200);
}
END_TEST

/* Small calls for the host and large ones for the device, in turn, and the other way round. */
START_TEST(alternating_shapes)
{
    const struct call small = {1e3, 8e3, 1e-5, 1e-4, 1e-5, 5e-6, 4e-6, false, 0};
    const struct call large = {1e7, 8e7, 1e-1, 1e-3, 1e-2, 2e-2, 5e-4, false, 0};
    struct world *w = world();
    unsigned wrong = 0;

    for (unsigned k = 0; k < 1000; k++) {
        bool a = run(w, &small), b = run(w, &large);

        wrong += k > 500 && (a || !b);
    }
    ck_assert_uint_le(wrong, 3);
}
END_TEST

/* The same loop with its data on the host, and on the device. */
START_TEST(copies_are_apart)
{
    const struct call away = {1e6, 8e6, 1e-3, 3e-3, 1e-3, 0.9e-3, 0.2e-3, false, 0};
    const struct call there = {1e6, 0, 1e-3, 0.1e-3, 1e-3, 0.05e-3, 0.02e-3, false, 0};
    struct world *w = world();

    repeat(w, &away, 1000);
    ck_assert(!w->last);
    repeat(w, &there, 10);
    ck_assert(w->last);
    run(w, &away);
    ck_assert(!w->last);
}
END_TEST

/* A single slow call does not turn the decision. */
START_TEST(one_disturbed_call)
{
    struct call c = {1e6, 0, 1e-3, 0.5e-3, 1e-3, 0.5e-3, 0.02e-3, false, 0};
    struct world *w = world();

    repeat(w, &c, 100);
    ck_assert(w->last);
    c.device = 1;
    run(w, &c);
    c.device = 0.5e-3;
    repeat(w, &c, 20);
    ck_assert(w->last);
}
END_TEST

/* More kinds of calls than there is room for: no answer is lost. */
START_TEST(many_kinds)
{
    struct call c = {1, 1, 1e-3, 1e-2, 1e-3, 2e-3, 5e-4, false, 0};
    struct world *w = world();

    for (unsigned k = 0; k < 5000; k++) {
        c.iterations = (double)(1ull << (k % 40));
        c.move = (double)(1ull << (k % 37));
        run(w, &c);
    }
    ck_assert_uint_eq(w->host_calls + w->device_calls, 5000);
}
END_TEST

static void *one_thread(void *of)
{
    const struct call c = {1e6, 8e6, 10e-3, 1e-3, 0.1e-3, 5e-3, 0.2e-3, false, 0};
    struct world *shared = of;

    for (unsigned k = 0; k < 2000; k++) {
        struct tcr_question q = {.iterations = c.iterations,
                                 .move = c.move,
                                 .host = c.host_prior,
                                 .device = c.device_prior,
                                 .later = c.device_prior,
                                 .best_host = 1e-9,
                                 .best = c.best};
        struct tcr_answer a;

        tcr_model_ask(&shared->model, &shared->x, &q, &a);
        if (a.on_device)
            tcr_model_device(&shared->model, &shared->x, &q, &a, c.device, 0, false);
        else
            tcr_model_host(&shared->model, &shared->x, &q, c.host, 1);
    }
    return NULL;
}

START_TEST(many_threads)
{
    const struct call c = {1e6, 8e6, 10e-3, 1e-3, 0.1e-3, 5e-3, 0.2e-3, false, 0};
    struct world *w = world();
    pthread_t thread[4];

    for (int k = 0; k < 4; k++)
        ck_assert_int_eq(pthread_create(&thread[k], NULL, one_thread, w), 0);
    for (int k = 0; k < 4; k++)
        pthread_join(thread[k], NULL);
    ck_assert(run(w, &c));
}
END_TEST

Suite *suite_model(void)
{
    Suite *s = suite_create("model");
    TCase *c = tcase_create("model");

    tcase_add_test(c, host_was_wrong);
    tcase_add_test(c, copies_are_shared);
    tcase_add_test(c, start_counts);
    tcase_add_test(c, first_copies_are_no_loss);
    tcase_add_test(c, long_call_begins);
    tcase_add_test(c, first_guess_is_careful);
    tcase_add_test(c, gain_is_known);
    tcase_add_test(c, start_is_awaited);
    tcase_add_test(c, start_beside_a_long_call);
    tcase_add_test(c, loss_is_known);
    tcase_add_test(c, nothing_known_is_no_gain);
    tcase_add_test(c, unused_device_may_gain);
    tcase_add_test(c, filling_is_no_loss);
    tcase_add_test(c, waits_are_a_loss);
    tcase_add_test(c, attempts_come_later);
    tcase_add_test(c, long_calls_go_alone);
    tcase_add_test(c, copies_are_made_again);
    tcase_add_test(c, results_are_read);
    tcase_add_test(c, soon_is_not_tried);
    tcase_add_test(c, device_was_wrong);
    tcase_add_test(c, few_long_calls);
    tcase_add_test(c, nothing_begins);
    tcase_add_test(c, long_programs_begin);
    tcase_add_test(c, hopeless_is_tried_rarely);
    tcase_add_test(c, no_flapping);
    tcase_add_test(c, alternating_shapes);
    tcase_add_test(c, copies_are_apart);
    tcase_add_test(c, one_disturbed_call);
    tcase_add_test(c, many_kinds);
    tcase_add_test(c, many_threads);
    suite_add_tcase(s, c);
    return s;
}
