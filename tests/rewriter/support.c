/* SPDX-License-Identifier: MIT */
/* support.c: see suites.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkdtemp, open_memstream */
#endif
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../rewriter/source/source_private.h"
#include "suites.h"

struct directive *parse_words(struct source *src, const char *words, char **out)
{
    size_t size;
    fake_source(src, words);
    struct diag d = {.src = src, .out = open_memstream(out, &size)};
    struct directive *dir = directive_parse(&d, &src->pragmas[0]);
    fclose(d.out);
    ck_assert_msg((dir != NULL) == (d.errors + d.warnings == 0), "%s: %s", words, *out);
    return dir;
}

void scratch_open(struct scratch *s, const char *name, const char *text, size_t size)
{
    const char *tmp = getenv("TMPDIR");
    ck_assert_int_lt(snprintf(s->dir, sizeof s->dir, "%.40s/rewriter-XXXXXX", tmp ? tmp : "/tmp"),
                     (int)sizeof s->dir);
    ck_assert_ptr_nonnull(mkdtemp(s->dir));
    snprintf(s->file, sizeof s->file, "%s/%.20s", s->dir, name);
    FILE *f = fopen(s->file, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(text, 1, size, f), size);
    fclose(f);
}

void scratch_add(const struct scratch *s, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%.40s", s->dir, name);
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
}

void scratch_close(struct scratch *s)
{
    DIR *d = opendir(s->dir);
    char path[400];
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", s->dir, e->d_name);
            unlink(path);
        }
    if (d)
        closedir(d);
    ck_assert_int_eq(rmdir(s->dir), 0);
}
