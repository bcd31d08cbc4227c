/* SPDX-License-Identifier: MIT */
/* object.c: any bytes as an object of a link. */
#include <stdlib.h>
#include <string.h>

#include "../../../driver/objects/elf_file.h"
#include "../../../driver/plan/kept.h"
#include "input.h"

static void see_symbol(const struct elf_symbol *s, void *ctx)
{
    size_t *left = ctx, n = strlen(s->name) + 1;

    fuzz_touch(s->name, n);
    if (n > *left)
        abort(); /* as much work as reading the file many times */
    *left -= n;
}

static void see_section(const char *name, const char *bytes, size_t size, void *ctx)
{
    size_t *left = ctx, n = strlen(name) + 1 + (bytes ? size : 0);

    fuzz_touch(name, strlen(name) + 1);
    if (bytes)
        fuzz_touch(bytes, size);
    if (n > *left)
        abort();
    *left -= n;
}

/* The copy can be read, and has the section: the added one, unless names of the damaged file
 * mean it, too, now that there are more of them. */
static void add_section(const struct elf *e)
{
    static const char text[] = "text";
    size_t size, found_size;
    char *more = elf_with_section(e, KEPT_SECTION, text, sizeof text, &size);
    const char *found;
    struct elf copy;

    if (more == NULL)
        return;
    if (!elf_open(&copy, more, size) || !elf_relocatable(&copy) ||
        !elf_section(&copy, KEPT_SECTION, &found, &found_size))
        abort();
    fuzz_touch(found, found_size);
}

void fuzz_input(const char *bytes, size_t size)
{
    size_t left = 64 * size + 4096, found_size;
    const char *found;
    struct elf e;

    if (!elf_open(&e, bytes, size))
        return;
    elf_symbols(&e, see_symbol, &left);
    left = 64 * size + 4096;
    elf_loaded_sections(&e, see_section, &left);
    if (elf_section(&e, KEPT_SECTION, &found, &found_size))
        fuzz_touch(found, found_size);
    kept_hash(&e);
    add_section(&e);
}
