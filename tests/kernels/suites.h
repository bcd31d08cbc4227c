/* SPDX-License-Identifier: MIT */
/* suites.h: the cases that are not in test_images.c. */
#ifndef TEST_KERNELS_SUITES_H
#define TEST_KERNELS_SUITES_H

#include "../check_marks.h"

TCase *math_table_case(void);

#endif
