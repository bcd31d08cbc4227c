/* SPDX-License-Identifier: MIT */
/*
 * directive_private.h: what directive.c (which directive, which clauses),
 * directive_clause.c (a clause's argument), directive_words.c (the words of both)
 * and directive_help.c (what to say about words that are not ours) share.
 */
#ifndef TCR_DIRECTIVE_PRIVATE_H
#define TCR_DIRECTIVE_PRIVATE_H

#include "directive.h"
#include "../text/text.h"

struct token {
    size_t at, len;
    size_t match; /* index of the partner of a bracket */
};

struct parser {
    struct diag *d;
    const struct pragma *p;
    const char *s;   /* p->words */
    struct token *t; /* t[n] is the end: length 0 */
    size_t n, i;     /* i: the next token */
    struct directive *dir;
    const struct clause *clause; /* that is parsed */
};

/* Sets of directives, one bit for each kind. */
#define ON(kind) (1u << (kind))
enum {
#define DIRECTIVE(name, words) ON_##name = ON(DIR_##name),
#include "../../spec/directives.def"
#undef DIRECTIVE
    ON_LOOPS = ON_REDUCE | ON_LOOP,
    ON_RESIDENCY = ON_DATA | ON_ENTER_DATA | ON_EXIT_DATA | ON_UPDATE
};

enum clause_argument { ARG_NONE, ARG_OPTIONAL, ARG_REQUIRED };

enum clause_id {
    CLAUSE_NAMES_DATA, /* all of DATA_CLAUSE */
#define CLAUSE(name, word, on, argument, times, parse, omp, acc) CLAUSE_##name,
#define DATA_CLAUSE(word, on, map, verb, omp, acc)
#include "../../spec/clauses.def"
#undef CLAUSE
#undef DATA_CLAUSE
};

/* A clause: a line of spec/clauses.def. */
struct clause {
    enum clause_id id;
    const char *name;
    unsigned on;
    enum clause_argument argument;
    bool once;
    /* `word` is the clause's word, [begin, end) its argument without the
     * brackets (empty: none was written).  False after an error. */
    bool (*parse)(struct parser *ps, size_t word, size_t begin, size_t end);
    enum tcr_map map;        /* of one that names data (clause_data) */
    enum tcr_data_verb verb; /* the same */
    const char *omp, *acc;   /* what OpenMP and OpenACC call it: words with blanks between */
};
extern const struct clause directive_clauses[];
extern const size_t directive_n_clauses;
extern const char *const directive_names[]; /* by enum directive_kind */
enum {
    N_DIRECTIVES = 0
#define DIRECTIVE(name, words) +1
#include "../../spec/directives.def"
#undef DIRECTIVE
};
/* "'reduce', 'loop' and 'data'": add the n-th of `count` words of a list. */
void directive_add_word(struct buf *b, size_t n, size_t count, const char *quote, const char *word,
                        const char *last);

static inline bool directive_failed(void)
{
    return false;
}

/* Report at tokens i..j inclusive; the value is false. */
#define FAIL_AT(ps, i, j, fixit, ...)                                                              \
    (diag_pragma((ps)->d, DIAG_ERROR, (ps)->p, (ps)->t[i].at,                                      \
                 (ps)->t[j].at + (ps)->t[j].len - (ps)->t[i].at, fixit, __VA_ARGS__),              \
     directive_failed())
#define FAIL(ps, i, fixit, ...) FAIL_AT(ps, i, i, fixit, __VA_ARGS__)

bool directive_is(const struct parser *ps, size_t i, const char *text);
bool directive_is_word(const struct parser *ps, size_t i);
/* Tokens [begin, end) as text with blanks normalised; the caller frees. */
char *directive_text(const struct parser *ps, size_t begin, size_t end);

bool clause_reduce(struct parser *ps, size_t word, size_t begin, size_t end);
bool clause_data(struct parser *ps, size_t word, size_t begin, size_t end);
bool clause_list(struct parser *ps, size_t word, size_t begin, size_t end);
bool clause_scan(struct parser *ps, size_t word, size_t begin, size_t end);
bool clause_expression(struct parser *ps, size_t word, size_t begin, size_t end);
bool clause_number(struct parser *ps, size_t word, size_t begin, size_t end);
bool clause_precision(struct parser *ps, size_t word, size_t begin, size_t end);
bool clause_reproducible(struct parser *ps, size_t word, size_t begin, size_t end);
bool clause_flag(struct parser *ps, size_t word, size_t begin, size_t end);

/* The nearest of n words to `word`, NULL if none is near. */
const char *help_nearest(const char *word, const char *const *words, size_t n);
/* Report that token i is no clause of this directive; false. */
bool help_clause(struct parser *ps, size_t i);
/* Report that the words begin with no directive. */
void help_directive(struct parser *ps);

#endif
