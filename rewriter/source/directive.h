/* SPDX-License-Identifier: MIT */
/*
 * directive.h: what a directive asks for, as data.
 *
 * The full grammar of docs/directives.md is parsed here; whether a later stage
 * can honour it is that stage's business.  Expressions are kept as text and
 * parsed by the host compiler's front end later (ast.c), so this file needs no
 * libclang.
 */
#ifndef TCR_DIRECTIVE_H
#define TCR_DIRECTIVE_H

#include "diag.h"
#include "source.h"
#include "../../base/precision.h"
#include "../../include/tcr_region.h"

enum directive_kind {
#define DIRECTIVE(name, words) DIR_##name,
#include "../../spec/directives.def"
#undef DIRECTIVE
};

/* Clauses that take a number which must be known when the unit is compiled. */
enum directive_number { NUMBER_COLLAPSE, NUMBER_CHAIN, NUMBER_BLOCK, N_NUMBERS };

/* One item of a reduction list, a private list or a data clause, as text:
 * `sum`, `p->sum`, `h[0:64]`, `a[i][0:m]`. */
struct item {
    char *text;          /* the whole item, blanks normalised */
    char *base;          /* what stands before the first section bracket */
    size_t offset;       /* in pragma.words */
    unsigned n_sections; /* trailing [lo:len] pairs, 0 for a plain expression */
    struct section {
        char *lo, *len; /* expression text; lo NULL: 0; len NULL: up to the declared end;
                           len "" with is_index: a plain subscript [lo] */
        bool is_index;
    } * sections;
};

struct reduce_clause {
    enum tcr_op op;
    const char *declared; /* an operator of the program's in place of it (declared.h), or NULL */
    bool minus;           /* written as `-` */
    bool inscan;
    size_t offset;
    struct item *items;
    size_t n_items;
};

struct data_clause {
    enum tcr_map map;        /* on a loop: COPYIN .. DEVICEPTR; else AUTO, or the like of it */
    enum tcr_data_verb does; /* on other directives */
    char *verb;              /* the clause's own word: copyin, delete, detach, self, device, ... */
    size_t offset;
    struct item *items;
    size_t n_items;
};

/* A piece of C in a clause of OpenMP's or OpenACC's, whether or not it says anything to us. */
struct foreign {
    const struct pragma *pragma;
    size_t at;          /* in its words: from there on it is to be looked for */
    const char *clause; /* its name */
    const char *form;   /* a statement of C with %s in the place of the text */
    const char *text;
};

struct directive {
    enum directive_kind kind;
    enum origin origin;
    const struct pragma *pragma;  /* its words are ours, whatever the origin */
    const struct pragma *written; /* the pragma of the program that they stand for */
    const char *refusal;          /* what of that cannot be honoured, or NULL */
    bool told;                    /* a warning has said what is wrong with a clause */
    bool dependent;               /* nobody has said that iterations are independent: */
    bool asks;                    /* they are where a call's addresses and numbers make them so */
    bool implied;                 /* of a region that says what it maps (accept_target.c) */
    bool on_host;                 /* OpenMP has it work on the host's data */
    bool quiet;                   /* nobody has asked for a device: a refusal is no warning */
    struct reduce_clause *reduce;
    size_t n_reduce;
    struct data_clause *data;
    size_t n_data;
    struct item *private_items, *firstprivate_items, *scan_items;
    size_t n_private, n_firstprivate, n_scan;
    bool scan_exclusive;
    char *if_expr, *device_expr, *async_expr, *wait_expr; /* NULL: absent */
    size_t if_offset, device_offset, async_offset, wait_offset;
    bool async, wait; /* async without argument has async_expr NULL */
    bool finalize, if_present;
    bool finalize_deleted; /* of what `delete` names only (accept_target.c) */
    long collapse;         /* 0: absent */
    size_t collapse_offset;
    char *precision; /* a word of base/precision.h, or an error; NULL: absent */
    size_t precision_offset;
    enum tcr_precision level; /* of a word */
    double error;             /* 0: a word */
    bool reproducible;
    size_t reproducible_offset;
    long chain, block; /* 0: absent */
    size_t chain_offset, block_offset;
    char *
        number_expr[N_NUMBERS]; /* of one that is not a plain number: ast_check.c finds its value */
    const struct foreign *foreign; /* to be checked (arena) */
    size_t n_foreign;
};

/* "reduce", "enter data", ... */
const char *directive_name(enum directive_kind kind);
/* Is s[0..n) a word of a directive's name, or a clause's? */
bool directive_has_word(const char *s, size_t n);

/* Is s[0..n) a token that changes a variable: `=`, `+=`, `++`? */
bool directive_assigns(const char *s, size_t n);

/* A clause that names data, by a word of ours or of OpenACC's; false: there is none. */
struct data_word {
    const char *name; /* ours: the first of spec/clauses.def that does the same */
    enum tcr_map map;
    enum tcr_data_verb verb;
};
bool directive_data_word(const char *word, struct data_word *out);
/* Ours for what a clause asks for on a loop; "" of AUTO. */
const char *directive_map_word(enum tcr_map map);

/* Parse p->words.  Returns NULL after at least one diagnostic (a near miss
 * warns and returns NULL too: the loop runs as the plain compiler has it).
 * Free with directive_free. */
struct directive *directive_parse(struct diag *d, const struct pragma *p);
void directive_free(struct directive *dir);

/* Do clauses hold expressions, other than names? */
bool directive_has_expressions(const struct directive *dir);
/* Constants among them, other than plain numbers? */
bool directive_has_constants(const struct directive *dir);

/* Takes a number's value.  NULL, or why it cannot be this one; then it is as it was. */
const char *directive_set_number(struct directive *dir, enum directive_number which, long value);
/* The clause's name, and where it is in pragma.words. */
const char *directive_number_name(enum directive_number which);
size_t directive_number_offset(const struct directive *dir, enum directive_number which);

static inline bool directive_is_loop(const struct directive *dir)
{
    return dir->kind == DIR_REDUCE || dir->kind == DIR_LOOP;
}

/* One that stands for itself, not for a loop. */
static inline bool directive_is_data(const struct directive *dir)
{
    return dir->kind == DIR_DATA || dir->kind == DIR_ENTER_DATA || dir->kind == DIR_EXIT_DATA ||
           dir->kind == DIR_UPDATE || dir->kind == DIR_WAIT;
}

/* Is the name one of the items?  Sections are compared as they are written. */
bool items_have(const struct item *items, size_t n, const char *name);

#endif
