/* SPDX-License-Identifier: MIT */
/*
 * diag.h: diagnostics in the compilers' form:
 *
 *     foo.c:12:20: error: unknown operator '%' in 'reduce' [tcr]
 *        12 | #pragma tcr reduce(%:sum)
 *           |                    ^
 *     foo.c:12:20: note: ...
 *
 * Colours as the compilers do (a terminal, GCC_COLORS, -fdiagnostics-color=); -fdiagnostics-format=
 * and its kin, too.
 */
#ifndef TCR_DIAG_H
#define TCR_DIAG_H

#include <stdio.h>

#include "source.h"
#include "../text/text.h"

enum diag_level { DIAG_NOTE, DIAG_REMARK, DIAG_WARNING, DIAG_ERROR };

/* The warnings and errors, in order. */
struct diag_said {
    char *text;
    struct source_pos pos;
};
struct diag_log {
    struct diag_said *said;
    size_t n;
};

/* How messages look: what the compiler's options ask of its own. */
struct diag_style {
    enum diag_form { DIAG_GNU, DIAG_VI, DIAG_MSVC, DIAG_JSON, DIAG_SILENT } form;
    bool color;
    bool no_lines, no_numbers; /* the source line, and its number in front */
    bool no_column, no_fixit;
    bool absolute; /* names of files from the root */
};
/* Take in an option of gcc's or clang's, if it is one about this. */
void diag_style_option(struct diag_style *style, const char *option);
/* Without such options: colours? */
bool diag_color_default(void);

struct diag {
    struct source *src;
    struct diag_log *log; /* NULL: none is kept */
    FILE *out;            /* stderr unless a test says otherwise */
    struct diag_style style;
    struct buf json; /* with DIAG_JSON: the messages so far */
    bool werror;     /* warnings are printed and counted as errors (--tcr-strict; not for
                        a mere -Werror of the user) */
    bool quiet;      /* no warnings (-w), nor the notes and remarks that belong to them */
    bool silent;     /* nothing is printed, only counted */
    bool muted;      /* the last diagnostic was one of those */
    unsigned errors, warnings;
};

/* A message in the form of gcc's -fdiagnostics-format=json; `word` is its level.  A note belongs to
 * the message before.  The text lacks its end, "]}]". */
void diag_json_add(struct buf *out, const char *word, const struct source_pos *pos,
                   const char *line, size_t length, const char *text);

void diag_log_free(struct diag_log *log);

/* Where a message about a word of a pragma stands: see diag_pragma.  `*length` becomes
 * what is to be marked there; `*expanded`: that is a macro which gave the word. */
struct source_pos diag_pragma_position(struct source *src, const struct pragma *p,
                                       size_t word_offset, size_t *length, bool *expanded);
/* The bytes to mark at a place of the user's line `line` (may be NULL): a token. */
size_t diag_token_length(const char *line, unsigned column);

/* Print what is to be printed at the end. */
void diag_end(struct diag *d);

/* At an offset of the text. */
void diag_at(struct diag *d, enum diag_level level, size_t offset, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* A word_offset that means the first word after `#pragma`. */
#define DIAG_NAMESPACE ((size_t)-1)

/* At a place inside the words of a pragma: `word_offset` into p->words is
 * found again in the user's line where possible, else the macro that gave it
 * is pointed at and the expansion shown in a note.  `fixit` (may be NULL) is the replacement for
 * `length` bytes. */
void diag_pragma(struct diag *d, enum diag_level level, const struct pragma *p, size_t word_offset,
                 size_t length, const char *fixit, const char *fmt, ...)
    __attribute__((format(printf, 7, 8)));

#endif
