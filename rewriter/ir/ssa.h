/* SPDX-License-Identifier: MIT */
/*
 * ssa.h: static single assignment over a control-flow graph: which store does a use see?
 *
 * Followed are parameters and variables of functions whose address is not taken in the graph:
 * scalars and pointers as they are; structures and arrays as a whole, where a store in a part of
 * one makes a new value of the old one (SSA_PART).  Phis are where dominance frontiers want them
 * (Cytron et al., 1991), and only those that some use sees.
 */
#ifndef TCR_SSA_H
#define TCR_SSA_H

#include "cfg.h"

enum ssa_kind {
    SSA_ENTRY, /* from before the graph */
    SSA_UNSET, /* declared without a value */
    SSA_STORE, /* all of it, by an assignment, ++, -- or a declaration */
    SSA_PART,  /* a store in a part: the rest is of `old` */
    SSA_PHI    /* of each edge in (cfg_block::in) */
};

struct ssa_value {
    enum ssa_kind kind;
    size_t number; /* in ssa::values */
    const struct decl *decl;
    const struct cfg_block *block; /* the entry's of SSA_ENTRY */
    const struct cfg_event *event; /* the store or declaration; NULL of SSA_ENTRY, a phi */
    const struct ssa_value *old;   /* SSA_PART */
    const struct ssa_value **from; /* SSA_PHI; NULL of an edge that is not reached */
    bool read;                     /* SSA_PHI: it is, or what is made of it; else only left */
    struct ssa_use *uses;          /* by events and by other values, in no order */
};

struct ssa_use {
    const struct cfg_block *block; /* where it must be known: of a phi, at the edge's beginning */
    const struct cfg_event *event; /* a read; NULL: a value is made of it, */
    const struct ssa_value *value; /* which */
    struct ssa_use *next;
};

struct ssa {
    const struct cfg *g;
    struct ssa_value **values;
    size_t n_values;
    struct ssa_nodes *nodes;     /* ssa.c */
    struct ssa_nodes *variables; /* by declaration */
    struct phi **phis;           /* by cfg_block::number */
};

/* Of the blocks that are reached. */
struct ssa *ssa_build(const struct cfg *g);
/* The value that a read lvalue, or the whole variable that it is a part of, has there; that an
 * assignment, ++ or -- leaves in the variable; NULL: not followed, or not reached. */
const struct ssa_value *ssa_at(const struct ssa *s, const struct expr *e);
/* The phi of the variable at a loop's head; NULL: the loop does not change it, or no use sees it
 * there, or it is not followed. */
const struct ssa_value *ssa_phi(const struct ssa *s, const struct cfg_block *head,
                                const struct decl *d);

/* The variable's value where the tree ends (CFG_FALLS); NULL: nothing changes it, it is not
 * followed, or the end is not reached. */
const struct ssa_value *ssa_out(const struct ssa *s, const struct decl *d);
/* Is it one that the graph names, and whose address is not taken there? */
bool ssa_follows(const struct ssa *s, const struct decl *d);
/* ssa_build() of a graph, once. */
const struct ssa *ssa_of(struct cfg *g);

/* What is wrong (arena), or NULL; as cfg_verify(). */
const char *ssa_verify(const struct ssa *s);
void ssa_print(const struct ssa *s, FILE *out);

#endif
