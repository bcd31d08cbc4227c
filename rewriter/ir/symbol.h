/* SPDX-License-Identifier: MIT */
/*
 * symbol.h: integers, pointers, places and conditions that only the host knows, as expressions.
 *
 * An expression is made once and never changes: two that are equal are one, so `==` compares them.
 * They belong to the table of their region.  What a symbol reads, where it comes from and whether
 * two are the same is asked of its structure; C text is made of it at the very end (symbol_c), and
 * what the user sees is made of the same structure in the user's words (symbol_shown).
 *
 *     p->n + 1     BINARY ADD (CAST "long long" (SURE (LOAD (MEMBER "n" (DEREF (NAME p))))), INT 1)
 *
 * `when` is what must hold before the host may compute a symbol, if the program itself does not
 * surely do so: of *p that p is not null, of what is then read there that it can be read, of a
 * quotient that the divisor is not 0.  symbol_guarded() asks it, symbol_sure() says that
 * the program computes the same.
 */
#ifndef TCR_SYMBOL_H
#define TCR_SYMBOL_H

#include "ir.h"

enum symbol_kind {
    SYMBOL_INT,      /* k */
    SYMBOL_NAME,     /* text; of the variable `decl`, or a number of ours */
    SYMBOL_QUOTE,    /* text: the program's own */
    SYMBOL_MEMBER,   /* of the place a: text */
    SYMBOL_DEREF,    /* the place that the pointer a leads to */
    SYMBOL_ADDRESS,  /* of the place a */
    SYMBOL_LOAD,     /* what the place a in memory holds */
    SYMBOL_SURE,     /* a, which the program computes in any case */
    SYMBOL_CAST,     /* a in the type `text` */
    SYMBOL_SIZEOF,   /* of the place a */
    SYMBOL_READABLE, /* can the host read the place a? */
    SYMBOL_BINARY,   /* a op b */
    SYMBOL_COND,     /* a ? b : c */
    SYMBOL_CALL      /* text(a, b), a function of the runtime's */
};

struct symbol {
    enum symbol_kind kind;
    const struct symbol *a, *b, *c;
    long long k;
    enum c_op op;
    const char *text;
    const struct decl *decl;
    const struct symbol *when; /* NULL: always */
    bool number;               /* a long long or a truth value */
    unsigned size;             /* operands in it, up to some thousand */
    size_t id;                 /* counts the table's symbols */
    struct symbols *in;
};

/* Zeroed: empty.  Its memory is the arena's (ir.h). */
struct symbols {
    const struct symbol **all; /* by their ids */
    size_t n;
    const struct symbol **slots; /* hashed */
    size_t room;
    struct symbol_text {
        const char *text;
        bool named; /* it is tcr_h[i] */
    } * printed;    /* by symbol_c(), by ids */
    size_t n_printed;
    const char **numbers; /* text of tcr_h[i], in terms of those before */
    size_t n_numbers;
};

const struct symbol *symbol_int(struct symbols *t, long long k);
/* A variable, as the host names it; without one, any other name or call. */
const struct symbol *symbol_name(struct symbols *t, const char *name, const struct decl *d);
/* A variable of generated text, of type long long. */
const struct symbol *symbol_own(struct symbols *t, const char *name);
/* Text of the program. */
const struct symbol *symbol_quote(struct symbols *t, const char *text);

const struct symbol *symbol_member(const struct symbol *place, const char *name);
const struct symbol *symbol_deref(const struct symbol *pointer);
const struct symbol *symbol_address(const struct symbol *place);
/* What a place holds: memory that a pointer leads to need not be readable. */
const struct symbol *symbol_load(const struct symbol *place);
const struct symbol *symbol_sizeof(const struct symbol *place);
const struct symbol *symbol_cast(const char *type, const struct symbol *a);
const struct symbol *symbol_long(const struct symbol *a); /* as a long long */
/* C's operators; each operand in its own type. */
const struct symbol *symbol_binary(enum c_op op, const struct symbol *a, const struct symbol *b);
const struct symbol *symbol_choice(const struct symbol *cond, const struct symbol *a,
                                   const struct symbol *b);
const struct symbol *symbol_call(const char *name, const struct symbol *a, const struct symbol *b);
/* a && b; NULL is what always holds. */
const struct symbol *symbol_both(const struct symbol *a, const struct symbol *b);
const struct symbol *symbol_sure(const struct symbol *a);
const struct symbol *symbol_guarded(const struct symbol *a); /* 0 where it may not be computed */

/* The variable whose name begins the way to a place or pointer, where no cast stands on it; NULL:
 * none does. */
const struct decl *symbol_origin(const struct symbol *s);

/* C text; a long number is named tcr_h[i], and is then among the table's numbers. */
const char *symbol_c(const struct symbol *s);
const char *symbol_whole(const struct symbol *s); /* the same without such names */
const char *symbol_int_c(long long k);
/* As the user wrote it, or could have, to be followed by a subscript. */
const char *symbol_shown(const struct symbol *s);

#endif
