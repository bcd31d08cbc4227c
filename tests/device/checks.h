/* SPDX-License-Identifier: MIT */
/* checks.h: the parts of the device test.  Each prints its details and returns
 * the number of failures. */
#ifndef TEST_CHECKS_H
#define TEST_CHECKS_H

#include <stdbool.h>

/* One line of the table at the end. */
void check_row(const char *what, int failures, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Every type and operator over sizes; `small`: sizes that a sanitizer can bear;
 * `cubin`: where the compiled unit is kept, or NULL. */
void check_cases(bool small, const char *cubin);
void check_streams(bool small); /* two arrays that begin anywhere */
/* Device text of a sum of products, with two arguments of a region's; free it. */
char *product_text(int type_a, int type_b, int type_sum, const char *kernel);
void check_many(void); /* several variables in one region */
void check_long(void); /* more than 2^31 iterations */
void check_non_finite(void);
void check_draws(void); /* errors over many draws */
void check_long_sums(void);
void check_mma(void);    /* the instructions beside their model */
void check_repeat(void); /* bit-identical from run to run */
void check_speed(void);
void check_shapes(void); /* speed over grids, blocks and unrolls; for tuning */

#endif
