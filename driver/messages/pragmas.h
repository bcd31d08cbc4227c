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

/* Write the messages of gcc or clang about the user's text to `out` (NULL: nowhere), except those
 * that call a pragma unknown which is `#pragma tcr`, or which is taken over of OpenMP or OpenACC.
 * What is taken over is no longer in the rewritten text: `about_rewritten`, the compiler's messages
 * about that text, do not name its place (NULL: nothing is taken over). */
struct pragmas pragmas_filter(const char *text, size_t size, FILE *out, const char *about_rewritten,
                              size_t about_size);

/* Does the text name our pragma, as in `#pragma tcr` or `_Pragma("tcr`? */
bool pragmas_named(const char *text, size_t size);

/* Does it hold a directive, or where those of others are taken over (`accept`) one of theirs or a
 * call of OpenACC's library, for which it matters what is on the device? */
bool pragmas_use_device(const char *text, size_t size, bool accept);

/* Does a directive of ours stand in the file itself, whatever the language? */
bool pragmas_in_file(const char *path);

/* How many lines of the file are directives of OpenMP that stand on loops. */
unsigned pragmas_of_openmp(const char *path);

#endif
