/* SPDX-License-Identifier: MIT */
/*
 * gen.h: the generator of random legal programs, its parts and their data.
 *
 * A loop is generated twice from the same random state: once as reference
 * (no directive, plain updates into wide accumulators) and once as the user
 * would write it.  Whatever a part draws must therefore not depend on the
 * pass; only the text of updates does.
 */
#ifndef GEN_H
#define GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- text.c: text that lives until the end, and the random source ------ */

struct text {
    char *s;
    size_t n, cap;
};

#if defined(__GNUC__)
#define GEN_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define GEN_PRINTF(f, a)
#endif

void add(struct text *t, const char *format, ...) GEN_PRINTF(2, 3);
void text_free(struct text *t);
const char *fmt(const char *format, ...) GEN_PRINTF(1, 2); /* freed by fmt_free_all */
void fmt_free_all(void);

extern uint64_t rnd_state;
int rnd(int n);             /* 0 .. n-1 */
int rnd_in(int lo, int hi); /* lo .. hi */
bool chance(int percent);

/* --- types.c ------------------------------------------------------------ */

enum type {
    T_BOOL,
    T_CHAR,
    T_SCHAR,
    T_UCHAR,
    T_SHORT,
    T_USHORT,
    T_INT,
    T_UINT,
    T_LONG,
    T_ULONG,
    T_LLONG,
    T_ULLONG,
    T_HALF,
    T_FLOAT,
    T_DOUBLE,
    N_TYPES
};

struct type_info {
    const char *name, *alias; /* alias: another spelling */
    int bits;                 /* of an integer; significand of a floating type */
    bool is_signed, is_float;
};
extern const struct type_info types[N_TYPES];

const char *spell(enum type t); /* name or alias */
enum type random_type(bool floating);
enum type promoted(enum type a, enum type b); /* usual arithmetic conversions */
int log2_ceil(long v);                        /* least h with v <= 2^h, v >= 1 */

/* --- the loop under construction ---------------------------------------- */

enum {
    MAX_INDEX = 8,
    MAX_ARRAYS = 24,
    MAX_TEMPS = 24,
    MAX_VARS = 6,
    MAX_DIMS = 3,
    MAX_AWKWARD = 24
};

/* |value| < 2^hi; exact: a multiple of 2^lo that was computed without error.
 * Inexact values have a small relative error and must not be added up. */
struct expr {
    const char *s;
    enum type type;
    int hi, lo;
    bool exact;
};

struct index {
    const char *name;
    enum type type;
    long min, max; /* of the values that the body sees */
};

enum array_kind {
    A_GLOBAL,
    A_LOCAL,
    A_STATIC,
    A_HEAP,
    A_PARAM,
    A_MEMBER_PTR,
    A_MEMBER,
    A_VLA,
    A_STRUCTS,
    A_STRUCTS_PTR,
    A_MEMBER_STRUCTS,
    A_TABLE,
    A_PARAM_2D,
    A_HEAP_2D,
    A_VLA_2D,
    A_ROWS,
    A_MEMBER_2D,
    A_LINEAR,
    A_CUBE,
    N_KINDS
};

struct array {
    enum array_kind kind;
    enum type type;
    const char *name;
    long extent[MAX_DIMS];
    int rank;
    bool rough;
};

enum op { O_ADD, O_SUB, O_MUL, O_MIN, O_MAX, O_AND, O_OR, O_XOR, O_LAND, O_LOR, N_OPS };
enum place { P_LOCAL, P_GLOBAL, P_STATIC, P_MEMBER };

struct var {
    const char *name; /* as the body writes it */
    const char *id;   /* its last word */
    enum type type;
    enum op op;
    enum place place;
    bool used;
};

enum origin { FROM_TCR, FROM_OMP, FROM_ACC };

struct loop {
    enum origin origin; /* whose directive it has */
    bool writes;
    const char *closing; /* behind it, of what its directive opens */
    const char *id;      /* prefix of everything that it declares */
    bool reference;      /* which pass */
    struct text globals; /* file scope, before the function */
    struct text fields;  /* of the loop's struct */
    struct text params, args;
    struct text locals; /* first in the function */
    struct text setup;  /* fills data; after the locals */
    struct text cleanup;
    struct text code;      /* the loop itself */
    struct text functions; /* before it */
    struct text declared;  /* their declarations, where they are in a file of their own */
    struct text between;   /* after the reference */
    struct text privates, firstprivates;
    bool keeps;             /* ID_kept and ID_count are what a construct may have copies of */
    struct text after;      /* checks of loop variables that C and tcr leave alike */
    struct text assigned;   /* declared outside, set by iterations; the privates are of these */
    struct text sections;   /* items of copyin */
    struct text resident;   /* and of a data directive around the loop */
    struct text clauses;    /* others, as they are */
    struct text reductions; /* clauses of the variables of several numbers, */
    struct text checks;     /* and of what has become of them */
    int indent;
    int names; /* counter for fresh names */
    bool awkward_used[MAX_AWKWARD];
    bool by_pointer; /* members are reached through p-> */
    struct index index[MAX_INDEX];
    int n_index;
    struct array array[MAX_ARRAYS];
    int n_arrays;
    struct expr temp[MAX_TEMPS]; /* in scope: temporaries and invariant scalars */
    int n_temps;
    struct expr cursor; /* pointer loop: what the pointer points at; s NULL: none */
    struct var var[MAX_VARS];
    int n_vars;
    long trips;        /* upper bound on executions of the current statement */
    int collapse;      /* loops that the directive takes; 1: no clause */
    int repeats;       /* how often the loop runs */
    const char *outer; /* outermost loop variable where it outlives the loop, or NULL */
};

const char *fresh(struct loop *L, const char *stem);
void line(struct loop *L, const char *format, ...) GEN_PRINTF(2, 3);
const char *member(struct loop *L, const char *field); /* p->field or s.field */
/* Declared outside of the loop, which sets it. */
void set_by_loop(struct loop *L, const char *name, bool listed);
/* Where a reduction variable is, `near` percent of them locals. */
enum place place_of_var(const struct loop *L, int near);

/* --- data.c --------------------------------------------------------------- */

struct expr array_leaf(struct loop *L, bool want_int);
/* The name of a new plain array of exact values; NULL: no more arrays. */
const char *vector(struct loop *L, enum type type, long extent);
struct expr scalar_leaf(struct loop *L);
const char *bound(struct loop *L, long value, bool is_unsigned);

/* Declares and fills everything in L->array (arrays.c). */
void declare_arrays(struct loop *L);

/* --- expr.c ---------------------------------------------------------------- */

struct expr leaf(struct loop *L);
struct expr any_expr(struct loop *L, int depth);
struct expr exact_expr(struct loop *L, int depth);
struct expr int_expr(struct loop *L, int depth, int hi); /* an int below 2^hi */
const char *condition(struct loop *L, int depth);
const char *wild_expr(struct loop *L, enum type t); /* wraps; unsigned targets only */

/* --- update.c ---------------------------------------------------------------- */

void choose_vars(struct loop *L);
void update(struct loop *L, struct var *v);
void update_by(struct loop *L, struct var *v, const char *e); /* e: evaluated more than once */
void declare_vars(struct loop *L, struct text *out);
void check_vars(struct loop *L, struct text *out);
const char *op_spelling(enum op op);

/* --- header.c ------------------------------------------------------------------ */

struct header {
    const char *name, *text; /* text: "for (...)" */
    struct index index;
    long trips;
    bool declared_outside;
};
/* A header of about so many trips; inner: not the outermost. */
struct header header_for(struct loop *L, long trips, bool inner);

/* --- body.c ---------------------------------------------------------------------- */

/* The loop or nest of one pass, into L->code. */
void generate_nest(struct loop *L);

/* --- sections.c ---------------------------------------------------------------------- */

/* In the place of choose_vars and generate_nest; after declare_arrays. */
void sections_nest(struct loop *L);
void declare_sections(struct loop *L);

/* --- foreign.c --------------------------------------------------------------------- */

extern const char *accepted; /* what --tcr-accept is to be */
extern int knows_loop;       /* the compiler has OpenMP's `loop` */
enum origin choose_origin(bool writes);
const char *foreign_text(struct loop *L);
/* Of L->keeps: what every iteration does to those variables; what is then asked of them. */
void keep_body(struct loop *L);
void keep_macros(struct loop *L, const char *form);
/* The directive, perhaps within constructs of OpenMP. */
const char *around(struct loop *L, const char *directive);

/* --- directive.c ------------------------------------------------------------------ */

/* The directive's lines, once the nest is known. */
const char *directive_text(struct loop *L);

#endif
