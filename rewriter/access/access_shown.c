/* SPDX-License-Identifier: MIT */
/* access_shown.c: the text of a pointer as messages and reports show it. */
#include "access_private.h"

#include <ctype.h>
#include <string.h>

/* The bracket that closes *open. */
static char *closing(char *open)
{
    int depth = 0;
    for (char *c = open; *c; c++) {
        depth += strchr("([", *c) ? 1 : strchr(")]", *c) ? -1 : 0;
        if (depth == 0)
            return c;
    }
    return NULL;
}

/* Names, members, subscripts and what stands in brackets, up to `end`. */
static bool is_postfix(char *s, const char *end)
{
    for (; s < end; s++) {
        bool arrow = *s == '-' && s[1] == '>';
        char *close = strchr("([", *s) ? closing(s) : s;
        if (!close || (close == s && !arrow && !isalnum((unsigned char)*s) && !strchr("_.>", *s)))
            return false;
        s = close;
    }
    return true;
}

/* May *open and its partner be left out? */
static bool is_redundant(const char *text, char *open, const char *close)
{
    bool call = open > text && (isalnum((unsigned char)open[-1]) || strchr("_)]", open[-1]));
    bool twice = open[1] == '(' && closing(open + 1) == close - 1;
    bool last = !close[1] || strchr(").[", close[1]) || (close[1] == '-' && close[2] == '>');
    return !call && (twice || (last && is_postfix(open + 1, close)));
}

/* Our brackets and names are left out: ((*(tcr_x0_p))).v is (*p).v. */
const char *access_shown(const char *text)
{
    char *out = access_without_externs(text);
    for (char *open = out; (open = strchr(open, '(')) != NULL;) {
        char *close = closing(open);
        if (!close || !is_redundant(out, open, close)) {
            open++;
            continue;
        }
        memmove(close, close + 1, strlen(close));
        memmove(open, open + 1, strlen(open));
    }
    return out;
}
