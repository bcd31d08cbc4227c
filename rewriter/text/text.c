/* SPDX-License-Identifier: MIT */
/* text.c: see text.h. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* strnlen */
#endif
#include "text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORD 63

static void out_of_memory(void)
{
    fputs("tcr-rewrite: error: out of memory\n", stderr);
    exit(1);
}

void *xrealloc(void *p, size_t n)
{
    void *larger = realloc(p, n ? n : 1);
    if (!larger)
        out_of_memory();
    return larger;
}

void *xmalloc(size_t n)
{
    return xrealloc(NULL, n);
}

void *xcalloc(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size ? size : 1);
    if (!p)
        out_of_memory();
    return p;
}

char *xstrndup(const char *s, size_t n)
{
    size_t len = strnlen(s, n);
    char *copy = xmalloc(len + 1);
    memcpy(copy, s, len);
    copy[len] = '\0';
    return copy;
}

char *xstrdup(const char *s)
{
    return xstrndup(s, strlen(s));
}

char *xasprintf(const char *fmt, ...)
{
    struct buf b = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    return buf_take(&b);
}

void *xgrow(void *array, size_t n, size_t size)
{
    if ((n & (n - 1)) == 0) { /* full: the capacity is always a power of two */
        size_t cap = n ? 2 * n : 1;
        if (cap > SIZE_MAX / size)
            out_of_memory();
        array = xrealloc(array, cap * size);
    }
    memset((char *)array + n * size, 0, size);
    return array;
}

static void reserve(struct buf *b, size_t more)
{
    if (more > SIZE_MAX / 4 || b->len > SIZE_MAX / 4)
        out_of_memory();
    size_t need = b->len + more + 1;
    if (need <= b->cap)
        return;
    size_t cap = b->cap ? b->cap : 64;
    while (cap < need)
        cap *= 2;
    b->s = xrealloc(b->s, cap);
    b->cap = cap;
}

void buf_addn(struct buf *b, const char *s, size_t n)
{
    reserve(b, n);
    if (n)
        memcpy(b->s + b->len, s, n);
    b->len += n;
    b->s[b->len] = '\0';
}

void buf_add(struct buf *b, const char *s)
{
    buf_addn(b, s, strlen(s));
}

void buf_addc(struct buf *b, char c)
{
    buf_addn(b, &c, 1);
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    if (n < 0)
        out_of_memory();
    reserve(b, (size_t)n);
    vsnprintf(b->s + b->len, (size_t)n + 1, fmt, again);
    va_end(again);
    b->len += (size_t)n;
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(b, fmt, ap);
    va_end(ap);
}

char *buf_take(struct buf *b)
{
    reserve(b, 0);
    b->s[b->len] = '\0';
    char *s = b->s;
    *b = (struct buf){0};
    return s;
}

void buf_free(struct buf *b)
{
    free(b->s);
    *b = (struct buf){0};
}

static unsigned min2(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned text_distance(const char *a, const char *b)
{
    unsigned row[3][MAX_WORD + 1]; /* the last two rows and this one, by turns */
    size_t na = strnlen(a, MAX_WORD + 1), nb = strnlen(b, MAX_WORD + 1);
    if (na > MAX_WORD || nb > MAX_WORD)
        return 99;
    for (size_t j = 0; j <= nb; j++)
        row[0][j] = (unsigned)j;
    for (size_t i = 1; i <= na; i++) {
        unsigned *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        int ca = tolower((unsigned char)a[i - 1]);
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= nb; j++) {
            int cb = tolower((unsigned char)b[j - 1]);
            now[j] = min2(min2(last[j], now[j - 1]) + 1, last[j - 1] + (ca != cb));
            if (i > 1 && j > 1 && ca == tolower((unsigned char)b[j - 2]) &&
                cb == tolower((unsigned char)a[i - 2]))
                now[j] = min2(now[j], before[j - 2] + 1);
        }
    }
    return row[na % 3][nb];
}

bool text_word_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

bool text_word_char(char c)
{
    return text_word_start(c) || isdigit((unsigned char)c);
}

/* The length of what separates tokens at `at`, 0 if there is none. */
static size_t separator(const char *s, size_t end, size_t at)
{
    if (isspace((unsigned char)s[at]))
        return 1;
    if (s[at] == '\\' && at + 1 < end && s[at + 1] == '\n')
        return 2;
    if (s[at] == '\\' && at + 2 < end && s[at + 1] == '\r' && s[at + 2] == '\n')
        return 3;
    if (s[at] != '/' || at + 1 >= end || (s[at + 1] != '/' && s[at + 1] != '*'))
        return 0;
    size_t i = at + 2;
    if (s[at + 1] == '/') {
        while (i < end && s[i] != '\n')
            i++;
        return i - at;
    }
    while (i + 1 < end && !(s[i] == '*' && s[i + 1] == '/'))
        i++;
    return (i + 1 < end ? i + 2 : end) - at;
}

static size_t quoted_length(const char *s, size_t end, size_t at)
{
    for (size_t i = at + 1; i < end && s[i] != '\n'; i++) {
        if (s[i] == s[at])
            return i + 1 - at;
        if (s[i] == '\\' && i + 1 < end && s[i + 1] != '\n')
            i++;
    }
    const char *newline = memchr(s + at, '\n', end - at);
    return (newline ? (size_t)(newline - s) : end) - at;
}

static size_t punctuator_length(const char *s, size_t n)
{
    static const char *const long_ones[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                            "<=",  ">=",  "==",  "!=", "&&", "||", "*=", "/=",
                                            "%=",  "+=",  "-=",  "&=", "^=", "|=", "##"};
    for (size_t k = 0; k < sizeof long_ones / sizeof *long_ones; k++) {
        size_t len = strlen(long_ones[k]);
        if (len <= n && memcmp(s, long_ones[k], len) == 0)
            return len;
    }
    return 1;
}

size_t text_token(const char *s, size_t end, size_t *pos)
{
    size_t at = *pos, skip;
    while (at < end && (skip = separator(s, end, at)) > 0)
        at += skip;
    *pos = at;
    if (at >= end)
        return 0;
    size_t i = at + 1;
    if (text_word_start(s[at])) {
        while (i < end && text_word_char(s[i]))
            i++;
    } else if (isdigit((unsigned char)s[at]) ||
               (s[at] == '.' && i < end && isdigit((unsigned char)s[i]))) {
        while (i < end && (text_word_char(s[i]) || s[i] == '.' ||
                           (s[i] == '\'' && i + 1 < end && text_word_char(s[i + 1])) ||
                           ((s[i] == '+' || s[i] == '-') && strchr("eEpP", s[i - 1]))))
            i++;
    } else if (s[at] == '"' || s[at] == '\'') {
        return quoted_length(s, end, at);
    } else {
        return punctuator_length(s + at, end - at);
    }
    return i - at;
}

bool text_one_of(const char *const *list, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i], word) == 0)
            return true;
    return false;
}

bool text_among(const char *list, const char *word, size_t n)
{
    for (const char *at = list; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (length == n && memcmp(at, word, n) == 0)
            return true;
        at += length;
    }
    return false;
}
