/* SPDX-License-Identifier: MIT */
/* text_index.h: where in a list a text stands, without looking through the list. */
#ifndef TCR_TEXT_INDEX_H
#define TCR_TEXT_INDEX_H

#include <stddef.h>

struct text_entry {
    const char *text; /* NULL: free */
    size_t hash, at;
};

/* Zeroed: empty.  Its memory is the arena's (arena.h). */
struct text_index {
    struct text_entry *table;
    size_t room, n;
};

/* What was noted for the text, until the next one is added; NULL: nothing. */
size_t *text_index_find(const struct text_index *index, const char *text);
/* Note `at` for a text that is not there yet, and stays where it is. */
void text_index_add(struct text_index *index, const char *text, size_t at);

#endif
