/* SPDX-License-Identifier: MIT */
/*
 * outline.h: a whole function as data flow sees it, whatever stands in it.
 *
 * It is a tree of ir.h with what matters to the variables of the function alone: which of them are
 * read and set, in what order, which addresses are taken.  Constants, conversions, arithmetic and
 * what only concerns variables of the file are left out; types are no more than their kind and
 * size. What is not known in detail is EXPR_OPAQUE: its operands may be evaluated or not, and go
 * anywhere. Gotos to computed labels, and calls in a function to which longjmp() may return, lead
 * to any label.  ast_outline.c makes it; live.c and escape.c ask it.
 */
#ifndef TCR_OUTLINE_H
#define TCR_OUTLINE_H

#include "cfg.h"

/* A variable is read, or gets a new value, in a block. */
struct mention {
    const struct cfg_block *block;
    bool sets;             /* all of the part surely has a value from here on */
    long long begin, size; /* the part, in bits from the variable's beginning; -1: all, or any */
};

enum outlet_kind {
    TO_ANYWHERE, /* memory, or a variable that is not followed */
    TO_POINTER,  /* a local pointer */
    TO_FUNCTION, /* as an argument */
    TO_CALLER,   /* as what the function returns */
    TO_NUMBER,   /* arithmetic of integers */
    TO_CLEANUP   /* the function of that attribute, at the end of the variable's block */
};

/* Where the address of a variable goes, or the one that a pointer holds. */
struct outlet {
    enum outlet_kind kind;
    bool address; /* of the variable itself */
    struct outline_var *pointer;
    struct outline_function *function; /* NULL: behind a pointer */
    size_t argument;
    const struct outline *in;
    const struct stmt *at;
};

/* What EXPR_VAR and STMT_DECL of the tree name: decl is the first member. */
struct outline_var {
    struct decl decl;         /* DECL_LOCAL: it lives in a call of its function; else DECL_GLOBAL */
    bool cleanup;             /* it has that attribute */
    bool sought;              /* all outlines that name it have been made */
    struct mention *mentions; /* of a local one (live.c); those of one block are in its order */
    size_t n_mentions;
    struct outlet *outlets; /* escape.c */
    size_t n_outlets;
    unsigned passed; /* of the last question that came here */
};

/* What EXPR_CALL names, in the same way. */
struct outline_function {
    struct decl decl;
    const struct math_fn *math; /* it sets what its pointers point to, and forgets them */
    struct outline *outline;    /* NULL: not asked for, or not known */
    bool asked;
    bool replaced; /* the program may have another one of its name */
    bool ends;     /* it never returns */
    bool twice;    /* it may return again later: setjmp() */
};

struct outline {
    struct outline *next; /* the one that was made before */
    struct stmt *body;
    struct label **labels;
    size_t n_labels;
    struct label *any;   /* from where each of them may be reached, once something leads there */
    struct stmt **loops; /* for statements */
    size_t n_loops;
    struct cfg *cfg; /* the body's */
    struct outline_var **params;
    size_t n_params;
    bool returns_address; /* its type can hold one */
    bool opaque;          /* there is control flow that it does not show */
    bool has_outlets;
    struct block_note {  /* of cfg's blocks: live.c */
        unsigned passed; /* of the last question that came here, and of the last one */
        unsigned noted;  /* that knows the block's first mention of its variable */
        bool sets;       /* that one's */
    } * notes;           /* NULL: its variables' mentions are not known yet */
};

/* Expressions, in which what is left out is NULL.  Types are by kind: not to be changed. */
struct type *outline_kind(enum type_kind kind);
struct expr *outline_expr(enum expr_kind kind, struct type *type);
struct expr *outline_unknown(void); /* something that nothing is known of */
/* One after the other, with the second one's value. */
struct expr *outline_both(struct expr *a, struct expr *b);
struct expr *outline_choice(struct expr *condition, struct expr *yes, struct expr *no);
struct expr *outline_logical(struct expr *a, struct expr *b, enum c_op op);
struct expr *outline_assignment(struct expr *to, struct expr *value, enum c_op op);
/* A number that is computed from a, which may be an address. */
struct expr *outline_number(struct expr *a, enum c_op op);
struct expr *outline_decayed(struct expr *array); /* as a pointer to its first element */
struct expr *outline_deref(struct expr *pointer, struct type *type);
struct expr *outline_element(struct expr *pointer, struct expr *index, struct type *type);
struct expr *outline_moved(struct expr *pointer, struct expr *by);
/* May its value be an address, or have one in it? */
bool outline_may_hold(const struct expr *e);
/* A part of a variable of the file, at a place that is always the same? */
bool outline_is_outside(const struct expr *e);

struct stmt *outline_new(enum stmt_kind kind);
void outline_add(struct stmt *list, struct stmt *s);
struct label *outline_new_label(struct outline *o);
struct stmt *outline_label(struct label *l); /* before nothing */
struct stmt *outline_goto(struct label *l);
struct stmt *outline_goto_any(struct outline *o);
struct stmt *outline_may_jump(struct outline *o); /* to any label */
/* Put at the end of the body what goes on to the labels: one place for all such jumps, so that the
 * tree does not grow with their number times that of labels. */
void outline_connect(struct outline *o);

#endif
