/* SPDX-License-Identifier: MIT */
/*
 * response.c: response files, @FILE.
 *
 * Words are split as gcc's and clang's common code does it, which is not what a
 * shell does: a backslash takes the next character as it is within single quotes,
 * too, and a quote that is not closed ends with the file.
 */
#include "response.h"

#include <ctype.h>
#include <string.h>

#include "../system/file.h"

/* gcc reads no more files than that for one command. */
enum { MOST_FILES = 2000 };

/* The files that are being read, the innermost first. */
struct reading {
    const struct file *file;
    const struct reading *outer;
};

static void split(struct words *w, const char *text)
{
    char *out = words_copy(text, strlen(text));

    for (;;) {
        char quote = 0, *word = out;

        while (isspace((unsigned char)*text))
            text++;
        if (*text == '\0')
            return;
        for (; *text && (quote || !isspace((unsigned char)*text)); text++) {
            if (*text == '\\' && text[1])
                *out++ = *++text;
            else if (*text == quote)
                quote = 0;
            else if (!quote && (*text == '\'' || *text == '"'))
                quote = *text;
            else if (*text != '\\')
                *out++ = *text;
        }
        words_add(w, words_copy(word, (size_t)(out - word)));
    }
}

static bool is_open(const struct reading *r, const struct file *f)
{
    while (r && (r->file->dev != f->dev || r->file->ino != f->ino))
        r = r->outer;
    return r != NULL;
}

/* What is the same for all files that one word leads to. */
struct expansion {
    struct words *words;
    unsigned files;
    bool refused;
};

static bool expand(struct expansion *e, const char *word, const struct reading *outer)
{
    struct file f;
    struct reading here = {&f, outer};
    struct words inner = {0};

    if (word[0] == '@' && file_is_dir(word + 1))
        e->refused = true;
    if (word[0] != '@' || e->refused || file_map(&f, word + 1) < 0) {
        words_add(e->words, word);
        return false;
    }
    e->refused = is_open(outer, &f) || e->files++ == MOST_FILES;
    if (!e->refused) {
        split(&inner, words_copy(f.bytes, f.size));
        for (size_t i = 0; i < inner.n; i++)
            expand(e, inner.at[i], &here);
    }
    file_unmap(&f);
    return true;
}

bool response_expand(struct words *w, const char *word, bool *refused)
{
    struct expansion e = {.words = w};
    bool read = expand(&e, word, NULL);

    *refused |= e.refused;
    return read;
}
