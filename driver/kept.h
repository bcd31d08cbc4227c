/*
 * kept.h: what an object keeps of its unit for the link of the whole program.
 *
 * The section holds one record for each unit (ld -r joins sections): a magic
 * word, the size of the whole in 8 bytes, then fields that end in NUL and begin
 * with a letter, the last of which is the text.
 *
 *     d DIR     where the compiler ran         k PATH   the compiler
 *     s FILE    the source, as it was named    h HASH   of the object's symbols
 *     o WORD    an option of tcr-rewrite       a WORD   of its compiler command
 *     c WORD    of the command that compiled   p ID     a directive that waits
 *     t SIZE    the preprocessed text follows
 */
#ifndef TCR_KEPT_H
#define TCR_KEPT_H

#include <stdint.h>

#include "elf_file.h"
#include "stage.h"

#define KEPT_SECTION ".tcr.unit"

struct kept {
    const char *dir, *compiler, *source, *hash;
    struct words rewrite, command, compile, pending;
    const char *text; /* in the file */
    size_t text_size;
};

/* Can the unit be kept at all?  Warns if it was asked for. */
bool kept_possible(const struct plan *p);

/* Add what tcr-rewrite left in u->unit, if it left anything, to the object of
 * the unit.  A warning says if that cannot be. */
void kept_add(const struct plan *p, const struct toolset *t, const struct unit *u);

/* Read the record at bytes[*at..size) and move *at behind it; false at the end
 * or if it is damaged. */
bool kept_read(struct kept *k, const char *bytes, size_t size, size_t *at);

/* A number for the object's global symbols and what it has for the memory: other tools that
 * change an object change it, too. */
char *kept_hash(const struct elf *e);

#endif
