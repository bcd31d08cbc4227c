/* SPDX-License-Identifier: MIT */
/*
 * cache.h: device images kept from one compilation to the next.
 *
 * The cache is a directory, $TCR_CACHE_DIR, $XDG_CACHE_HOME/tcr or ~/.cache/tcr, of one
 * file for each device text; TCR_CACHE=off: none.  It is data: what is read there names
 * no command and no file, and counts only if its checksum is right.  Directory and files
 * must belong to the user, and nobody else may write them.  Whatever goes wrong with it,
 * the images are compiled.
 */
#ifndef TCR_CACHE_H
#define TCR_CACHE_H

#include "images.h"
#include "sha256.h"

struct cache_key {
    unsigned char digest[SHA256_BYTES];
};

/* Of all that the images depend on: the text, the kernel headers, the options and the
 * device compiler (`compiler`: images_identity). */
struct cache_key cache_key_of(const char *device_text, const char *flags, const unsigned *archs,
                              unsigned n_archs, bool ptx, const char *compiler);

/* true: `out` holds the images; free with images_free. */
bool cache_get(const struct cache_key *key, struct image_list *out);

/* Keep them, and leave out what has not been used for longest if there is too much. */
void cache_put(const struct cache_key *key, const struct image_list *list);

/* Is it switched off (TCR_CACHE=off)?  Then neither does anything. */
bool cache_is_off(void);

#endif
