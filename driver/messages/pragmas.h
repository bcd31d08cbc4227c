/* SPDX-License-Identifier: MIT */
/*
 * pragmas.h: what a compiler says of tcr's own pragmas, where it gets the user's text.
 */
#ifndef TCR_PRAGMAS_H
#define TCR_PRAGMAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* How many messages say that a pragma is unknown. */
struct pragmas {
    size_t ours, others;
};

/* Write the messages of gcc or clang to `out` (NULL: nowhere), less those that
 * say it of `#pragma tcr`, or of one about which `left` says nothing: messages about the text
 * without what is taken over of OpenMP and OpenACC (NULL: there is none). */
struct pragmas pragmas_filter(const char *text, size_t size, FILE *out, const char *left,
                              size_t left_size);

/* Does the text name our pragma, as in `#pragma tcr` or `_Pragma("tcr`? */
bool pragmas_named(const char *text, size_t size);

/* Does a directive of ours stand in the file itself, whatever the language? */
bool pragmas_in_file(const char *path);

/* How many lines of the file are directives of OpenMP that stand on loops. */
unsigned pragmas_of_openmp(const char *path);

#endif
