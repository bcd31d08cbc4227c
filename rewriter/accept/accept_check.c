/* SPDX-License-Identifier: MIT */
/*
 * accept_check.c: the names and expressions in the clauses of OpenMP and OpenACC, for a parser of C
 * (ast_check.c).
 *
 * Most clauses say nothing to us, and without -fopenmp nobody else reads them: a name that is not
 * declared would never be told.
 */
#include <string.h>

#include "../source/other_words.h"
#include "../text/arena.h"
#include "../text/text.h"
#include "accept.h"

struct collecting {
    const struct facts *f;
    const struct construct *c;
    const struct other_clause *clause;
    size_t begin, end; /* a loop, whose own names need no look; 0, 0: there is none */
    struct foreign *list;
    size_t n;
};

static void add(struct collecting *l, const char *form, const char *text, size_t at)
{
    struct foreign f = {.pragma = l->c->pragma,
                        .at = l->clause->argument_at + at,
                        .clause = l->clause->name,
                        .form = form,
                        .text = text};
    IR_PUSH(l->list, l->n, f);
}

static bool is_number(const char *text)
{
    return text[strspn(text, "0123456789")] == '\0';
}

/* The bound of a section, which is an integer. */
static void add_bound(struct collecting *l, const char *text, size_t at)
{
    if (text && *text && !is_number(text))
        add(l, "(void)((%s) %% 2)", ir_strdup(text), at);
}

/* A name that stands in the loop as well is declared, or the loop is none. */
static bool is_known(const struct collecting *l, const char *item)
{
    size_t at = 0, n = strlen(item);
    return text_word_start(*item) && text_token(item, n, &at) == n &&
           construct_mentions(l->f->src->text, l->begin, l->end, item);
}

static void add_item(struct collecting *l, const char *item, size_t at)
{
    if (is_known(l, item))
        return;
    struct directive *d =
        strchr(item, '[') ? accept_words(l->f, l->c, ir_printf("loop copy(%s)", item), NULL) : NULL;
    const struct item *it =
        d && d->n_data == 1 && d->data[0].n_items == 1 ? d->data[0].items : NULL;
    add(l, "(void)(%s)", it ? ir_strdup(it->base) : item, at);
    for (size_t k = 0; it && k < it->n_sections; k++) {
        add_bound(l, it->sections[k].lo, at);
        add_bound(l, it->sections[k].len, at);
    }
    if (d)
        directive_free(d);
}

/* From `at` of the argument on. */
static void add_list(struct collecting *l, const char *list, size_t at)
{
    for (char *item; (item = construct_piece(list, &at)) != NULL;)
        add_item(l, item, at - strlen(item));
}

static void add_value(struct collecting *l, const char *form, const char *text, size_t at)
{
    if (!is_number(text))
        add(l, form, ir_strdup(text), at);
}

/* ---- clauses ---- */

/* list [ ":" step ] */
static void add_stepped(struct collecting *l, const char *argument, const char *colon)
{
    char *list = ir_strndup(argument, colon ? (size_t)(colon - argument) : strlen(argument));
    if (!strchr(list, '('))
        add_list(l, list, 0);
}

/* kind [ "," chunk ] */
static void add_chunk(struct collecting *l, const char *argument, size_t at)
{
    construct_piece(argument, &at);
    for (char *piece; (piece = construct_piece(argument, &at)) != NULL;)
        add_value(l, "(void)((%s) %% 2)", piece, at - strlen(piece));
}

static bool declares(const char *argument, const char *colon)
{
    return colon && construct_mentions(argument, 0, (size_t)(colon - argument), "iterator");
}

static void add_clause(struct collecting *l)
{
    const char *name = l->clause->name, *s = l->clause->argument;
    if (!s || !*s)
        return;
    const char *colon = construct_colon(s);
    size_t tail = colon ? (size_t)(colon + 1 - s) : 0;
    tail += strspn(s + tail, " ");
    bool update = l->c->parts == PART_UPDATE, self = strcmp(name, "self") == 0;
    enum other_argument kind =
        self ? update ? OTHER_LIST : OTHER_NUMBER : other_argument(l->c->pragma->origin, name);
    if (declares(s, colon))
        return;
    if (strcmp(name, "linear") == 0 || strcmp(name, "aligned") == 0)
        add_stepped(l, s, colon);
    else if (kind == OTHER_LIST)
        add_list(l, s, tail);
    else if (strcmp(name, "collapse") == 0)
        add_value(l, "(void)sizeof(enum { tcr_constant = (%s) })", s + tail, tail);
    else if (kind == OTHER_NUMBER)
        add_value(l, "(void)!(%s)", s + tail, tail);
    else if (strcmp(name, "schedule") == 0 || strcmp(name, "dist_schedule") == 0)
        add_chunk(l, s, tail);
}

static void add_construct(struct collecting *l, const struct construct *c)
{
    l->c = c;
    for (size_t i = 0; i < c->n_clauses; i++) {
        l->clause = &c->clauses[i];
        add_clause(l);
    }
}

void accept_check(const struct facts *f, struct directive *d, size_t first, size_t count)
{
    const struct construct *last = &f->constructs[first + count - 1];
    bool loop = directive_is_loop(d);
    struct collecting l = {.f = f, .begin = loop ? last->begin : 0, .end = loop ? last->end : 0};
    for (size_t i = first; i < first + count; i++)
        add_construct(&l, &f->constructs[i]);
    d->foreign = l.list;
    d->n_foreign = l.n;
}
