/* SPDX-License-Identifier: MIT */
/*
 * text.h: strings that grow, and memory that is there.
 *
 * The rewriter is a short-lived program: when memory runs out it says so and
 * exits with status 1, so none of these functions can fail.
 */
#ifndef TCR_TEXT_H
#define TCR_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Text being built.  `{0}` is an empty one; `s` is NULL until something has
 * been added, and NUL-terminated from then on. */
struct buf {
    char *s;
    size_t len, cap;
};

void buf_add(struct buf *b, const char *s);
void buf_addn(struct buf *b, const char *s, size_t n);
void buf_addc(struct buf *b, char c);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/* The text, owned by the caller (free), never NULL; the buffer is empty again. */
char *buf_take(struct buf *b);
void buf_free(struct buf *b);

/* Zero bytes give a pointer that can be freed. */
void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Room for one more element at the end of an array of `n` elements of `size`
 * bytes, growing by doubling; returns the array (maybe moved).  The new
 * element is zeroed. */
void *xgrow(void *array, size_t n, size_t size);

/* Edit distance (insert, delete, replace, swap of neighbours: Damerau's
 * optimal string alignment), letters' case ignored; 99 when either word is
 * longer than 63 bytes. */
unsigned text_distance(const char *a, const char *b);

/* The next preprocessing token of s[*pos..end): moves *pos to its first byte
 * and returns its length, 0 at the end.  Blanks, newlines, comments and
 * continuations are skipped.  Any byte begins some token: what C has no token
 * for is a token of one byte, an unclosed string reaches to the end of line. */
size_t text_token(const char *s, size_t end, size_t *pos);

/* May the byte begin a word / be in one (bytes of UTF-8 and `$` count)? */
bool text_word_start(char c);
bool text_word_char(char c);

/* Is word[0..n) one of the words of a list with blanks between? */
bool text_among(const char *list, const char *word, size_t n);

/* Is a word one of the first n of a list, or of an array of them? */
bool text_one_of(const char *const *list, size_t n, const char *word);
#define TEXT_ONE_OF(array, word) text_one_of(array, sizeof(array) / sizeof *(array), word)

#endif
