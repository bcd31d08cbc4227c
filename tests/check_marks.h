/* SPDX-License-Identifier: MIT */
/*
 * check_marks.h: Check, with less writing.  Each assertion that holds writes its place to a
 * file, for the report of a test that crashes; in a loop it now writes it once, and not in
 * each turn, which took most of the time of tests with many assertions.
 */
#ifndef TESTS_CHECK_MARKS_H
#define TESTS_CHECK_MARKS_H

#include <check.h>

static inline void check_mark(const char *file, int line)
{
    static _Atomic int last; /* no variable of threads: team asks whether a program has any */

    if (line != last)
        _mark_point(file, line);
    last = line;
}
#define _mark_point(file, line) check_mark(file, line)

#endif
