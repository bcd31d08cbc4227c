/* SPDX-License-Identifier: MIT */
/*
 * statics.c: see statics.h.
 */
#include "statics.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../objects/elf_file.h"
#include "../system/file.h"

static const char prefix[] = "tcr_static_";

static bool is_known(const struct statics *s, size_t unit, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->list[i].unit == unit && strcmp(s->list[i].name, name) == 0)
            return true;
    return false;
}

static void want(const struct elf_symbol *symbol, void *ctx)
{
    struct statics *s = ctx;
    size_t unit;
    char *end;

    if (symbol->defined || !words_starts(symbol->name, prefix))
        return;
    unit = strtoul(symbol->name + strlen(prefix), &end, 10);
    if (*end != '_' || is_known(s, unit, end + 1))
        return;
    s->list = words_grow(s->list, s->n, sizeof *s->list);
    s->list[s->n++] = (struct static_variable){unit, words_format("%s", end + 1)};
}

int statics_want(struct statics *s, const char *path)
{
    struct file f;
    struct elf e;
    int rc = file_map(&f, path);

    if (rc < 0)
        return rc;
    if (elf_open(&e, f.bytes, f.size))
        elf_symbols(&e, want, s);
    file_unmap(&f);
    return 0;
}

bool statics_wanted(const struct statics *s, size_t unit)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->list[i].unit == unit)
            return true;
    return false;
}

int statics_declare(const struct statics *s, size_t unit, const char *text)
{
    FILE *f = fopen(text, "abe");
    bool bad;

    if (f == NULL)
        return -errno;
    for (size_t i = 0; i < s->n; i++)
        if (s->list[i].unit == unit)
            fprintf(f,
                    "\nextern __typeof__(%s) %s%zu_%s "
                    "__attribute__((alias(\"%s\"), visibility(\"hidden\")));\n",
                    s->list[i].name, prefix, unit, s->list[i].name, s->list[i].name);
    bad = ferror(f) != 0;
    bad |= fclose(f) != 0;
    return bad ? -EIO : 0;
}
