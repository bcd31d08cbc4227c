/* SPDX-License-Identifier: MIT */
/*
 * words.c: strings and lists of words.
 */
#include "words.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 };

void *words_alloc(size_t size)
{
    static struct chunk {
        struct chunk *next;
        size_t used, size;
        max_align_t bytes[];
    } * chunks;

    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (chunks == NULL || chunks->size - chunks->used < size) {
        size_t room = size > CHUNK ? size : CHUNK;
        struct chunk *c = calloc(1, sizeof *c + room);

        if (c == NULL) {
            fputs("tcr-cc: out of memory\n", stderr);
            exit(1);
        }
        c->size = room;
        c->next = chunks;
        chunks = c;
    }
    chunks->used += size;
    return (char *)chunks->bytes + chunks->used - size;
}

void *words_grow(void *array, size_t n, size_t size)
{
    void *more;

    if (n & (n - 1)) /* there is room up to the next power of two */
        return array;
    more = words_alloc((n ? 2 * n : 1) * size);
    if (n)
        memcpy(more, array, n * size);
    return more;
}

char *words_format(const char *fmt, ...)
{
    va_list ap;
    char *text;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    text = words_alloc((size_t)n + 1);
    va_start(ap, fmt);
    vsnprintf(text, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return text;
}

char *words_join(const char *a, const char *b, const char *c)
{
    size_t n = strlen(a), m = strlen(b), k = strlen(c);
    char *text = words_alloc(n + m + k + 1);

    memcpy(text, a, n);
    memcpy(text + n, b, m);
    memcpy(text + n + m, c, k);
    return text;
}

char *words_copy(const char *text, size_t n)
{
    char *to = words_alloc(n + 1);

    memcpy(to, text, n);
    return to;
}

void words_add(struct words *w, const char *word)
{
    if (w->n + 1 >= w->room) {
        size_t room = w->room ? 2 * w->room : 32;
        char **at = words_alloc(room * sizeof *at);

        if (w->n)
            memcpy(at, w->at, w->n * sizeof *at);
        w->at = at;
        w->room = room;
    }
    w->at[w->n++] = (char *)word;
    w->at[w->n] = NULL;
}

void words_append(struct words *w, const struct words *more)
{
    for (size_t i = 0; i < more->n; i++)
        words_add(w, more->at[i]);
}

int words_split(struct words *w, const char *text)
{
    char *out = words_alloc(strlen(text) + 1);

    for (;;) {
        char quote = 0, *word = out;

        while (isspace((unsigned char)*text))
            text++;
        if (*text == '\0')
            return 0;
        for (; *text && (quote || !isspace((unsigned char)*text)); text++) {
            if (*text == quote)
                quote = 0;
            else if (!quote && (*text == '\'' || *text == '"'))
                quote = *text;
            else if (*text == '\\' && quote != '\'' && text[1])
                *out++ = *++text;
            else
                *out++ = *text;
        }
        if (quote)
            return -EINVAL;
        words_add(w, words_copy(word, (size_t)(out - word)));
    }
}

char *words_quote(const char *word)
{
    const char *plain = "%+,-./:=@_";
    const char *p = word;
    char *text, *out;

    while (isalnum((unsigned char)*p) || (*p && strchr(plain, *p)))
        p++;
    if (*p == '\0' && p != word)
        return words_copy(word, strlen(word));
    text = out = words_alloc(4 * strlen(word) + 3);
    *out++ = '\'';
    for (p = word; *p; p++) {
        if (*p == '\'') {
            memcpy(out, "'\\''", 4);
            out += 4;
        } else {
            *out++ = *p;
        }
    }
    *out = '\'';
    return text;
}

const char *words_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

char *words_dir(const char *path)
{
    return words_copy(path, (size_t)(words_base(path) - path));
}

const char *words_suffix(const char *path)
{
    const char *base = words_base(path), *dot = strrchr(base, '.');

    return dot && dot != base ? dot : base + strlen(base);
}

char *words_stem(const char *path)
{
    const char *base = words_base(path);

    return words_copy(base, (size_t)(words_suffix(path) - base));
}

bool words_starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool words_ends(const char *text, const char *suffix)
{
    size_t n = strlen(text), m = strlen(suffix);

    return n >= m && strcmp(text + n - m, suffix) == 0;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned words_distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    unsigned d[LONGEST + 1][LONGEST + 1];
    size_t n = strlen(a), m = strlen(b);

    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            bool same, swapped;

            if (i == 0 || j == 0) {
                d[i][j] = (unsigned)(i + j);
                continue;
            }
            same = tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1]);
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + !same);
            swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped)
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

const char *words_nearest(const char *name, const char *const *names, size_t prefix)
{
    unsigned best = least((unsigned)(strlen(name) - prefix) / 3, 2) + 1;
    const char *nearest = NULL;

    for (; *names; names++) {
        unsigned distance = words_distance(name, *names);

        if (distance < best) {
            best = distance;
            nearest = *names;
        }
    }
    return nearest;
}
