/* SPDX-License-Identifier: MIT */
/*
 * accept_nowait.c: may a team's loop with `nowait` get a barrier in front?
 *
 * All threads of a team come together before the device is called (emit_team.c).  A program
 * that leaves barriers out may have put something else in their place: threads that
 * hand rows on to each other with flags and `flush`, say, one of which arrives at
 * the loop only when another one is past it.  With a barrier there, both wait for ever.
 * So all that the parallel region does must be in sight: it calls nothing but functions
 * of the mathematical library and questions to OpenMP, and has no words by which threads
 * wait for each other.
 */
#include <string.h>

#include "../ir/math_table.h"
#include "../text/arena.h"
#include "../text/text.h"
#include "accept.h"

/* Words before a bracket that call nothing. */
static bool calls_nothing(const char *word)
{
    static const char *const words[] = {"if",         "for",      "while",    "switch",
                                        "return",     "sizeof",   "_Alignof", "__alignof__",
                                        "__typeof__", "typeof",   "else",     "do",
                                        "case",       "__inline", "_Generic", "__attribute__"};
    return TEXT_ONE_OF(words, word) || strncmp(word, "omp_get_", 8) == 0 || math_find(word);
}

/* By which one thread may wait for another, or for what it writes. */
static bool is_waiting(const char *word)
{
    static const char *const words[] = {"volatile", "__volatile__", "_Atomic", "asm",
                                        "__asm__",  "goto",         "while",   "do"};
    return TEXT_ONE_OF(words, word);
}

static bool waits_in_text(const char *text, size_t begin, size_t end)
{
    size_t len;
    bool word_before = false;
    char *word = NULL;
    for (size_t at = begin; (len = text_token(text, end, &at)) > 0; at += len) {
        if (text[at] == '#' && (at == 0 || text[at - 1] == '\n')) { /* constructs: below */
            len = strcspn(text + at, "\n");
            word_before = false;
            continue;
        }
        if (text[at] == '(' && word_before && !calls_nothing(word))
            return true;
        word_before = text_word_start(text[at]);
        if (!word_before)
            continue;
        word = ir_strndup(text + at, len);
        if (is_waiting(word))
            return true;
    }
    return false;
}

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

bool accept_nowait(const struct facts *f, const struct site *s)
{
    bool has = false;
    for (size_t i = s->first; i < s->first + s->count; i++)
        has |= construct_clause(&f->constructs[i], "nowait") != NULL;
    if (!has)
        return false;
    const struct construct *around = s->parallel;
    if (!around || waits_in_text(f->src->text, around->begin, around->end))
        return true;
    for (size_t i = 0; i < f->n_constructs; i++) {
        const struct construct *c = &f->constructs[i];
        if (c->pragma->begin >= around->begin && c->pragma->begin < around->end &&
            c->pragma->origin == ORIGIN_OMP && !is_harmless(c))
            return true;
    }
    return false;
}
