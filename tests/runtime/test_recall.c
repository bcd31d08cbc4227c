/* SPDX-License-Identifier: MIT */
/* test_recall.c: answers about the order of iterations that are kept from call to call, plans that
 * are, and what makes them no longer hold. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../runtime/call/summary.h"
#include "../../runtime/device/device.h"
#include "../../runtime/map/again.h"
#include "../../runtime/map/heap.h"
#include "../../runtime/map/recall.h"
#include "fake.h"
#include "suites.h"

static struct tcr_unit unit = {.abi = TCR_ABI_VERSION, .file = "recall"};
static struct tcr_base bases[2] = {{"x", 8, 0, TCR_MAP_AUTO, 0, -1, 0, 0},
                                   {"y", 8, 8, TCR_MAP_AUTO, TCR_BASE_WRITTEN, -1, 0, 0}};

static struct tcr_region region_at(unsigned line)
{
    return (struct tcr_region){.unit = &unit,
                               .file = "recall.c",
                               .line = line,
                               .flags = TCR_REGION_WRITES,
                               .n_bases = 2,
                               .bases = bases};
}

/* y[i][j] of rows of 20 = x[i][j], and a number that is read before. */
struct example {
    struct tcr_range loop[2];
    struct tcr_access access[2];
    struct tcr_fixed fixed;
    void *base[2];
    struct tcr_call call;
};

static double numbers[4000];

static void start(struct example *e)
{
    *e = (struct example){
        .loop = {{.hi = {.c0 = 9}}, {.hi = {.c0 = 19}}},
        .access = {{.base = 0, .size = 8, .offset = {0, {160, 8}}},
                   {.base = 1, .flags = TCR_ACCESS_WRITE, .size = 8, .offset = {0, {160, 8}}}},
        .fixed = {&numbers[3000], 8, "n"},
        .base = {numbers, numbers + 1000}};
    e->call = (struct tcr_call){.n = 10,
                                .base = e->base,
                                .n_loops = 2,
                                .n_accesses = 2,
                                .n_levels = 1,
                                .n_fixed = 1,
                                .loops = e->loop,
                                .accesses = e->access,
                                .fixed = &e->fixed};
}

/* Asked of a region that has never had a call. */
static int fresh(const struct example *e)
{
    static unsigned line = 1000;
    struct tcr_region region = region_at(line++);
    int order;

    ck_assert(!tcr_order_recall(&region, &e->call, &order));
    return tcr_region_order(&region, &e->call);
}

static bool is_kept(const struct tcr_region *region, const struct example *e)
{
    int order;

    return tcr_order_recall(region, &e->call, &order);
}

static void setup(void)
{
    setenv("TCR_TARGET", "auto", 1);
}

/* ---- which numbers ---- */

/* Every number counts: with any other one, nothing is known. */
START_TEST(every_number)
{
    struct tcr_region region = region_at(1);
    struct example e;
    long long *all[100];
    unsigned n = 0;

    start(&e);
    for (unsigned k = 0; k < 2; k++) {
        e.access[k].flags |= TCR_ACCESS_WITHIN;
        e.access[k].limit_hi = e.access[k].within_hi = 20000;
        e.access[k].group = k + 1;
    }
    for (unsigned k = 0; k < 2; k++) {
        struct tcr_affine *of[] = {&e.loop[k].lo, &e.loop[k].hi, &e.access[k].offset};

        for (unsigned i = 0; i < 3; i++) {
            all[n++] = &of[i]->c0;
            for (unsigned v = 0; v < (i < 2 ? k : 2); v++)
                all[n++] = &of[i]->c[v];
        }
        all[n++] = (long long *)&e.access[k].size;
        all[n++] = &e.access[k].limit_lo;
        all[n++] = &e.access[k].limit_hi;
        all[n++] = &e.access[k].unit;
        all[n++] = &e.access[k].within_lo;
        all[n++] = &e.access[k].within_hi;
    }
    all[n++] = (long long *)&e.fixed.size;
    ck_assert(!is_kept(&region, &e));
    ck_assert_int_eq(tcr_region_order(&region, &e.call), 0);
    ck_assert(is_kept(&region, &e));
    for (unsigned k = 0; k < n; k++) {
        *all[k] += 1;
        ck_assert_msg(!is_kept(&region, &e), "number %u", k);
        *all[k] -= 1;
    }
    ck_assert(is_kept(&region, &e));
}
END_TEST

START_TEST(flags_and_counts)
{
    struct tcr_region region = region_at(2), other;
    struct example e;

    start(&e);
    ck_assert_int_eq(tcr_region_order(&region, &e.call), 0);
    e.call.n_levels = 2;
    ck_assert(!is_kept(&region, &e));
    e.call.n_levels = 1;
    e.access[0].flags = TCR_ACCESS_SOFT;
    ck_assert(!is_kept(&region, &e));
    e.access[0].flags = 0;
    e.access[0].base = 1;
    ck_assert(!is_kept(&region, &e));
    e.access[0].base = 0;
    e.access[0].group = 1;
    ck_assert(!is_kept(&region, &e));
    e.access[0].group = 0;
    e.call.n_fixed = 0;
    ck_assert(!is_kept(&region, &e));
    e.call.n_fixed = 1;
    e.call.n_accesses = 1;
    ck_assert(!is_kept(&region, &e));
    e.call.n_accesses = 2;
    other = region;
    other.flags |= TCR_REGION_PROMISED;
    ck_assert(!is_kept(&other, &e));
    ck_assert(is_kept(&region, &e));
}
END_TEST

/* ---- calls that follow each other ---- */

static void overlap(struct example *e)
{
    e->base[0] = numbers + 980; /* a row before */
}

static void same_array(struct example *e)
{
    e->base[0] = e->base[1];
}

static void longer(struct example *e)
{
    e->loop[0].hi.c0 = 60; /* rows of x and of y are the same */
}

static void narrower_rows(struct example *e)
{
    e->access[1].offset.c[0] = 80;
}

static void through_fixed(struct example *e)
{
    e->fixed.at = numbers + 1005;
}

static void no_fixed(struct example *e)
{
    e->fixed.at = NULL;
}

static void all_levels(struct example *e)
{
    e->base[0] = numbers + 999;
    e->call.n_levels = 2;
}

static void moved(struct example *e)
{
    e->base[0] = numbers + 100;
    e->base[1] = numbers + 1100;
    e->fixed.at = numbers + 3100;
}

/* Whatever comes before, a call has the answer that it has alone. */
START_TEST(calls_in_turn)
{
    void (*const change[])(struct example *) = {start,      overlap,       same_array,
                                                longer,     narrower_rows, no_fixed,
                                                all_levels, through_fixed, moved};
    const unsigned n = sizeof change / sizeof *change;
    struct tcr_region region = region_at(3);
    unsigned in_order = 0;

    for (unsigned round = 0; round < 3; round++)
        for (unsigned k = 0; k < n; k++)
            for (unsigned j = 0; j < n; j++) {
                struct example e;
                int alone;

                start(&e);
                change[round % 2 ? j : k](&e);
                alone = fresh(&e);
                ck_assert_int_eq(tcr_region_order(&region, &e.call), alone);
                in_order += alone == TCR_SEQUENTIAL;
            }
    ck_assert_uint_eq(in_order, 3 * n * 5);
}
END_TEST

/* Where all has moved by the same amount, the answer is known. */
START_TEST(moved_together)
{
    struct tcr_region region = region_at(4);
    struct example e;
    int order;

    start(&e);
    ck_assert_int_eq(tcr_region_order(&region, &e.call), 0);
    moved(&e);
    ck_assert(tcr_order_recall(&region, &e.call, &order));
    ck_assert_int_eq(order, 0);
    e.fixed.at = numbers + 3000;
    ck_assert(!is_kept(&region, &e));
}
END_TEST

/* Memory is given back, and what comes then lies elsewhere. */
START_TEST(other_memory)
{
    struct tcr_region region = region_at(5);
    double *block = malloc(4000 * sizeof *block);
    struct example e;

    ck_assert_ptr_nonnull(block);
    start(&e);
    e.fixed.at = NULL;
    e.base[0] = block;
    e.base[1] = block + 2000;
    ck_assert_int_eq(tcr_region_order(&region, &e.call), 0);
    block = realloc(block, 600000 * sizeof *block);
    ck_assert_ptr_nonnull(block);
    e.base[0] = block;
    e.base[1] = block + 20; /* what had been apart is the next row now */
    ck_assert_int_eq(tcr_region_order(&region, &e.call), TCR_SEQUENTIAL);
    e.base[1] = block + 2000;
    ck_assert_int_eq(tcr_region_order(&region, &e.call), 0);
    free(block);
}
END_TEST

/* More calls than answers are kept of: the oldest go. */
START_TEST(many_calls)
{
    struct tcr_region region = region_at(6);

    for (int round = 0; round < 3; round++)
        for (long long n = 1; n <= 60; n++) {
            struct example e;

            start(&e);
            e.loop[0].hi.c0 = n - 1;
            ck_assert_int_eq(tcr_region_order(&region, &e.call), n > 50 ? TCR_SEQUENTIAL : 0);
            ck_assert(is_kept(&region, &e));
        }
}
END_TEST

/* Of a block that is read anywhere, its extent counts. */
START_TEST(blocks)
{
    struct tcr_region region = region_at(7);
    struct example e;

    start(&e);
    e.access[0] = (struct tcr_access){.base = 0, .flags = TCR_ACCESS_WHOLE};
    tcr_heap_add(numbers, 900 * sizeof *numbers);
    ck_assert_int_eq(tcr_region_order(&region, &e.call), 0);
    ck_assert(is_kept(&region, &e));
    tcr_heap_add(numbers, 1100 * sizeof *numbers); /* with some of y */
    ck_assert(!is_kept(&region, &e));
    ck_assert_int_eq(tcr_region_order(&region, &e.call), TCR_SEQUENTIAL);
    ck_assert_uint_gt(tcr_heap_remove(numbers), 0);
    ck_assert(!is_kept(&region, &e));
    tcr_heap_add(numbers, 900 * sizeof *numbers);
    ck_assert_int_eq(tcr_region_order(&region, &e.call), 0);
    tcr_heap_remove(numbers);
}
END_TEST

/* What is no block has an extent that nobody keeps. */
START_TEST(no_block)
{
    struct tcr_region region = region_at(8);
    struct example e;

    start(&e);
    e.access[0] = (struct tcr_access){.base = 0, .flags = TCR_ACCESS_WHOLE};
    tcr_region_order(&region, &e.call);
    ck_assert(!is_kept(&region, &e));
}
END_TEST

/* Data that is present has the extent that the program has given it. */
START_TEST(present)
{
    struct tcr_region region = region_at(9);
    struct example e;

    fake_use();
    start(&e);
    ck_assert_int_eq(tcr_region_order(&region, &e.call), 0);
    ck_assert(is_kept(&region, &e));
    ck_assert_int_eq(tcr_copyin(numbers, sizeof numbers), 0);
    ck_assert(!is_kept(&region, &e));
    ck_assert_int_eq(tcr_delete(numbers, sizeof numbers), 0);
    ck_assert(is_kept(&region, &e));
}
END_TEST

/* ---- threads ---- */

enum { THREADS = 4, ROUNDS = 20000 };

static struct tcr_region shared;

static void *ask_often(void *argument)
{
    const int number = (int)(intptr_t)argument;

    for (int k = 0; k < ROUNDS; k++) {
        struct example e;
        const bool meets = (k + number) % 3 == 0;

        start(&e);
        e.loop[0].hi.c0 = number + k % 4;
        if (meets)
            e.base[0] = numbers + 1000 - 1 - number;
        if (tcr_region_order(&shared, &e.call) !=
            (meets && e.loop[0].hi.c0 > 0 ? TCR_SEQUENTIAL : 0))
            return "another answer";
    }
    return NULL;
}

START_TEST(threads)
{
    pthread_t thread[THREADS];
    void *wrong;

    shared = region_at(10);
    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_create(&thread[k], NULL, ask_often, (void *)(intptr_t)k), 0);
    for (int k = 0; k < THREADS; k++) {
        ck_assert_int_eq(pthread_join(thread[k], &wrong), 0);
        ck_assert_msg(!wrong, "%s", (const char *)wrong);
    }
}
END_TEST

/* ---- plans ---- */

/* Is the plan of this call one that the region has made before?  Then it is in `p`. */
static bool is_known(struct tcr_plan *p, const struct tcr_region *region, const struct example *e)
{
    memset(p, 0, sizeof *p);
    p->region = region;
    p->call = &e->call;
    p->section = p->few;
    return tcr_plan_recall(p);
}

static void make_plan(struct tcr_plan *p, const struct tcr_region *region, const struct example *e)
{
    struct tcr_why why = {.text = ""};

    memset(p, 0, sizeof *p);
    ck_assert_int_eq(tcr_plan_make(p, region, &e->call, &why), 0);
    tcr_plan_release(p);
    tcr_plan_end(p);
}

static void start_plans(struct tcr_region *region, struct example *e)
{
    struct tcr_why why = {.text = ""};

    setenv("TCR_TARGET", "device", 1);
    fake_use();
    ck_assert_int_eq(tcr_device_open(&why), 0);
    *region = region_at(20);
    ck_assert_ptr_nonnull(tcr_stats_of(region));
    start(e);
    e->call.n_fixed = 0;
}

/* The plan is the same again; with any other number, none is known. */
START_TEST(plans)
{
    struct tcr_region region;
    struct tcr_plan made, known;
    struct example e, other;

    start_plans(&region, &e);
    ck_assert(!is_known(&known, &region, &e));
    make_plan(&made, &region, &e);
    ck_assert_double_gt(made.bytes, 0);
    ck_assert(is_known(&known, &region, &e));
    ck_assert_mem_eq(known.few, made.few, sizeof made.few);
    ck_assert_double_eq(known.bytes, made.bytes);
    ck_assert_double_eq(known.move, made.move);
    ck_assert_double_eq(known.iterations, made.iterations);
    ck_assert_double_eq(known.accesses, made.accesses);
    for (size_t at = 0; at < offsetof(struct example, fixed); at += 8) {
        char *byte = (char *)&e + at;

        *byte ^= 1;
        ck_assert_msg(!is_known(&known, &region, &e), "the number at %zu", at);
        *byte ^= 1;
    }
    for (unsigned k = 0; k < 2; k++) {
        e.base[k] = (char *)e.base[k] + 8;
        ck_assert(!is_known(&known, &region, &e));
        e.base[k] = (char *)e.base[k] - 8;
    }
    other = e;
    other.call.base = other.base; /* where they are does not matter */
    other.call.loops = other.loop;
    other.call.accesses = other.access;
    ck_assert(is_known(&known, &region, &other));
    other.call.n++;
    ck_assert(!is_known(&known, &region, &other));
    other.call.n--;
    other.call.n_levels++;
    ck_assert(!is_known(&known, &region, &other));
}
END_TEST

/* Arrays that change places; a third call takes the place of the first. */
START_TEST(plans_in_turn)
{
    struct tcr_region region;
    struct tcr_plan p;
    struct example one, two, three;

    start_plans(&region, &one);
    start(&two);
    two.call.n_fixed = 0;
    two.base[0] = one.base[1];
    two.base[1] = one.base[0];
    start(&three);
    three.call.n_fixed = 0;
    three.loop[1].hi.c0 = 9;
    make_plan(&p, &region, &one);
    make_plan(&p, &region, &two);
    ck_assert(is_known(&p, &region, &one) && p.few[0].base == (uintptr_t)one.base[0]);
    ck_assert(is_known(&p, &region, &two) && p.few[0].base == (uintptr_t)one.base[1]);
    tcr_plan_keep(&p); /* as a thread does that has made the same at the same time */
    ck_assert(is_known(&p, &region, &one));
    make_plan(&p, &region, &three);
    ck_assert(is_known(&p, &region, &three) && p.few[1].hull.hi == 9 * 160 + 10 * 8);
    ck_assert(!is_known(&p, &region, &one));
}
END_TEST

/* What hangs on more than these numbers is not kept. */
START_TEST(plans_not_kept)
{
    struct tcr_region region;
    struct tcr_plan p;
    struct example e;
    void *block = malloc(8000);

    start_plans(&region, &e);
    e.call.n_fixed = 1;
    make_plan(&p, &region, &e);
    ck_assert(!is_known(&p, &region, &e));
    e.call.n_fixed = 0;
    ck_assert(!is_known(&p, &region, &e));
    tcr_heap_add(block, 8000);
    e.base[0] = block;
    e.access[0].flags = TCR_ACCESS_WHOLE | TCR_ACCESS_SOFT;
    make_plan(&p, &region, &e);
    ck_assert(!is_known(&p, &region, &e));
    tcr_heap_remove(block);
    free(block);
}
END_TEST

Suite *suite_recall(void)
{
    Suite *s = suite_create("recall");
    TCase *c = tcase_create("recall");

    tcase_set_timeout(c, 60);
    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, every_number);
    tcase_add_test(c, flags_and_counts);
    tcase_add_test(c, calls_in_turn);
    tcase_add_test(c, moved_together);
    tcase_add_test(c, other_memory);
    tcase_add_test(c, many_calls);
    tcase_add_test(c, blocks);
    tcase_add_test(c, no_block);
    tcase_add_test(c, present);
    tcase_add_test(c, threads);
    tcase_add_test(c, plans);
    tcase_add_test(c, plans_in_turn);
    tcase_add_test(c, plans_not_kept);
    suite_add_tcase(s, c);
    return s;
}
