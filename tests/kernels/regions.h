/* SPDX-License-Identifier: MIT */
/* regions.h: device texts of the form that the rewriter emits, for every type
 * and operator; and the host's view of the types. */
#ifndef TEST_REGIONS_H
#define TEST_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include "../../include/tcr_region.h"

enum { N_TYPES = TCR_F64 + 1, N_OPS = TCR_LOR + 1 };

struct type_facts {
    const char *name, *device; /* short name; device spelling */
    unsigned size;
    bool is_float, is_signed;
    double unit; /* unit roundoff of a floating type; else 1 */
};
extern const struct type_facts region_types[N_TYPES];
extern const char *const region_ops[N_OPS]; /* sum, prod, ... */

bool region_exists(enum tcr_type type, enum tcr_op op);
/* The unit with the kernel TYPE_OP of every pair that exists; free it. */
char *region_all(void);
/* The unit with one kernel `name`; unroll 0: the default.  `element` is the type of the
 * array if it is not the variable's own (else NULL). */
char *region_one(enum tcr_type type, enum tcr_op op, const char *element, const char *name,
                 int unroll);

/* Element i of an array, as a number. */
double region_float(enum tcr_type type, const void *array, size_t i);
long long region_int(enum tcr_type type, const void *array, size_t i);
/* Store a number, rounded to the type. */
void region_put_float(enum tcr_type type, void *array, size_t i, double x);
void region_put_int(enum tcr_type type, void *array, size_t i, unsigned long long x);
/* x rounded to the type, to nearest even. */
double region_round(enum tcr_type type, double x);
/* x as the type holds it (integers: wrapped and extended). */
long long region_wrap(enum tcr_type type, unsigned long long x);

#endif
