/* SPDX-License-Identifier: MIT */
/*
 * directive.c: the grammar of directives (docs/directives.md).
 *
 *     directive = "reduce" "(" ... ")" { [","] clause }
 *               | ( "loop" | "data" | "enter" "data" | "exit" "data" | "update" | "routine" )
 *                 { [","] clause }
 *               | "scan" clause
 *               | "wait" [ "(" list ")" ] { [","] clause }
 *     clause    = name [ "(" argument ")" ]
 *
 * Parsing ends at the first error: half a directive is no directive.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "directive_private.h"

enum { OFTEN, ONCE };

const struct clause directive_clauses[] = {
#define CLAUSE(name, word, on, argument, times, parse, omp, acc)                                   \
    {CLAUSE_##name,   word, on, ARG_##argument, times, clause_##parse, TCR_MAP_AUTO,               \
     TCR_DATA_COPYIN, omp,  acc},
#define DATA_CLAUSE(word, on, map, verb, omp, acc)                                                 \
    {CLAUSE_NAMES_DATA, word, on, ARG_REQUIRED, OFTEN, clause_data, TCR_MAP_##map,                 \
     TCR_DATA_##verb,   omp,  acc},
#include "../../spec/clauses.def"
#undef CLAUSE
#undef DATA_CLAUSE
};
const size_t directive_n_clauses = sizeof directive_clauses / sizeof *directive_clauses;

/* ---- tokens ------------------------------------------------------------- */

bool directive_is(const struct parser *ps, size_t i, const char *text)
{
    return i <= ps->n && ps->t[i].len == strlen(text) &&
           memcmp(ps->s + ps->t[i].at, text, ps->t[i].len) == 0;
}

bool directive_is_word(const struct parser *ps, size_t i)
{
    return i < ps->n && text_word_start(ps->s[ps->t[i].at]);
}

/* Would two tokens that were apart be read differently side by side? */
static bool keep_apart(char last, char next)
{
    static const char operators[] = "+-&|<>=*/.!%^:";
    return (text_word_char(last) && text_word_char(next)) ||
           (strchr(operators, last) && strchr(operators, next));
}

char *directive_text(const struct parser *ps, size_t begin, size_t end)
{
    struct buf b = {0};
    for (size_t i = begin; i < end; i++) {
        const struct token *t = &ps->t[i];
        if (i > begin && t[-1].at + t[-1].len < t->at && keep_apart(b.s[b.len - 1], ps->s[t->at]))
            buf_addc(&b, ' ');
        buf_addn(&b, ps->s + t->at, t->len);
    }
    return buf_take(&b);
}

static void read_tokens(struct parser *ps)
{
    size_t at = 0, end = strlen(ps->s), len;
    do {
        len = text_token(ps->s, end, &at);
        ps->t = xgrow(ps->t, ps->n, sizeof *ps->t);
        ps->t[ps->n] = (struct token){.at = at, .len = len};
        at += len;
        ps->n += len > 0;
    } while (len);
}

/* Without the directive the program would not do what an assignment in it does; statements in
 * braces have their own variables. */
static bool check_effects(struct parser *ps)
{
    for (size_t i = 0; i < ps->n; i++) {
        if (directive_is(ps, i, "{"))
            i = ps->t[i].match;
        else if (directive_assigns(ps->s + ps->t[i].at, ps->t[i].len))
            return FAIL(ps, i, directive_is(ps, i, "=") ? "==" : NULL,
                        "'%.*s' has no place in a directive, which may leave nothing changed",
                        (int)ps->t[i].len, ps->s + ps->t[i].at);
    }
    return true;
}

/* Brackets in pairs; everything after this can rely on them. */
static bool match_brackets(struct parser *ps)
{
    static const char opening[] = "([{", closing[] = ")]}";
    size_t *open = xcalloc(ps->n + 1, sizeof *open), depth = 0;
    bool good = true;
    for (size_t i = 0; i < ps->n && good; i++) {
        char c = ps->s[ps->t[i].at];
        if (ps->t[i].len == 1 && strchr(opening, c)) {
            open[depth++] = i;
        } else if (ps->t[i].len == 1 && strchr(closing, c)) {
            char want =
                depth ? closing[strchr(opening, ps->s[ps->t[open[depth - 1]].at]) - opening] : '\0';
            if (!depth) {
                good = FAIL(ps, i, NULL, "unmatched '%c'; remove it", c);
            } else if (c != want) {
                good = FAIL(ps, i, NULL, "expected '%c' before '%c'", want, c);
            } else {
                ps->t[i].match = open[--depth];
                ps->t[open[depth]].match = i;
            }
        }
    }
    if (good && depth) {
        char c = ps->s[ps->t[open[depth - 1]].at];
        char want[2] = {closing[strchr(opening, c) - opening], '\0'};
        good = FAIL(ps, ps->n, depth == 1 ? want : NULL, "expected '%s' at the end", want);
    }
    if (!good && depth) {
        const struct token *t = &ps->t[open[depth - 1]];
        diag_pragma(ps->d, DIAG_NOTE, ps->p, t->at, t->len, NULL, "to match this '%c'",
                    ps->s[t->at]);
    }
    free(open);
    return good;
}

/* ---- clauses ------------------------------------------------------------ */

static const struct clause *find_clause(const struct parser *ps, size_t i)
{
    for (size_t k = 0; k < directive_n_clauses; k++)
        if (directive_is(ps, i, directive_clauses[k].name) &&
            (directive_clauses[k].on & ON(ps->dir->kind)))
            return &directive_clauses[k];
    return NULL;
}

/* name, or name ( argument ), at ps->i */
static bool parse_argument(struct parser *ps, const struct clause *c)
{
    size_t word = ps->i++;
    ps->clause = c;
    if (!directive_is(ps, ps->i, "(")) {
        if (c->argument == ARG_REQUIRED)
            return FAIL(ps, ps->i, NULL, "expected '(' after '%s'", c->name);
        return c->parse(ps, word, ps->i, ps->i);
    }
    size_t open = ps->i, close = ps->t[open].match;
    if (c->argument == ARG_NONE)
        return FAIL_AT(ps, open, close, NULL, "'%s' takes no argument; remove the brackets",
                       c->name);
    if (close == open + 1)
        return FAIL_AT(ps, open, close, NULL, "empty argument of '%s'; write what it stands for%s",
                       c->name, c->argument == ARG_OPTIONAL ? ", or leave out the brackets" : "");
    ps->i = close + 1;
    return c->parse(ps, word, open + 1, close);
}

static bool parse_clauses(struct parser *ps)
{
    size_t first[64] = {0}; /* by clause: 1 + the token where it stood first */
    while (ps->i < ps->n) {
        if (directive_is(ps, ps->i, ",")) {
            ps->i++;
            if (ps->i == ps->n || directive_is(ps, ps->i, ","))
                return FAIL(ps, ps->i - 1, NULL, "expected a clause after ','; remove the comma");
        }
        const struct clause *c = find_clause(ps, ps->i);
        if (!c)
            return help_clause(ps, ps->i);
        size_t *seen = &first[c - directive_clauses];
        if (c->once && *seen) {
            const struct token *t = &ps->t[*seen - 1];
            FAIL(ps, ps->i, NULL, "'%s' may stand only once on a directive; remove one", c->name);
            diag_pragma(ps->d, DIAG_NOTE, ps->p, t->at, t->len, NULL, "the first is here");
            return false;
        }
        *seen = ps->i + 1;
        if (!parse_argument(ps, c))
            return false;
    }
    return true;
}

/* ---- what must hold over all clauses ------------------------------------ */

struct listed {
    const struct item *item;
    const char *clause;
    bool data;
};

static struct listed *add_items(struct listed *l, size_t *n, const struct item *items, size_t count,
                                const char *clause, bool data)
{
    for (size_t i = 0; i < count; i++) {
        l = xgrow(l, *n, sizeof *l);
        l[(*n)++] = (struct listed){&items[i], clause, data};
    }
    return l;
}

static bool report_twice(struct parser *ps, const struct listed *a, const struct listed *b)
{
    if (a->item->offset > b->item->offset) {
        const struct listed *swap = a;
        a = b;
        b = swap;
    }
    size_t length = strlen(b->item->base);
    if (strcmp(a->clause, b->clause) == 0)
        diag_pragma(ps->d, DIAG_ERROR, ps->p, b->item->offset, length, NULL,
                    "'%s' appears twice in '%s'; remove one", b->item->text, a->clause);
    else
        diag_pragma(ps->d, DIAG_ERROR, ps->p, b->item->offset, length, NULL,
                    "'%s' appears in both '%s' and '%s'; remove one", b->item->text, a->clause,
                    b->clause);
    diag_pragma(ps->d, DIAG_NOTE, ps->p, a->item->offset, strlen(a->item->base), NULL,
                "the first is here");
    return false;
}

/* By the object; what is written alike stands together. */
static int compare_listed(const void *a, const void *b)
{
    const struct item *x = (*(const struct listed *const *)a)->item,
                      *y = (*(const struct listed *const *)b)->item;
    int order = strcmp(x->base, y->base);
    return order ? order : strcmp(x->text, y->text);
}

/* The first of some items in the order of the lists, and the first of those that are not in a
 * reduction. */
struct first {
    size_t any, other;
};

static struct first first_of(const struct listed *const *from, const struct listed *const *to,
                             const struct listed *l, size_t n_reduce)
{
    struct first f = {SIZE_MAX, SIZE_MAX};
    for (; from < to; from++) {
        size_t at = (size_t)(*from - l);
        f.any = at < f.any ? at : f.any;
        f.other = at >= n_reduce && at < f.other ? at : f.other;
    }
    return f;
}

/* Two items, *i before *j, that are the same object: written alike, or an array and a section of
 * it. Different sections or elements are not; and a reduction variable may have a data clause too.
 * The first *j of which that is true; false if there is none. */
static bool find_twice(const struct listed *l, size_t n, size_t n_reduce, size_t *i, size_t *j)
{
    const struct listed **s = xcalloc(n, sizeof *s);
    for (size_t k = 0; k < n; k++)
        s[k] = &l[k];
    qsort(s, n, sizeof *s, compare_listed);
    *j = SIZE_MAX;
    for (size_t from = 0, whole, to; from < n; from = to) {
        const char *base = s[from]->item->base;
        /* the array itself, which is its own base, comes first of all that have the base */
        for (whole = from; whole < n && strcmp(s[whole]->item->base, base) == 0 &&
                           s[whole]->item->n_sections == 0;)
            whole++;
        for (to = whole; to < n && strcmp(s[to]->item->base, base) == 0;)
            to++;
        struct first arrays = first_of(s + from, s + whole, l, n_reduce);
        struct first sections = first_of(s + whole, s + to, l, n_reduce);
        struct first same = {0};
        for (size_t k = from, alike = from; k < to; k++) {
            if (k == alike) {
                while (alike < to && strcmp(s[alike]->item->text, s[k]->item->text) == 0)
                    alike++;
                same = first_of(s + k, s + alike, l, n_reduce);
            }
            struct first unlike = k < whole ? sections : arrays;
            size_t at = (size_t)(s[k] - l), one = same.any, two = unlike.any;
            if (s[k]->data) {
                one = same.other;
                two = unlike.other;
            }
            one = one < two ? one : two;
            if (one < at && at < *j) {
                *j = at;
                *i = one;
            }
        }
    }
    free(s);
    return *j != SIZE_MAX;
}

static bool check_items(struct parser *ps)
{
    const struct directive *dir = ps->dir;
    struct listed *l = NULL;
    size_t n = 0, i, j;
    for (size_t k = 0; k < dir->n_reduce; k++)
        l = add_items(l, &n, dir->reduce[k].items, dir->reduce[k].n_items, "reduce", false);
    size_t n_reduce = n;
    l = add_items(l, &n, dir->private_items, dir->n_private, "private", false);
    l = add_items(l, &n, dir->firstprivate_items, dir->n_firstprivate, "firstprivate", false);
    for (size_t k = 0; k < dir->n_data; k++)
        l = add_items(l, &n, dir->data[k].items, dir->data[k].n_items, dir->data[k].verb, true);
    l = add_items(l, &n, dir->scan_items, dir->n_scan, "scan", false);
    bool good = !find_twice(l, n, n_reduce, &i, &j) || report_twice(ps, &l[i], &l[j]);
    free(l);
    return good;
}

/* The directive without a clause that names data, which it needs. */
static bool needs_data(struct parser *ps)
{
    const struct clause *list[sizeof directive_clauses / sizeof *directive_clauses];
    size_t n = 0;
    for (size_t k = 0; k < directive_n_clauses; k++)
        if (directive_clauses[k].id == CLAUSE_NAMES_DATA &&
            (directive_clauses[k].on & ON(ps->dir->kind)))
            list[n++] = &directive_clauses[k];
    struct buf words = {0};
    for (size_t k = 0; k < n; k++)
        directive_add_word(&words, k, n, "", list[k]->name, "or");
    FAIL(ps, ps->n, NULL, "'%s' needs a clause that names data: %s", directive_names[ps->dir->kind],
         words.s);
    buf_free(&words);
    return false;
}

static bool check_whole(struct parser *ps)
{
    const struct directive *dir = ps->dir;
    if ((ON(dir->kind) & ON_RESIDENCY) && !dir->n_data)
        return needs_data(ps);
    if (dir->kind == DIR_SCAN && !dir->n_scan)
        return FAIL(ps, ps->n, NULL, "'scan' needs 'inclusive(list)' or 'exclusive(list)'");
    return check_items(ps);
}

/* ---- the directive ------------------------------------------------------ */

/* The kind that the words begin with; its last word is token ps->i. */
static bool parse_kind(struct parser *ps)
{
    bool enter = directive_is(ps, 0, "enter"), leave = directive_is(ps, 0, "exit");
    if (enter || leave) {
        if (!directive_is(ps, 1, "data"))
            return FAIL(ps, 1, NULL, "expected 'data' after '%s'", enter ? "enter" : "exit");
        ps->i = 1;
        ps->dir->kind = enter ? DIR_ENTER_DATA : DIR_EXIT_DATA;
        return true;
    }
    for (int k = 0; k < N_DIRECTIVES; k++)
        if (directive_is(ps, 0, directive_names[k])) {
            ps->dir->kind = (enum directive_kind)k;
            return true;
        }
    help_directive(ps);
    return false;
}

static bool parse_directive(struct parser *ps)
{
    static const struct clause wait = {
        .id = CLAUSE_WAIT, .name = "wait", .argument = ARG_OPTIONAL, .parse = clause_expression};
    if (!parse_kind(ps) || !match_brackets(ps))
        return false;
    if (ps->dir->kind == DIR_WAIT) {
        if (!parse_argument(ps, &wait))
            return false;
    } else if (ps->dir->kind != DIR_REDUCE) { /* reduce is its own first clause */
        ps->i++;
    }
    return parse_clauses(ps) && check_effects(ps) && check_whole(ps);
}

struct directive *directive_parse(struct diag *d, const struct pragma *p)
{
    if (p->near_miss) {
        diag_pragma(d, DIAG_WARNING, p, DIAG_NAMESPACE, strlen(p->namespace_word), p->meant,
                    "unknown pragma '%s'%s; did you mean '%s'?", p->namespace_word,
                    d->werror ? "" : " ignored", p->meant);
        return NULL;
    }
    struct parser ps = {.d = d, .p = p, .s = p->words, .dir = xcalloc(1, sizeof *ps.dir)};
    ps.dir->pragma = ps.dir->written = p;
    read_tokens(&ps);
    bool good = parse_directive(&ps);
    free(ps.t);
    if (good)
        return ps.dir;
    directive_free(ps.dir);
    return NULL;
}

static void free_items(struct item *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (unsigned k = 0; k < items[i].n_sections; k++) {
            free(items[i].sections[k].lo);
            free(items[i].sections[k].len);
        }
        free(items[i].sections);
        free(items[i].text);
        free(items[i].base);
    }
    free(items);
}

void directive_free(struct directive *dir)
{
    if (!dir)
        return;
    for (size_t i = 0; i < dir->n_reduce; i++)
        free_items(dir->reduce[i].items, dir->reduce[i].n_items);
    for (size_t i = 0; i < dir->n_data; i++) {
        free_items(dir->data[i].items, dir->data[i].n_items);
        free(dir->data[i].verb);
    }
    free(dir->reduce);
    free(dir->data);
    free_items(dir->private_items, dir->n_private);
    free_items(dir->firstprivate_items, dir->n_firstprivate);
    free_items(dir->scan_items, dir->n_scan);
    free(dir->if_expr);
    free(dir->device_expr);
    free(dir->async_expr);
    free(dir->wait_expr);
    for (int k = 0; k < N_NUMBERS; k++)
        free(dir->number_expr[k]);
    free(dir->precision);
    free(dir);
}

static bool has_sections(const struct item *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (items[i].n_sections > 0)
            return true;
    return false;
}

bool directive_has_constants(const struct directive *dir)
{
    for (int k = 0; k < N_NUMBERS; k++)
        if (dir->number_expr[k])
            return true;
    return false;
}

bool directive_has_expressions(const struct directive *dir)
{
    bool any = dir->if_expr != NULL || dir->n_foreign > 0 || directive_has_constants(dir);
    for (size_t i = 0; i < dir->n_data; i++)
        any |= has_sections(dir->data[i].items, dir->data[i].n_items);
    for (size_t i = 0; i < dir->n_reduce; i++)
        any |= has_sections(dir->reduce[i].items, dir->reduce[i].n_items);
    return any;
}

bool items_have(const struct item *items, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(items[i].text, name) == 0)
            return true;
    return false;
}
