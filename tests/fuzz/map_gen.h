/* SPDX-License-Identifier: MIT */
/*
 * map_gen.h: the parts of the generator of loops that write arrays:
 * map_places.c (arrays, subscripts), map_values.c (what is stored), map_body.c
 * (statements, nests) and map_world.c (the memory, and the three runs of it:
 * written.h).
 *
 * What the loop touches stands between NOTE and NOTED in its text, and what only
 * the noting run needs between ONLY and SAID.
 */
#ifndef MAP_GEN_H
#define MAP_GEN_H

#include "gen.h"

#define NOTE "\1"
#define NOTED "\2"
#define ONLY "\3"
#define SAID "\4"

enum { MAX_GRIDS = 8, GATHERED = 40 };

enum grid_shape {
    G_VECTOR, /* a[i] */
    G_CELLS,  /* a[i].x, a[i].v[1] */
    G_MATRIX, /* a[i][j] */
    G_FLAT,   /* a[i * ld + j] */
    G_TABLE,  /* a[i][j] through row pointers */
    N_SHAPES
};

enum grid_home {
    H_PARAM,
    H_RESTRICT,
    H_LOCAL_POINTER,
    H_GLOBAL_POINTER,
    H_MEMBER_POINTER,
    H_GLOBAL, /* from here on: arrays, nothing below element 0 */
    H_STATIC,
    H_LOCAL,
    H_VLA,
    H_MEMBER,
    N_HOMES
};

struct grid {
    enum grid_shape shape;
    enum grid_home home;
    enum type type;
    const char *name, *lvalue; /* as declared; as the loop writes it */
    int level[2];              /* which loop variables its subscripts follow, mostly */
    int stride;
    bool down;
    long columns; /* of a matrix */
    long lo, hi;  /* subscripts so far; of the rows, for a matrix */
    bool written, read;
    bool is_index;    /* holds subscripts below GATHERED, and is never written */
    const char *view; /* H_RESTRICT, ...: the type that the pointer is declared with */
    /* the memory behind a pointer */
    int area;
    long offset; /* elements from the area's first */
};

struct map {
    struct grid grid[MAX_GRIDS];
    int n_grids;
    int stores;
    int functions;
    int inner; /* loops around, but for those of the directive */
    int nested;
    int levels;
};
extern struct map map;

/* --- map_places.c --- */
/* What the loop touches, if it is of an area. */
const char *noted(const struct grid *g, const char *lvalue);
/* An element, anywhere. */
const char *element_of(struct loop *L, struct grid *g);
struct grid *grid_to_read(struct loop *L, bool floating);
/* One that an array of subscripts chooses; NULL: there are too many arrays. */
const char *gathered_element(struct loop *L);
struct grid *grid_to_write(struct loop *L);
const char *grid_subscript(struct loop *L, struct grid *g);
bool grid_is_array(const struct grid *g);

/* --- map_values.c --- */
const char *float_value(struct loop *L, int depth);
const char *int_value(struct loop *L, int depth, bool wraps);
const char *map_condition(struct loop *L);
void store_to(struct loop *L, const char *lvalue, enum type type);

/* --- map_body.c --- */
void map_nest(struct loop *L);

/* --- map_world.c --- */
void print_map(struct loop *L, struct loop *reference, const char *directive);
void declare_grids(struct loop *L);

#endif
