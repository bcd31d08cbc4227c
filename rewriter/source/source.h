/* SPDX-License-Identifier: MIT */
/*
 * source.h: the preprocessed text of one translation unit.
 *
 * The seam between what the user wrote and what is analysed: everything after
 * this file works on `text`, the output of `CC -E -dD` with macro definitions
 * blanked out, and every place is an offset into it.  Line markers in the text
 * say which file and line an offset came from.
 */
#ifndef TCR_SOURCE_H
#define TCR_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

struct source_pos {
    const char *file; /* as the line marker names it; owned by the source */
    unsigned line;    /* 1-based, in the user's file */
    unsigned column;  /* 1-based, best effort: in the user's file if the text of the line agrees */
    bool system;      /* in a system header */
};

/* Whose directive it is.  As bits (1u << origin) these make sets of them. */
enum origin { ORIGIN_TCR, ORIGIN_OMP, ORIGIN_ACC };

/* A `#pragma tcr ...` (or a near miss of one) of the text, or one of OpenMP or OpenACC. */
struct pragma {
    enum origin origin;
    size_t begin, end;    /* the pragma line(s) in `text`, `#` to the newline, exclusive */
    char *words;          /* what follows "#pragma tcr", macros expanded, on one line; of OpenMP
                             and OpenACC so only where their directives are taken over */
    bool from_macro;      /* came out of _Pragma in a macro: no column is known */
    bool near_miss;       /* not `tcr` (`omp`, `acc`) but like it (trc, tcr_reduce): warn, do not
                             take */
    char *namespace_word; /* "tcr", or the near miss */
    const char *meant;    /* of a near miss: what should stand instead of the word */
};

struct source {
    char *text; /* NUL-terminated */
    size_t size;
    size_t unit_size; /* of the unit itself: functions of ours (declared.h) and the texts of other
                         units follow (source_unit.c) */
    const char *main_file;
    const char *directory; /* that names of files start from (not copied); NULL: the working one */
    struct pragma *pragmas;
    size_t n_pragmas;
    struct pragma *others; /* of OpenMP and OpenACC */
    size_t n_others;
    struct pragma *slips; /* near misses of `omp` and `acc`, where those are taken over */
    size_t n_slips;
    struct declared *declared; /* reductions that OpenMP's directives declare (declared.h) */
    size_t n_declared;
    bool may_be_clang; /* the compiler is clang, or not known */
    bool strict_c90;   /* -std=c89 or -ansi: names of later libraries are the program's */
    /* the rest is private to source.c */
    void *lines;
};

/* Preprocess `file` with the compiler command cc[0..n) (a full command less
 * input, -E and -o; dependency options may be among it).  `accept`: whose
 * directives are taken over, beside our own.  Returns 0, or the
 * compiler's exit status (its diagnostics have gone to stderr), or negative
 * errno.  Free with source_free. */
int source_load(struct source *src, const char *file, char *const *cc, unsigned accept);
void source_free(struct source *src);

/* source_unit.c: text that has been preprocessed, and kept in an object. */
/* Load it from `size` bytes of the file `path`, in place of source_load.  Returns 0 or negative
 * errno. */
int source_load_kept(struct source *src, const char *path, size_t offset, size_t size,
                     const char *name, const char *directory, unsigned accept);
/* Make room for `more` bytes of other units' texts: src->text stays in its place from then on. */
void source_reserve(struct source *src, size_t more);
/* Put a text of `size` bytes behind the others, for which source_reserve has made room for size + 1
 * bytes.  Positions in it name `name` as the file. */
void source_append_text(struct source *src, const char *text, size_t size, const char *name);
/* Put the text of another unit, `name`, behind what is there.  Returns 0 or negative errno. */
int source_append(struct source *src, const char *path, size_t offset, size_t size,
                  const char *name);
/* The text to keep: macros in directives expanded, what is blank left out. */
void source_keep(const struct source *src, struct buf *out);

/* Is `path` one of the files that the text came from? */
bool source_is_file(const struct source *src, const char *path);

/* Where an offset came from. */
struct source_pos source_position(const struct source *src, size_t offset);

/* The user's line (without newline), read from the user's file; NULL if it
 * cannot be read.  Owned by the source. */
const char *source_line(struct source *src, const char *file, unsigned line);

#endif
