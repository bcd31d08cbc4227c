/* SPDX-License-Identifier: MIT */
/* body_flow.h: the state of body_flow.c while it follows one iteration, and
 * what body_part.c knows about places in it. */
#ifndef TCR_BODY_FLOW_H
#define TCR_BODY_FLOW_H

#include "body_private.h"

enum { FLOW_KNOWN = 32 };

/* What a variable holds here: a constant (the variable of a loop that is
 * followed turn by turn, a parameter), or (`points`) the address of the
 * followed variable and that many bits. */
struct known {
    const struct decl *decl;
    long long value;
    bool points;
};

struct flow {
    struct region *r;
    const struct decl *d;
    struct leaf leaf;
    struct known known[FLOW_KNOWN];
    size_t n_known;
    bool turns;               /* follow loops of constant bounds turn by turn */
    long steps;               /* statements so far */
    bool assigned;            /* on every path to this point; true where none leads */
    bool read;                /* somewhere without */
    const struct expr *early; /* the first such place, if one is known */
    int conditional;          /* depth of statements and operands that may not be reached */
    bool written;             /* anywhere up to this point of the text */
    bool carried;             /* read by every iteration before anything is assigned */
    bool at_break;            /* assigned on every path that leaves the loop or switch by break */
    bool at_continue;         /* the same for continue, of the loop */
    bool at_return;           /* the same for return, of the function called */
    bool at_head;             /* assigned where the switch around this point was entered */
    bool has_default;
    bool again; /* a goto has told its label something new */
};

/* One iteration, for all parts of a variable together. */
struct flow flow_of(struct region *r, const struct decl *d);

/* Where an lvalue lies, or what a pointer points to. */
struct span {
    bool mine;  /* in the followed variable */
    bool known; /* `begin` is the first bit of it */
    long long begin;
};

struct span flow_span(const struct flow *f, const struct expr *lvalue);
struct span flow_target(const struct flow *f, const struct expr *pointer);
/* Of `bits` at s: all of the leaf?  Nothing of it? */
bool flow_covers(const struct flow *f, struct span s, long long bits);
bool flow_misses(const struct flow *f, struct span s, long long bits);
long long flow_bits(const struct expr *lvalue);
bool flow_const(const struct flow *f, const struct expr *e, long long *value);
/* `decl` is known from here on; false: no room. */
bool flow_learn(struct flow *f, struct known known);

#endif
