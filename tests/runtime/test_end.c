/* SPDX-License-Identifier: MIT */
/* test_end.c: files that the system gives back behind the end of a process. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../runtime/cuda/cuda_parts.h"
#include "suites.h"

/* Whoever reads a pipe hears when nobody has its other end any more. */
static void ends(const char *prefix)
{
    int end[2], status = -1;
    char byte;
    pid_t pid;

    ck_assert_int_eq(pipe(end), 0);
    pid = fork();
    if (pid == 0) {
        tcr_cuda_hand_over(prefix);
        _exit(write(end[1], "x", 1) == 1 ? 0 : 1); /* the files are still there */
    }
    close(end[1]);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(read(end[0], &byte, 1), 1);
    ck_assert_int_eq(read(end[0], &byte, 1), 0);
    close(end[0]);
}

START_TEST(files_are_given_back)
{
    ends("pipe:[");
    ends("/dev/nowhere"); /* none */
}
END_TEST

Suite *suite_end(void)
{
    Suite *s = suite_create("end");
    TCase *c = tcase_create("end");

    tcase_set_timeout(c, 60);
    tcase_add_test(c, files_are_given_back);
    suite_add_tcase(s, c);
    return s;
}
