/* SPDX-License-Identifier: MIT */
/* ast_live.h: what ast_live.c and ast_escape.c share. */
#ifndef TCR_AST_LIVE_H
#define TCR_AST_LIVE_H

#include "ast_private.h"

/* A variable of which it is asked whether its value is read after the region. */
struct live {
    struct region *region;
    CXCursor decl;    /* canonical */
    bool escapes;     /* address taken, goto in the function: give up */
    bool parts;       /* a structure or array: only the leaf counts */
    struct leaf leaf; /* of it */
    bool left;        /* after the region, a jump may leave the blocks around it */
    bool gone;        /* a goto may have passed by what is written from here on */
    bool strict;      /* nothing is forgiven for standing in the region */
};

/* Does this name the variable? */
bool live_is(const struct live *l, CXCursor c);
/* A function of math.h, which sets what its pointers point to and forgets them? */
bool live_is_math(CXCursor call);
/* ast_escape.c: may the variable be read where its name does not stand, or in
 * another order than that of the text? */
bool live_escapes(struct live *l, CXCursor function);

#endif
