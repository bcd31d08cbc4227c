/* SPDX-License-Identifier: MIT */
/*
 * stage.h: the command of each stage of a rewritten unit.
 */
#ifndef TCR_STAGE_H
#define TCR_STAGE_H

#include "plan.h"

/* A unit whose directives are taken over. */
struct unit {
    const struct arg *arg; /* the input */
    char *text;            /* the rewritten, preprocessed text */
    char *object;          /* of compile-and-link; NULL: the command's own output */
    char *kept;            /* what --tcr-keep calls the text; NULL: it is not kept */
    char *unit;            /* where tcr-rewrite puts what a link needs of it; NULL: nowhere */
    char *errors;          /* where messages of the preprocessing run are held back */
    char *more;            /* and those of the compilation */
    int outcome;           /* of spawn_run; 0 so far */
    bool rewritten;        /* else the compiler gets the input itself */
    bool unheeded;         /* ... or the text with a mark (unheeded.h) */
    bool compiled;         /* ... and has, in a command of its own */
};

/* What holds for all units of a plan. */
struct toolset {
    const char *rewriter; /* NULL: there is none, or it is of no use: */
    const char *why;      /* NULL: there is none */
    enum compiler_kind kind;
    bool openmp;    /* the OpenMP runtime can be linked */
    char **instead; /* for each argument: the word that stands for it in the link, or NULL */
    bool at_once;   /* compile and link in one command: the names of other outputs
                     (.gcno, .dwo, dumps) come right only so */
};

/* tcr-rewrite ... -o TEXT INPUT -- CC ARGS */
struct words stage_rewrite(const struct plan *p, const struct toolset *t, const struct unit *u);
/* CC ARGS -E -o TEXT INPUT */
struct words stage_preprocess(const struct plan *p, const struct toolset *t, const struct unit *u);
/* The output of `gcc -E -fdirectives-only`, whose macros gcc expands as it compiles. */
bool stage_is_half_preprocessed(const struct command *c, const struct unit *u);
/* CC ARGS -x cpp-output TEXT */
struct words stage_compile(const struct plan *p, const struct toolset *t, const struct unit *u);
/* What the compiler compiles for, where its name does not say it. */
void stage_add_target(struct words *argv, const struct plan *p);
/* What the link of a whole program repeats of them (kept.h): the options of tcr-rewrite, and the
 * compiler's.  False if a link may not repeat `*refused`. */
struct words stage_kept_rewrite(const struct plan *p);
bool stage_kept_options(const struct plan *p, struct words *options, const char **refused);
/* At that link: CC OPTIONS, for tcr-rewrite and for the compiler. */
struct words stage_again_rewrite(const struct plan *p, const struct words *options);
struct words stage_again_compile(const struct plan *p, const struct words *options,
                                 const char *text, const char *object);
/* Colours for messages that are held back in a file, but meant for a terminal. */
void stage_color(struct words *argv, const struct command *c, enum compiler_kind kind);
/* CC ARGS INPUT, only for what the compiler says of it. */
struct words stage_check(const struct plan *p, const struct unit *u);
/* The user's own command for this unit alone. */
struct words stage_original(const struct plan *p, const struct unit *u);
/* That, for its messages alone: it makes nothing. */
struct words stage_messages(const struct plan *p, const struct unit *u);

/* Everything that the units do not cover: plain inputs, and linking.  Inputs
 * that were rewritten are replaced by their objects (or, at once, by their
 * texts), or left out where nothing is linked. */
struct words stage_rest(const struct plan *p, const struct toolset *t, const struct unit *units,
                        size_t n_units);

/* Does stage_rest have any input?  And one that is no object? */
bool stage_rest_has_inputs(const struct plan *p, const struct unit *units, size_t n_units);
bool stage_rest_has_sources(const struct plan *p, const struct unit *units, size_t n_units);

/* The output that the unit would have had; NULL where it is a temporary. */
char *stage_output(const struct plan *p, const struct unit *u);
/* Where -save-temps puts the preprocessed text. */
char *stage_saved_text(const struct plan *p, const struct toolset *t, const struct unit *u);

#endif
