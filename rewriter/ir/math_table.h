/* SPDX-License-Identifier: MIT */
/* math_table.h: functions of the C library and compiler builtins that device
 * code may call. */
#ifndef TCR_MATH_TABLE_H
#define TCR_MATH_TABLE_H

#include <stdbool.h>
#include <stddef.h>

/* Through a pointer among its arguments, a function writes and does not read. */
struct math_fn {
    const char *name;   /* as it stands in preprocessed C */
    const char *device; /* as it is called in device text; NULL: the first argument itself */
    int ops;            /* rough cost in arithmetic operations, for the decision */
    bool rounds;        /* results need not be the nearest numbers: libraries differ */
};

/* NULL if the name is not known to be free of side effects. */
const struct math_fn *math_find(const char *name);

/* None of C: which iteration has a value that is better than another (analyse/body_best.c). */
extern const struct math_fn math_best_place;

/* Was the name the library's in C90 already?  ISO/IEC 9899:1990, 7.5, 7.10.6 and 7.13.4. */
bool math_is_c90(const char *name);

/* Row i of the table, NULL past the end. */
const struct math_fn *math_row(size_t i);

#endif
