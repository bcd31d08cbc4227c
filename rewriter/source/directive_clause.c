/* SPDX-License-Identifier: MIT */
/*
 * directive_clause.c: what stands between a clause's brackets.
 *
 *     reduce     = "(" [ "inscan" "," ] operator ":" item { "," item } ")"
 *     item       = { "*" } primary { "." name | "->" name | "[" expression "]" }
 *                  { "[" expression "]" | "[" [ expression ] ":" [ expression ] "]" }
 *     primary    = name | "(" item-or-expression ")"
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../text/arena.h"
#include "directive_private.h"
#include "operators.h"

/* ---- items -------------------------------------------------------------- */

/* The colon of a section among [begin, end): not that of `?:`, not one in
 * inner brackets.  `end` if there is none. */
static size_t find_colon(const struct parser *ps, size_t begin, size_t end)
{
    unsigned questions = 0;
    for (size_t i = begin; i < end; i++) {
        if (ps->t[i].match > i)
            i = ps->t[i].match;
        else if (directive_is(ps, i, "?"))
            questions++;
        else if (directive_is(ps, i, ":") && questions-- == 0)
            return i;
    }
    return end;
}

/* The first comma among [begin, end) that is in no inner brackets, or `end`. */
static size_t find_comma(const struct parser *ps, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        if (ps->t[i].match > i)
            i = ps->t[i].match;
        else if (directive_is(ps, i, ","))
            return i;
    }
    return end;
}

static bool not_an_object(struct parser *ps, size_t begin, size_t end, size_t word)
{
    char *text = directive_text(ps, begin, end);
    char *clause = directive_text(ps, word, word + 1);
    FAIL_AT(ps, begin, end - 1, NULL,
            "'%s' in '%s' is not a variable, a member, an element or a section", text, clause);
    free(text);
    free(clause);
    return false;
}

/* What begins at token i of the item [begin, end): a name, or something in brackets, then members
 * and elements.  *tail is where its trailing brackets begin. */
static bool check_primary(struct parser *ps, size_t begin, size_t end, size_t i, size_t word,
                          size_t *tail)
{
    if (i == end)
        return not_an_object(ps, begin, end, word);
    if (directive_is(ps, i, "(")) {
        if (ps->t[i].match == i + 1)
            return not_an_object(ps, begin, end, word);
        i = ps->t[i].match + 1;
    } else if (directive_is_word(ps, i)) {
        i++;
    } else {
        return not_an_object(ps, begin, end, word);
    }
    *tail = i;
    while (i < end) {
        if (directive_is(ps, i, "[")) {
            i = ps->t[i].match + 1;
        } else if ((directive_is(ps, i, ".") || directive_is(ps, i, "->")) && i + 1 < end &&
                   directive_is_word(ps, i + 1)) {
            for (size_t k = *tail; k < i; k = ps->t[k].match + 1)
                if (directive_is(ps, k, "[") &&
                    find_colon(ps, k + 1, ps->t[k].match) < ps->t[k].match)
                    return FAIL_AT(ps, k, ps->t[k].match, NULL,
                                   "a section must come last in its item");
            i += 2;
            *tail = i;
        } else if (directive_is(ps, i, "(") &&
                   find_colon(ps, i + 1, ps->t[i].match) < ps->t[i].match) {
            return FAIL_AT(ps, i, ps->t[i].match, NULL,
                           "a section stands in square brackets, [lower:length]");
        } else {
            return not_an_object(ps, begin, end, word);
        }
    }
    return true;
}

static size_t skip_stars(const struct parser *ps, size_t begin, size_t end)
{
    while (begin < end && directive_is(ps, begin, "*"))
        begin++;
    return begin;
}

/* Does [begin, end) look like an object?  *tail is where its trailing
 * brackets begin. */
static bool check_object(struct parser *ps, size_t begin, size_t end, size_t word, size_t *tail)
{
    size_t whole = end, i = skip_stars(ps, begin, end);
    /* (x), ((x)) and so on: a loop, since there may be more of them than the stack has room for */
    while (i < end && directive_is(ps, i, "(") && ps->t[i].match + 1 == end &&
           ps->t[i].match > i + 1) {
        end = ps->t[i].match;
        begin = i + 1;
        i = skip_stars(ps, begin, end);
    }
    if (!check_primary(ps, begin, end, i, word, tail))
        return false;
    if (end < whole)
        *tail = whole;
    return true;
}

static bool parse_sections(struct parser *ps, struct item *item, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i = ps->t[i].match + 1) {
        size_t close = ps->t[i].match, colon = find_colon(ps, i + 1, close);
        if (close == i + 1)
            return FAIL_AT(ps, i, close, NULL, "expected an index or 'start : length'");
        if (colon < close && find_colon(ps, colon + 1, close) < close)
            return FAIL(ps, find_colon(ps, colon + 1, close), NULL,
                        "a section is 'start : length' and has no stride");
        item->sections = xgrow(item->sections, item->n_sections, sizeof *item->sections);
        struct section *s = &item->sections[item->n_sections++];
        s->is_index = colon == close;
        if (colon > i + 1)
            s->lo = directive_text(ps, i + 1, colon);
        if (s->is_index)
            s->len = xstrdup("");
        else if (close > colon + 1)
            s->len = directive_text(ps, colon + 1, close);
    }
    return true;
}

/* Tokens [begin, end), one item. */
static bool parse_item(struct parser *ps, struct item *item, size_t begin, size_t end, size_t word)
{
    size_t tail = end;
    bool section = false;
    if (!check_object(ps, begin, end, word, &tail))
        return false;
    for (size_t i = tail; i < end; i = ps->t[i].match + 1) {
        size_t close = ps->t[i].match, comma = find_comma(ps, i + 1, close);
        if (comma < close)
            return FAIL(ps, comma, ":", "a section is [lower:length], with a colon");
        section |= find_colon(ps, i + 1, close) < close;
    }
    item->offset = ps->t[begin].at;
    item->text = directive_text(ps, begin, end);
    item->base = directive_text(ps, begin, section ? tail : end);
    if (section)
        return parse_sections(ps, item, tail, end);
    for (size_t i = tail; i < end; i = ps->t[i].match + 1)
        if (ps->t[i].match == i + 1)
            return FAIL_AT(ps, i, i + 1, NULL, "expected an index or 'start : length'");
    return true;
}

/* item { "," item } over [begin, end), added to *items. */
static bool parse_items(struct parser *ps, struct item **items, size_t *n, size_t begin, size_t end,
                        size_t word)
{
    for (size_t from = begin, i = begin; i <= end; i++) {
        if (i < end && ps->t[i].match > i) {
            i = ps->t[i].match;
            continue;
        }
        if (i < end && !directive_is(ps, i, ","))
            continue;
        if (i == from)
            return FAIL(ps, i, NULL, "expected a variable before '%.*s'", (int)ps->t[i].len,
                        ps->s + ps->t[i].at);
        *items = xgrow(*items, *n, sizeof **items);
        (*n)++;
        if (!parse_item(ps, &(*items)[*n - 1], from, i, word))
            return false;
        from = i + 1;
    }
    return true;
}

/* ---- reduce ------------------------------------------------------------- */

static int find_operator(const struct parser *ps, size_t i)
{
    return operator_find(ps->s + ps->t[i].at, ps->t[i].len);
}

/* [begin, colon) is not an operator. */
static bool bad_operator(struct parser *ps, size_t begin, size_t colon)
{
    if (begin == colon)
        return FAIL(ps, colon, NULL, "expected an operator before ':'; one of %s",
                    operator_words());
    size_t n;
    const char *const *names = operator_names(&n);
    char *text = directive_text(ps, begin, colon);
    const char *meant = operator_meant(text);
    if (!meant)
        meant = help_nearest(text, names, n);
    if (meant)
        FAIL_AT(ps, begin, colon - 1, meant,
                "unknown operator '%s' in 'reduce'; did you mean '%s'?", text, meant);
    else
        FAIL_AT(ps, begin, colon - 1, NULL, "unknown operator '%s' in 'reduce'; one of %s", text,
                operator_words());
    free(text);
    return false;
}

/* There is no colon in [begin, end). */
static bool no_colon(struct parser *ps, size_t begin, size_t end)
{
    if (find_operator(ps, begin) >= 0 && end > begin + 1) {
        size_t comma = directive_is(ps, begin + 1, ",") ? begin + 1 : begin;
        char *fix = xasprintf("%.*s:", (int)ps->t[begin].len, ps->s + ps->t[begin].at);
        FAIL_AT(ps, begin, comma, fix, "expected ':' after the operator of 'reduce'");
        free(fix);
        return false;
    }
    char *list = directive_text(ps, begin, end);
    FAIL_AT(ps, begin, end - 1, NULL,
            "'reduce' needs an operator and ':' before its list, such as 'reduce(+: %s)'",
            find_operator(ps, begin) >= 0 ? "x" : list);
    free(list);
    return false;
}

bool clause_reduce(struct parser *ps, size_t word, size_t begin, size_t end)
{
    struct directive *dir = ps->dir;
    struct reduce_clause r = {.offset = ps->t[word].at};
    if (directive_is(ps, begin + 1, ",") &&
        (directive_is(ps, begin, "inscan") || directive_is(ps, begin, "default") ||
         directive_is(ps, begin, "task"))) {
        r.inscan = directive_is(ps, begin, "inscan");
        if (!r.inscan)
            return FAIL_AT(ps, begin, begin + 1, NULL,
                           "'%.*s' has no meaning here; remove it with its comma",
                           (int)ps->t[begin].len, ps->s + ps->t[begin].at);
        begin += 2;
    }
    size_t colon = find_colon(ps, begin, end);
    if (begin == end)
        return FAIL(ps, end, NULL, "expected an operator before ')'; one of %s", operator_words());
    if (colon == end)
        return no_colon(ps, begin, end);
    int k = colon == begin + 1 ? find_operator(ps, begin) : -1;
    bool declared = k < 0 && ps->p->origin == ORIGIN_OMP && colon == begin + 1 &&
                    directive_is_word(ps, begin); /* accept.c has looked */
    if (declared) {
        r.declared = ir_strndup(ps->s + ps->t[begin].at, ps->t[begin].len);
        k = TCR_OR;
    }
    if (k < 0)
        return bad_operator(ps, begin, colon);
    r.op = (enum tcr_op)k;
    r.minus = directive_is(ps, begin, "-");
    if (colon + 1 == end)
        return FAIL(ps, end, NULL, "empty list in 'reduce'; name at least one variable after ':'");
    dir->reduce = xgrow(dir->reduce, dir->n_reduce, sizeof *dir->reduce);
    struct reduce_clause *kept = &dir->reduce[dir->n_reduce++];
    *kept = r;
    return parse_items(ps, &kept->items, &kept->n_items, colon + 1, end, word);
}

/* ---- lists -------------------------------------------------------------- */

bool clause_data(struct parser *ps, size_t word, size_t begin, size_t end)
{
    struct directive *dir = ps->dir;
    if (find_colon(ps, begin, end) < end)
        return FAIL_AT(ps, begin, find_colon(ps, begin, end), NULL,
                       "a modifier has no meaning here; remove it with its colon");
    dir->data = xgrow(dir->data, dir->n_data, sizeof *dir->data);
    struct data_clause *c = &dir->data[dir->n_data++];
    c->map = ps->clause->map;
    c->does = ps->clause->verb;
    c->verb = directive_text(ps, word, word + 1);
    c->offset = ps->t[word].at;
    return parse_items(ps, &c->items, &c->n_items, begin, end, word);
}

/* private, firstprivate: names only */
bool clause_list(struct parser *ps, size_t word, size_t begin, size_t end)
{
    struct directive *dir = ps->dir;
    bool first = ps->clause->id == CLAUSE_FIRSTPRIVATE;
    for (size_t from = begin, i = begin; i <= end; i++) {
        if (i < end && !directive_is(ps, i, ","))
            continue;
        if (i > from && (i > from + 1 || !directive_is_word(ps, from))) {
            char *text = directive_text(ps, from, i);
            FAIL_AT(ps, from, i - 1, NULL, "'%s' in '%s' is not a plain variable", text,
                    ps->clause->name);
            free(text);
            return false;
        }
        from = i + 1;
    }
    return parse_items(ps, first ? &dir->firstprivate_items : &dir->private_items,
                       first ? &dir->n_firstprivate : &dir->n_private, begin, end, word);
}

bool clause_scan(struct parser *ps, size_t word, size_t begin, size_t end)
{
    if (ps->dir->n_scan)
        return FAIL(ps, word, NULL, "'scan' is either inclusive or exclusive; remove one");
    ps->dir->scan_exclusive = ps->clause->id == CLAUSE_EXCLUSIVE;
    return parse_items(ps, &ps->dir->scan_items, &ps->dir->n_scan, begin, end, word);
}

/* ---- single values ------------------------------------------------------ */

/* if(e), device(e), async[(e)], wait[(list)] */
bool clause_expression(struct parser *ps, size_t word, size_t begin, size_t end)
{
    struct directive *dir = ps->dir;
    char *text = begin < end ? directive_text(ps, begin, end) : NULL;
    size_t offset = ps->t[word].at;
    switch (ps->clause->id) {
    case CLAUSE_IF:
        dir->if_expr = text;
        dir->if_offset = offset;
        return true;
    case CLAUSE_DEVICE:
        dir->device_expr = text;
        dir->device_offset = offset;
        return true;
    case CLAUSE_ASYNC:
        dir->async = true;
        dir->async_expr = text;
        dir->async_offset = offset;
        return true;
    case CLAUSE_WAIT:
        dir->wait = true;
        dir->wait_expr = text;
        dir->wait_offset = offset;
        return true;
    default: /* of no clause is this the parser */
        free(text);
        return false;
    }
}

/* A whole number written as such; false if it is anything else. */
static bool plain_number(const struct parser *ps, size_t begin, size_t end, long *value)
{
    bool minus = directive_is(ps, begin, "-");
    begin += minus;
    if (end != begin + 1)
        return false;
    char *text = directive_text(ps, begin, end), *rest;
    errno = 0;
    *value = strtol(text, &rest, 0);
    bool good = rest > text && errno == 0 && rest[strspn(rest, "uUlL")] == '\0';
    if (good && minus)
        *value = -*value;
    free(text);
    return good;
}

static const struct {
    enum clause_id id;
    const char *rule;
    long least, most, by;
} numbers[N_NUMBERS] = {
    [NUMBER_COLLAPSE] = {CLAUSE_COLLAPSE, "'collapse' counts loops: at least 1", 1, LONG_MAX, 1},
    [NUMBER_CHAIN] = {CLAUSE_CHAIN, "'chain' takes a number from 1 to 16", 1, 16, 1},
    [NUMBER_BLOCK] = {CLAUSE_BLOCK, "'block' takes a multiple of 32 from 32 to 1024", 32, 1024, 32},
};

const char *directive_number_name(enum directive_number which)
{
    const struct clause *c = directive_clauses;
    while (c->id != numbers[which].id)
        c++;
    return c->name;
}

size_t directive_number_offset(const struct directive *dir, enum directive_number which)
{
    const size_t offsets[N_NUMBERS] = {dir->collapse_offset, dir->chain_offset, dir->block_offset};
    return offsets[which];
}

const char *directive_set_number(struct directive *dir, enum directive_number which, long value)
{
    long *const places[N_NUMBERS] = {&dir->collapse, &dir->chain, &dir->block};
    if (value < numbers[which].least || value > numbers[which].most ||
        value % numbers[which].by != 0)
        return numbers[which].rule;
    *places[which] = value;
    return NULL;
}

/* collapse(n), chain(R), block(B) */
bool clause_number(struct parser *ps, size_t word, size_t begin, size_t end)
{
    struct directive *dir = ps->dir;
    size_t *const offsets[N_NUMBERS] = {&dir->collapse_offset, &dir->chain_offset,
                                        &dir->block_offset};
    enum directive_number which = NUMBER_COLLAPSE;
    long value = 0;
    while (numbers[which].id != ps->clause->id)
        which++;
    *offsets[which] = ps->t[word].at;
    bool plain = plain_number(ps, begin, end, &value);
    bool literal = end == begin + 1 && isdigit((unsigned char)ps->s[ps->t[begin].at]);
    if (!plain && !literal) {
        dir->number_expr[which] = directive_text(ps, begin, end);
        return true;
    }
    const char *wrong = plain ? directive_set_number(dir, which, value) : numbers[which].rule;
    return !wrong || FAIL_AT(ps, begin, end - 1, NULL, "%s", wrong);
}

/* "tf32 or f16": what is wrong with a word, and what may be meant. */
static bool unknown_precision(const struct parser *ps, const char *text, size_t begin, size_t end)
{
    static const char *const others[][2] = {
        {"fp16", "f16"},    {"half", "f16"}, {"float16", "f16"}, {"bfloat16", "bf16"},
        {"double", "full"}, {"f64", "full"}, {"exact", "full"},  {"fp64", "full"},
    };
    const char *meant = NULL, *words[TCR_PRECISIONS];
    for (size_t i = 0; i < TCR_PRECISIONS; i++)
        words[i] = tcr_precision_word((enum tcr_precision)i);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(text, others[i][0]) == 0)
            meant = others[i][1];
    if (!meant)
        meant = help_nearest(text, words, TCR_PRECISIONS);
    if (meant)
        return FAIL_AT(ps, begin, end - 1, meant, "unknown precision '%s'; did you mean '%s'?",
                       text, meant);
    return FAIL_AT(ps, begin, end - 1, NULL,
                   "unknown precision '%s'; full, tf32, bf16 or f16, one of the last three with x2 "
                   "or x3 behind it, or an error such as 1e-5",
                   text);
}

/* precision(tf32x3), precision(1e-5) */
bool clause_precision(struct parser *ps, size_t word, size_t begin, size_t end)
{
    struct directive *dir = ps->dir;
    char *text = directive_text(ps, begin, end), *rest;
    size_t known = 0;
    bool good = true;
    while (known < TCR_PRECISIONS &&
           strcmp(text, tcr_precision_word((enum tcr_precision)known)) != 0)
        known++;
    if (known < TCR_PRECISIONS) {
        dir->level = (enum tcr_precision)known;
    } else if (isdigit((unsigned char)*text) || *text == '.' || *text == '-') {
        dir->error = strtod(text, &rest);
        if (*rest || !(dir->error > 0 && dir->error < 1))
            good = FAIL_AT(ps, begin, end - 1, NULL,
                           "the error of 'precision' is a number between 0 and 1, such as 1e-5");
    } else {
        good = unknown_precision(ps, text, begin, end);
    }
    if (!good) {
        free(text);
        return false;
    }
    dir->precision = text;
    dir->precision_offset = ps->t[word].at;
    return true;
}

bool clause_reproducible(struct parser *ps, size_t word, size_t begin, size_t end)
{
    (void)begin;
    (void)end;
    ps->dir->reproducible = true;
    ps->dir->reproducible_offset = ps->t[word].at;
    return true;
}

/* finalize, if_present */
bool clause_flag(struct parser *ps, size_t word, size_t begin, size_t end)
{
    (void)word;
    (void)begin;
    (void)end;
    ps->dir->finalize |= ps->clause->id == CLAUSE_FINALIZE;
    ps->dir->if_present |= ps->clause->id == CLAUSE_IF_PRESENT;
    return true;
}
