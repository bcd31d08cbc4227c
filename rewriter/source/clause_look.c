/* SPDX-License-Identifier: MIT */
/* clause_look.c: see clause_look.h. */
#include "clause_look.h"

#include <stdarg.h>
#include <string.h>

#include "../text/arena.h"
#include "../text/text.h"
#include "directive_private.h"
#include "operators.h"
#include "other_words.h"

struct clause_looking {
    struct diag *d;
    const struct construct *all;
    size_t n;
    struct construct *c;
    const struct other_clause *clause;
    enum origin origin;
};

static void slip(struct clause_looking *l, size_t at, size_t length, const char *fix,
                 const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* The construct's first is told; others may follow from it. */
static void slip(struct clause_looking *l, size_t at, size_t length, const char *fix,
                 const char *fmt, ...)
{
    struct buf b = {0};
    va_list ap;
    if (l->c->malformed)
        return;
    l->c->malformed = true;
    l->c->unread = at;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    l->c->wrong = ir_strdup(b.s);
    if (l->d)
        diag_pragma(l->d, DIAG_WARNING, l->c->pragma, at, length, fix, "directive %s: %s",
                    l->d->werror ? "cannot be honoured" : "left to the compiler", b.s);
    buf_free(&b);
}

/* ---- words ---- */

/* Those that a clause has: all of its words, or those before its colon. */
static const struct {
    enum origin origin;
    bool all;
    const char *clauses, *words;
} keywords[] = {
    {ORIGIN_OMP, true, "default",
     "shared none private firstprivate scalar aggregate pointer allocatable all"},
    {ORIGIN_ACC, true, "default", "none present"},
    {ORIGIN_OMP, true, "dist_schedule schedule",
     "static dynamic guided auto runtime monotonic nonmonotonic simd"},
    {ORIGIN_OMP, true, "proc_bind", "primary master close spread"},
    {ORIGIN_OMP, true, "bind", "teams parallel thread"},
    {ORIGIN_OMP, true, "order", "concurrent reproducible unconstrained"},
    {ORIGIN_OMP, true, "defaultmap",
     "alloc storage to from tofrom firstprivate private none default present self scalar "
     "aggregate pointer allocatable all"},
    {ORIGIN_OMP, false, "map",
     "to from tofrom alloc storage release delete always close present self mapper iterator "
     "ref_ptee ref_ptr ref_ptr_ptee"},
    {ORIGIN_OMP, false, "to from", "present mapper iterator"},
    {ORIGIN_OMP, false, "firstprivate", "saved"},
    {ORIGIN_OMP, false, "lastprivate", "conditional"},
    {ORIGIN_OMP, false, "grainsize num_tasks num_threads", "strict dims"},
    {ORIGIN_ACC, false,
     "copy copyin copyout create pcopy pcopyin pcopyout pcreate "
     "present_or_copy present_or_copyin present_or_copyout present_or_create",
     "readonly zero always alwaysin alwaysout capture"},
    {ORIGIN_ACC, false, "collapse", "force"},
};

static const char *near_word(const char *list, const char *word)
{
    const char **words = NULL;
    size_t n = 0, at = 0;
    for (const char *w; (w = other_next(list, &at)) != NULL;)
        IR_PUSH(words, n, w);
    return help_nearest(word, words, n);
}

/* The words outside of brackets in [at, end) of the pragma's. */
static void look_at_words(struct clause_looking *l, const char *list, size_t at, size_t end)
{
    const char *s = l->c->pragma->words;
    size_t depth = 0, len;
    for (; (len = text_token(s, end, &at)) > 0; at += len) {
        depth += strchr("([{", s[at]) != NULL;
        depth -= strchr(")]}", s[at]) != NULL && depth;
        if (depth || !text_word_start(s[at]) || text_among(list, s + at, len))
            continue;
        const char *word = ir_strndup(s + at, len), *near = near_word(list, word);
        if (near)
            slip(l, at, len, near, "'%s' has no '%s'; did you mean '%s'?", l->clause->name, word,
                 near);
    }
}

/* Where the part before the colon ends, in the pragma's words; its beginning if there is no
 * colon. */
static size_t head_end(const struct other_clause *c)
{
    const char *colon = construct_colon(c->argument);
    return c->argument_at + (colon ? (size_t)(colon - c->argument) : 0);
}

/* The size of a chunk is no word of the clause's. */
static size_t words_end(const struct other_clause *c)
{
    size_t at = head_end(c) - c->argument_at;
    bool chunk = strcmp(c->name, "schedule") == 0 || strcmp(c->name, "dist_schedule") == 0;
    if (chunk)
        construct_piece(c->argument, &at);
    return c->argument_at + (chunk ? at : strlen(c->argument));
}

static void look_for_words(struct clause_looking *l)
{
    const struct other_clause *c = l->clause;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (keywords[i].origin == l->origin &&
            text_among(keywords[i].clauses, c->name, strlen(c->name)))
            look_at_words(l, keywords[i].words, c->argument_at,
                          keywords[i].all ? words_end(c) : head_end(c));
}

/* ---- operators ---- */

/* Does a `declare reduction` of the unit name it? */
static bool is_declared(const struct clause_looking *l, const char *op)
{
    for (size_t i = 0; i < l->n; i++) {
        const char *words = l->all[i].pragma->words;
        if (strncmp(l->all[i].name, "declare", 7) == 0 &&
            construct_mentions(words, 0, strlen(words), op))
            return true;
    }
    return false;
}

/* [modifier ","]... operator ":" list */
static void look_at_operator(struct clause_looking *l)
{
    const struct other_clause *c = l->clause;
    size_t at = 0, end = head_end(c) - c->argument_at, last = 0;
    if (!construct_colon(c->argument)) {
        slip(l, c->argument_at, 1, NULL, "'%s' is written '%s(operator: list)'", c->name, c->name);
        return;
    }
    for (size_t next = 0; construct_piece(c->argument, &next) && next < end;)
        at = last = next + 1;
    at = last;
    size_t len = text_token(c->argument, end, &at);
    while (end > at && c->argument[end - 1] == ' ')
        end--;
    const char *op = ir_strndup(c->argument + at, end - at);
    if (operator_find(op, strlen(op)) >= 0 || (text_word_start(*op) && is_declared(l, op)))
        return;
    const char *near = len == strlen(op) ? near_word("max min", op) : NULL;
    if (near)
        slip(l, c->argument_at + at, strlen(op), near, "'%s' has no '%s'; did you mean '%s'?",
             c->name, op, near);
    else
        slip(l, c->argument_at + at, strlen(op) + !*op, NULL, "'%s' has no operator '%s'", c->name,
             op);
}

/* ---- lists ---- */

/* a[0, n], or what else stands in brackets, from the first on; behind them. */
static size_t look_at_brackets(struct clause_looking *l, size_t at, size_t end)
{
    const char *s = l->c->pragma->words;
    size_t depth = 0, len;
    bool section = s[at] == '[';
    for (; (len = text_token(s, end, &at)) > 0; at += len) {
        depth += strchr("([{", s[at]) != NULL;
        if (s[at] == ',' && depth == 1 && section)
            slip(l, at, 1, ":", "a section is written '[lower:length]'");
        if (strchr(")]}", s[at]) && --depth == 0)
            return at + len;
    }
    return end;
}

/* Items in [at, end) of the pragma's words, with commas between them. */
static void look_at_list(struct clause_looking *l, size_t at, size_t end)
{
    const char *s = l->c->pragma->words;
    bool comma = true, word = false;
    size_t len;
    for (; (len = text_token(s, end, &at)) > 0;) {
        bool is_comma = s[at] == ',', is_word = text_word_start(s[at]);
        if (s[at] == ':')
            slip(l, at, 1, NULL, "this colon has no place in '%s'", l->clause->name);
        else if (is_comma && comma)
            slip(l, at, 1, NULL, "a variable is missing in '%s' in front of this comma",
                 l->clause->name);
        else if (is_word && word)
            slip(l, at, len, NULL, "a comma or colon is missing in '%s' in front of '%.*s'",
                 l->clause->name, (int)len, s + at);
        comma = is_comma;
        word = is_word;
        if (s[at] == '[' || s[at] == '(')
            at = look_at_brackets(l, at, end);
        else
            at += len;
    }
    if (comma)
        slip(l, l->clause->at, strlen(l->clause->name), NULL, "a variable is missing in '%s'",
             l->clause->name);
}

/* What stands before the colon of a list is words and brackets, if the clause has such words. */
static void look_at_head(struct clause_looking *l, size_t end)
{
    const char *s = l->c->pragma->words;
    bool some = false;
    size_t at = l->clause->argument_at;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        some |= keywords[i].origin == l->origin &&
                text_among(keywords[i].clauses, l->clause->name, strlen(l->clause->name));
    if (!some)
        slip(l, end, 1, NULL, "a colon has no place in '%s'", l->clause->name);
    for (size_t len; (len = text_token(s, end, &at)) > 0; at += len)
        if (s[at] == '[')
            slip(l, end, 1, ",", "a comma must stand here, for what is before it is a variable");
}

/* ---- expressions ---- */

/* The program without the directive would not do it; statements in braces have their own
 * variables, and iterators are some. */
static void look_for_effects(struct clause_looking *l)
{
    const char *s = l->c->pragma->words;
    size_t at = l->clause->argument_at, end = at + strlen(l->clause->argument), braces = 0, len;
    if (construct_mentions(s, at, end, "iterator"))
        return;
    for (; (len = text_token(s, end, &at)) > 0; at += len) {
        braces += s[at] == '{';
        braces -= s[at] == '}' && braces;
        if (!braces && directive_assigns(s + at, len))
            slip(l, at, len, len == 1 ? "==" : NULL, "'%.*s' has no place in '%s'", (int)len,
                 s + at, l->clause->name);
    }
}

/* ---- clauses ---- */

/* `to` and `from` are for `target update`, `map` for the other directives. */
static bool is_misplaced(const struct clause_looking *l)
{
    const char *name = l->clause->name;
    bool update = (l->c->parts & PART_UPDATE) != 0;
    return l->origin == ORIGIN_OMP && l->c->parts != PART_OTHER &&
           (update ? strcmp(name, "map") == 0
                   : strcmp(name, "to") == 0 || strcmp(name, "from") == 0);
}

static enum other_argument argument_of(const struct clause_looking *l)
{
    const char *name = l->clause->name;
    if (l->c->parts == PART_UPDATE && strcmp(name, "self") == 0)
        return OTHER_LIST;
    return other_argument(l->origin, name);
}

static void look(struct clause_looking *l)
{
    static const char *const what[] = {
        [OTHER_LIST] = "a list", [OTHER_NUMBER] = "an expression", [OTHER_WORDS] = "a word"};
    const struct other_clause *c = l->clause;
    enum other_argument kind = argument_of(l);
    if (kind == OTHER_ANY)
        return;
    if (is_misplaced(l)) {
        slip(l, c->at, strlen(c->name), NULL, "'%s' has no place on this directive", c->name);
        return;
    }
    if (!c->argument || !*c->argument) {
        slip(l, c->at, strlen(c->name), NULL, "'%s' needs %s in brackets", c->name, what[kind]);
        return;
    }
    look_for_words(l);
    look_for_effects(l);
    bool reduces = strstr(c->name, "reduction") != NULL;
    if (reduces)
        look_at_operator(l);
    /* behind the colon of linear(x: 2) and aligned(a: 32) is a number */
    bool number = strcmp(c->name, "linear") == 0 || strcmp(c->name, "aligned") == 0;
    const char *colon = construct_colon(c->argument);
    if (kind == OTHER_LIST && !number && !reduces && colon)
        look_at_head(l, head_end(c));
    if (kind == OTHER_LIST && !number)
        look_at_list(l, colon ? head_end(c) + 1 : c->argument_at,
                     c->argument_at + strlen(c->argument));
}

void clause_look(struct diag *d, const struct construct *all, size_t n, struct construct *c)
{
    struct clause_looking l = {.d = d, .all = all, .n = n, .c = c, .origin = c->pragma->origin};
    for (size_t i = 0; i < c->n_clauses; i++) {
        l.clause = &c->clauses[i];
        look(&l);
    }
}
