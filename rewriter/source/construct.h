/* SPDX-License-Identifier: MIT */
/*
 * construct.h: the constructs of OpenMP and OpenACC in a unit.
 *
 * libclang parses the unit without them, so what they stand for is read from
 * their text: the directive's name as a set of parts, its clauses as text, and
 * from the parse the statement that follows.
 */
#ifndef TCR_CONSTRUCT_H
#define TCR_CONSTRUCT_H

#include "source.h"

struct ast;

/* Which of the user's OpenMP pragmas count for the compiler. */
enum user_openmp { USER_OPENMP_OFF, USER_OPENMP_SIMD, USER_OPENMP_ON };

/* What a directive's name is made of. */
enum part {
    PART_TARGET = 1,
    PART_TEAMS = 2,
    PART_DISTRIBUTE = 4,
    PART_PARALLEL = 8, /* OpenACC's, too */
    PART_FOR = 16,
    PART_SIMD = 32,
    PART_LOOP = 64, /* OpenMP's or OpenACC's */
    PART_TASKLOOP = 128,
    PART_KERNELS = 256,
    PART_SERIAL = 512,
    PART_DATA = 1024,
    PART_ENTER = 2048,
    PART_EXIT = 4096,
    PART_UPDATE = 8192,
    PART_OTHER = 16384 /* with a name of which nothing need be known */
};
/* Those that stand on a loop. */
#define PARTS_LOOP (PART_DISTRIBUTE | PART_FOR | PART_SIMD | PART_LOOP | PART_TASKLOOP)
/* Those that run what follows on a device. */
#define PARTS_COMPUTE (PART_TARGET | PART_KERNELS | PART_SERIAL)
/* Those that say where data are. */
#define PARTS_DATA (PART_DATA | PART_ENTER | PART_EXIT | PART_UPDATE)

/* name or name(argument); of the argument the blanks are single ones. */
struct other_clause {
    const char *name;
    const char *argument;   /* NULL: none */
    size_t at, argument_at; /* in the pragma's words */
};

struct construct {
    const struct pragma *pragma;
    const char *name; /* its first word; "": there is none */
    unsigned parts;
    struct other_clause *clauses;
    size_t n_clauses;
    bool misnamed;     /* it is no directive of the standard (misspelt.h) */
    bool implied;      /* of a loop on which the program has no construct (accept_kernels.c) */
    bool malformed;    /* the clauses cannot be read */
    size_t unread;     /* then: from where on, an offset as those of clauses */
    const char *wrong; /* and why, or NULL */
    size_t begin, end; /* the statement that follows; 0, 0: there is none */
    /* Of OpenMP's `target` around statements (accept_region.c): its loops may be taken one by one,
     * with the rest of it on the host; else why not, and where in the text. */
    bool open;
    const char *kept;
    size_t kept_at;
};

/* What holds for all regions of a unit. */
struct facts {
    const struct source *src;
    struct ast *ast;
    const struct construct *constructs; /* in the order of the text */
    size_t n_constructs;
    enum user_openmp openmp;
    bool openacc;      /* the compiler heeds OpenACC's pragmas */
    bool signed_wraps; /* -fwrapv: signed overflow is defined */
    bool traps;        /* options.h, of signed numbers */
    bool finite_math;  /* -ffinite-math-only: there are no NaN and infinities */
    /* options.h, of floating results */
    const char *fused, *loose;
    bool contracts;
    bool interposable;  /* options.h */
    bool lineinfo;      /* the same */
    bool inner_ordered; /* the same */
    const unsigned *archs;
    unsigned n_archs;
    struct directive *const *scans; /* the unit's `scan` directives, in the order of the text */
    size_t n_scans;
};

/* All that a pragma says; the statement is left open. */
struct construct construct_parse(const struct pragma *p);
/* Those of the unit, in the order of the text (arena). */
struct construct *construct_all(const struct source *src, size_t *n);
/* Does no statement belong to it? */
bool construct_stands_alone(const struct construct *c);

/* Does it leave the meaning of the program as it is? */
bool construct_is_hint(const struct construct *c);

/* The first clause of this name, or NULL. */
const struct other_clause *construct_clause(const struct construct *c, const char *name);
/* Text between commas outside of brackets: the next piece, without blanks around,
 * or NULL; *at is where to go on. */
char *construct_piece(const char *list, size_t *at);
/* The colon outside of brackets and not of `?:`, or NULL. */
const char *construct_colon(const char *argument);

/* Why a malformed one is left to the compiler. */
const char *construct_wrong(const struct construct *c);

/* In the statement of a region, the `cancel parallel` by which a thread may leave it; or NULL. */
const struct construct *construct_cancel(const struct facts *f, const struct construct *region);

/* Does the text hold the word? */
bool construct_mentions(const char *text, size_t begin, size_t end, const char *word);

#endif
