/* SPDX-License-Identifier: MIT */
/* misspelt.c: see misspelt.h. */
#include "misspelt.h"

#include <string.h>
#include <strings.h>

#include "../text/arena.h"
#include "../text/text.h"
#include "clause_look.h"
#include "other_words.h"

struct looking {
    struct diag *d;            /* NULL: nothing is said */
    struct construct *c, *all; /* one of the unit's */
    size_t n;
    enum origin origin;
    bool data; /* there are data directives in the file, which then are all left out */
};

/* ---- the pragma's first word ---- */

/* Of compilers and tools: no slips, though they are near. */
static const char known[] =
    "GCC STDC acf amp clang comment cmp comp dmp hmp hmpp ident imp map message mpi mta once ompss "
    "ompd ompi ompt ompx omx opt oss pack pomp pop push rcc scop smp star ump vector warning weak "
    "xacc xmp";

/* Has it the name's three letters, in whatever order? */
static bool has_letters(const char *word, const char *name)
{
    unsigned sum[2] = {0};
    for (size_t i = 0; i < 3 && word[i] && name[i]; i++) {
        sum[0] += 1u << (word[i] & 31);
        sum[1] += 1u << (name[i] & 31);
    }
    return strlen(word) == 3 && sum[0] == sum[1];
}

/* `open` and a name of three letters, or that with one slip, or joined to what follows: omp_for.
 * *joined: what follows that is in the word itself, or NULL. */
static bool is_like(const char *word, const char *name, const char **joined)
{
    size_t n = strlen(name);
    *joined = NULL;
    if (text_distance(word, name) <= 1 || has_letters(word, name) ||
        (strncasecmp(word, "open", 4) == 0 &&
         (strcasecmp(word + 4, name) == 0 || strncasecmp(word + 4, name + 1, n - 1) == 0)))
        return true;
    if (strncasecmp(word, name, n) != 0)
        return false;
    *joined = word + n + strspn(word + n, "_");
    return true;
}

/* Does it name data, in a list? */
static bool names_data(const struct construct *c)
{
    return (c->parts & (PART_DATA | PART_UPDATE)) && c->n_clauses && c->clauses[0].argument &&
           other_has_clause(c->pragma->origin, c->clauses[0].name);
}

/* `#pragma parallel for`: a directive, of two words or with data, without the word in front, or
 * with that behind it. */
static const char *without_namespace(struct pragma *p, const char *text, size_t at, unsigned accept)
{
    static const char *const names[] = {[ORIGIN_OMP] = "omp", [ORIGIN_ACC] = "acc"};
    size_t next = at, n = text_token(text, p->end, &next);
    for (enum origin o = ORIGIN_OMP; o <= ORIGIN_ACC; o++) {
        struct pragma whole = {.origin = o};
        bool swapped = n == 3 && memcmp(text + next, names[o], 3) == 0;
        if (!(accept & 1u << o) || !other_has_name(o, p->namespace_word, strlen(p->namespace_word)))
            continue;
        whole.words = ir_printf("%s %.*s", p->namespace_word, (int)(p->end - at), text + at);
        struct construct c = construct_parse(&whole);
        bool several = (c.parts & (c.parts - 1)) != 0;
        bool no_target = o == ORIGIN_OMP && (c.parts & PARTS_DATA) && !(c.parts & PART_TARGET);
        if (swapped || (c.parts != PART_OTHER && !no_target && (several || names_data(&c)))) {
            p->origin = o;
            return ir_printf("%s %s", names[o], p->namespace_word);
        }
    }
    return NULL;
}

const char *misspelt_namespace(struct pragma *p, const char *text, size_t at, unsigned accept)
{
    static const char *const names[] = {[ORIGIN_OMP] = "omp", [ORIGIN_ACC] = "acc"};
    const char *word = p->namespace_word, *joined;
    if (text_among(known, word, strlen(word)))
        return NULL;
    for (enum origin o = ORIGIN_OMP; o <= ORIGIN_ACC; o++) {
        if (!(accept & 1u << o) || !is_like(word, names[o], &joined))
            continue;
        size_t next = at, n = text_token(text, p->end, &next);
        const char *first = joined ? joined : ir_strndup(text + next, n);
        if (!other_has_name(o, first, strlen(first)) &&
            !(n > 3 && !joined && other_near_name(o, first)))
            continue;
        p->origin = o;
        return joined && *joined ? ir_printf("%s %s", names[o], joined) : names[o];
    }
    return without_namespace(p, text, at, accept);
}

/* Behind a slip in a directive's name, if there are data directives. */
static void say_data(struct diag *d, const struct pragma *p, bool data)
{
    if (data)
        diag_pragma(d, DIAG_NOTE, p, DIAG_NAMESPACE, strlen(p->namespace_word), NULL,
                    "the file's data directives are left to the compiler: they are all honoured or "
                    "none");
}

static void say_namespace(struct diag *d, const struct pragma *p, bool data)
{
    diag_pragma(d, DIAG_WARNING, p, DIAG_NAMESPACE, strlen(p->namespace_word), p->meant,
                "unknown pragma '%s'%s; did you mean '%s'?", p->namespace_word,
                d->werror ? "" : " ignored", p->meant);
    say_data(d, p, data);
}

/* ---- names and clauses ---- */

/* The word at an offset of the directive's, with what it should be (NULL: nobody knows), which is
 * a part of the directive's name or not. */
static void say_word(const struct looking *l, const char *word, size_t at, const char *near,
                     bool in_name)
{
    if (!l->d)
        return;
    const char *title = other_title(l->origin);
    if (near)
        diag_pragma(l->d, DIAG_WARNING, l->c->pragma, at, strlen(word), near,
                    "%s has no '%s'; did you mean '%s'?", title, word, near);
    else if (other_has_clause(l->origin, word))
        diag_pragma(l->d, DIAG_WARNING, l->c->pragma, at, strlen(word), NULL,
                    "'%s' is a clause of %s's; write the directive before it", word, title);
    else if (l->data)
        diag_pragma(l->d, DIAG_WARNING, l->c->pragma, at, strlen(word), NULL,
                    "%s has no directive '%s'", title, word);
    else
        return;
    if (in_name)
        say_data(l->d, l->c->pragma, l->data);
}

/* A word of the name that must stand in front of, or behind, the one at `at`. */
static void say_missing(const struct looking *l, const char *word, size_t at, const char *fix)
{
    if (!l->d)
        return;
    diag_pragma(l->d, DIAG_WARNING, l->c->pragma, at, strlen(word), fix,
                "%s has no directive '%s'; did you mean '%s'?", other_title(l->origin), word, fix);
    say_data(l->d, l->c->pragma, l->data);
}

/* Where the first word of the name is. */
static size_t name_at(const struct construct *c)
{
    size_t at = 0;
    text_token(c->pragma->words, strlen(c->pragma->words), &at);
    return at;
}

/* `update` of OpenMP's without `target`; `enter` of OpenACC's without `data`. */
static void look_at_parts(const struct looking *l)
{
    struct construct *c = l->c;
    bool omp = l->origin == ORIGIN_OMP, target = c->parts & PART_TARGET;
    bool alone = (c->parts & (PART_ENTER | PART_EXIT)) && !(c->parts & PART_DATA);
    c->misnamed = alone || (omp && (c->parts & PARTS_DATA) && !target);
    if (!c->misnamed || (alone && c->n_clauses && !c->clauses[0].argument))
        return; /* that word is told */
    const char *name = !alone ? c->name : c->parts & PART_ENTER ? "enter" : "exit";
    const char *at = strstr(c->pragma->words, name);
    say_missing(l, name, at ? (size_t)(at - c->pragma->words) : 0,
                ir_printf("%s%s%s", omp && !target ? "target " : "", name, alone ? " data" : ""));
}

static void look_at_name(const struct looking *l)
{
    struct construct *c = l->c;
    size_t n = strlen(c->name);
    if (c->parts != PART_OTHER) {
        look_at_parts(l);
        return;
    }
    c->misnamed = !other_has_name(l->origin, c->name, n);
    if (c->misnamed && !other_is_foreign_name(c->name))
        say_word(l, c->name, name_at(c), other_near_name(l->origin, c->name), true);
}

/* One that has no brackets may be a word of the name. */
static void look_at_clause(const struct looking *l, const struct other_clause *clause)
{
    const char *word = clause->name;
    bool bare = !clause->argument;
    enum origin theirs = l->origin == ORIGIN_OMP ? ORIGIN_ACC : ORIGIN_OMP;
    bool of_theirs = other_has_clause(theirs, word);
    const char *near = bare && !of_theirs ? other_near_name(l->origin, word) : NULL;
    if (l->origin == ORIGIN_ACC && bare && strcmp(word, "for") == 0)
        near = "loop";
    else if (l->origin == ORIGIN_OMP && bare && strcmp(word, "do") == 0) /* Fortran's */
        near = "for";
    else if (other_has_name(l->origin, word, strlen(word)) || other_has_clause(l->origin, word) ||
             other_is_foreign(word))
        return;
    l->c->misnamed |= near != NULL && bare;
    const char *other = near ? near : other_near_clause(l->origin, word);
    if (of_theirs && l->d)
        diag_pragma(l->d, DIAG_WARNING, l->c->pragma, clause->at, strlen(word), NULL,
                    "%s has no '%s', which is a clause of %s's", other_title(l->origin), word,
                    other_title(theirs));
    else if (other)
        say_word(l, word, clause->at, other, near && bare);
}

/* A word of a name behind a clause: `parallel reduction(+: s) for`; OpenACC's behind all that it
 * may not be joined to. */
static void look_at_order(const struct looking *l)
{
    bool behind = l->origin == ORIGIN_ACC;
    for (size_t i = 0; i < l->c->n_clauses; i++) {
        const struct other_clause *clause = &l->c->clauses[i];
        const char *word = clause->name;
        bool known = other_has_clause(l->origin, word);
        bool name = !clause->argument && !known && other_has_name(l->origin, word, strlen(word));
        behind |= known;
        if (!name || !behind || l->c->misnamed)
            continue;
        l->c->misnamed = true;
        if (!l->d)
            return;
        diag_pragma(l->d, DIAG_WARNING, l->c->pragma, clause->at, strlen(word), NULL,
                    "'%s' has no place there in a directive of %s's", word, other_title(l->origin));
        say_data(l->d, l->c->pragma, l->data);
    }
}

static void look(const struct looking *l)
{
    struct construct *c = l->c;
    look_at_name(l);
    look_at_order(l);
    if (c->malformed && l->d)
        diag_pragma(l->d, DIAG_WARNING, c->pragma, c->unread, 1, NULL,
                    "the clauses cannot be read from here on (%s); the directive is left to the "
                    "compiler",
                    c->pragma->words[c->unread] == ';'
                        ? "';' has no place there: 'reduction(+: x)', 'a[lower:length]'"
                        : "is a bracket missing?");
    for (size_t i = 0; i < c->n_clauses; i++)
        look_at_clause(l, &c->clauses[i]);
    if (!c->malformed && !c->misnamed)
        clause_look(l->d, l->all, l->n, c);
}

static bool has_data(const struct construct *all, size_t n, unsigned accept)
{
    bool data = false;
    for (size_t i = 0; i < n; i++)
        data |= (accept & 1u << all[i].pragma->origin) && (all[i].parts & PARTS_DATA);
    return data;
}

void misspelt_look(struct diag *d, const struct source *src, struct construct *all, size_t n,
                   unsigned accept)
{
    bool data = has_data(all, n, accept);
    for (size_t i = 0; i < n; i++)
        if (accept & 1u << all[i].pragma->origin)
            look(&(struct looking){d, &all[i], all, n, all[i].pragma->origin, data});
    for (size_t i = 0; d && i < src->n_slips; i++)
        say_namespace(d, &src->slips[i], data);
}
