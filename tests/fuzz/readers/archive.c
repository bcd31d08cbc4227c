/* SPDX-License-Identifier: MIT */
/* archive.c: any bytes as a static library of a link, and its copy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../driver/objects/archive.h"
#include "../../../driver/system/file.h"
#include "../../../driver/system/words.h"
#include "input.h"

/* A copy is an archive with as many members, of the same names. */
static void copy(const struct archive *a, char *const *instead)
{
    const char *path = fuzz_path("copy.a");
    struct archive again;
    struct file f;

    remove(path);
    if (archive_copy(a, instead, path) < 0)
        return;
    if (file_map(&f, path) < 0 || !archive_open(&again, path, f.bytes, f.size) || again.n != a->n)
        abort();
    for (size_t i = 0; i < a->n; i++)
        if (strcmp(a->members[i].name, again.members[i].name) != 0)
            abort();
    file_unmap(&f);
}

void fuzz_input(const char *bytes, size_t size)
{
    struct archive a;
    char **instead;

    if (!archive_open(&a, fuzz_path("x.a"), bytes, size))
        return;
    for (size_t i = 0; i < a.n; i++) {
        fuzz_touch(a.members[i].name, strlen(a.members[i].name) + 1);
        if (a.thin)
            fuzz_touch(a.members[i].path, strlen(a.members[i].path) + 1);
        else
            fuzz_touch(bytes + a.members[i].at, a.members[i].size);
    }
    instead = words_alloc((a.n + 1) * sizeof *instead);
    copy(&a, instead);
    fuzz_file("new.o", "object", 6);
    for (size_t i = 0; i < a.n; i += a.n / 4 + 1) {
        instead[i] = fuzz_path("new.o");
        copy(&a, instead);
    }
}
