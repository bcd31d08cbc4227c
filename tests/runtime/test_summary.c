/* SPDX-License-Identifier: MIT */
/* test_summary.c: the table of TCR_SUMMARY, as a process of its own prints it. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "fake.h"
#include "suites.h"

static double a[100], sum;
static char text[1 << 16];

/* What a process that runs `program` prints on stderr, in `text`. */
static void summary_of(void (*program)(void))
{
    static const char *const variables[] = {"TCR_SUMMARY", "1", NULL};

    fake_process(variables, program, text, sizeof text);
}

/* The call of the generated code: run() only where `entered`. */
static void loop(struct tcr_region *region, long long n, bool entered)
{
    if (!entered || !fake_sum(a, n, TCR_MAP_AUTO, 0, &sum))
        tcr_region_host_end(tcr_region_host(region, n, NULL));
}

static bool is_row(const char *line)
{
    return strncmp(line, "tcr: ", 5) == 0 && line[5] != ' ';
}

/* Row `k` of the table begins with `place` and the counts, and below it is `reason`. */
static void expect_row(int k, const char *place, int host, int device, const char *reason)
{
    const char *line = text;
    char got_place[64];
    int got_host, got_device;

    for (; k > 0; k -= is_row(line)) {
        line = strchr(line, '\n');
        ck_assert_ptr_nonnull(line);
        line++;
    }
    ck_assert_int_eq(sscanf(line, "tcr: %63s %d %d", got_place, &got_host, &got_device), 3);
    ck_assert_str_eq(got_place, place);
    ck_assert_int_eq(got_host, host);
    ck_assert_int_eq(got_device, device);
    line = strchr(line, '\n') + 1;
    if (*reason)
        ck_assert_msg(strncmp(line, "tcr:     ", 9) == 0 &&
                          strncmp(line + 9, reason, strlen(reason)) == 0,
                      "'%.100s' instead of '%s'", line, reason);
    else
        ck_assert(*line == '\0' || is_row(line));
}

static void expect_lines(int n)
{
    int lines = 0;

    for (const char *p = text; *p; p++)
        lines += *p == '\n';
    ck_assert_int_eq(lines, n);
}

static void only_data(void)
{
    tcr_copyin(a, sizeof a);
    tcr_delete(a, sizeof a);
}

static void nothing(void)
{
    tcr_device_count();
}

START_TEST(no_region_no_table)
{
    summary_of(nothing);
    ck_assert_str_eq(text, "");
    summary_of(only_data);
    ck_assert_str_eq(text, "");
}
END_TEST

static void one_loop(void)
{
    loop(&fake_sum_region, 100, true);
}

START_TEST(target_host)
{
    setenv("TCR_TARGET", "host", 1);
    summary_of(one_loop);
    expect_row(1, "test.c:12", 1, 0, "1 x TCR_TARGET=host");
    expect_lines(3);
}
END_TEST

START_TEST(backend_host)
{
    setenv("TCR_BACKEND", "host", 1);
    summary_of(one_loop);
    expect_row(1, "test.c:12", 1, 0, "1 x TCR_BACKEND=host");
}
END_TEST

static void one_loop_json(void)
{
    setenv("TCR_SUMMARY", "json", 1); /* before the environment is read */
    one_loop();
}

static void two_loops(void)
{
    one_loop();
    one_loop();
}

START_TEST(no_device_was_found)
{
    setenv("TCR_FAULT", "init:1", 1);
    setenv("TCR_TARGET", "device", 1);
    summary_of(two_loops);
    ck_assert_ptr_eq(strstr(text, "tcr: TCR_TARGET=device: no device: injected failure (init)"),
                     text);
    expect_row(2, "test.c:12", 2, 0, "2 x no device: ");
}
END_TEST

START_TEST(the_device_was_lost)
{
    setenv("TCR_FAULT", "lost:6", 1);
    setenv("TCR_TARGET", "device", 1);
    summary_of(two_loops);
    expect_row(1, "test.c:12", 2, 0, "1 x ");
}
END_TEST

START_TEST(estimates)
{
    setenv("TCR_TARGET", "auto", 1);
    summary_of(two_loops);
    expect_row(1, "test.c:12", 2, 0, "2 x estimate: ");
}
END_TEST

/* if() is evaluated by the generated code, which then calls tcr_region_host only. */
static void false_clause(void)
{
    loop(&fake_sum_region, 100, true);
    loop(&fake_sum_region, 0, false);
    loop(&fake_sum_region, 100, false);
    loop(&fake_sum_region, 0, false);
}

START_TEST(if_clause)
{
    setenv("TCR_TARGET", "device", 1);
    summary_of(false_clause);
    expect_row(1, "test.c:12", 3, 1, "2 x no iterations\ntcr:     1 x the if clause\n");
}
END_TEST

static void no_iterations(void)
{
    one_loop();
    loop(&fake_sum_region, 0, false);
}

START_TEST(empty_loop)
{
    setenv("TCR_TARGET", "device", 1);
    summary_of(no_iterations);
    expect_row(1, "test.c:12", 1, 1, "1 x no iterations");
}
END_TEST

/* After a failure that has its own reason, a false clause is one again. */
static void failure_and_clause(void)
{
    one_loop();
    loop(&fake_sum_region, 100, false);
}

START_TEST(clause_after_failure)
{
    setenv("TCR_TARGET", "device", 1);
    setenv("TCR_FAULT", "launch:1", 1);
    summary_of(one_loop);
    expect_row(1, "test.c:12", 1, 0, "1 x launching the kernel: ");
    summary_of(failure_and_clause);
    expect_row(1, "test.c:12", 2, 0, "1 x launching the kernel: ");
    ck_assert_ptr_nonnull(strstr(text, "tcr:     1 x the if clause\n"));
}
END_TEST

static void many_places(void)
{
    static struct tcr_region region[5];
    static const char *const file[] = {"b.c", "a.c", "b.c", "a.c", "c.c"};
    static const unsigned line[] = {9, 100, 10, 20, 1};

    for (int k = 0; k < 5; k++) {
        region[k].file = file[k];
        region[k].line = line[k];
        free(tcr_region_host(&region[k], 1, "refused")); /* no end: no time is added */
    }
}

START_TEST(equal_times_by_place)
{
    summary_of(many_places);
    expect_row(1, "a.c:20", 1, 0, "1 x refused");
    expect_row(2, "a.c:100", 1, 0, "1 x refused");
    expect_row(3, "b.c:9", 1, 0, "1 x refused");
    expect_row(4, "b.c:10", 1, 0, "1 x refused");
    expect_row(5, "c.c:1", 1, 0, "1 x refused");
    expect_lines(11);
}
END_TEST

/* Of a macro, say. */
static void one_line(void)
{
    static struct tcr_region region[3];
    static const char *const kernel[] = {"tcr_one", "tcr_two", "tcr_zero"};

    for (int k = 0; k < 3; k++) {
        region[k].file = "m.c";
        region[k].line = k < 2 ? 9 : 8;
        region[k].kernel = kernel[k];
        region[k].number = (unsigned[]){10, 2, 1}[k];
        for (int call = 0; call < (k == 0 ? 2 : 1); call++)
            free(tcr_region_host(&region[k], 1, "refused"));
    }
}

START_TEST(loops_of_one_line)
{
    summary_of(one_line);
    expect_row(1, "m.c:8", 1, 0, "1 x refused");
    expect_row(2, "m.c:9#1", 1, 0, "1 x refused");
    expect_row(3, "m.c:9#2", 2, 0, "2 x refused");
    expect_lines(7);
}
END_TEST

static void one_line_json(void)
{
    setenv("TCR_SUMMARY", "json", 1); /* before the environment is read */
    one_line();
}

START_TEST(loops_of_one_line_as_json)
{
    summary_of(one_line_json);
    ck_assert_ptr_nonnull(strstr(text, "{\"region\": \"m.c\", \"line\": 8, \"host_calls\""));
    ck_assert_ptr_nonnull(strstr(text, "{\"region\": \"m.c\", \"line\": 9, \"of_line\": 2, "));
}
END_TEST

static void host_for(struct tcr_region *region, const char *why, long milliseconds)
{
    struct timespec t = {.tv_nsec = milliseconds * 1000000};
    void *run = tcr_region_host(region, 7, why);

    nanosleep(&t, NULL);
    tcr_region_host_end(run);
}

static struct tcr_region slow = {.file = "/a/very/long/path/to/the/sources/of/slow.c",
                                 .line = 1234};
static struct tcr_region quick = {.file = "a.c", .line = 1};

static void quick_once(void)
{
    host_for(&quick, "asm", 1);
}

static void quick_twice(void)
{
    quick_once();
    quick_once();
}

/* A loop that takes longer than those in it, whatever else the machine does. */
static void host_around(struct tcr_region *region, const char *why, void (*inner)(void))
{
    void *run = tcr_region_host(region, 7, why);

    inner();
    tcr_region_host_end(run);
}

static void quick_and_slow(void)
{
    host_around(&slow, "goto", quick_twice);
}

START_TEST(longest_first)
{
    double seconds;

    summary_of(quick_and_slow);
    expect_row(1, "sources/of/slow.c:1234", 1, 0, "1 x goto");
    expect_row(2, "a.c:1", 2, 0, "2 x asm");
    ck_assert_int_eq(sscanf(strchr(text, '\n') + 1, "tcr: %*s %*s %*s %lf", &seconds), 1);
    ck_assert(seconds >= 1); /* some milliseconds, or seconds */
}
END_TEST

/* Numbers end below the last letter of their column's name. */
START_TEST(columns_are_aligned)
{
    static const char *const name[] = {" host ",      " device ",   " on host ", " on dev ",
                                       " host/call ", " dev/call ", " to dev "};

    summary_of(quick_and_slow);
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        const char *column = strstr(text, name[k]);
        size_t at = (size_t)(column - text) + strlen(name[k]) - 1;

        ck_assert_ptr_nonnull(column);
        for (const char *line = text; (line = strchr(line, '\n')) && line[1];) {
            line++;
            if (!is_row(line))
                continue;
            ck_assert_msg(line[at] == ' ' && line[at - 1] != ' ', "%s: %s", name[k], text);
        }
    }
}
END_TEST

static void eleven_reasons(void)
{
    char why[16];

    for (int k = 0; k < 22; k++) {
        snprintf(why, sizeof why, "r%d", k % 11);
        host_for(&quick, why, 0);
    }
}

START_TEST(many_reasons)
{
    summary_of(eleven_reasons);
    expect_row(1, "a.c:1", 22, 0, "2 x r0\ntcr:     2 x r1\n");
    ck_assert_ptr_nonnull(strstr(text, "tcr:     2 x r7\ntcr:     6 x others\n"));
}
END_TEST

static void *leave(void *nothing_)
{
    (void)nothing_;
    host_for(&quick, "asm", 0);
    exit(0);
}

static void thread_that_leaves(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
}

START_TEST(exit_in_a_thread)
{
    summary_of(thread_that_leaves);
    expect_row(1, "a.c:1", 1, 0, "1 x asm");
    expect_lines(3);
}
END_TEST

static void quick_exit_(void)
{
    host_for(&quick, "asm", 0);
    _exit(0);
}

START_TEST(no_table_after_quick_exit)
{
    summary_of(quick_exit_);
    ck_assert_str_eq(text, "");
}
END_TEST

/* No line is longer than 100 columns, whatever the reason. */
static void long_reason(void)
{
    host_for(
        &slow,
        "data that is newer on the device and cannot be copied back, for more reasons than "
        "one line has room for, the last of which is a_word_without_any_blank_in_it_at_all_that_"
        "is_longer_than_a_line_of_the_table_may_be_and_therefore_broken",
        0);
}

START_TEST(lines_are_short)
{
    summary_of(long_reason);
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
        ck_assert_msg(end - line <= 100, "%s", line);
    expect_row(1, "sources/of/slow.c:1234", 1, 0, "1 x data that is newer");
    ck_assert_ptr_nonnull(strstr(text, "therefore_broken\n"));
}
END_TEST

/* For programs: numbers as they are. */
START_TEST(as_json)
{
    char path[] = "/tmp/tcr-summary-XXXXXX";

    setenv("TCR_TARGET", "device", 1);
    close(mkstemp(path));
    setenv("TCR_SUMMARY_FILE", path, 1);
    summary_of(one_loop_json);
    unsetenv("TCR_SUMMARY_FILE");
    FILE *file = fopen(path, "r");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    unlink(path);
    ck_assert_ptr_eq(strstr(text, "{\"region\": \"test.c\", \"line\": 12, \"host_calls\": 0, "
                                  "\"device_calls\": 1, "),
                     text);
    ck_assert_ptr_nonnull(strstr(text, "\"bytes_to\": 800, \"bytes_from\": 16, "));
}
END_TEST

static void page_of(const char *end, void (*program)(void))
{
    char path[64];
    FILE *file;

    snprintf(path, sizeof path, "/tmp/tcr-advise-%ld%s", (long)getpid(), end);
    setenv("TCR_ADVISE", path, 1);
    setenv("TCR_SUMMARY", "0", 1);
    summary_of(program);
    unsetenv("TCR_ADVISE");
    file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    unlink(path);
}

static void odd_name(void)
{
    static struct tcr_region odd = {.file = "a<b&c>.c", .line = 3};

    host_around(&odd, "a[i] < 3", quick_once);
}

/* On the host, 2 ms a call, because of its copies. */
static void copies_speak_against_it(void)
{
    static double x[50], sum;

    for (int k = 0; k < 3; k++)
        if (fake_sum(x, 50, TCR_MAP_AUTO, 0, &sum) == 0)
            host_for(&fake_sum_region, NULL, 2);
}

START_TEST(a_page_on_mirrors)
{
    setenv("TCR_TARGET", "auto", 1);
    setenv("TCR_MIRROR", "0", 1);
    page_of(".txt", copies_speak_against_it);
    ck_assert_ptr_nonnull(strstr(text, "3 calls on the host"));
    ck_assert_ptr_nonnull(strstr(text, "    advice     if its data stayed on the device, a call "));
    ck_assert_ptr_nonnull(strstr(text, ": TCR_MIRROR=auto, or tcr data\n"));
    setenv("TCR_MIRROR", "auto", 1);
    page_of(".txt", copies_speak_against_it);
    ck_assert_ptr_null(strstr(text, "TCR_MIRROR"));
    unsetenv("TCR_MIRROR");
}
END_TEST

START_TEST(a_page)
{
    page_of(".txt", odd_name);
    ck_assert_ptr_nonnull(strstr(text, "a<b&c>.c:3: "));
    ck_assert(strstr(text, "a<b&c>.c:3: ") < strstr(text, "a.c:1: "));
    ck_assert_ptr_nonnull(strstr(text, "    on host    1 x a[i] < 3\n"));
    ck_assert_ptr_nonnull(strstr(text, "docs/refusals.md"));
    page_of(".html", odd_name);
    ck_assert_ptr_nonnull(strstr(text, "<h2>a&lt;b&amp;c&gt;.c:3: "));
    ck_assert_ptr_nonnull(strstr(text, "</body></html>\n"));
    setenv("TCR_TARGET", "device", 1);
    page_of(".txt", one_loop);
    ck_assert_ptr_nonnull(strstr(text, "test.c:12: "));
    ck_assert_ptr_nonnull(strstr(text, "    copied     800 B to the device, 16 B from it\n"));
    ck_assert_ptr_null(strstr(text, "advice"));
    ck_assert_ptr_null(strstr(text, "say nothing of a GPU"));
    setenv("TCR_BACKEND", "sim", 1);
    page_of(".txt", one_loop);
    ck_assert_ptr_nonnull(strstr(text, "compares them, say nothing of a GPU. Of files"));
    unsetenv("TCR_BACKEND");
}
END_TEST

START_TEST(into_a_file)
{
    char path[] = "/tmp/tcr-summary-XXXXXX";
    int fd = mkstemp(path);

    ck_assert_int_ge(fd, 0);
    setenv("TCR_SUMMARY_FILE", path, 1);
    for (int k = 0; k < 2; k++) {
        summary_of(quick_and_slow);
        ck_assert_str_eq(text, "");
    }
    text[read(fd, text, sizeof text - 1)] = '\0';
    close(fd);
    unlink(path);
    expect_lines(10);
    expect_row(2, "a.c:1", 2, 0, "2 x asm");
    setenv("TCR_SUMMARY_FILE", "/nowhere/table", 1);
    summary_of(quick_and_slow);
    ck_assert_ptr_nonnull(
        strstr(text, "TCR_SUMMARY_FILE=/nowhere/table cannot be written: No such"));
    expect_lines(6);
    unsetenv("TCR_SUMMARY_FILE");
}
END_TEST

static void two_ways(void)
{
    one_loop();
    loop(&fake_sum_region, 100, false);
}

/* One line for each call: decision, time, bytes, sections. */
START_TEST(trace_of_calls)
{
    double ms;

    setenv("TCR_TARGET", "device", 1);
    setenv("TCR_TRACE", "2", 1);
    summary_of(two_ways);
    unsetenv("TCR_TRACE");
    const char *device = strstr(text, "tcr: test.c:12: device: "),
               *host = strstr(text, ": host: n");
    ck_assert_ptr_nonnull(device);
    ck_assert_int_eq(sscanf(device,
                            "tcr: test.c:12: device: n = 100, 800 bytes to, 16 from, %lf ms, "
                            "TCR_TARGET=device, a[0:100] copied%*1[\n]",
                            &ms),
                     1);
    ck_assert_msg(strstr(device, ", a[0:100] copied\n") != NULL, "%s", device);
    ck_assert_ptr_nonnull(host);
    ck_assert_int_eq(sscanf(host, ": host: n = 100, %lf ms: the if", &ms), 1);
}
END_TEST

static void *many_lines(void *region)
{
    for (int k = 0; k < 40; k++)
        host_for(region, "a reason of some length, so that there is something to mix", 0);
    return NULL;
}

static void four_threads(void)
{
    pthread_t thread[4];

    for (int k = 0; k < 4; k++)
        pthread_create(&thread[k], NULL, many_lines, &quick);
    for (int k = 0; k < 4; k++)
        pthread_join(thread[k], NULL);
}

START_TEST(threads_do_not_mix_lines)
{
    int lines = 0;

    setenv("TCR_TRACE", "2", 1);
    summary_of(four_threads);
    unsetenv("TCR_TRACE");
    for (const char *line = text; *line; line = strchr(line, '\n') + 1, lines++)
        ck_assert_msg(strncmp(line, "tcr: ", 5) == 0 && strchr(line, '\n'), "%s", line);
    ck_assert_int_eq(lines, 160 + 1 + 3); /* the trace; the table */
}
END_TEST

/* A child counts for itself. */
static void parent_only(void)
{
    pid_t pid;

    one_loop();
    fflush(stderr);
    pid = fork();
    if (pid == 0)
        exit(0);
    waitpid(pid, NULL, 0);
}

START_TEST(child_without_regions)
{
    setenv("TCR_TARGET", "device", 1);
    summary_of(parent_only);
    expect_row(1, "test.c:12", 0, 1, "");
    expect_lines(2);
}
END_TEST

Suite *suite_summary(void)
{
    Suite *s = suite_create("summary");
    TCase *c = tcase_create("summary");

    tcase_add_test(c, no_region_no_table);
    tcase_add_test(c, target_host);
    tcase_add_test(c, backend_host);
    tcase_add_test(c, no_device_was_found);
    tcase_add_test(c, the_device_was_lost);
    tcase_add_test(c, estimates);
    tcase_add_test(c, if_clause);
    tcase_add_test(c, empty_loop);
    tcase_add_test(c, clause_after_failure);
    tcase_add_test(c, equal_times_by_place);
    tcase_add_test(c, loops_of_one_line);
    tcase_add_test(c, loops_of_one_line_as_json);
    tcase_add_test(c, longest_first);
    tcase_add_test(c, columns_are_aligned);
    tcase_add_test(c, many_reasons);
    tcase_add_test(c, exit_in_a_thread);
    tcase_add_test(c, no_table_after_quick_exit);
    tcase_add_test(c, into_a_file);
    tcase_add_test(c, lines_are_short);
    tcase_add_test(c, as_json);
    tcase_add_test(c, a_page);
    tcase_add_test(c, a_page_on_mirrors);
    tcase_add_test(c, trace_of_calls);
    tcase_add_test(c, threads_do_not_mix_lines);
    tcase_add_test(c, child_without_regions);
    suite_add_tcase(s, c);
    return s;
}
