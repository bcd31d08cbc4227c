/* SPDX-License-Identifier: MIT */
/*
 * construct.c: see construct.h.
 *
 *     omp = [ "target" ] [ "teams" ] [ "distribute" ] [ "parallel" ] [ "for" | "loop" ] [ "simd" ]
 *         | [ "parallel" ] [ "master" | "masked" ] "taskloop" [ "simd" ]
 *         | [ "parallel" ] "sections"
 *         | "target" [ "enter" | "exit" ] "data" | "target" "update"
 *     acc = [ "parallel" | "kernels" | "serial" ] [ "loop" ]
 *         | [ "enter" | "exit" ] "data" | "update"
 *
 * and then clauses; every other directive is one of which only the first word is kept.  Words of
 * OpenMP's names may be joined by underscores.
 */
#include "construct.h"

#include <string.h>

#include "../text/arena.h"
#include "../text/text.h"

/* In a name the ranks rise. */
static const struct {
    const char *word;
    unsigned part, rank;
    bool omp, acc;
} words[] = {
    {"target", PART_TARGET, 1, true, false},
    {"teams", PART_TEAMS, 2, true, false},
    {"distribute", PART_DISTRIBUTE, 3, true, false},
    {"parallel", PART_PARALLEL, 4, true, true},
    {"kernels", PART_KERNELS, 4, false, true},
    {"serial", PART_SERIAL, 4, false, true},
    {"master", PART_OTHER, 5, true, false},
    {"masked", PART_OTHER, 5, true, false},
    {"sections", PART_OTHER, 5, true, false},
    {"for", PART_FOR, 6, true, false},
    {"loop", PART_LOOP, 6, true, true},
    {"taskloop", PART_TASKLOOP, 6, true, false},
    {"simd", PART_SIMD, 7, true, false},
    {"enter", PART_ENTER, 7, true, true},
    {"exit", PART_EXIT, 7, true, true},
    {"update", PART_UPDATE, 7, true, true},
    {"data", PART_DATA, 8, true, true},
};

/* 0: the word is no part, or may not stand behind those of *rank. */
static unsigned part_of(enum origin origin, const char *s, size_t n, unsigned *rank)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].word) != n || memcmp(words[i].word, s, n) != 0 ||
            !(origin == ORIGIN_OMP ? words[i].omp : words[i].acc) || words[i].rank <= *rank)
            continue;
        *rank = words[i].rank;
        return words[i].part;
    }
    return 0;
}

/* Those of a word, `parallel` or `target_enter_data`. */
static unsigned parts_of(enum origin origin, const char *s, size_t n, unsigned *rank)
{
    unsigned parts = 0, before = *rank;
    for (size_t at = 0, len; at < n; at += len + 1) {
        const char *joint = origin == ORIGIN_OMP ? memchr(s + at, '_', n - at) : NULL;
        len = joint ? (size_t)(joint - s) - at : n - at;
        unsigned part = part_of(origin, s + at, len, rank);
        if (!part) {
            *rank = before;
            return 0;
        }
        parts |= part;
    }
    return parts;
}

/* Behind the bracket that closes the one at `at`; `end` if there is none. */
static size_t skip_brackets(const char *s, size_t at, size_t end)
{
    size_t depth = 0, len;
    while ((len = text_token(s, end, &at)) > 0) {
        depth += strchr("([{", s[at]) != NULL;
        if (strchr(")]}", s[at]) && --depth == 0)
            return at + len;
        at += len;
    }
    return end + 1;
}

/* What stands between brackets, [at, end) of s, without blanks around it. */
static void take_argument(struct other_clause *c, const char *s, size_t at, size_t end)
{
    static const char blanks[] = " \t\n\r\f\v\\";
    while (at < end && strchr(blanks, s[at]))
        at++;
    while (at < end && strchr(blanks, s[end - 1]))
        end--;
    c->argument = ir_strndup(s + at, end - at);
    c->argument_at = at;
}

static void cannot_read(struct construct *c, size_t at)
{
    if (!c->malformed)
        c->unread = at;
    c->malformed = true;
}

/* A semicolon is part of an expression in the braces of one alone, and a bracket ends with its
 * like. */
static void look_inside(struct construct *c, const char *s, size_t at, size_t end)
{
    enum { MOST = 64 };
    char open[MOST];
    size_t depth = 0, braces = 0;
    for (size_t len; (len = text_token(s, end, &at)) > 0 && depth < MOST; at += len) {
        static const char pairs[] = "()[]{}";
        const char *pair = len == 1 ? strchr(pairs, s[at]) : NULL;
        if (len == 1 && s[at] == ';' && !braces)
            cannot_read(c, at);
        if (!pair)
            continue;
        bool opens = (pair - pairs) % 2 == 0;
        if (opens)
            open[depth++] = pair[1];
        else if (depth == 0 || open[--depth] != s[at])
            cannot_read(c, at);
        braces += s[at] == '{';
        braces -= s[at] == '}' && braces;
    }
}

/* name [ "(" argument ")" ], separated by commas or not, from `at` on. */
static void parse_clauses(struct construct *c, const char *s, size_t at)
{
    size_t end = strlen(s), len;
    while ((len = text_token(s, end, &at)) > 0) {
        if (s[at] == ',') {
            at += len;
            continue;
        }
        if (!text_word_start(s[at])) {
            cannot_read(c, at);
            return;
        }
        struct other_clause clause = {.name = ir_strndup(s + at, len), .at = at};
        at += len;
        size_t next = at;
        if (text_token(s, end, &next) == 1 && s[next] == '(') {
            at = skip_brackets(s, next, end);
            if (at > end) {
                cannot_read(c, next);
                return;
            }
            look_inside(c, s, next, at);
            take_argument(&clause, s, next + 1, at - 1);
        }
        IR_PUSH(c->clauses, c->n_clauses, clause);
    }
}

struct construct construct_parse(const struct pragma *p)
{
    struct construct c = {.pragma = p, .name = ""};
    const char *s = p->words;
    unsigned rank = 0;
    size_t at = 0, end = strlen(s), len;
    while ((len = text_token(s, end, &at)) > 0) {
        unsigned parts = parts_of(p->origin, s + at, len, &rank);
        if (!*c.name)
            c.name = ir_strndup(s + at, len);
        if (!parts && !c.parts)
            c.parts = PART_OTHER;
        else if (!parts || c.parts == PART_OTHER)
            break;
        c.parts |= parts;
        at += len;
    }
    if (c.parts != PART_OTHER || strcmp(c.name, "atomic") == 0 || strcmp(c.name, "scan") == 0)
        parse_clauses(&c, s, at);
    return c;
}

/* Directives that no statement belongs to. */
bool construct_stands_alone(const struct construct *c)
{
    static const char *const names[] = {
        "barrier",       "taskwait", "taskyield", "flush",    "cancel",  "cancellation",
        "threadprivate", "declare",  "depobj",    "requires", "error",   "nothing",
        "interop",       "scan",     "wait",      "cache",    "routine", "init",
        "shutdown",      "set",      "end",       "begin",    "assumes", "allocate"};
    if (c->parts & (PART_ENTER | PART_EXIT | PART_UPDATE))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (c->parts == PART_OTHER && strcmp(c->name, names[i]) == 0)
            return true;
    return false;
}

bool construct_is_hint(const struct construct *c)
{
    static const char *const names[] = {"unroll", "assume", "assumes", "nothing"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (c->pragma->origin == ORIGIN_OMP && strcmp(c->name, names[i]) == 0)
            return true;
    return false;
}

const struct construct *construct_cancel(const struct facts *f, const struct construct *region)
{
    for (size_t i = 0; i < f->n_constructs; i++) {
        const struct construct *c = &f->constructs[i];
        const struct pragma *p = c->pragma;
        if (p->origin == ORIGIN_OMP && strcmp(c->name, "cancel") == 0 &&
            p->begin >= region->begin && p->begin < region->end &&
            construct_mentions(p->words, 0, strlen(p->words), "parallel"))
            return c;
    }
    return NULL;
}

struct construct *construct_all(const struct source *src, size_t *n)
{
    struct construct *all = ir_alloc((src->n_others + 1) * sizeof *all);
    for (size_t i = 0; i < src->n_others; i++)
        all[i] = construct_parse(&src->others[i]);
    *n = src->n_others;
    return all;
}

const struct other_clause *construct_clause(const struct construct *c, const char *name)
{
    for (size_t i = 0; i < c->n_clauses; i++)
        if (strcmp(c->clauses[i].name, name) == 0)
            return &c->clauses[i];
    return NULL;
}

char *construct_piece(const char *list, size_t *at)
{
    size_t end = strlen(list), len, begin, last;
    while (text_token(list, end, at) == 1 && list[*at] == ',')
        ++*at;
    begin = last = *at;
    while ((len = text_token(list, end, at)) > 0 && list[*at] != ',') {
        *at = strchr("([{", list[*at]) ? skip_brackets(list, *at, end) : *at + len;
        if (*at > end)
            *at = end;
        last = *at;
    }
    return last > begin ? ir_strndup(list + begin, last - begin) : NULL;
}

const char *construct_colon(const char *s)
{
    size_t at = 0, end = strlen(s), len;
    unsigned questions = 0;
    while ((len = text_token(s, end, &at)) > 0) {
        if (strchr("([{", s[at])) {
            at = skip_brackets(s, at, end);
            if (at > end)
                return NULL;
            continue;
        }
        if (s[at] == '?')
            questions++;
        else if (len == 1 && s[at] == ':' && questions-- == 0)
            return s + at;
        at += len;
    }
    return NULL;
}

const char *construct_wrong(const struct construct *c)
{
    return c->wrong ? c->wrong : "its clauses cannot be read";
}

bool construct_mentions(const char *text, size_t begin, size_t end, const char *word)
{
    size_t n = strlen(word), len;
    for (size_t at = begin; (len = text_token(text, end, &at)) > 0; at += len)
        if (len == n && memcmp(text + at, word, n) == 0)
            return true;
    return false;
}
