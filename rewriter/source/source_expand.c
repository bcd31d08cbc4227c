/* SPDX-License-Identifier: MIT */
/*
 * source_expand.c: macros inside a directive's words.
 *
 * Compilers expand macros in the pragmas that they know; ours is not one of
 * them, so it is done here, by the compiler itself: all macro definitions of
 * the unit, in order, go into a temporary, with each directive's words on a
 * line at its place, and the compiler preprocesses that.
 *
 * Our own words are not expanded where they stand for themselves: directive
 * and clause names outside all brackets, everything before the colon of
 * `reduce(`, the words of `precision(`.  So `#define min(a, b)` or `#define
 * copy memcpy` harms no directive, while in lists and expressions all names
 * mean what they mean in the code around.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "directive.h"
#include "operators.h"
#include "source_private.h"
#include "write_all.h"

#define HIDE "tcr_hidden_word_" /* put before our words, taken away afterwards */
#define MARK "tcr_words_mark_"
#define STOP "tcr_words_stop_"

/* ---- the names ---------------------------------------------------------- */

static size_t hash(const char *s, size_t n)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 1099511628211u;
    return (size_t)h;
}

/* The slot of a name, or the free one where it would go. */
static size_t slot_of(char *const *names, size_t cap, const char *s, size_t n)
{
    size_t i = hash(s, n) & (cap - 1);
    while (names[i] && (strncmp(names[i], s, n) != 0 || names[i][n] != '\0'))
        i = (i + 1) & (cap - 1);
    return i;
}

static void add_name(struct macros *m, const char *s, size_t n)
{
    if (2 * (m->n_names + 1) > m->cap) {
        size_t cap = m->cap ? 2 * m->cap : 1024;
        char **names = xcalloc(cap, sizeof *names);
        for (size_t i = 0; i < m->cap; i++)
            if (m->names[i])
                names[slot_of(names, cap, m->names[i], strlen(m->names[i]))] = m->names[i];
        free(m->names);
        m->names = names;
        m->cap = cap;
    }
    size_t i = slot_of(m->names, m->cap, s, n);
    if (!m->names[i]) {
        m->names[i] = xstrndup(s, n);
        m->n_names++;
    }
}

static bool is_name(const struct macros *m, const char *s, size_t n)
{
    return m->cap && m->names[slot_of(m->names, m->cap, s, n)];
}

void macros_free(struct macros *m)
{
    for (size_t i = 0; i < m->cap; i++)
        free(m->names[i]);
    free(m->names);
    free(m->pragmas);
    buf_free(&m->history);
}

static bool word_is(const char *s, size_t n, const char *word)
{
    return n == strlen(word) && memcmp(s, word, n) == 0;
}

bool macros_take(struct macros *m, const char *line, size_t size, bool builtin)
{
    size_t at = 1, len = text_token(line, size, &at);
    const char *word = line + at;
    bool define = word_is(word, len, "define");
    if (!define && !word_is(word, len, "undef"))
        return false;
    at += len;
    len = text_token(line, size, &at);
    if (define && len)
        add_name(m, line + at, len);
    m->clang |= builtin && word_is(line + at, len, "__clang__");
    m->strict |= builtin && word_is(line + at, len, "__STRICT_ANSI__");
    if (builtin && word_is(line + at, len, "__STDC_VERSION__"))
        m->c99 = strtol(line + at + len, NULL, 10) >= 199901;
    if (!builtin) { /* the compiler that expands knows its own */
        buf_addn(&m->history, line, size);
        buf_addc(&m->history, '\n');
    }
    return true;
}

/* ---- which words are ours ----------------------------------------------- */

/* Of OpenMP and OpenACC: the words that name what is taken over.  Compilers would
 * expand these too, but then nobody could use such a macro. */
static const char other_words[] =
    "parallel for simd target teams distribute loop data kernels enter exit update reduction "
    "serial map if private copy firstprivate copyin copyout create async wait collapse gang "
    "lastprivate present worker vector to from";

static bool is_ours(enum origin origin, const char *s, size_t n)
{
    return origin == ORIGIN_TCR ? directive_has_word(s, n) : text_among(other_words, s, n);
}

static bool is_precision(const char *s, size_t n)
{
    bool found = false;
    for (unsigned k = 0; k < TCR_PRECISIONS; k++)
        found |= word_is(s, n, tcr_precision_word((enum tcr_precision)k));
    return found;
}

/* Copy the words with our own ones hidden from the preprocessor; true if what
 * is left holds the name of a macro. */
static bool hide_words(const struct macros *m, enum origin origin, const char *s, struct buf *out)
{
    size_t end = strlen(s), at = 0, last = 0, len, depth = 0;
    const char *clause = "";
    size_t clause_len = 0;
    bool names = false, before_colon = false;
    for (; (len = text_token(s, end, &at)) > 0; last = at += len) {
        const char *word = s + at;
        buf_addn(out, s + last, at - last);
        if (strchr("([{", *word))
            before_colon = depth++ == 0 && (word_is(clause, clause_len, "reduce") ||
                                            word_is(clause, clause_len, "precision"));
        else if (strchr(")]}", *word) && depth > 0)
            depth--;
        else if (*word == ':')
            before_colon = false;
        if (text_word_start(*word)) {
            bool hidden = depth == 0 ? is_ours(origin, word, len) : depth == 1 && before_colon;
            if (depth == 0) {
                clause = word;
                clause_len = len;
            }
            /* a macro in the place of an operator is expanded, its usual names are not */
            if (hidden && depth == 1 && word_is(clause, clause_len, "reduce") &&
                operator_find(word, len) < 0 && !word_is(word, len, "inscan"))
                hidden = false;
            if (hidden && depth == 1 && word_is(clause, clause_len, "precision") &&
                !is_precision(word, len))
                hidden = false;
            if (hidden)
                buf_add(out, HIDE);
            else
                names |= is_name(m, word, len) || word_is(word, len, "__LINE__") ||
                         word_is(word, len, "__COUNTER__");
        }
        buf_addn(out, word, len);
    }
    return names;
}

/* An unclosed bracket could make a function-like macro swallow what follows. */
static bool balanced(const char *s)
{
    size_t end = strlen(s), at = 0, len, depth = 0;
    for (; (len = text_token(s, end, &at)) > 0; at += len) {
        depth += s[at] == '(';
        if (s[at] == ')' && depth-- == 0)
            return false;
    }
    return depth == 0;
}

void macros_mark(struct macros *m, enum origin origin, size_t index, const char *words)
{
    struct buf hidden = {0};
    if (hide_words(m, origin, words, &hidden) && balanced(words)) {
        m->pragmas = xgrow(m->pragmas, m->n_pragmas, sizeof *m->pragmas);
        buf_printf(&m->history, MARK "%zu %s " STOP "%zu\n", m->n_pragmas, hidden.s, m->n_pragmas);
        m->pragmas[m->n_pragmas++] = (struct marked){origin, index};
    }
    buf_free(&hidden);
}

/* ---- the run ------------------------------------------------------------ */

/* The number of arguments (1 or 2) of an option that must not be given twice:
 * dependency files would be overwritten.  0: keep the option. */
static int drop_option(const char *a)
{
    static const char *const with_argument[] = {"-MF", "-MT", "-MQ",
                                                "-MJ", "-o",  "-dependency-file"};
    static const char *const alone[] = {"-M", "-MM", "-MD", "-MMD", "-MP", "-MG",
                                        "-C", "-CC", "-P",  "-H",   "-v",  "-save-temps"};
    for (size_t i = 0; i < sizeof with_argument / sizeof *with_argument; i++)
        if (strcmp(a, with_argument[i]) == 0)
            return 2;
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (strcmp(a, alone[i]) == 0)
            return 1;
    return strncmp(a, "-MF", 3) == 0 || strncmp(a, "-MT", 3) == 0 || strncmp(a, "-MQ", 3) == 0 ||
           strncmp(a, "-MJ", 3) == 0 || strncmp(a, "-Wp,-M", 6) == 0 ||
           strncmp(a, "-save-temps", 11) == 0;
}

/* Preprocess `in` to `out`, as the user's compiler would, without markers. */
static int run_quietly(char *const *cc, char *in, char *out)
{
    size_t n = 0, k = 0;
    while (cc[n])
        n++;
    char **argv = xcalloc(n + 7, sizeof *argv);
    for (size_t i = 0; i < n; i++) {
        int dropped = i ? drop_option(cc[i]) : 0;
        if (!dropped)
            argv[k++] = cc[i];
        else if (dropped == 2 && i + 1 < n)
            i++;
    }
    char *const own[] = {(char *)"-E", (char *)"-P", (char *)"-w", (char *)"-o", out, in, NULL};
    memcpy(argv + k, own, sizeof own);
    int status = source_run(argv, true);
    free(argv);
    return status;
}

/* What stands between marks number `index`, on one line, our own words
 * plain again; NULL if it is not there. */
static char *between_marks(const char *out, size_t index)
{
    char *mark = xasprintf(MARK "%zu ", index), *stop = xasprintf(STOP "%zu", index);
    const char *begin = strstr(out, mark);
    const char *end = begin ? strstr(begin, stop) : NULL;
    struct buf b = {0};
    if (end) {
        size_t at = (size_t)(begin - out) + strlen(mark), last = at, len;
        while ((len = text_token(out, (size_t)(end - out), &at)) > 0) {
            size_t hidden = strncmp(out + at, HIDE, strlen(HIDE)) == 0 ? strlen(HIDE) : 0;
            if (b.len && at > last)
                buf_addc(&b, ' ');
            buf_addn(&b, out + at + hidden, len - hidden);
            last = at += len;
        }
    }
    free(mark);
    free(stop);
    return end ? buf_take(&b) : NULL;
}

void macros_expand(struct macros *m, struct source *src, char *const *cc)
{
    struct temp in = {.fd = -1}, out = {.fd = -1};
    if (!m->n_pragmas || temp_open(&in, ".c"))
        return;
    char *text = NULL;
    size_t size;
    if (!tcr_write_all(in.fd, m->history.s, m->history.len) && !temp_open(&out, ".i") &&
        run_quietly(cc, in.path, out.path) == 0)
        text = source_read_file(out.path, &size);
    temp_remove(&out);
    temp_remove(&in);
    for (size_t i = 0; text && i < m->n_pragmas; i++) {
        bool ours = m->pragmas[i].origin == ORIGIN_TCR;
        struct pragma *p = &(ours ? src->pragmas : src->others)[m->pragmas[i].index];
        char *words = between_marks(text, i);
        if (words) {
            free(p->words);
            p->words = words;
        }
    }
    free(text);
}
