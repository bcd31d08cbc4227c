/* SPDX-License-Identifier: MIT */
/*
 * exact_gen.h: the parts of the generator of loops whose subscripts are
 * computed: numbers.c (integers and what is read), steps.c (statements),
 * walks.c (inner loops, pointers) and subscripts.c (the whole).
 */
#ifndef EXACT_GEN_H
#define EXACT_GEN_H

#include "gen.h"

enum { LIMIT = 2400, REACH = 4096, MAX_NUMS = 40, MAX_AREAS = 6 };

/* An array that is cut to what the reference loop reads of it. */
struct area {
    const char *name, *lvalue; /* as declared; as the loop writes it */
    enum type type;
    enum { AREA_PLAIN, AREA_CELLS, AREA_ROWS } shape;
    long columns;
    bool index; /* holds subscripts */
};

/* An integer, or where `at` is set a pointer into that array: it may be
 * anywhere within [lo, hi]. */
struct num {
    const char *s;
    enum type type;
    long lo, hi;
    bool is_fixed; /* never assigned to */
    int depth;     /* of loops around its declaration */
    struct area *at;
};

struct scene {
    struct num num[MAX_NUMS];
    int n_nums;
    struct area area[MAX_AREAS];
    int n_areas;
    int depth;            /* of inner loops */
    int nested;           /* of statements */
    bool may_continue;    /* the loop around is a for loop, or the function's end is */
    bool may_break;       /* there is an inner loop around */
    bool in_function;     /* in a called one */
    struct num *returned; /* what the function returns; NULL: a sum */
    int functions;        /* so far */
};
extern struct scene scene;

/* --- numbers.c --- */
struct num constant_num(long value);
struct num leaf_num(struct loop *L);
struct num as_signed(struct num n);
/* A value that does not change while the loop runs. */
struct num fixed_value(struct loop *L, long value, bool is_unsigned);
struct num fixed_num(struct loop *L, int reach);
struct num any_num(struct loop *L, int depth);
struct num num_sum(struct num a, char op, struct num b);
void push_num(struct num n);
/* The num may also become this; false: it may not, for it must stay within. */
bool may_become(struct num *n, long lo, long hi);
struct num *writable_num(bool pointer);
void widen_nums(void); /* before the body of an inner loop */
const char *test(struct loop *L, int depth);
/* Something read, and no side effect in it. */
struct expr element(struct loop *L);
struct expr reading(struct loop *L, const struct area *a, const char *lvalue);
struct area *pick_area(struct loop *L, bool pointed);

/* --- steps.c --- */
void steps(struct loop *L, int count);
/* A block of them below the line just written, in the body of a loop of so many trips
 * (0: no loop). */
void block(struct loop *L, int count, long trips);
struct opened {
    int names;
    long trips, before;
};
struct opened open_block(struct loop *L, long trips);
void close_block(struct loop *L, struct opened o);
void use(struct loop *L, struct expr e); /* add it to something; not exact: evaluate it once */
struct num function_call(struct loop *L, struct num a, struct num b);
/* A sum of what is read around p. */
struct expr function_sum(struct loop *L, struct num p, struct num k, struct num c);

/* --- walks.c --- */
long room_for(const struct loop *L); /* so many more trips are few enough */
void inner_for(struct loop *L);
void inner_while(struct loop *L);
void pointer_walk(struct loop *L);
void stale_number(struct loop *L);

/* subscripts.c: in the place of choose_vars, generate_nest and declare_arrays */
void exact_vars(struct loop *L);
void exact_nest(struct loop *L);
void declare_areas(struct loop *L);

#endif
