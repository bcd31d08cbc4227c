/* SPDX-License-Identifier: MIT */
/*
 * nest.h: directive's loops around inner loops over rows, printed as special.h's loops are.
 * nests.c has the rows, the data and the whole, nest_folds.c what inner loops compute,
 * nest_writes.c what they write and the orders that they must keep, nest_calls.c other forms
 * of inner loops.
 *
 * Every sum of an exact nest has the same bits in all orders, so that all results are compared
 * exactly.  The floating results of other nests are compared with those of long double.
 */
#ifndef NEST_H
#define NEST_H

#include "special.h"

/* Element AT of an array of rows belongs to the iteration; no two iterations have one in common. */
struct nest {
    struct special *S;
    const char *type; /* of the elements */
    const char *num;  /* of what is computed from them: in the reference perhaps another */
    const char *i;    /* the iteration's number, an int */
    const char *slot; /* where it stores one result */
    bool exact;       /* else the results depend on the order of sums */
    bool is_floating, is_unsigned;
    bool regular;     /* rows are of the same length */
    bool transposed;  /* they lie in columns */
    bool reduces;     /* tcr reduce, not tcr loop */
    int rows, length; /* length: of a row, or nearly so */
    int slots;        /* of an iteration */
    long total;       /* of elements, at most */
    int indent;
};

/* An inner loop under construction. */
struct row {
    const char *at;    /* subscript of the element */
    const char *j;     /* an int that differs from turn to turn */
    const char *a, *b; /* the elements of the arrays a and b */
    const char *after; /* the loop's variable behind the loop, or NULL */
    const char *first; /* the place of the row's first element */
    const char *tail;  /* last statement of a turn, or NULL; then no `continue` */
};

void put(struct nest *N, const char *format, ...) GEN_PRINTF(2, 3);
void put_open(struct nest *N, const char *s); /* with a bracket */
void put_close(struct nest *N);
const char *nest_name(struct nest *N, const char *stem);

/* The header of an inner loop; straight: in the order of the elements, one by one. */
struct row open_row(struct nest *N, bool straight);
void close_row(struct nest *N, const struct row *r);

/* What iterations and their turns store; `type` is num or one that is always exact. */
const char *nest_output(struct nest *N, const char *type, long n);
void keep(struct nest *N, const char *type, const char *value);

const char *term(struct nest *N, const struct row *r);    /* to be added up */
const char *test_of(struct nest *N, const struct row *r); /* a condition */
const char *small(struct nest *N, const char *value);     /* a number that may be used again */
const char *sum_type(struct nest *N);
const char *spelt(const char *type); /* in the loop */

/* --- nest_folds.c: blocks of statements around inner loops ----------------- */

void add_to(struct nest *N, const struct row *r, const char *s); /* one statement of a sum */
void sums(struct nest *N);
void product(struct nest *N);
void extremes(struct nest *N);
void place_of_extreme(struct nest *N);
void flags(struct nest *N);
void two_sums(struct nest *N);
void own_reduction(struct nest *N);
void nested_sums(struct nest *N);

/* --- nest_writes.c ----------------------------------------------------------- */

void softmax(struct nest *N);
void row_written(struct nest *N);
void row_in_place(struct nest *N);
void summed_in_memory(struct nest *N);
void by_two_pointers(struct nest *N);
void parts_of_locals(struct nest *N);
void stored_before(struct nest *N);
void local_array(struct nest *N);
void running_sum(struct nest *N);
void ended_early(struct nest *N);

/* --- nest_calls.c ------------------------------------------------------------- */

void called_functions(struct nest *N);
void by_pointers(struct nest *N);
void pairs(struct nest *N);
void table(struct nest *N);
void switched(struct nest *N);

void inner_loops_over_rows(struct special *S);

#endif
