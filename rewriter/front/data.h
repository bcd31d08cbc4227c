/* SPDX-License-Identifier: MIT */
/*
 * data.h: a data directive with what is known of its items.
 */
#ifndef TCR_DATA_PRIVATE_H
#define TCR_DATA_PRIVATE_H

#include "../ir/region.h"
#include "../source/directive.h"
#include "../text/text.h"

/* The type of an item's base, from outside inwards: [k] is that of an element
 * after k subscripts. */
enum data_level_kind { LEVEL_OBJECT, LEVEL_ARRAY, LEVEL_OPEN_ARRAY, LEVEL_POINTER };
enum { DATA_LEVELS = TCR_MAX_LOOPS + 1 };
struct data_shape {
    unsigned n; /* the level that is an object */
    enum data_level_kind kind[DATA_LEVELS];
    long long extent[DATA_LEVELS]; /* of an array; -1: not constant */
    bool complete[DATA_LEVELS];    /* sizeof can be asked */
    bool is_record;                /* the base itself */
};

/* What the generated code says of an item; host text. */
struct data_item {
    const char *name;
    enum tcr_data_verb verb;
    const char *address, *element;
    unsigned n_levels;
    struct {
        const char *lo, *length, *extent;
    } level[TCR_MAX_LOOPS];
};

/* data.c: does the section surely leave an array with so many elements? */
bool data_beyond(const struct section *s, long long extent);
/* Fills r->items and the place; refuses. */
bool data_find(struct region *r);

/* One that stands inside of a loop that is run as a whole is refused. */
void data_check_around(struct region *r, const struct region *loop);
/* A loop that calls a function with a data directive in it is refused. */
void data_check_called(struct region *loop, struct directive *const *directives, size_t n);
/* What is not honoured, and keeps the data directives away; pragma NULL: nothing. */
struct data_against {
    const char *what; /* NULL: nothing does */
    size_t at;
    const char *why; /* it is not honoured; NULL: that is said elsewhere */
};
/* A unit's data directives are honoured all, or none: without one `update`,
 * another directive's data would be old.  Refuses and reports the others.  OpenMP's are for
 * themselves. */
void data_check_together(struct region *const *regions, size_t n, struct data_against ours,
                         struct data_against of_omp);

/* May a loop that stays as it is write memory that can be on the device? */
bool data_loop_writes(struct region *loop);

/* ast_data.c: the function, and begin and end of the statement of `data` (of
 * the others, begin and end are the directive's own place).  Refuses. */
bool ast_data_place(struct region *r);
/* ast_check.c: is what the clauses say C?  Says what is wrong at the clause.
 * shapes: of the base of each item, in their order. */
bool ast_check_data(struct region *r, struct data_shape *shapes);

#endif
