/* SPDX-License-Identifier: MIT */
/*
 * directive_help.c: what to say about words that are not ours: misspellings,
 * and what OpenMP and OpenACC would have people write.
 */
#include <stdlib.h>
#include <string.h>

#include "../text/arena.h"
#include "directive_private.h"

const char *help_nearest(const char *word, const char *const *words, size_t n)
{
    const char *best = NULL;
    unsigned least = strlen(word) > 4 ? 3 : 2; /* anything less is near */
    for (size_t i = 0; i < n; i++) {
        unsigned distance = text_distance(word, words[i]);
        if (distance < least && distance < strlen(words[i])) {
            least = distance;
            best = words[i];
        }
    }
    return best;
}

/* What nothing of ours corresponds to, and why. */
static const struct other {
    const char *word, *why;
} nothing[] = {
    {"num_threads", "the runtime chooses the number of threads"},
    {"thread_limit", "the runtime chooses the number of threads"},
    {"num_teams", "the runtime chooses the grid; 'block(n)' sets the threads of a block"},
    {"num_gangs", "the runtime chooses the grid; 'block(n)' sets the threads of a block"},
    {"num_workers", "the runtime chooses the grid; 'block(n)' sets the threads of a block"},
    {"vector_length", "'block(n)' sets the threads of a block"},
    {"schedule", "iterations are distributed by the runtime"},
    {"dist_schedule", "iterations are distributed by the runtime"},
    {"proc_bind", "threads are placed by the runtime"},
    {"gang", "the loop is always spread over the whole device"},
    {"worker", "the loop is always spread over the whole device"},
    {"vector", "the loop is always spread over the whole device"},
    {"independent", "iterations are always taken to be independent"},
    {"auto", "whether the device pays is always decided at run time"},
    {"seq", "a loop without a directive is sequential"},
    {"tile", "tiles are chosen by the tool"},
    {"shared", "variables from outside are shared as they are"},
    {"default", "what each variable is follows from its use"},
    {"default_async", "name the queue in 'async(q)'"},
    {"lastprivate", "use the value of the last iteration after the loop instead"},
    {"linear", "inductions are found by the tool"},
    {"aligned", "alignment is found by the tool"},
    {"simdlen", "the vector length is chosen by the compiler"},
    {"safelen", "iterations are always taken to be independent"},
    {"ordered", "iterations run in any order"},
    {"order", "iterations run in any order"},
    {"nontemporal", "caching is decided by the tool"},
    {"allocate", "private variables live in registers"},
    {"no_create", "'present' says that data is already there"},
    {"device_type", "one program serves all devices"},
    {"in_reduction", "there are no tasks"},
    {"task_reduction", "there are no tasks"},
    {"nowait", "the next statement finds what the loop has computed"},
    {"depend", "'async(q)' and 'wait(q)' order work"},
    {"parallel", "the loop is parallel by itself"},
    {"for", "the directive stands in front of the loop"},
    {"simd", "the loop is vectorised by itself"},
    {"target", "the loop goes to the device by itself"},
    {"teams", "the loop is spread by itself"},
    {"distribute", "the loop is spread by itself"},
    {"kernels", "each loop has its own directive"},
    {"serial", "a loop without a directive is sequential"},
};

static const struct other *find_other(const struct parser *ps, size_t i)
{
    for (size_t k = 0; k < sizeof nothing / sizeof *nothing; k++)
        if (directive_is(ps, i, nothing[k].word))
            return &nothing[k];
    return NULL;
}

/* Our word for a clause of OpenMP's or OpenACC's; NULL. */
static const char *find_ours(const char *word)
{
    size_t n = strlen(word);
    for (size_t k = 0; k < directive_n_clauses; k++)
        if (text_among(directive_clauses[k].omp, word, n) ||
            text_among(directive_clauses[k].acc, word, n))
            return directive_clauses[k].name;
    return NULL;
}

/* map([modifier,] type : list): token i is `map`. */
static bool help_map(struct parser *ps, size_t i)
{
    static const char *const types[][2] = {{"to", "copyin"},      {"from", "copyout"},
                                           {"tofrom", "copy"},    {"alloc", "create"},
                                           {"release", "delete"}, {"delete", "delete"}};
    const char *verb = "copy";
    size_t last = i;
    if (directive_is(ps, i + 1, "(")) {
        size_t close = ps->t[i + 1].match, colon = i + 2;
        while (colon < close && !directive_is(ps, colon, ":") && !directive_is(ps, colon, "["))
            colon++;
        for (size_t k = 0; k < sizeof types / sizeof *types; k++)
            if (directive_is(ps, colon, ":") && directive_is(ps, colon - 1, types[k][0])) {
                verb = types[k][1];
                last = colon;
            }
    }
    char *fix = xasprintf("%s%s", verb, last > i ? "(" : "");
    FAIL_AT(ps, i, last, fix, "OpenMP's 'map' is written '%s(list)' here", verb);
    free(fix);
    return false;
}

static void add_directives(struct buf *b, unsigned on)
{
    size_t n = 0, count = (size_t)__builtin_popcount(on);
    for (unsigned k = 0; k < N_DIRECTIVES; k++)
        if (on & ON(k))
            directive_add_word(b, n++, count, "'", directive_names[k], "and");
}

/* A clause of ours that stands on other directives only. */
static bool help_misplaced(struct parser *ps, size_t i, const char *word)
{
    unsigned on = 0;
    for (size_t k = 0; k < directive_n_clauses; k++)
        if (strcmp(directive_clauses[k].name, word) == 0)
            on |= directive_clauses[k].on;
    if (!on)
        return false;
    const char *name = directive_names[ps->dir->kind];
    if (ps->dir->kind == DIR_LOOP && strcmp(word, "reduce") == 0) {
        FAIL(ps, i, NULL, "'reduce' is not allowed on 'loop'; write '#pragma tcr reduce(...)'");
        return true;
    }
    struct buf b = {0};
    add_directives(&b, on);
    FAIL(ps, i, NULL, "clause '%s' is not allowed on '%s', only on %s", word, name, b.s);
    buf_free(&b);
    return true;
}

static void unknown_clause(struct parser *ps, size_t i, const char *word)
{
    const char *names[64] = {0};
    size_t n = 0;
    struct buf list = {0};
    for (size_t k = 0; k < directive_n_clauses; k++)
        if (directive_clauses[k].on & ON(ps->dir->kind)) {
            names[n++] = directive_clauses[k].name;
            buf_printf(&list, "%s%s", list.len ? ", " : "", directive_clauses[k].name);
        }
    const char *near = help_nearest(word, names, n);
    const char *name = directive_names[ps->dir->kind];
    if (near)
        FAIL(ps, i, near, "unknown clause '%s' on '%s'; did you mean '%s'?", word, name, near);
    else if (n)
        FAIL(ps, i, NULL, "unknown clause '%s' on '%s'; it may have %s", word, name, list.s);
    else
        FAIL(ps, i, NULL, "unknown clause '%s'; '%s' has no clauses", word, name);
    buf_free(&list);
}

bool help_clause(struct parser *ps, size_t i)
{
    if (!directive_is_word(ps, i))
        return FAIL(ps, i, NULL, "expected a clause before '%.*s'", (int)ps->t[i].len,
                    ps->s + ps->t[i].at);
    if (directive_is(ps, i, "map"))
        return help_map(ps, i);
    char *word = directive_text(ps, i, i + 1);
    const struct other *o = find_other(ps, i);
    const char *ours = find_ours(word);
    if (o)
        FAIL(ps, i, NULL, "'%s' has no meaning here; remove it: %s", word, o->why);
    else if (ours)
        FAIL(ps, i, ours, "unknown clause '%s'; it is called '%s' here", word, ours);
    else if (!help_misplaced(ps, i, word))
        unknown_clause(ps, i, word);
    free(word);
    return false;
}

/* `parallel for reduction(...)` and the like: the construct's words, then
 * maybe the reduction. */
static bool help_construct(struct parser *ps)
{
    static const char *const words[] = {"omp",    "acc",        "parallel", "for",    "simd",
                                        "target", "distribute", "teams",    "kernels"};
    size_t i = 0;
    for (bool more = true; more; i += more) {
        more = false;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            more |= directive_is(ps, i, words[k]);
        more |= i > 0 && directive_is(ps, i, "loop");
    }
    bool reduction = directive_is(ps, i, "reduction") || directive_is(ps, i, "reduce");
    if (i == 0 && !reduction)
        return false;
    size_t last = reduction ? i : i - 1;
    char *text = directive_text(ps, 0, last + 1);
    if (i == 0)
        FAIL(ps, 0, "reduce", "unknown directive '%s'; it is called 'reduce' here", text);
    else if (reduction)
        FAIL_AT(ps, 0, last, "reduce", "'%s' has no place here; write 'reduce' alone", text);
    else
        FAIL_AT(ps, 0, last, "loop",
                "'%s' has no place here; write 'reduce(op: list)', or 'loop' without a reduction",
                text);
    free(text);
    return true;
}

static const char *all_directives(void)
{
    static const char list[] = ""
#define DIRECTIVE(name, words) ", " words
#include "../../spec/directives.def"
#undef DIRECTIVE
        ;
    return list + strlen(", ");
}

/* The first word of the directive whose first word is nearest; NULL: none is near. */
static const char *nearest_directive(const char *word)
{
    const char *list[N_DIRECTIVES];
    for (size_t k = 0; k < N_DIRECTIVES; k++)
        list[k] = ir_strndup(directive_names[k], strcspn(directive_names[k], " "));
    return help_nearest(word, list, N_DIRECTIVES);
}

void help_directive(struct parser *ps)
{
    const char *list = all_directives();
    if (ps->n == 0) {
        diag_pragma(ps->d, DIAG_ERROR, ps->p, DIAG_NAMESPACE, strlen(ps->p->namespace_word), NULL,
                    "expected a directive after 'tcr': %s", list);
        return;
    }
    if (help_construct(ps))
        return;
    char *word = directive_text(ps, 0, 1);
    const char *near = nearest_directive(word);
    bool clause = false;
    for (size_t k = 0; k < directive_n_clauses; k++)
        clause |= directive_is(ps, 0, directive_clauses[k].name);
    if (clause)
        FAIL(ps, 0, NULL, "'%s' is a clause; write the directive before it, such as 'reduce(+: x)'",
             word);
    else if (near)
        FAIL(ps, 0, near, "unknown directive '%s'; did you mean '%s'?", word, near);
    else
        FAIL(ps, 0, NULL, "unknown directive '%s'; the directives are %s", word, list);
    free(word);
}
