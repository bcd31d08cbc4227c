/* SPDX-License-Identifier: MIT */
/* test_learnt.c: what a run leaves for the next (TCR_LEARN): its text, and processes one after
 * another. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "../../base/trusted_file.h"
#include "../../runtime/call/summary.h"
#include "../../runtime/ground/inside.h"
#include "../../runtime/learnt/learnt.h"
#include "fake.h"
#include "suites.h"

/* ---- the text ---- */

static struct tcr_model model;

static struct tcr_learnt some(void)
{
    struct tcr_learnt l = {.card = "a card of 80 GB",
                           .gain = 12.5,
                           .all = 20,
                           .side = TCR_SIDE_DEVICE,
                           .took = {3, 2.5},
                           .n = 2};

    memset(&model, 0, sizeof model);
    model.host[0] = 3;
    model.host_n[0] = 7;
    model.host[TCR_CLASSES - 1] = 0.25;
    model.host_n[TCR_CLASSES - 1] = 1;
    model.kind[3].key = 20u << 8 | 24u << 1 | 1;
    model.kind[3].n = 9;
    model.kind[3].device = 1.5;
    l.region = calloc(2, sizeof *l.region);
    ck_assert_ptr_nonnull(l.region);
    ck_assert(tcr_learnt_of(&l.region[0], tcr_learnt_hash("a.c", 7, 0, "k"), &model));
    ck_assert(tcr_learnt_of(&l.region[1], tcr_learnt_hash("a.c", 8, 0, "k"), &model));
    return l;
}

START_TEST(comes_back)
{
    struct tcr_learnt l = some(), back;
    const struct tcr_learnt_region *r;
    struct tcr_model m = {0};
    size_t size;
    char *text = tcr_learnt_print(&l, &size);

    ck_assert_ptr_nonnull(text);
    ck_assert(tcr_learnt_parse(&back, text, size));
    ck_assert_str_eq(back.card, "a card of 80 GB");
    ck_assert_double_eq(back.gain, 12.5);
    ck_assert_double_eq(back.all, 20);
    ck_assert_uint_eq(back.side, TCR_SIDE_DEVICE);
    ck_assert_double_eq(back.took[TCR_RUN_HOST], 3);
    ck_assert_double_eq(back.took[TCR_RUN_BESIDE], 2.5);
    ck_assert_uint_eq(back.n, 2);
    ck_assert_ptr_null(tcr_learnt_find(&back, tcr_learnt_hash("a.c", 9, 0, "k")));
    r = tcr_learnt_find(&back, tcr_learnt_hash("a.c", 8, 0, "k"));
    ck_assert_ptr_nonnull(r);
    tcr_learnt_into(&m, r, true);
    ck_assert_double_eq(m.host[0], 3);
    ck_assert_double_eq(m.host[TCR_CLASSES - 1], 0.25);
    ck_assert_uint_eq(m.host_n[1], 0);
    ck_assert_uint_eq(m.kind[0].key, model.kind[3].key);
    ck_assert_double_eq(m.kind[0].device, 1.5);
    ck_assert_uint_gt(m.kind[0].n, 0);
    memset(&m, 0, sizeof m);
    tcr_learnt_into(&m, r, false);
    ck_assert_uint_gt(m.host_n[0], 0);
    ck_assert_uint_eq(m.kind[0].n, 0);
    free(text);
    free(l.region);
    free(back.region);
}
END_TEST

START_TEST(nothing_measured)
{
    struct tcr_learnt_region r;

    memset(&model, 0, sizeof model);
    ck_assert(!tcr_learnt_of(&r, 1, &model));
    model.host_n[4] = 1;
    model.host[4] = 1e300; /* no factor that anybody could use */
    ck_assert(!tcr_learnt_of(&r, 1, &model));
}
END_TEST

/* Whatever stands there: what is taken can be used. */
static bool taken(const char *text, size_t size)
{
    struct tcr_model m = {0};
    struct tcr_learnt l;

    if (!tcr_learnt_parse(&l, text, size))
        return false;
    ck_assert_uint_le(l.side, TCR_SIDE_DEVICE);
    ck_assert(l.gain > -1e10 && l.gain < 1e10);
    ck_assert(l.all >= 0 && l.all < 1e10);
    ck_assert_uint_le(l.n, TCR_LEARNT_REGIONS);
    for (size_t k = 0; k < l.n; k++)
        tcr_learnt_into(&m, &l.region[k], true);
    for (unsigned k = 0; k < TCR_CLASSES; k++)
        ck_assert(m.host_n[k] == 0 || (m.host[k] > 0 && m.host[k] < 1e10));
    for (unsigned k = 0; k < TCR_KINDS; k++)
        ck_assert(m.kind[k].n == 0 || (m.kind[k].device > 0 && m.kind[k].device < 1e10));
    free(l.region);
    return true;
}

START_TEST(hostile_texts)
{
    static const char odd[] = {0, '\n', ' ', '0', 'f', 'g', 'F', 'x', '-', (char)0xff, '~'};
    struct tcr_learnt l = some();
    unsigned whole = 0;
    size_t size;
    char *text = tcr_learnt_print(&l, &size), *copy = malloc(size + 1);

    ck_assert_ptr_nonnull(copy);
    for (size_t n = 0; n <= size; n++) {
        memcpy(copy, text, n);
        whole += taken(copy, n);
    }
    ck_assert_uint_ge(whole, 1);
    ck_assert(!taken(strncpy(copy, text, size), size - 1));
    for (size_t at = 0; at < size; at++)
        for (size_t k = 0; k < sizeof odd; k++) {
            memcpy(copy, text, size);
            copy[at] = odd[k];
            taken(copy, size);
        }
    free(text);
    free(copy);
    free(l.region);
}
END_TEST

START_TEST(wrong_texts)
{
    static const char *const wrong[] = {
        "",
        "tcr-learnt 3\ncard x\ndevice 0 0 0 0\nruns 0 0 0\n",
        "tcr-learnt 4\ncard x\ndevice 0 0 0\nruns 0 0 0\n",
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\n",
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0\n",
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 bff0000000000000\n",
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 7ff8000000000000 0 0\n",
        "tcr-learnt 4\ncard x\ndevice 0 0 0 bff0000000000000\nruns 0 0 0\n", /* before the start
                                                                              */
        "tcr-learnt 4\ncard x\ndevice 0 0 3 0\nruns 0 0 0\n",
        "tcr-learnt 4\ncard x\ndevice 0 7ff8000000000000 0 0\nruns 0 0 0\n",
        "tcr-learnt 4\ncard x\ndevice 7ff8000000000000 0 0 0\nruns 0 0 0\n", /* no number */
        "tcr-learnt 4\ncard x\ndevice 7fefffffffffffff 0 0 0\nruns 0 0 0\n", /* too large */
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 0\nhost 1 3ff0000000000000\n", /* of
                                                                                      whom?
                                                                                    */
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 0\nregion 1\nhost 40 "
        "3ff0000000000000\n", /* class 64 */
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 0\nregion 1\nhost 1 0\n",
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 0\nregion 1\nhost 1 bff0000000000000\n",
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 0\nregion 1\nhost 1 "
        "11111111111111111\n",
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 0\nregion 1\nkind 1400 "
        "3ff0000000000000\n", /* free */
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 0\nregion 1\nkind 4001 "
        "3ff0000000000000\n",
        ("tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 0\nregion 1\nkind 1 3ff0000000000000\n"
         "host 1 3ff0000000000000\n"),
    };
    static const char right[] =
        "tcr-learnt 4\ncard x\ndevice 0 0 0 0\nruns 0 0 0\nregion 1\nkind 1401 "
        "3ff0000000000000\n";

    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        ck_assert_msg(!taken(wrong[k], strlen(wrong[k])), "%s", wrong[k]);
    ck_assert(taken(right, strlen(right)));
}
END_TEST

/* Whole runs count where there were some of each kind. */
START_TEST(whole_runs_decide)
{
    struct tcr_learnt l = {.card = "a card", .all = 1, .gain = 0.2, .hope = 0.4};

    ck_assert_int_eq(tcr_learnt_next(&l), TCR_RUN_BESIDE);
    tcr_learnt_took(&l, &l, 1, TCR_RUN_BESIDE, 1.6);
    ck_assert_int_eq(tcr_learnt_next(&l), TCR_RUN_HOST); /* to find out */
    tcr_learnt_took(&l, &l, 1, TCR_RUN_HOST, 1.1);
    ck_assert_int_eq(tcr_learnt_next(&l), TCR_RUN_HOST); /* no start could save as much */
    tcr_learnt_took(&l, &l, 1, TCR_RUN_BESIDE, 1.0);
    ck_assert_int_eq(tcr_learnt_next(&l), TCR_RUN_AWAITED);
    tcr_learnt_took(&l, &l, 1, TCR_RUN_AWAITED, 1.1);
    ck_assert_int_eq(tcr_learnt_next(&l), TCR_RUN_BESIDE);
    tcr_learnt_took(&l, &l, 1, TCR_RUN_BESIDE, 2); /* disturbed */
    ck_assert_int_eq(tcr_learnt_next(&l), TCR_RUN_BESIDE);
    for (int k = 0; k < 40; k++)
        tcr_learnt_took(&l, &l, 1, TCR_RUN_BESIDE, 1.5);
    ck_assert_int_ne(tcr_learnt_next(&l), TCR_RUN_BESIDE);
    l.gain = -0.2;
    tcr_learnt_took(&l, &l, 10, TCR_RUN_HOST, 9); /* another size */
    ck_assert_double_eq(l.took[TCR_RUN_BESIDE], 0);
    ck_assert_double_eq(l.took[TCR_RUN_AWAITED], 0);
}
END_TEST

/* A kind of run that is missing is made, if it may be better and does not lose much. */
START_TEST(missing_runs_are_made)
{
    struct tcr_learnt plain = {.card = "a card", .all = 1, .gain = 0.7, .hope = 0.8},
                      guessed = {.all = 0.35, .gain = -0.36, .hope = 0.06, .took = {0.4}};

    tcr_learnt_took(&plain, &plain, 1, TCR_RUN_BESIDE, 0.5);
    ck_assert_int_eq(tcr_learnt_next(&plain), TCR_RUN_AWAITED); /* the host need not be tried */
    plain.all = 20;
    plain.gain = 7;
    plain.took[TCR_RUN_BESIDE] = 20;
    ck_assert_int_eq(tcr_learnt_next(&plain), TCR_RUN_BESIDE); /* nor what can save no part of it */
    ck_assert_int_eq(tcr_learnt_next(&guessed), TCR_RUN_BESIDE);
    guessed.gain = -2;
    ck_assert_int_eq(tcr_learnt_next(&guessed), TCR_RUN_HOST);
    guessed.gain = -0.36;
    guessed.hope = 0.03;
    ck_assert_int_eq(tcr_learnt_next(&guessed), TCR_RUN_HOST);
}
END_TEST

/* What is near is tried again after some time, and what is far is not. */
START_TEST(other_runs_come_again)
{
    struct tcr_learnt near = {.all = 1, .took = {1, 1.1, 1.3}}, far = {.all = 1, .took = {1, 2, 9}};
    int runs = 0;

    for (; runs < 100 && tcr_learnt_next(&near) == TCR_RUN_HOST; runs++)
        tcr_learnt_took(&near, &near, 1, TCR_RUN_HOST, 1);
    ck_assert_int_gt(runs, 5);
    ck_assert_int_lt(runs, 20);
    for (runs = 0; runs < 100; runs++)
        tcr_learnt_took(&far, &far, 1, TCR_RUN_HOST, 1);
    ck_assert_int_eq(tcr_learnt_next(&far), TCR_RUN_HOST);
}
END_TEST

/* ---- processes ---- */

static char cache[64], text[1 << 14];
static double a[50], sum;

/* A loop that takes 2 ms on the host. */
static void program(void)
{
    const struct timespec t = {.tv_nsec = 2000000};

    if (!fake_sum(a, 50, TCR_MAP_AUTO, 0, &sum)) {
        void *run = tcr_region_host(&fake_sum_region, 50, NULL);

        nanosleep(&t, NULL);
        tcr_region_host_end(run);
    }
}

/* What a process with that loop says is in `text`. */
static void run_with(const char *learn, void (*what)(void))
{
    const char *const variables[] = {
        "TCR_TRACE", "1", "TCR_TARGET", "auto", "TCR_LEARN", learn, "XDG_CACHE_HOME", cache, NULL};

    fake_process(variables, what, text, sizeof text);
}

static void one_run(void)
{
    run_with("1", program);
}

static void path_of(char path[400], const char *name)
{
    snprintf(path, 400, "%s/tcr/learnt%s%s", cache, *name ? "/" : "", name);
}

/* How many files there are, and the name of one. */
static unsigned files(char name[300])
{
    const struct dirent *one;
    unsigned n = 0;
    char path[400];
    DIR *all;

    path_of(path, "");
    all = opendir(path);
    while (all && (one = readdir(all)) != NULL)
        if (one->d_name[0] != '.') {
            snprintf(name, 300, "%s", one->d_name);
            n++;
        }
    if (all)
        closedir(all);
    return n;
}

static void make_cache(void)
{
    snprintf(cache, sizeof cache, "/tmp/tcr-learnt-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(cache));
}

static void remove_cache(void)
{
    char command[100];

    snprintf(command, sizeof command, "rm -rf '%s'", cache);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(the_next_run_knows)
{
    char name[300];
    struct stat st;

    make_cache();
    one_run();
    ck_assert_ptr_null(strstr(text, "earlier runs"));
    ck_assert_ptr_null(strstr(text, "measured"));
    ck_assert_uint_eq(files(name), 1);
    one_run();
    ck_assert_ptr_nonnull(strstr(text, "tcr: TCR_LEARN: earlier runs have measured 1 loops"));
    ck_assert_ptr_nonnull(strstr(text, " ms measured, device"));
    ck_assert_uint_eq(files(name), 1);
    path_of(text, "");
    ck_assert_int_eq(stat(text, &st), 0);
    ck_assert_int_eq(st.st_mode & 077, 0);
    remove_cache();
}
END_TEST

/* Long enough for the device to be started beside it, and to have some calls. */
static void long_program(void)
{
    for (int k = 0; k < 2000 && !(tcr_mode == TCR_MODE_READY && k > 300); k++)
        program();
    program();
}

static void some_calls(void)
{
    for (int k = 0; k < 15; k++)
        program();
}

/* Without a word of the user, a run leaves something once the device was open: not before, and not
 * where it is told to leave nothing. */
START_TEST(by_itself_once_there_is_a_device)
{
    char name[300];

    make_cache();
    run_with("auto", program);
    ck_assert_uint_eq(files(name), 0);
    run_with("0", long_program);
    ck_assert_uint_eq(files(name), 0);
    run_with("auto", long_program);
    ck_assert_ptr_null(strstr(text, "earlier runs"));
    ck_assert_uint_eq(files(name), 1);
    run_with("auto", program); /* it is over in a moment */
    ck_assert_ptr_null(strstr(text, "earlier runs"));
    run_with("auto", some_calls);
    ck_assert_ptr_nonnull(strstr(text, "measured 1 loops; the device pays"));
    run_with("auto", some_calls); /* which the one before has not changed: it was too short */
    ck_assert_ptr_nonnull(strstr(text, "measured 1 loops; the device pays"));
    remove_cache();
}
END_TEST

static atomic_int opening; /* the device's start has come to the driver */

static void slowly(void)
{
    const struct timespec t = {.tv_nsec = 100000000};

    opening = 1;
    nanosleep(&t, NULL);
}

/* It ends while the device is being opened: then there is something to be known, too. */
static void late_program(void)
{
    fake_at_init = slowly;
    for (int k = 0; k < 2000 && !opening; k++)
        program();
}

/* What the file says of whole runs. */
static struct tcr_learnt kept(void)
{
    char name[300], path[400], why[TCR_TRUSTED_WHY], *all;
    struct tcr_learnt l;
    int directory;
    size_t size;

    ck_assert_uint_eq(files(name), 1);
    path_of(path, "");
    directory = tcr_trusted_directory(path, why);
    all = tcr_cache_read(directory, name, TCR_LEARNT_MOST, &size, why);
    close(directory);
    ck_assert_ptr_nonnull(all);
    ck_assert(tcr_learnt_parse(&l, all, size));
    free(all);
    free(l.region);
    return l;
}

START_TEST(a_start_in_vain_is_kept)
{
    static const char *const learn[] = {"auto", "1"};

    make_cache();
    run_with(learn[_i], late_program);
    ck_assert_double_eq(kept().took[TCR_RUN_HOST], 0);
    run_with(learn[_i], some_calls);
    ck_assert_ptr_nonnull(strstr(text, "1 loops; the device did not pay"));
    /* and how long that one took on the host alone */
    ck_assert_double_gt(kept().took[TCR_RUN_HOST], 0.03);
    ck_assert_double_eq(kept().took[TCR_RUN_BESIDE], 0);
    remove_cache();
}
END_TEST

/* exit() in a handler that has come while the table was changed. */
static void interrupted_program(void)
{
    program();
    ck_assert(tcr_come_in());
    tcr_stats_fork(true);
}

/* Who has asked for it is told why there is nothing. */
START_TEST(why_nothing_is_kept)
{
    static const struct {
        const char *target, *learn;
        void (*program)(void);
        const char *why;
    } way[] = {{"device", "1", program, "no loop was measured"},
               {"host", "1", program, "no loop was measured"},
               {"auto", "1", interrupted_program, "exit() was called by a signal handler"},
               {"device", "0", program, NULL},
               {"auto", "auto", interrupted_program, NULL}};
    const char *const variables[] = {"TCR_TRACE",      "1",         "TCR_TARGET",
                                     way[_i].target,   "TCR_LEARN", way[_i].learn,
                                     "XDG_CACHE_HOME", cache,       NULL};
    char name[300];

    make_cache();
    fake_process(variables, way[_i].program, text, sizeof text);
    ck_assert_uint_eq(files(name), 0);
    snprintf(name, sizeof name, "TCR_LEARN: nothing of this run is kept: %s",
             way[_i].why ? way[_i].why : "");
    ck_assert((strstr(text, name) != NULL) == (way[_i].why != NULL));
    remove_cache();
}
END_TEST

/* Of the ranks of a machine, the first one's is kept. */
START_TEST(first_rank_leaves_it)
{
    char name[300];

    make_cache();
    setenv("PMI_LOCAL_RANK", "1", 1);
    run_with("auto", long_program);
    ck_assert_uint_eq(files(name), 0);
    setenv("PMI_LOCAL_RANK", "0", 1);
    run_with("auto", long_program);
    ck_assert_uint_eq(files(name), 1);
    unsetenv("PMI_LOCAL_RANK");
    remove_cache();
}
END_TEST

START_TEST(what_is_damaged_is_not_used)
{
    char name[300], path[400];
    FILE *file;

    make_cache();
    one_run();
    ck_assert_uint_eq(files(name), 1);
    path_of(path, name);
    file = fopen(path, "r+");
    ck_assert_ptr_nonnull(file);
    fseek(file, 20, SEEK_SET);
    fputc('?', file);
    fclose(file);
    one_run();
    ck_assert_ptr_null(strstr(text, "earlier runs have measured"));
    one_run(); /* it has been replaced */
    ck_assert_ptr_nonnull(strstr(text, "earlier runs have measured 1 loops"));
    ck_assert_int_eq(truncate(path, 30), 0);
    one_run();
    ck_assert_ptr_null(strstr(text, "earlier runs have measured"));
    remove_cache();
}
END_TEST

START_TEST(what_others_may_write_is_not_used)
{
    char name[300], path[400];

    make_cache();
    one_run();
    ck_assert_uint_eq(files(name), 1);
    path_of(path, name);
    ck_assert_int_eq(chmod(path, 0666), 0);
    one_run();
    ck_assert_ptr_nonnull(strstr(text, "others may write to it"));
    ck_assert_ptr_null(strstr(text, "measured"));
    path_of(path, "");
    ck_assert_int_eq(chmod(path, 0777), 0);
    one_run();
    ck_assert_ptr_nonnull(strstr(text, "others may write to it"));
    ck_assert_ptr_null(strstr(text, "measured"));
    remove_cache();
}
END_TEST

/* Files of many programs: the oldest goes. */
START_TEST(there_is_a_limit)
{
    char name[300], path[400];
    const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};

    make_cache();
    one_run();
    for (unsigned k = 0; k < 256; k++) {
        FILE *file;

        snprintf(name, sizeof name, "%032x", k);
        path_of(path, name);
        file = fopen(path, "w");
        ck_assert_ptr_nonnull(file);
        fclose(file);
    }
    ck_assert_int_eq(utimensat(AT_FDCWD, path, old, 0), 0);
    ck_assert_uint_eq(files(name), 257);
    one_run();
    ck_assert_uint_eq(files(name), 256);
    ck_assert_int_ne(access(path, F_OK), 0);
    remove_cache();
}
END_TEST

Suite *suite_learnt(void)
{
    Suite *s = suite_create("learnt");
    TCase *c = tcase_create("learnt");

    tcase_set_timeout(c, 60);
    tcase_add_test(c, comes_back);
    tcase_add_test(c, nothing_measured);
    tcase_add_test(c, hostile_texts);
    tcase_add_test(c, wrong_texts);
    tcase_add_test(c, whole_runs_decide);
    tcase_add_test(c, missing_runs_are_made);
    tcase_add_test(c, other_runs_come_again);
    tcase_add_test(c, the_next_run_knows);
    tcase_add_test(c, by_itself_once_there_is_a_device);
    tcase_add_loop_test(c, a_start_in_vain_is_kept, 0, 2);
    tcase_add_loop_test(c, why_nothing_is_kept, 0, 5);
    tcase_add_test(c, first_rank_leaves_it);
    tcase_add_test(c, what_is_damaged_is_not_used);
    tcase_add_test(c, what_others_may_write_is_not_used);
    tcase_add_test(c, there_is_a_limit);
    suite_add_tcase(s, c);
    return s;
}
