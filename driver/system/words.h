/* SPDX-License-Identifier: MIT */
/*
 * words.h: strings and lists of words.
 *
 * tcr-cc is a short-lived program that ends in an exec: memory comes from one
 * arena and is never given back.
 */
#ifndef TCR_WORDS_H
#define TCR_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A list of words, always followed by a NULL: `at` can be handed to execv. */
struct words {
    char **at;
    size_t n, room;
};

/* `size` zeroed bytes, suitably aligned.  Ends the program if there are none. */
void *words_alloc(size_t size);
/* The array of n elements, with room for one more.  Each of them was added after such a call. */
void *words_grow(void *array, size_t n, size_t size);
/* `n` bytes as a string. */
char *words_copy(const char *text, size_t n);
/* A formatted string. */
char *words_format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The three in a row; for what is done hundreds of times in a command. */
char *words_join(const char *a, const char *b, const char *c);

void words_add(struct words *w, const char *word);
void words_append(struct words *w, const struct words *more);

/* Split `text` into words as a shell does: blanks separate; '...', "..." and
 * backslashes quote.  Returns 0, or -EINVAL for a quote that is not closed. */
int words_split(struct words *w, const char *text);

/* `word` as one would type it in a shell. */
char *words_quote(const char *word);

/* Parts of a path: the directory with its slash ("" if none), the last part,
 * and that without its suffix. */
char *words_dir(const char *path);
const char *words_base(const char *path);
char *words_stem(const char *path);
const char *words_suffix(const char *path);

bool words_starts(const char *text, const char *prefix);
bool words_ends(const char *text, const char *suffix);

/* Edit distance with transpositions, upper and lower case taken as equal. */
unsigned words_distance(const char *a, const char *b);
/* The name nearest to `name`, NULL if none is close: two slips at most, and in
 * no more than a third of what follows the first `prefix` characters. */
const char *words_nearest(const char *name, const char *const *names, size_t prefix);

#endif
