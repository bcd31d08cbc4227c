/* SPDX-License-Identifier: MIT */
/*
 * arena.h: memory that lives as long as the unit; nothing is freed by itself.
 *
 * It is one allocator of the process, as malloc() is, which ir_free_all() empties: a process
 * rewrites one unit.  A parameter for it would stand in most functions, in every call that makes
 * a node, a type, a symbol or a text, and always be the same.
 */
#ifndef TCR_ARENA_H
#define TCR_ARENA_H

#include <stddef.h>

void *ir_alloc(size_t size); /* zeroed */
char *ir_strdup(const char *s);
char *ir_strndup(const char *s, size_t n);
char *ir_printf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* A name as a word that every compiler takes: bytes other than letters, digits and underscores
 * (`$`, and those of UTF-8) become `_` and two hexadecimal digits, and underscores two of them, so
 * that no two names become one.  A name without such bytes stays as it is: what callers put in
 * front must tell the two kinds apart, where both may stand. */
const char *ir_plain_name(const char *name);
void ir_free_all(void);
/* Append to an arena array of pointers. */
#define IR_PUSH(array, n, item)                                                                    \
    ((array) = ir_grow((array), (n), sizeof *(array)), (array)[(n)++] = (item))
void *ir_grow(void *array, size_t n, size_t size);

#endif
