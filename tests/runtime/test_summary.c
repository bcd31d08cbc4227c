/* test_summary.c: the table of TCR_SUMMARY, as a process of its own prints it. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fake.h"
#include "suites.h"

static double a[100], sum;
static char text[8192];

/* What a process that runs `program` prints on stderr, in `text`. */
static void summary_of(void (*program)(void))
{
    FILE *file = tmpfile();
    int status = -1;
    pid_t pid;

    ck_assert_ptr_nonnull(file);
    pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        dup2(fileno(file), STDERR_FILENO);
        setenv("TCR_SUMMARY", "1", 1);
        fake_use();
        program();
        exit(0);
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
}

/* The call of the generated code: run() only where `entered`. */
static void loop(struct tcr_region *region, long long n, bool entered)
{
    if (!entered || !fake_sum(a, n, TCR_MAP_AUTO, 0, &sum))
        tcr_region_host(region, n, NULL);
}

/* Line `k` of the table begins with `place` and the counts, and ends with `reason`. */
static void expect_row(int k, const char *place, int host, int device, const char *reason)
{
    const char *line = text;
    char got_place[64], got_reason[256] = "";
    int got_host, got_device;

    for (; k > 0; k--) {
        line = strchr(line, '\n');
        ck_assert_ptr_nonnull(line);
        line++;
    }
    ck_assert_int_ge(sscanf(line, "tcr: %63s %d %d %*s %*s %*s %*s %255[^\n]", got_place, &got_host,
                            &got_device, got_reason),
                     3);
    ck_assert_str_eq(got_place, place);
    ck_assert_int_eq(got_host, host);
    ck_assert_int_eq(got_device, device);
    ck_assert_msg(strncmp(got_reason, reason, strlen(reason)) == 0 && (*reason || !*got_reason),
                  "'%s' instead of '%s'", got_reason, reason);
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
    expect_row(1, "test.c:12", 1, 0, "TCR_TARGET=host");
    expect_lines(2);
}
END_TEST

START_TEST(backend_host)
{
    setenv("TCR_BACKEND", "host", 1);
    summary_of(one_loop);
    expect_row(1, "test.c:12", 1, 0, "TCR_BACKEND=host");
}
END_TEST

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
    expect_row(1, "test.c:12", 2, 0, "no device: ");
}
END_TEST

START_TEST(the_device_was_lost)
{
    setenv("TCR_FAULT", "lost:6", 1);
    setenv("TCR_TARGET", "device", 1);
    summary_of(two_loops);
    expect_row(1, "test.c:12", 2, 0, "device lost");
}
END_TEST

START_TEST(estimates)
{
    setenv("TCR_TARGET", "auto", 1);
    summary_of(two_loops);
    expect_row(1, "test.c:12", 2, 0, "estimate: ");
}
END_TEST

/* if() is evaluated by the generated code, which then calls tcr_region_host only. */
static void false_clause(void)
{
    loop(&fake_sum_region, 100, true);
    loop(&fake_sum_region, 0, false);
    loop(&fake_sum_region, 100, false);
    loop(&fake_sum_region, 0, false); /* not worth to be the last reason */
}

START_TEST(if_clause)
{
    setenv("TCR_TARGET", "device", 1);
    summary_of(false_clause);
    expect_row(1, "test.c:12", 3, 1, "the if clause");
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
    expect_row(1, "test.c:12", 1, 1, "no iterations");
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
    expect_row(1, "test.c:12", 1, 0, "launching the kernel: ");
    summary_of(failure_and_clause);
    expect_row(1, "test.c:12", 2, 0, "the if clause");
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
        tcr_region_host(&region[k], 1, "refused");
    }
}

START_TEST(sorted_by_place)
{
    summary_of(many_places);
    expect_row(1, "a.c:20", 1, 0, "refused");
    expect_row(2, "a.c:100", 1, 0, "refused");
    expect_row(3, "b.c:9", 1, 0, "refused");
    expect_row(4, "b.c:10", 1, 0, "refused");
    expect_row(5, "c.c:1", 1, 0, "refused");
    expect_lines(6);
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
    tcase_add_test(c, sorted_by_place);
    tcase_add_test(c, child_without_regions);
    suite_add_tcase(s, c);
    return s;
}
