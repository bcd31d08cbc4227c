/* SPDX-License-Identifier: MIT */
/*
 * mixed.h: functions of several loops and host code over objects of many shapes: their data
 * (places.c), numbers (values.c), statements (steps.c, turns.c, rows.c, scratch.c, calls.c,
 * results.c, operators.c), the directives (directive.c), the
 * loops (loops.c) and what stands between them (mixed.c).
 *
 * Every element is an integer from 0 to 127, whatever its type, and an object has rows: an
 * iteration writes rows of its own only, and reads others of what the loop does not write.  So
 * the order does not show, and any directive of any set is right.
 */
#ifndef MIXED_H
#define MIXED_H

#include "../special.h"

enum { OBJECTS = 6, SCALARS = 12, COUNTERS = 6, SLACK = 8, RESULTS = 3 };
#define MAX_OF(a, b) ((a) > (b) ? (a) : (b))

enum shape {
    VECTOR,  /* a[r * C + c] */
    MATRIX,  /* a[r][c], an array */
    POINTER, /* the same, behind a pointer */
    ROWS,    /* a[r][c], pointers to rows */
    POINTED, /* a->v[r * C + c] */
    HELD,    /* a.v[r * C + c] */
    LINKED,  /* a->in->v[r * C + c] */
    NESTED,  /* a.in[r].w[c] */
    CELLS,   /* a[r].v[c] */
    INNER,   /* a[r].in.x */
    BITS,    /* a[r].b, a bit-field */
    UNIONS,  /* a[r].i */
    N_SHAPES
};

struct object {
    enum shape shape;
    const char *plain; /* without the prefix of the loop's or the reference's */
    const char *name;  /* as the text has it, with $ or as a parameter */
    const char *type;
    int columns;
    bool floating, heap, passed;
    bool written;  /* by the loop at hand */
    bool resident; /* a data directive holds it, and host code must not touch it */
};

struct value {
    const char *s;
    int bits; /* |value| < 2^bits */
};

struct turn { /* a counter in scope */
    const char *name;
    long below; /* 0 <= value < below; 0: the loop's rows */
};

enum set { OURS, OMP, ACC };

struct outcome {
    const char *name, *op,
        *type;        /* op: of a clause, or "atomic", "critical", "flag", "ticket", "declared" */
    const char *word; /* the clause's, if it is not op */
    int bins;         /* of an array */
    bool used;
};

/* One loop and its directive. */
struct region {
    enum set set;
    const struct form *form;
    bool team;            /* of threads that are there */
    bool simd, target;    /* as the form says */
    bool shares;          /* nothing but threads: variables may be shared */
    bool lasts;           /* it may have lastprivate */
    bool by_numbers;      /* not by pointers, whose ends GCC 12 loses in `distribute` */
    struct text declared; /* variables, in front of it all */
    struct text tail;     /* what becomes of the results */
    struct text privates, firstprivates, lastprivates;
    struct outcome result[RESULTS];
    int n_results;
    int collapse;
    bool slanted; /* where the bounds of an inner loop that it shares follow from the outer's */
};

struct mixed {
    struct special *S;
    struct object object[OBJECTS];
    int n_objects;
    long rows; /* the most that a loop has */
    struct text *out;
    int indent;
    /* the loop at hand */
    struct region *region;
    const char *row;    /* the iteration's own */
    const char *column; /* NULL: all of the row */
    const char *scalar[SCALARS];
    bool fixed[SCALARS];
    int n_scalars;
    struct turn turn[COUNTERS];
    int n_turns;
    long cost;
    int nested;
    bool may_break, may_continue;
    bool in_function; /* whose parameters the objects are */
    int names;
};

/* A line of the text; the line of the loop with directives only. */
void mixed_line(struct mixed *M, const char *format, ...) GEN_PRINTF(2, 3);
void mixed_pragma(struct mixed *M, const char *s);
const char *mixed_name(struct mixed *M, const char *stem);

/* --- places.c --- */
void choose_objects(struct mixed *M);
/* With filling and comparing: once it is known how many rows there are. */
void declare_objects(struct mixed *M);
const char *element_at(const struct object *o, const char *row, const char *column);
/* The first element of a row, NULL: its elements do not lie one behind the other. */
const char *row_start(const struct object *o, const char *row);
/* For a clause, NULL: it has none of one dimension. */
const char *section_of(const struct mixed *M, const struct object *o);
const char *parameter_of(const struct mixed *M, const struct object *o);
const char *argument_of(const struct object *o);
const char *struct_of(const struct mixed *M, const struct object *o);

/* --- values.c --- */
struct value mixed_value(struct mixed *M, int depth);
const char *below(struct mixed *M, int depth, int power); /* 0 .. 2^power - 1 */
const char *mixed_test(struct mixed *M);
const char *any_row(struct mixed *M);
const char *any_column(struct mixed *M, const struct object *o);
const char *own_column(struct mixed *M, const struct object *o);
struct object *written_object(struct mixed *M);
struct object *read_object(struct mixed *M);
const char *read_row(struct mixed *M, const struct object *o);
void push_scalar(struct mixed *M, const char *name, bool fixed);

/* --- steps.c --- */
void mixed_steps(struct mixed *M, int count);
void mixed_block(struct mixed *M, int count);
void store(struct mixed *M);

/* --- turns.c --- */
void inner_turns(struct mixed *M);

/* --- rows.c, scratch.c --- */
void row_step(struct mixed *M);
void scratch_step(struct mixed *M);

/* --- calls.c --- */
const char *called_value(struct mixed *M, const char *e);
const char *function_name(struct mixed *M, const char *stem);
/* A function's text, with what the sets want around it. */
void function_text(struct mixed *M, const char *text);
void calling_step(struct mixed *M);

void called_update(struct mixed *M, const struct outcome *r, const char *v);

/* --- operators.c --- */
/* Declares an operator of the program, for r, and r in front of the loop. */
void declare_operator(struct mixed *M, struct outcome *r);
void update_declared(struct mixed *M, const struct outcome *r);

/* --- results.c --- */
void choose_results(struct mixed *M);
void result_step(struct mixed *M);
void other_results(struct mixed *M); /* those that no statement has updated */

/* --- directive.c --- */
void choose_directive(struct mixed *M, enum set set, bool team, bool resident);
void print_directive(struct mixed *M);

/* --- loops.c --- */
enum { IN_TEAM = 1, AMONG_DATA = 2 };
/* Into M->out, and what stands in front of it into `declared`. */
void mixed_loop(struct mixed *M, enum set set, int where, struct text *declared, struct text *tail);

/* --- host.c --- */
void host_step(struct mixed *M, enum set set);
/* Another array of the same elements. */
struct object *alike(struct mixed *M, const struct object *o);

#endif
