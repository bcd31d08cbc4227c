/* SPDX-License-Identifier: MIT */
/*
 * kept.h: what an object keeps of its unit for the link of the whole program.
 *
 * The section holds one record for each unit (ld -r joins sections): a magic
 * word, the size of the whole in 8 bytes, then fields that end in NUL and begin
 * with a letter, the last of which is the text.
 *
 *     s FILE    the source, as it was named    h HASH   of the object (kept_hash)
 *     d DIR     where it was named so: for reports, and for the lines that messages quote
 *     o WORD    an option of tcr-rewrite       c WORD   an option of the compiler (repeat.h)
 *     p ID      a directive that waits
 *     t SIZE    the preprocessed text follows
 *
 * A record is data.  It names no program and no file to touch, and a link uses it only if
 * this user's compilation made it (ledger.h) and the link's command asks for it.
 */
#ifndef TCR_KEPT_H
#define TCR_KEPT_H

#include <stdint.h>

#include "../objects/elf_file.h"
#include "stage.h"

#define KEPT_SECTION ".tcr.unit"

struct kept {
    const char *source, *hash, *dir;
    struct words rewrite, options, pending;
    const char *text;     /* a copy */
    size_t text_size, at; /* at: for whole.c */
    bool known;           /* this user's compilation made it, or the user vouches for it */
};

/* Can the unit be kept at all?  Warns if it was asked for. */
bool kept_possible(const struct plan *p);

/* Add what tcr-rewrite left in u->unit, if it left anything, to the object of
 * the unit, and note that this user has compiled it.  A warning says if that cannot be: the
 * object is then the compiler's own. */
void kept_add(const struct plan *p, const struct unit *u);

/* Read the record at bytes[*at..size) and move *at behind it; false at the end
 * or if it is damaged, or asks for what no record may ask for.  `trusted`: the user vouches for
 * the file. */
bool kept_read(struct kept *k, const char *bytes, size_t size, size_t *at, bool trusted);

/* A digest of the object's global symbols and of what it has for the memory, as text: other tools
 * that change an object change it, too.  NULL if the sections are more than the object. */
const char *kept_hash(const struct elf *e);

#endif
