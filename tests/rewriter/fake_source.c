/* SPDX-License-Identifier: MIT */
/* fake_source.c: see fake_source.h. */
#include <stdlib.h>
#include <string.h>

#include "../../rewriter/source/source_private.h"
#include "fake_source.h"

void fake_source(struct source *src, const char *words)
{
    *src = (struct source){0};
    struct source_lines *l = xcalloc(1, sizeof *l);
    l->main_file = xstrdup("<t>");
    src->lines = l;
    src->main_file = l->main_file;
    src->text = xasprintf("#pragma tcr %s", words);
    src->size = strlen(src->text);
    src->pragmas = xcalloc(1, sizeof *src->pragmas);
    src->n_pragmas = 1;
    src->pragmas[0] = (struct pragma){
        .end = src->size, .words = xstrdup(words), .namespace_word = xstrdup("tcr")};
}
