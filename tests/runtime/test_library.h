/* SPDX-License-Identifier: MIT */
/* test_library.h: what the tests of the library's calls share. */
#ifndef TEST_LIBRARY_H
#define TEST_LIBRARY_H

#include "../check_marks.h"
#include "../../runtime/library/library.h"

/* Calls with these flags that the device has made: it has counted them. */
unsigned long long calls_on_device(enum tcr_library_operation operation, enum tcr_type type,
                                   unsigned flags);

/* A case for each element type.  Under sanitizers some of them: on this side errors in memory
 * depend on its size, and whether it is a floating-point one; races on the latter alone. */
void add_types(TCase *c, const TTest *test);

/* For a test on the simulated device, whose code no sanitizer has seen: of those types the smallest
 * and the largest. */
void add_types_on_device(TCase *c, const TTest *test);

#endif
