/* SPDX-License-Identifier: MIT */
/*
 * special.h: loops of kinds that the other parts hardly make, from patterns:
 * odd.c (NaN, infinities, subnormals), walk.c (over parts of an object, by pointers),
 * scans.c (prefix sums), chaos.c (any statements at any places), regions.c (several loops), deep.c
 * (rows behind two pointers), apart.c (rows in blocks of their own), rare.c (loops of no iteration,
 * seldom taken paths, replaced functions), best.c (minima and maxima with their places), shared.c
 * (which variables OpenMP and OpenACC have copies of) and mixed/ (several loops of any statements
 * over objects of many shapes, with host code between them).
 *
 * A loop is written once.  Before each name of which the reference has its own stands
 * a $; the values of the two are compared.
 */
#ifndef SPECIAL_H
#define SPECIAL_H

#include "gen.h"

/* Characters of `loop`: here is `parted`; the line is of the loop with the directive. */
enum { SPECIAL_PARTED = 1, SPECIAL_OWN = 2 };
struct special {
    const char *id;
    struct text outside; /* of the function */
    struct text before;  /* both loops */
    struct text loop;
    struct text after;
    struct text reduce;       /* clauses of the results */
    struct text results;      /* their names, with commas */
    struct text clauses;      /* others */
    const char *construct;    /* NULL: ours, or what --tcr-accept allows */
    const char *closing;      /* behind the loop */
    const char *parted;       /* a line of the loop with the directive, where SPECIAL_PARTED is */
    bool ours;                /* by no other directive */
    bool writes, independent; /* arrays; in any order */
    int collapse;
    int names;
};

const char *special_name(struct special *S, const char *stem);
/* A variable of that first value, with and without a clause. */
void result(struct special *S, const char *type, const char *name, const char *first,
            const char *op);
void watched(struct special *S, const char *type, const char *name, const char *first);
/* An array of n elements, `first` of each; in one of many places. */
void input(struct special *S, const char *type, const char *name, long n, const char *first);
/* Of n elements of k each; the loop writes it as $name. */
void output(struct special *S, const char *type, const char *name, long n);
/* Those of $name after both loops. */
void compare_elements(struct special *S, const char *name, long n);
/* The pattern with @ replaced by e, # by $v. */
const char *filled_in(const char *pattern, const char *e, const char *v);

/* Prints one, of that kind or of any, and returns how to call it. */
const char *generate_pattern(const char *id, void (*kind)(struct special *));
const char *generate_special(const char *id);
extern const char *special_kind; /* only of that name (special.c); "": of all */
extern int special_rows;         /* of mixed loops; 0: as drawn */

void odd_numbers(struct special *S);
void part_walk(struct special *S);
void pointer_loop(struct special *S);
void no_iteration(struct special *S);
void places_of_best(struct special *S);
void rare_path(struct special *S);
void replaced(struct special *S);
void shared_by_construct(struct special *S);
void deep_rows(struct special *S);
void rows_apart(struct special *S);
void prefix_sums(struct special *S);
void chaos_nest(struct special *S);
void team_region(struct special *S);
void data_regions(struct special *S);
void mixed_loops(struct special *S);

#endif
