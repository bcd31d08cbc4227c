/* SPDX-License-Identifier: MIT */
/* declared.c: see declared.h. */
#include "declared.h"

#include <stdlib.h>
#include <string.h>

#include "../text/arena.h"
#include "../text/text.h"
#include "construct.h"

/* `declare reduction(name : types : combiner) initializer(...)` */
struct declaration {
    const struct pragma *pragma;
    const char *name, *types, *combiner, *initialiser; /* the last: "" without one */
};

static char *trimmed(const char *s, size_t n)
{
    for (; n > 0 && *s == ' '; n--)
        s++;
    while (n > 0 && s[n - 1] == ' ')
        n--;
    return ir_strndup(s, n);
}

/* What stands in the brackets that open next, *at being behind them; NULL. */
static const char *in_brackets(const char *s, size_t *at)
{
    size_t end = strlen(s), depth = 1, len = text_token(s, end, at);
    if (len != 1 || s[*at] != '(')
        return NULL;
    size_t from = ++*at;
    for (; (len = text_token(s, end, at)) > 0; *at += len) {
        depth += strchr("([{", s[*at]) != NULL;
        if (strchr(")]}", s[*at]) && --depth == 0)
            return trimmed(s + from, (*at)++ - from);
    }
    return NULL;
}

static bool takes_word(const char *s, size_t *at, const char *word)
{
    size_t len = text_token(s, strlen(s), at);
    bool same = len == strlen(word) && memcmp(s + *at, word, len) == 0;
    *at += same ? len : 0;
    return same;
}

/* initializer(omp_priv = value), or a call that sets it: what stands behind `T omp_priv`. */
static const char *initialiser_of(const char *text)
{
    size_t at = 0;
    if (!takes_word(text, &at, "omp_priv"))
        return ir_printf("; %s", text);
    size_t equals = at;
    return takes_word(text, &equals, "=") ? text + at : NULL;
}

static bool parse(const char *s, struct declaration *out)
{
    size_t at = 0;
    if (!takes_word(s, &at, "declare") || !takes_word(s, &at, "reduction"))
        return false;
    const char *inner = in_brackets(s, &at), *first = inner ? construct_colon(inner) : NULL;
    const char *second = first ? construct_colon(first + 1) : NULL;
    if (!second)
        return false;
    out->name = trimmed(inner, (size_t)(first - inner));
    out->types = trimmed(first + 1, (size_t)(second - first - 1));
    out->combiner = trimmed(second + 1, strlen(second + 1));
    out->initialiser = "= {0}"; /* that of a static variable */
    if (takes_word(s, &at, "initializer")) {
        const char *text = in_brackets(s, &at);
        out->initialiser = text ? initialiser_of(text) : NULL;
    }
    return out->initialiser && text_token(s, strlen(s), &at) == 0;
}

/* Braces that are open at a place of the text. */
struct braces {
    size_t at, depth;
};

/* Go on to a place that is further on. */
static void go_to(struct braces *b, const struct source *src, size_t place)
{
    for (size_t len; (len = text_token(src->text, place, &b->at)) > 0; b->at += len) {
        b->depth += src->text[b->at] == '{';
        b->depth -= src->text[b->at] == '}' && b->depth;
    }
}

static void add(struct source *src, const struct declaration *d, const char *type, struct buf *text)
{
    size_t k = src->n_declared;
    struct declared one = {.name = d->name,
                           .type = type,
                           .combiner = d->combiner,
                           .begin = d->pragma->begin,
                           .end = d->pragma->end,
                           .combine = ir_printf("tcr_combine_%zu", k),
                           .initial = ir_printf("tcr_initial_%zu", k),
                           .merge = ir_printf("tcr_merge_%zu", k)};
    one.takes_orig = construct_mentions(d->initialiser, 0, strlen(d->initialiser), "omp_orig");
    buf_printf(text,
               "static __typeof__(%s) %s(__typeof__(%s) omp_out, __typeof__(%s) omp_in)\n"
               "{ %s; return omp_out; }\n",
               type, one.combine, type, type, d->combiner);
    buf_printf(
        text, "static __typeof__(%s) %s(%s)\n{ __typeof__(%s) omp_priv %s; return omp_priv; }\n",
        type, one.initial, one.takes_orig ? ir_printf("__typeof__(%s) omp_orig", type) : "void",
        type, d->initialiser);
    src->declared = xgrow(src->declared, src->n_declared, sizeof *src->declared);
    src->declared[src->n_declared++] = one;
}

void declared_take(struct source *src)
{
    struct buf text = {0};
    struct braces open = {0};
    for (size_t i = 0; i < src->n_others; i++) {
        struct declaration d = {.pragma = &src->others[i]};
        size_t at = 0;
        if (src->others[i].origin != ORIGIN_OMP || !parse(src->others[i].words, &d))
            continue;
        go_to(&open, src, src->others[i].begin);
        if (open.depth) {
            src->declared = xgrow(src->declared, src->n_declared, sizeof *src->declared);
            src->declared[src->n_declared++] = (struct declared){.name = d.name};
            continue;
        }
        for (char *type; (type = construct_piece(d.types, &at)) != NULL;)
            add(src, &d, type, &text);
    }
    if (text.len) {
        source_reserve(src, text.len + 1);
        source_append_text(src, text.s, text.len, "<tcr>");
    }
    buf_free(&text);
}

bool declared_find(const struct source *src, const char *name, size_t length)
{
    bool found = false;
    for (size_t i = 0; i < src->n_declared; i++) {
        const struct declared *d = &src->declared[i];
        if (strlen(d->name) != length || memcmp(d->name, name, length) != 0)
            continue;
        if (!d->combine)
            return false;
        found = true;
    }
    return found;
}
