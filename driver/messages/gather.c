/* SPDX-License-Identifier: MIT */
/* gather.c: see gather.h. */
#define _GNU_SOURCE
#include "gather.h"

#include <stdio.h>
#include <string.h>

#include "../system/words.h"

static bool on, any;
static struct words elements; /* of all arrays */
static struct words rest;     /* what is no array: a linker's messages, say */

void gather_begin(void)
{
    on = true;
}

bool gathering(void)
{
    return on;
}

/* The end of the value at `at`, which begins with a bracket or brace. */
static const char *value_end(const char *at, const char *end)
{
    size_t depth = 0;
    bool string = false;

    for (; at < end; at++) {
        if (string && *at == '\\')
            at++;
        else if (*at == '"')
            string = !string;
        else if (!string && strchr("[{", *at) && *at)
            depth++;
        else if (!string && strchr("]}", *at) && *at && --depth == 0)
            return at + 1;
    }
    return NULL;
}

static void take_element(const char *at, size_t size, enum gather_which which, struct pragmas *p)
{
    bool unknown = memmem(at, size, "unknown-pragmas", 15) != NULL;
    bool ours = unknown && memmem(at, size, "\"children\": []", 14) && pragmas_named(at, size);
    bool later = memmem(at, size, "libclang cannot parse", 21) != NULL;

    p->ours += ours;
    p->others += unknown && !ours;
    if (!ours && (which == GATHER_ALL || (which == GATHER_OWN && !later) ||
                  (which == GATHER_OWN_LATER && later)))
        words_add(&elements, words_format("%.*s", (int)size, at));
}

static void take_array(const char *at, const char *end, enum gather_which which, struct pragmas *p)
{
    bool own = memmem(at, (size_t)(end - at), "\"option\":\"tcr\"", 14) != NULL;

    any |= which != GATHER_COUNT;
    if (!own && (which == GATHER_OWN || which == GATHER_OWN_LATER))
        return;
    for (at++; (at = memchr(at, '{', (size_t)(end - at))) != NULL;) {
        const char *close = value_end(at, end);

        if (close == NULL)
            break;
        take_element(at, (size_t)(close - at), which, p);
        at = close;
    }
}

struct pragmas gather_text(const char *text, size_t size, enum gather_which which)
{
    struct pragmas p = {0};

    for (const char *at = text, *end = text + size; at < end;) {
        const char *close = *at == '[' ? value_end(at, end) : NULL;
        const char *newline = memchr(at, '\n', (size_t)(end - at));

        if (close) {
            take_array(at, close, which, &p);
            at = close + (close < end && *close == '\n');
            continue;
        }
        newline = newline ? newline + 1 : end;
        if (which == GATHER_ALL)
            words_add(&rest, words_format("%.*s", (int)(newline - at), at));
        at = newline;
    }
    return p;
}

void gather_message(const char *level, const char *text)
{
    char *quoted = words_alloc(6 * strlen(text) + 1), *to = quoted;

    for (; *text; text++)
        to += sprintf(to,
                      (unsigned char)*text < 0x20     ? "\\u%04x"
                      : *text == '"' || *text == '\\' ? "\\%c"
                                                      : "%c",
                      *text);
    words_add(&elements,
              words_format("{\"kind\": \"%s\", \"column-origin\": 1, \"escape-source\": false, "
                           "\"locations\": [], \"option\": \"tcr\", \"message\": "
                           "\"tcr-cc: %s\", \"children\": []}",
                           level, quoted));
    any = true;
}

bool gather_any(void)
{
    return any;
}

/* gcc from 14 on has several lines for each element, and a new one for the next. */
static const char *between(void)
{
    for (size_t i = 0; i < elements.n; i++)
        if (strchr(elements.at[i], '\n'))
            return ",\n ";
    return ", ";
}

void gather_end(void)
{
    const char *comma = between();

    if (!on)
        return;
    on = false;
    for (size_t i = 0; i < rest.n; i++)
        fputs(rest.at[i], stderr);
    if (any)
        fputs("[", stderr);
    for (size_t i = 0; i < elements.n; i++)
        fprintf(stderr, "%s%s", i ? comma : "", elements.at[i]);
    if (any)
        fputs("]\n", stderr);
}
