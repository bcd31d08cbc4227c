/* SPDX-License-Identifier: MIT */
/*
 * source_spelling.c: names and numbers in one spelling.
 *
 * The user writes a letter outside ASCII as UTF-8 or as \u and its code; gcc's preprocessor writes
 * all those of names as codes, clang's leaves them as they are.  Names are compared by their bytes,
 * so all become UTF-8.  C23's single quotes between digits, as in 1'000, go: nobody who reads a
 * number need know of them.  In strings and character constants nothing is changed.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "source_private.h"

/* The length of the code \uXXXX or \UXXXXXXXX at s, and what it stands for; 0: there is none, or
 * that of a character of ASCII. */
static size_t letter_code(const char *s, unsigned long *code)
{
    size_t digits = s[0] != '\\' ? 0 : s[1] == 'u' ? 4 : s[1] == 'U' ? 8 : 0;
    *code = 0;
    for (size_t n = 0; n < digits; n++) {
        int c = tolower((unsigned char)s[2 + n]);
        if (!isxdigit(c))
            return 0;
        *code = *code * 16 + (unsigned long)(isdigit(c) ? c - '0' : c - 'a' + 10);
    }
    return !digits || *code < 0x80 || *code > 0x10ffff ? 0 : 2 + digits;
}

/* As UTF-8; returns its length. */
static size_t put_letter(char *to, unsigned long code)
{
    char *s = to;
    if (code >= 0x10000) {
        *s++ = (char)(0xf0 | (code >> 18));
        *s++ = (char)(0x80 | ((code >> 12) & 0x3f));
    } else if (code >= 0x800) {
        *s++ = (char)(0xe0 | (code >> 12));
    }
    *s++ = (char)(code >= 0x800 ? 0x80 | ((code >> 6) & 0x3f) : 0xc0 | (code >> 6));
    *s++ = (char)(0x80 | (code & 0x3f));
    return (size_t)(s - to);
}

/* Does the compiler read 1'000 as one number?  To older languages it is an error, and stays one. */
static bool has_separators(const char *text)
{
    static const char version[] = "#define __STDC_VERSION__ ";
    const char *at = strstr(text, version);
    return at && strtol(at + sizeof version - 1, NULL, 10) > 201710;
}

struct spelling {
    bool codes_in_quotes; /* are letters, too */
    bool separators;      /* are left out of numbers */
};

/* Write s[begin..end) to `to`, which may be its own place.  Returns where it ends. */
static char *respell(struct spelling how, const char *s, size_t begin, size_t end, char *to)
{
    bool word = false, number = false;
    for (size_t at = begin; at < end;) {
        unsigned long code;
        size_t n = letter_code(s + at, &code);
        if (n > 0 && at + n <= end) {
            to += put_letter(to, code);
            at += n;
            number &= word;
            word = true;
            continue;
        }
        if (how.separators && number && s[at] == '\'' && text_word_char(s[at + 1])) {
            at++;
            continue;
        }
        bool in_word = text_word_char(s[at]);
        number = in_word && (word ? number : isdigit((unsigned char)s[at]));
        word = in_word;
        n = how.codes_in_quotes ? at : source_skip_quoted(s, end, at);
        n = n > at ? n - at : 1;
        memmove(to, s + at, n);
        to += n;
        at += n;
    }
    return to;
}

void source_pragma_letters(char *s, size_t begin, size_t end)
{
    char *to = respell((struct spelling){.codes_in_quotes = true}, s, begin, end, s + begin);
    memset(to, ' ', (size_t)(s + end - to));
}

void source_spell(struct source *src)
{
    const struct spelling how = {.separators = has_separators(src->text)};
    char *text = xmalloc(src->size + 1), *end = respell(how, src->text, 0, src->size, text);
    *end = 0;
    free(src->text);
    src->text = text;
    src->size = (size_t)(end - text);
}
