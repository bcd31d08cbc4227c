/* SPDX-License-Identifier: MIT */
/*
 * comments.c: comments that -C has kept, for the compiler's sake, become blanks: they may hold
 * brackets and single quotes, and stand between any two tokens.
 *
 * Those between the end of a statement and a case or a label stay: gcc looks there for words that
 * say that fallthrough is meant.
 */
#include <stdlib.h>
#include <string.h>

#include "source_private.h"

/* Is a slash in front of a comment a division?  Strict C90 has no comments of two slashes.  (Told
 * by the compiler's own macros, which lead the text.) */
static bool divides_comments(const char *text)
{
    const char *version = strstr(text, "\n#define __STDC_VERSION__ ");
    return strstr(text, "\n#define __STRICT_ANSI__ ") &&
           (!version ||
            strtol(strchr(version, ' ') + strlen(" __STDC_VERSION__"), NULL, 10) < 199901);
}

/* The end of the comment at `at`, or `at`. */
static size_t skip_comment(const struct source *src, bool divides, size_t at)
{
    const char *s = src->text + at;
    if (s[0] == '/' && s[1] == '/' && !(divides && s[2] == '*'))
        return at + strcspn(s, "\n");
    if (s[0] != '/' || s[1] != '*')
        return at;
    const char *close = strstr(s + 2, "*/");
    return close ? (size_t)(close - src->text) + 2 : src->size;
}

/* Is what follows a case or a label? */
static bool falls_to(const struct source *src, size_t at)
{
    const char *s = src->text;
    size_t n = text_token(s, src->size, &at);
    if ((n == 4 && memcmp(s + at, "case", 4) == 0) || (n == 7 && memcmp(s + at, "default", 7) == 0))
        return true;
    bool word = n && text_word_char(s[at]);
    for (at += n; strchr(" \t\n", s[at]) && s[at];)
        at++;
    return word && s[at] == ':';
}

/* The end of the comment or quoted text at `at`, or `at`; a comment is blanked if `blank`. */
static size_t pass(struct source *src, bool divides, size_t at, bool blank)
{
    size_t end = skip_comment(src, divides, at);
    for (size_t i = at; blank && i < end; i++)
        if (src->text[i] != '\n')
            src->text[i] = ' ';
    return end > at ? end : source_skip_quoted(src->text, src->size, at);
}

/* Does the `#` begin a line of the preprocessor's?  Then it stands where the line begins: there
 * alone the compiler takes it for that, and in front of it may have been comments. */
static bool to_line_begin(struct source *src, size_t at)
{
    char *s = src->text;
    size_t begin = at;
    while (begin > 0 && strchr(" \t", s[begin - 1]))
        begin--;
    if (begin > 0 && s[begin - 1] != '\n')
        return false;
    s[at] = ' ';
    s[begin] = '#';
    return true;
}

/* The end of the line at `at`; the comments in it are blanked if `blank`. */
static size_t pass_line(struct source *src, bool divides, size_t at, bool blank)
{
    const size_t end = source_line_end(src->text, src->size, at);
    while (at < end) {
        size_t behind = pass(src, divides, at, blank);
        at = behind > at ? behind : at + 1;
    }
    return at;
}

/* The next token from `at` on, behind blanks, comments and lines of the preprocessor's; the
 * comments are blanked if `blank`. */
static size_t pass_comments(struct source *src, bool divides, size_t at, bool blank)
{
    const char *s = src->text;
    for (;;) {
        if (at < src->size && strchr(" \t\r\n", s[at]))
            at++;
        else if (skip_comment(src, divides, at) > at)
            at = pass(src, divides, at, blank);
        else if (s[at] == '#' && to_line_begin(src, at))
            at = pass_line(src, divides, at, blank);
        else
            return at;
    }
}

void source_blank_comments(struct source *src)
{
    const char *s = src->text;
    bool divides = divides_comments(s);
    char before = ';'; /* the last of the tokens */
    for (size_t at = 0; at < src->size;) {
        size_t behind = pass_comments(src, divides, at, false);
        if (behind > at) {
            if (!strchr(";{}:)", before) || !falls_to(src, behind))
                pass_comments(src, divides, at, true);
            at = behind;
            continue;
        }
        behind = source_skip_quoted(s, src->size, at);
        before = s[at];
        at = behind > at ? behind : at + 1;
    }
}
