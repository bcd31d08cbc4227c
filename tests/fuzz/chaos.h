/* SPDX-License-Identifier: MIT */
/*
 * chaos.h: nests of any statements at any places.  Whether iterations depend on each other,
 * nobody has looked: the directive may say what is not true, and the result is that of the loop in
 * its order all the same.  chaos.c has the statements, chaos_loop.c loops and places.
 *
 * The generator knows the range of every integer, so that all places are within their arrays.
 */
#ifndef CHAOS_H
#define CHAOS_H

#include "special.h"

struct value { /* an int, or of a type that is converted to the same number */
    const char *s;
    long lo, hi;
};

struct counter {
    const char *use, *name;
    long lo, hi;
    enum { C_INT, C_UNSIGNED, C_LONG } kind;
    bool wraps; /* below 0 it is large */
};

struct target { /* an array that loops may write */
    const char *name, *type;
    bool is_floating;
    bool walked; /* a pointer into another array: `base` */
    int base, shift;
    long need; /* elements */
    int width; /* of an iteration of a tidy nest; 0: not chosen yet */
};

enum { CHAOS_COUNTERS = 4, CHAOS_PLACES = 6, CHAOS_LOCALS = 12, CHAOS_IDX = 32, CHAOS_LEN = 8 };

struct chaos {
    struct special *S;
    struct counter counter[CHAOS_COUNTERS];
    struct target place[CHAOS_PLACES];
    struct value local[CHAOS_LOCALS];
    int n_counters, n_places, n_locals;
    int level;   /* loops around */
    bool tidy;   /* each iteration of the outermost loop writes elements of its own */
    long inputs; /* elements of the array that is only read */
    long n, m;   /* what the parameters of those names are */
    long turns;  /* of the statement, at most */
    int indent;
};

void chaos_line(struct chaos *C, const char *format, ...) GEN_PRINTF(2, 3);
/* An expression of the counters. */
struct value chaos_sum(struct chaos *C);
/* One that is 0 or more, and below CHAOS_IDX if it is computed by a table. */
struct value chaos_subscript(struct chaos *C);
/* Of the place; it gets as many elements as that needs. */
const char *chaos_element(struct chaos *C, struct target *p);
/* The same; in a tidy nest the outermost iteration's own. */
const char *chaos_target(struct chaos *C, struct target *p);
/* An element of the array that is only read, as an int. */
const char *chaos_input(struct chaos *C);
/* Prints a loop's head, and adds its counter; false: no more loops. */
bool chaos_open(struct chaos *C);
void chaos_close(struct chaos *C);

#endif
