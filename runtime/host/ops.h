/* SPDX-License-Identifier: MIT */
/*
 * ops.h: one chunk of an operation of tcr_reduce.h on the host.
 *
 * ops.c is compiled once for each instruction set that is worth it; a table of each
 * has a function for every operation and type.  A chunk has at most TCR_CHUNK_BYTES of elements,
 * so that it stays in the first cache, narrow integers are added up in 32 bits, and a
 * second look at it costs little.
 */
#ifndef TCR_HOST_OPS_H
#define TCR_HOST_OPS_H

#include "../../base/types.h"
#include "../../include/tcr.h"
#include "../../spec/contract.h"

#pragma GCC visibility push(hidden)

#define TCR_CHUNK_BYTES 32768

/* A number near the data, subtracted from it by meanvar. */
union tcr_host_shift {
    double f;
    long long i;
    unsigned long long u;
};

/* What is known of some elements.  Which fields count, the operation and type say. */
struct tcr_host_part {
    union {
        double f;             /* floating sums; minimum, maximum, and what is at `at` */
        long long i;          /* signed integers */
        unsigned long long u; /* unsigned ones, and all sums of integers */
    } value;
    double small, large;     /* nrm2 of f64: squares of scaled numbers; `value` has the others */
    long long at;            /* argmin, argmax: place, or -1 */
    long long first;         /* the place of the first element */
    double mean, squares, n; /* meanvar: of x - shift; sum of squares of the distances from it */
};

/* n elements, n > 0, one after the other. */
typedef void tcr_host_chunk(long long n, const void *x, const void *y,
                            const union tcr_host_shift *shift, struct tcr_host_part *part);

struct tcr_host_table {
    tcr_host_chunk *chunk[TCR_LIBRARY_OPERATIONS][TCR_TYPES];
};
extern const struct tcr_host_table tcr_host_table_baseline;
#ifdef __x86_64__
extern const struct tcr_host_table tcr_host_table_avx2, tcr_host_table_avx512;
#endif

#pragma GCC visibility pop

#endif
