/* SPDX-License-Identifier: MIT */
/* other_words.c: see other_words.h. */
#include "other_words.h"

#include <string.h>

#include "../text/arena.h"
#include "../text/text.h"
#include "directive_private.h"

enum { OMP = ORIGIN_OMP, ACC = ORIGIN_ACC, OTHERS = -1 };

static const struct words {
    int origin;
    bool clauses;
    enum other_argument argument;
    const char *list;
} all[] = {
#define NAMES(origin, words) {origin, false, OTHER_ANY, words},
#define CLAUSES(origin, argument, words) {origin, true, OTHER_##argument, words},
#include "../../spec/others.def"
#undef NAMES
#undef CLAUSES
};
#define N_ALL (sizeof all / sizeof *all)

/* The line that has it, or NULL. */
static const struct words *find(int origin, bool clauses, const char *word, size_t n)
{
    for (size_t i = 0; i < N_ALL; i++)
        if (all[i].origin == origin && all[i].clauses == clauses &&
            text_among(all[i].list, word, n))
            return &all[i];
    return NULL;
}

bool other_has_name(enum origin origin, const char *word, size_t n)
{
    size_t first = strcspn(word, "_");
    if (find((int)origin, false, word, n))
        return true;
    return origin == ORIGIN_OMP && first < n && find(OMP, false, word, first) &&
           other_has_name(origin, word + first + 1, n - first - 1);
}

static bool names_data(enum origin origin, const char *word)
{
    struct data_word w;
    return origin == ORIGIN_ACC && directive_data_word(word, &w);
}

bool other_has_clause(enum origin origin, const char *word)
{
    return names_data(origin, word) || find((int)origin, true, word, strlen(word));
}

bool other_is_foreign_name(const char *word)
{
    return find(OTHERS, false, word, strlen(word)) != NULL;
}

bool other_is_foreign(const char *word)
{
    return other_is_foreign_name(word) || find(OTHERS, true, word, strlen(word));
}

enum other_argument other_argument(enum origin origin, const char *word)
{
    const struct words *w = find((int)origin, true, word, strlen(word));
    return w ? w->argument : names_data(origin, word) ? OTHER_LIST : OTHER_ANY;
}

const char *other_next(const char *list, size_t *at)
{
    *at += strspn(list + *at, " ");
    size_t n = strcspn(list + *at, " "), begin = *at;
    *at += n;
    return n ? ir_strndup(list + begin, n) : NULL;
}

static void add_words(const char *list, const char ***words, size_t *n)
{
    size_t at = 0;
    for (const char *word; (word = other_next(list, &at)) != NULL;)
        IR_PUSH(*words, *n, word);
}

static const char *nearest(enum origin origin, bool clauses, const char *word)
{
    const char **words = NULL;
    size_t n = 0;
    for (size_t i = 0; i < N_ALL; i++)
        if (all[i].origin == (int)origin && all[i].clauses == clauses)
            add_words(all[i].list, &words, &n);
    for (size_t k = 0; k < directive_n_clauses && clauses && origin == ORIGIN_ACC; k++)
        if (directive_clauses[k].id == CLAUSE_NAMES_DATA) {
            add_words(directive_clauses[k].name, &words, &n);
            add_words(directive_clauses[k].acc, &words, &n);
        }
    return help_nearest(word, words, n);
}

/* `parallelfor` is two words. */
static const char *parted(enum origin origin, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 2; i + 2 <= n; i++)
        if (find((int)origin, false, word, i) && find((int)origin, false, word + i, n - i))
            return ir_printf("%.*s %s", (int)i, word, word + i);
    return NULL;
}

const char *other_near_name(enum origin origin, const char *word)
{
    const char *near = nearest(origin, false, word);
    return near ? near : parted(origin, word);
}

const char *other_near_clause(enum origin origin, const char *word)
{
    return nearest(origin, true, word);
}

const char *other_title(enum origin origin)
{
    return origin == ORIGIN_OMP ? "OpenMP" : "OpenACC";
}
