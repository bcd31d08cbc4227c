/* SPDX-License-Identifier: MIT */
/*
 * source_private.h: what the files source*.c, comments.c and diag.c share beyond
 * source.h.
 */
#ifndef TCR_SOURCE_PRIVATE_H
#define TCR_SOURCE_PRIVATE_H

#include "source.h"
#include "../text/text.h"

/* From `begin` (the first byte after a line marker) the text is `file` from `line` on. */
struct marker {
    size_t begin;
    const char *file;
    unsigned line;
    bool system;
};

/* A file of the user's, for diagnostics. */
struct user_file {
    const char *name;
    char *text; /* NULL: cannot be read */
    size_t size, n_lines;
    size_t *lines;   /* offset of each line */
    char *last_line; /* what source_line returned last */
    struct user_file *next;
};

struct source_lines {
    char *main_file;
    struct marker *markers;
    size_t n_markers;
    char **names;
    size_t n_names;
    struct user_file *files; /* read on demand; a cache */
    size_t *starts; /* where the lines of the text begin, as far as it has been looked through */
    size_t n_starts, looked_through;
};

/* Take the line text[begin..end) into the line map if it is a line marker or
 * `#line`; false if it is neither. */
bool source_add_marker(struct source *src, size_t begin, size_t end);
void source_lines_free(struct source_lines *lines);
/* From `begin` on, the text is `file` from its first line on. */
void source_begin_file(struct source *src, size_t begin, const char *file);
/* File, line and system flag of an offset; the column is that in the text. */
struct source_pos source_text_position(const struct source *src, size_t offset);
/* Find the line markers of src->text, and its directives. */
void source_take(struct source *src, const char *main_file, char *const *cc, unsigned accept);

/* Behind the string or character constant that begins at `at`; `at` if none does. */
size_t source_skip_quoted(const char *s, size_t size, size_t at);
/* The end of the line that begins at `at`: its newline, or the end of text.  Newlines in comments
 * (-C) and raw strings do not end a line. */
size_t source_line_end(const char *s, size_t size, size_t at);
/* comments.c: comments of the text become blanks, except those that say of a case or a label that
 * fallthrough is meant. */
void source_blank_comments(struct source *src);
/* source_spelling.c: the whole text, with letters of names as UTF-8, and without quotes in
 * numbers. */
void source_spell(struct source *src);
/* The letters of a pragma, which is filled up with blanks. */
void source_pragma_letters(char *s, size_t begin, size_t end);

/* Does the user's file hold a `#pragma` where this offset of the text came from?  True
 * too if the file cannot be read. */
bool source_has_pragma(const struct source *src, size_t offset);

/* Where the user wrote what now stands at `word_offset` of p->words: the
 * token itself, or the macro that gave it (`*expanded` is set, and `*length`
 * becomes the length of the macro's name), or the line where p->from_macro
 * leaves no more to be found. */
struct source_pos source_word_position(const struct source *src, const struct pragma *p,
                                       size_t word_offset, size_t *length, bool *expanded);

/* Run argv (looked up on PATH); with `quiet`, its stderr goes nowhere.
 * Returns its exit status, 128 + signal, or negative errno. */
int source_run(char *const *argv, bool quiet);

/* A private temporary file in TMPDIR or where else one can be made: open for writing, removed by
 * temp_remove, or if a signal ends the process before. */
struct temp {
    char *path; /* NULL: none */
    int fd, slot;
};
int temp_open(struct temp *t, const char *suffix); /* 0 or negative errno */
void temp_remove(struct temp *t);
/* The whole file, NUL-terminated, owned by the caller; NULL with errno. */
char *source_read_file(const char *path, size_t *size);

/* The macros of the unit, as far as directives need them. */
struct macros {
    struct buf history; /* #define and #undef lines in order, with marks between */
    char **names;       /* hash table of all names ever defined */
    size_t n_names, cap;
    struct marked {
        enum origin origin;
        size_t index;
    } * pragmas; /* those whose words hold a macro's name */
    size_t n_pragmas;
    unsigned accept; /* whose words are to be expanded, beside our own */
    bool clang;      /* the compiler defines __clang__ */
    bool strict;     /* and __STRICT_ANSI__ */
    bool c99;        /* and says of itself that it is of C99 or newer */
};
/* Take the line (`#` first) if it is a #define or #undef, else return false.
 * `builtin`: the compiler defines it by itself.  What `#pragma pop_macro`
 * brings back is not seen: compilers keep it out of their output. */
bool macros_take(struct macros *m, const char *line, size_t size, bool builtin);
/* Note that pragma `index` of this origin stands here with these words. */
void macros_mark(struct macros *m, enum origin origin, size_t index, const char *words);
/* Expand the words of the pragmas that were noted to need it.  A compiler that
 * fails here leaves them as they are. */
void macros_expand(struct macros *m, struct source *src, char *const *cc);
void macros_free(struct macros *m);

#endif
