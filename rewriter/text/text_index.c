/* SPDX-License-Identifier: MIT */
/* text_index.c: a hash table of texts, with open addressing. */
#include "text_index.h"

#include <stdint.h>
#include <string.h>

#include "fnv.h"
#include "arena.h"

static size_t hash_of(const char *text)
{
    uint64_t h = tcr_fnv1a(TCR_FNV_START, text, strlen(text));
    return (size_t)(h ^ h >> 32);
}

static struct text_entry *place_of(const struct text_index *index, const char *text, size_t hash)
{
    size_t i = hash & (index->room - 1);
    while (index->table[i].text &&
           (index->table[i].hash != hash || strcmp(index->table[i].text, text) != 0))
        i = (i + 1) & (index->room - 1);
    return &index->table[i];
}

size_t *text_index_find(const struct text_index *index, const char *text)
{
    if (index->n == 0)
        return NULL;
    struct text_entry *e = place_of(index, text, hash_of(text));
    return e->text ? &e->at : NULL;
}

void text_index_add(struct text_index *index, const char *text, size_t at)
{
    if (2 * index->n >= index->room) {
        struct text_index grown = {.room = index->room ? 2 * index->room : 64, .n = index->n};
        grown.table = ir_alloc(grown.room * sizeof *grown.table);
        for (size_t i = 0; i < index->room; i++)
            if (index->table[i].text)
                *place_of(&grown, index->table[i].text, index->table[i].hash) = index->table[i];
        *index = grown;
    }
    size_t hash = hash_of(text);
    *place_of(index, text, hash) = (struct text_entry){text, hash, at};
    index->n++;
}
