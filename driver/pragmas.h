/*
 * pragmas.h: what a compiler says of tcr's own pragmas, where it gets the user's text.
 */
#ifndef TCR_PRAGMAS_H
#define TCR_PRAGMAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Write the messages of gcc or clang to `out` (NULL: nowhere), less those that
 * say that `#pragma tcr` is unknown.  Returns how many say it of other pragmas. */
size_t pragmas_filter(const char *text, size_t size, FILE *out);

/* Does the text name our pragma, as in `#pragma tcr` or `_Pragma("tcr`? */
bool pragmas_named(const char *text, size_t size);

#endif
