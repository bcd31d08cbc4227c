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

/* A member of the place that a message is about, as `"line": 4`; NULL: it has none. */
static const char *member_of(const char *at, size_t size, const char *name)
{
    const char *caret = memmem(at, size, "\"caret\"", 7), *end = at + size, *from, *to;

    from = caret ? memmem(caret, (size_t)(end - caret), name, strlen(name)) : NULL;
    if (from == NULL)
        return NULL;
    to = from + strlen(name);
    to += strspn(to, ": ");
    to += *to == '"' ? 1 + strcspn(to + 1, "\"") + 1 : strspn(to, "0123456789");
    return words_format("%.*s", (int)(to - from), from);
}

static bool same_member(const char *at, size_t size, const char *other, size_t other_size,
                        const char *name)
{
    const char *a = member_of(at, size, name), *b = member_of(other, other_size, name);

    return a && b && strcmp(a, b) == 0;
}

/* Do the messages about the rewritten text, `about`, name a pragma at that place? */
static bool names_pragma(const struct said *about, const char *at, size_t size)
{
    const char *from = about->text, *end = from + about->size, *close;

    for (from = memchr(from, '[', about->size); from; from = close) {
        from = memchr(from, '{', (size_t)(end - from));
        close = from ? value_end(from, end) : NULL;
        if (close == NULL)
            return false;
        size_t n = (size_t)(close - from);
        if (memmem(from, n, "ragma", 5) && same_member(at, size, from, n, "\"line\"") &&
            same_member(at, size, from, n, "\"file\""))
            return true;
    }
    return false;
}

static void take_element(const char *at, size_t size, enum gather_which which,
                         const struct said *about, struct pragmas *p)
{
    bool unknown = memmem(at, size, "unknown-pragmas", 15) != NULL;
    bool alone = unknown && memmem(at, size, "\"children\": []", 14);
    bool ours = alone && (pragmas_named(at, size) || (about && !names_pragma(about, at, size)));
    bool later = memmem(at, size, "libclang cannot parse", 21) != NULL;

    p->ours += ours;
    p->others += unknown && !ours;
    if (!ours && (which == GATHER_ALL || (which == GATHER_OWN && !later) ||
                  (which == GATHER_OWN_LATER && later)))
        words_add(&elements, words_format("%.*s", (int)size, at));
}

static void take_array(const char *at, const char *end, enum gather_which which,
                       const struct said *about, struct pragmas *p)
{
    bool own = memmem(at, (size_t)(end - at), "\"option\":\"tcr\"", 14) != NULL;

    any |= which != GATHER_COUNT;
    if (!own && (which == GATHER_OWN || which == GATHER_OWN_LATER))
        return;
    for (at++; (at = memchr(at, '{', (size_t)(end - at))) != NULL;) {
        const char *close = value_end(at, end);

        if (close == NULL)
            break;
        take_element(at, (size_t)(close - at), which, about, p);
        at = close;
    }
}

struct pragmas gather_text(const char *text, size_t size, enum gather_which which,
                           const struct said *about)
{
    struct pragmas p = {0};

    for (const char *at = text, *end = text + size; at < end;) {
        const char *close = *at == '[' ? value_end(at, end) : NULL;
        const char *newline = memchr(at, '\n', (size_t)(end - at));

        if (close) {
            take_array(at, close, which, about, &p);
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
