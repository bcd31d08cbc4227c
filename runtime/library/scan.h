/* SPDX-License-Identifier: MIT */
/* scan.h: the functions of tcr_scan.h, inside. */
#ifndef TCR_LIBRARY_SCAN_H
#define TCR_LIBRARY_SCAN_H

#include <stdbool.h>
#include "../../include/tcr.h"

#pragma GCC visibility push(hidden)

enum { TCR_SCAN_OPERATIONS = TCR_SCAN_XOR + 1 };
enum scan_form { SCAN_ARRAY, SCAN_ROWS, SCAN_SEGMENTS };

struct scan_request {
    enum tcr_scan_operation operation;
    bool exclusive;
    enum tcr_type type;
    enum scan_form form;
    enum tcr_type offset_type;
    long long n; /* rows or segments; of an array 1 */
    long long length, ldx, ldy;
    const void *offsets, *x;
    long long size; /* elements from x's first one on that it has */
    void *y;
    const struct tcr_options *options;
};

/* The host's arithmetic.  0, TCR_E_INVALID of the offsets, or TCR_E_NO_MEMORY. */
int tcr_scan_host(const struct scan_request *q);

/* Elements from `from` up to `to` of an array, behind what is in *carry, and what they come to with
 * that into it; without `y`, only that.  (One of runtime/library/scan_types.c.) */
union scan_carry {
    double f;
    long long i;
    unsigned long long u;
};
struct scan_part {
    enum tcr_scan_operation operation;
    enum tcr_type type;
    bool exclusive;
    const void *x;
    void *y;
};
void tcr_scan_part(const struct scan_part *p, long long from, long long to,
                   union scan_carry *carry);
/* What comes before the first element; two parts together. */
union scan_carry tcr_scan_start(enum tcr_scan_operation operation, enum tcr_type type);
union scan_carry tcr_scan_join(enum tcr_scan_operation operation, enum tcr_type type,
                               union scan_carry a, union scan_carry b);

#pragma GCC visibility pop

#endif
