/* SPDX-License-Identifier: MIT */
/*
 * accept_nowait.c: may a team's loop with `nowait` get a barrier in front?
 *
 * All threads of a team come together before the device is called (emit_team.c).  A program
 * that leaves barriers out may have put something else in their place: threads that
 * hand rows on to each other with flags and `flush`, say, one of which arrives at
 * the loop only when another one is past it.  With a barrier there, both wait for ever.
 * So all that the parallel region does must be in sight: it calls nothing but functions of the
 * unit, which are looked at in the same way, of the mathematical library, for output, and
 * questions to OpenMP, and has no words by which threads wait for each other.  A loop that stands
 * in no parallel region of its function is met by all the regions from which that is called: they
 * are known if no other unit can call it.
 */
#include <string.h>

#include "../ir/math_table.h"
#include "../text/arena.h"
#include "../text/text.h"
#include "../text/text_index.h"
#include "accept.h"
#include "../front/ast.h"

struct sight {
    const struct facts *f;
    struct text_index called, callers; /* functions that have been looked at */
    const struct construct **regions;  /* and parallel regions */
    size_t n_regions;
};

static bool may_wait(struct sight *s, size_t begin, size_t end);

/* ---- calls ---- */

/* What waits for no thread. */
static bool waits_for_nobody(const char *name)
{
    static const char *const names[] = {"printf",  "fprintf", "puts",   "fputs",   "putchar",
                                        "fflush",  "exit",    "abort",  "memset",  "memcpy",
                                        "memmove", "malloc",  "calloc", "realloc", "free"};
    return TEXT_ONE_OF(names, name) || strncmp(name, "omp_get_", 8) == 0 ||
           strncmp(name, "__builtin_", 10) == 0 || math_find(name);
}

/* Is all that the function does in sight, and no waiting? */
static bool visit_call(const char *name, void *ctx)
{
    struct sight *s = ctx;
    struct ast_text fn;
    if (!name)
        return false;
    if (text_index_find(&s->called, name) || waits_for_nobody(name))
        return true;
    if (!ast_text_named(s->f->ast, name, &fn))
        return false;
    text_index_add(&s->called, fn.name, 0);
    return !may_wait(s, fn.begin, fn.end);
}

/* ---- words ---- */

/* By which one thread may wait for another, or for what it writes. */
static bool is_waiting(const char *word)
{
    static const char *const words[] = {"volatile", "__volatile__", "_Atomic", "asm",
                                        "__asm__",  "goto",         "while",   "do"};
    return TEXT_ONE_OF(words, word);
}

/* for (;;), for (; behind(t);): nothing counts, so that something else ends it. */
static bool is_endless(const char *text, size_t at, size_t end)
{
    size_t len, depth = 0, parts = 0, tokens = 0;
    for (; (len = text_token(text, end, &at)) > 0; at += len) {
        depth += text[at] == '(';
        depth -= text[at] == ')' && depth > 0;
        bool over = depth == 0 || (depth == 1 && text[at] == ';');
        if (over && parts > 0 && tokens == 0)
            return true;
        if (depth == 0)
            break;
        parts += over;
        tokens = over ? 0 : tokens + 1;
    }
    return false;
}

static bool text_may_wait(const char *text, size_t begin, size_t end)
{
    size_t len;
    for (size_t at = begin; (len = text_token(text, end, &at)) > 0; at += len) {
        const char *word = text_word_start(text[at]) ? ir_strndup(text + at, len) : "";
        if (text[at] == '#' && (at == 0 || text[at - 1] == '\n')) /* constructs: below */
            len = strcspn(text + at, "\n");
        else if (is_waiting(word) || (!strcmp(word, "for") && is_endless(text, at + len, end)))
            return true;
    }
    return false;
}

/* ---- constructs ---- */

/* Does it share work, or keep threads apart, and no more? */
static bool is_harmless(const struct construct *c)
{
    static const char *const names[] = {"single", "master", "masked", "barrier", "critical"};
    if (c->parts & PART_TASKLOOP)
        return false;
    if (c->parts & PARTS_LOOP)
        return true;
    return TEXT_ONE_OF(names, c->name) ||
           (strcmp(c->name, "atomic") == 0 && !construct_clause(c, "read") &&
            !construct_clause(c, "capture") && !construct_clause(c, "compare"));
}

static bool may_wait(struct sight *s, size_t begin, size_t end)
{
    if (text_may_wait(s->f->src->text, begin, end) ||
        !ast_text_calls(s->f->ast, begin, end, visit_call, s))
        return true;
    for (size_t i = 0; i < s->f->n_constructs; i++) {
        const struct construct *c = &s->f->constructs[i];
        if (c->pragma->begin >= begin && c->pragma->begin < end &&
            c->pragma->origin == ORIGIN_OMP && !is_harmless(c))
            return true;
    }
    return false;
}

static bool region_may_wait(struct sight *s, const struct construct *parallel)
{
    for (size_t i = 0; i < s->n_regions; i++)
        if (s->regions[i] == parallel)
            return false;
    IR_PUSH(s->regions, s->n_regions, parallel);
    return may_wait(s, parallel->begin, parallel->end);
}

/* ---- who comes to a loop ---- */

/* The innermost construct around that makes threads or teams; NULL: none. */
static const struct construct *region_at(const struct facts *f, size_t at)
{
    const struct construct *found = NULL;
    for (size_t i = 0; i < f->n_constructs; i++) {
        const struct construct *c = &f->constructs[i];
        if (c->pragma->origin == ORIGIN_OMP && (c->parts & (PART_PARALLEL | PART_TEAMS)) &&
            c->begin <= at && at < c->end)
            found = c;
    }
    return found;
}

static bool callers_may_wait(struct sight *s, const struct ast_text *fn);

/* Comes a team that may wait in this way to this place, in a function or by its callers? */
static bool comers_may_wait(struct sight *s, size_t at)
{
    struct ast_text in;
    const struct construct *region = region_at(s->f, at);
    if (region)
        return !(region->parts & PART_PARALLEL) || region_may_wait(s, region);
    if (!ast_text_around(s->f->ast, at, &in) || at < in.begin)
        return true;
    if (text_index_find(&s->callers, in.name))
        return false;
    text_index_add(&s->callers, in.name, 0);
    return strcmp(in.name, "main") != 0 && (!in.hidden || callers_may_wait(s, &in));
}

/* In a string, which does not consist of the name, as that of an alias does? */
static bool is_in_string(const char *text, size_t at, size_t n)
{
    size_t from = at, len;
    while (from > 0 && text[from - 1] != '\n')
        from--;
    while ((len = text_token(text, at + 1, &from)) > 0 && from + len <= at)
        from += len;
    return text[from] == '"' && !(from + 1 == at && text[at + n] == '"');
}

/* Every mention of it must be a declaration or a call. */
static bool callers_may_wait(struct sight *s, const struct ast_text *fn)
{
    const char *text = s->f->src->text;
    size_t n = strlen(fn->name);
    for (const char *p = strstr(text, fn->name); p; p = strstr(p + 1, fn->name)) {
        size_t at = (size_t)(p - text);
        if (text_word_char(p[n]) || (at > 0 && text_word_char(p[-1])) || is_in_string(text, at, n))
            continue;
        struct ast_text in;
        bool open = text[ast_statement_at(s->f->src, at + n)] == '(';
        bool inside = ast_text_around(s->f->ast, at, &in) && at >= in.begin;
        if (!open || (inside && comers_may_wait(s, at)))
            return true;
    }
    return false;
}

bool accept_nowait(const struct facts *f, const struct site *s)
{
    bool has = false;
    struct sight sight = {.f = f};
    for (size_t i = s->first; i < s->first + s->count; i++)
        has |= construct_clause(&f->constructs[i], "nowait") != NULL;
    if (!has)
        return false;
    return s->parallel ? region_may_wait(&sight, s->parallel) : comers_may_wait(&sight, s->begin);
}
