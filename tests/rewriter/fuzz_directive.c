/* SPDX-License-Identifier: MIT */
/*
 * fuzz_directive.c: any bytes as the words of a directive.  The entry is that
 * of libFuzzer; the unit tests call it with a bounded run of mutations.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../rewriter/source/directive.h"
#include "../../rewriter/text/text.h"
#include "fake_source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *words = xstrndup((const char *)data, size);
    for (char *c = words; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' '; /* source.c makes one line of them */
    struct source src;
    fake_source(&src, words);
    struct diag d = {.src = &src, .out = fopen("/dev/null", "w")};
    struct directive *dir = directive_parse(&d, &src.pragmas[0]);
    if ((dir != NULL) != (d.errors + d.warnings == 0))
        abort(); /* refused without a word, or taken with one */
    directive_free(dir);
    fclose(d.out);
    source_free(&src);
    free(words);
    return 0;
}
