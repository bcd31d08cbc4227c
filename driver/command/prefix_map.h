/* SPDX-License-Identifier: MIT */
/*
 * prefix_map.h: -ffile-prefix-map=OLD=NEW and -fdebug-prefix-map=OLD=NEW, for the paths in what
 * an object keeps of its unit: two builds in different directories give the same object.
 */
#ifndef TCR_PREFIX_MAP_H
#define TCR_PREFIX_MAP_H

#include <stdio.h>

#include "options.h"

struct prefix_map {
    struct words old, new; /* the last of the options first, as compilers try them */
};

struct prefix_map prefix_map_of(const struct command *c);

/* The path as the options want it (words_alloc), or itself. */
const char *prefix_map_path(const struct prefix_map *m, const char *path);

/* Write preprocessed text with the paths of its line markers mapped. */
void prefix_map_text(const struct prefix_map *m, FILE *f, const char *text, size_t size);

#endif
