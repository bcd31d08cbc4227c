/* SPDX-License-Identifier: MIT */
/*
 * cfg.h: the control-flow graph of a tree of statements: of a function's body, or of a region's
 * loop.
 *
 * A block is a list of events, what is evaluated in the order in which C evaluates it (the value
 * of an assignment before its place, where C leaves that open), and the edges that lead on.
 * Branches, loops, switches, jumps, && || ?: and ends of the program are edges.  Blocks are
 * numbered in the order of the text, so that those of a statement's body stand together.
 *
 * Building it takes time and memory in proportion to the tree, but for what nesting adds to
 * loops.  All of it is the arena's.
 */
#ifndef TCR_CFG_H
#define TCR_CFG_H

#include <stdio.h>

#include "ir.h"

enum cfg_event_kind {
    CFG_READ,    /* the value of the lvalue e; of a pointer, for `by` */
    CFG_WRITE,   /* e, an assignment, ++ or --, stores in e->a; what it reads there comes before */
    CFG_ADDRESS, /* e, & or a decay, for `by`; those that only say where an lvalue is do not count
                  */
    CFG_CALL,    /* e, behind its arguments */
    CFG_DECLARE  /* decl begins to live, and gets the value e (NULL: none) */
};

struct cfg_event {
    enum cfg_event_kind kind;
    struct expr *e;
    struct decl *decl;
    /* Who uses the pointer: the lvalue that it leads to, the call that gets it; NULL: another. */
    const struct expr *by;
    unsigned long long names; /* cfg_name() of each variable that it names, and perhaps others */
};

enum cfg_edge_kind {
    CFG_NEXT,
    CFG_TRUE,
    CFG_FALSE,
    CFG_CASE,  /* to a label of the switch, which `by` is, or (NULL) past all */
    CFG_AGAIN, /* to the condition of a `for` or `while` */
    CFG_JUMP,  /* what `by` does: break, continue, return, goto */
    CFG_STOP   /* the program ends */
};

struct cfg_edge {
    enum cfg_edge_kind kind;
    struct cfg_block *from, *to;
    size_t at; /* in to->in */
    const struct stmt *by;
};

struct cfg_block {
    size_t number; /* in cfg::blocks, the text's order */
    size_t order;  /* in cfg::order, reverse post-order; CFG_UNREACHED */
    struct cfg_event *events;
    size_t n_events;
    const struct expr *test;  /* decides among CFG_TRUE and CFG_FALSE, or CFG_CASE; or NULL */
    unsigned long long names; /* of all of them */
    struct cfg_edge **in, **out;
    size_t n_in, n_out;
    struct cfg_block *idom; /* immediate dominator; NULL of the entry and what is not reached */
    size_t dom_first, dom_count; /* the dominator tree below it, itself included, in pre-order */
    struct cfg_loop *loop;       /* the innermost one that it is in, or NULL */
};

#define CFG_UNREACHED ((size_t)-1)

/* A natural loop. */
struct cfg_loop {
    struct cfg_block *head;
    const struct stmt *stmt; /* NULL: a goto makes it */
    struct cfg_loop *outer;
};

/* Where a statement stands. */
struct cfg_place {
    struct stmt *stmt;
    size_t first, last;             /* blocks; the first and last may have other statements, too */
    struct cfg_block *head, *again; /* of a loop: to its head; where `continue` leads */
    unsigned long long names;       /* cfg_name() of what its events name */
    struct cfg_block *exit;         /* of a loop, a switch: where `break` leads */
};

enum cfg_exit {
    CFG_FALLS, /* behind the tree */
    CFG_RETURNS,
    CFG_LEAVES, /* a jump to what stands around the tree */
    CFG_ENDS,   /* the program */
    CFG_EXITS
};

struct cfg {
    struct stmt *root;
    struct cfg_block **blocks; /* the first is the entry, the last CFG_EXITS are the exits */
    size_t n_blocks;
    struct cfg_block **order; /* those that are reached */
    size_t n_order;
    struct cfg_block *exits[CFG_EXITS];
    struct cfg_place *places; /* by stmt::number */
    size_t n_places;
    struct cfg_loop **loops; /* inner ones before those around them */
    size_t n_loops;
    struct ssa *ssa;  /* if asked for (ssa_of) */
    bool irreducible; /* some cycle has several entries: it is no natural loop */
};

/* Does a call return? */
enum cfg_return { CFG_RETURNS_ALWAYS, CFG_RETURNS_PERHAPS, CFG_RETURNS_NEVER };
typedef enum cfg_return cfg_call(void *ctx, const struct expr *call);

/* Of a whole tree, which it numbers (stmt_number).  `returns` may be NULL: all calls return.  The
 * tree must not change while the graph is used. */
struct cfg *cfg_build(struct stmt *root, cfg_call *returns, void *ctx);

/* A bit for a variable, which it may share with others. */
unsigned long long cfg_name(const struct decl *d);
/* Is every path from the entry to b one through a?  Both are reached. */
bool cfg_dominates(const struct cfg_block *a, const struct cfg_block *b);
/* Is b in the loop, or in one within it? */
bool cfg_in_loop(const struct cfg_loop *l, const struct cfg_block *b);

/* What is wrong with the graph (arena), or NULL.  cfg_build() asks, and aborts, unless NDEBUG is
 * defined. */
const char *cfg_verify(const struct cfg *g);

/* A line for each block that is reached or not empty. */
void cfg_print(const struct cfg *g, FILE *out);

/* cfg_order.c: what cfg_build() finds out of the edges. */
void cfg_find_order(struct cfg *g);
void cfg_find_loops(struct cfg *g);

#endif
