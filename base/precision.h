/* SPDX-License-Identifier: MIT */
/* precision.h: the precisions of products of matrices (enum tcr_precision of tcr_matrix.h): their
 * words, what they do, and how large the errors may be.  docs/numerics.md derives the bounds. */
#ifndef TCR_BASE_PRECISION_H
#define TCR_BASE_PRECISION_H

#include <stdbool.h>
#include "../include/tcr_matrix.h"

enum { TCR_PRECISIONS = TCR_PRECISION_F16X3 + 1 };

/* "full", "tf32", "tf32x2", ...  Static. */
const char *tcr_precision_word(enum tcr_precision p);
/* TCR_FORMAT_* of spec/contract.h, and the number of products; not of TCR_PRECISION_FULL. */
unsigned tcr_precision_format(enum tcr_precision p);
unsigned tcr_precision_products(enum tcr_precision p);
/* Bytes of an element in that format: of TF32 a whole word. */
long long tcr_precision_bytes(enum tcr_precision p);

/* Terms that the vendor's library may add up in one chain of the tensor cores; 0: it is not to have
 * products of that precision. */
long long tcr_precision_chain(enum tcr_precision p);
/* What such a library is asked for, call by call: of that part of A's elements, 1 for their rests,
 * `terms` of the sum, from `from` on.  Starts at zeros; false: there is no further call for sums of
 * `all` terms. */
struct tcr_precision_call {
    long long from, terms;
    unsigned part;
    bool follows; /* what the calls before have made is added to */
};
bool tcr_precision_next(enum tcr_precision p, long long all, struct tcr_precision_call *c);

/* |error| <= bound * (|alpha| sum of |a b| + |beta c|), to first order, for sums of k terms of
 * elements of TCR_F32 or TCR_F64, and apart from what is too small for the format. */
double tcr_precision_bound(enum tcr_type type, enum tcr_precision p, long long k);
/* The fastest precision whose bound is at most `error`; TCR_PRECISION_FULL if there is none.
 * Elements of any size are allowed for, so it is never one of F16. */
enum tcr_precision tcr_precision_for(enum tcr_type type, long long k, double error);

#endif
