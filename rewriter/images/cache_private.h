/* SPDX-License-Identifier: MIT */
/* cache_private.h: the files of the cache (cache_dir.c), for cache.c. */
#ifndef TCR_CACHE_PRIVATE_H
#define TCR_CACHE_PRIVATE_H

#include <stdbool.h>

#include "../text/text.h"

#define CACHE_SUFFIX ".images" /* behind 64 hexadecimal digits */

/* A descriptor of the cache's directory, which is made if `make`; -1: there is none that
 * may be used. */
int cache_open_directory(bool make);
void cache_close_directory(int directory);
/* All of a file, which counts as used now.  false: not there, not to be trusted, or damaged. */
bool cache_read(int directory, const char *name, struct buf *out);
/* Whole or not at all, whoever else reads or writes it.  false: it could not be written. */
bool cache_write(int directory, const char *name, const struct buf *bytes);
/* Remove the files that have not been used for longest, until the rest is no larger than
 * $TCR_CACHE_SIZE megabytes (500). */
void cache_trim(int directory);

#endif
