/* SPDX-License-Identifier: MIT */
/*
 * assigned.h: is a variable declared outside the loop assigned before it is read, in every
 * iteration?  And if its value is used after the loop, does every iteration assign it?
 */
#ifndef TCR_ASSIGNED_H
#define TCR_ASSIGNED_H

#include "../ir/cfg.h"
#include "../ir/region.h"

struct assigned {
    bool read;                /* some part of it, perhaps, where it is not assigned */
    const struct expr *early; /* the first such place, if one is known */
    bool carried;             /* every iteration reads it so, before it assigns anything */
    bool always;              /* all of it, on every path to the end of the iteration */
};

struct assigned assigned_in_iteration(struct region *r, const struct decl *d);

/* ---- which part of it is meant (assigned_part.c) ---- */

/* What a variable holds here: a constant (the variable of a loop that is gone through turn by
 * turn, a parameter), or (`points`) the address of the variable in question and that many bits. */
struct known {
    const struct decl *decl;
    long long value;
    bool points;
};

enum { KNOWN_MOST = 32 };

struct part_facts {
    const struct decl *d;
    struct known known[KNOWN_MOST]; /* the last one of a variable counts */
    size_t n_known;
    struct leaf leaves[TYPE_LEAVES];
    size_t n_leaves;
};

/* Where an lvalue lies, or what a pointer points to. */
struct span {
    bool mine;  /* in the variable */
    bool known; /* `begin` is the first bit of it */
    long long begin;
};

struct part_facts part_facts_of(const struct decl *d);
struct span part_span(const struct part_facts *f, const struct expr *lvalue);
struct span part_target(const struct part_facts *f, const struct expr *pointer);
long long part_bits(const struct expr *lvalue);
/* The leaves of which `bits` at s are all; those of which they may be a part. */
unsigned long long part_covers(const struct part_facts *f, struct span s, long long bits);
unsigned long long part_touches(const struct part_facts *f, struct span s, long long bits);
/* Not negative, and in any type of 32 bits. */
bool part_const(const struct part_facts *f, const struct expr *e, long long *value);
/* Does a condition hold?  False: nobody knows. */
bool part_holds(const struct part_facts *f, const struct expr *e, bool *holds);
/* It is known from here on, if there is room. */
void part_learn(struct part_facts *f, struct known known);

#endif
