/* SPDX-License-Identifier: MIT */
/*
 * held.c: messages held back.
 */
#define _GNU_SOURCE
#include "held.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../system/file.h"
#include "gather.h"
#include "../system/words.h"

char *held_new(char *instead)
{
    int fd = memfd_create("tcr-cc-messages", MFD_CLOEXEC);
    char *path = words_format("/proc/self/fd/%d", fd);

    return fd >= 0 && file_exists(path) ? path : instead;
}

void held_print(const char *path)
{
    struct file f;

    if (file_map(&f, path) < 0)
        return;
    if (gathering())
        gather_text(f.bytes, f.size, GATHER_ALL, NULL);
    else
        fwrite(f.bytes, 1, f.size, stderr);
    file_unmap(&f);
}

struct pragmas held_print_plain(const char *path, const char *about_rewritten, bool print)
{
    struct pragmas found = {0};
    struct file f, about;
    bool some = about_rewritten && file_map(&about, about_rewritten) == 0;

    if (file_map(&f, path) < 0)
        return found;
    found = gathering() ? gather_text(f.bytes, f.size, print ? GATHER_ALL : GATHER_COUNT,
                                      some ? &(struct said){about.bytes, about.size} : NULL)
                        : pragmas_filter(f.bytes, f.size, print ? stderr : NULL,
                                         some ? about.bytes : NULL, some ? about.size : 0);
    file_unmap(&f);
    if (some)
        file_unmap(&about);
    return found;
}

static size_t line_length(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));

    return newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);
}

static bool holds(const char *at, size_t n, const char *text)
{
    return memmem(at, n, text, strlen(text)) != NULL;
}

/* Whose message is a line part of? */
enum whose { COMPILERS, OURS, OURS_FOR_LATER };

/* The next line of a text: its length, and whose it is; `whose` is that of the line
 * before. */
static size_t next_line(const char *at, const char *end, enum whose *whose)
{
    size_t n = line_length(at, end);

    if (*at == ' ' || holds(at, n, "note:"))
        return n;
    *whose = COMPILERS;
    /* A report's remarks have no [tcr]; clang's would have their option. */
    if (holds(at, n, "[tcr]") || (holds(at, n, "remark: ") && !holds(at, n, "[-R")) ||
        (n > 4 && memcmp(at, "tcr-", 4) == 0))
        *whose = holds(at, n, "libclang cannot parse") ? OURS_FOR_LATER : OURS;
    return n;
}

void held_print_own(const char *path, bool later)
{
    struct file f;
    enum whose whose = COMPILERS;

    if (file_map(&f, path) < 0)
        return;
    if (gathering())
        gather_text(f.bytes, f.size, later ? GATHER_OWN_LATER : GATHER_OWN, NULL);
    for (const char *at = f.bytes, *end = f.bytes + f.size; at < end && !gathering();) {
        size_t n = next_line(at, end, &whose);

        if (whose == (later ? OURS_FOR_LATER : OURS))
            fwrite(at, 1, n, stderr);
        at += n;
    }
    file_unmap(&f);
}

bool held_others(const char *path, bool print)
{
    struct file f;
    enum whose whose = COMPILERS;
    bool any = false;

    if (file_map(&f, path) < 0)
        return false;
    for (const char *at = f.bytes, *end = f.bytes + f.size; at < end;) {
        size_t n = next_line(at, end, &whose);

        if (whose == COMPILERS && print && !gathering())
            fwrite(at, 1, n, stderr);
        if (whose == COMPILERS && !(n == 3 && memcmp(at, "[]\n", n) == 0)) /* none, as JSON */
            any = true;
        at += n;
    }
    file_unmap(&f);
    if (print && gathering())
        held_print(path);
    return any;
}

bool held_says(const char *path, const char *text)
{
    struct file f;
    bool found;

    if (file_map(&f, path) < 0)
        return false;
    found = holds(f.bytes, f.size, text);
    file_unmap(&f);
    return found;
}

/* In C and in the user's language, as gcc prints them. */
static bool is_trouble(const char *at, size_t n)
{
    static const int errors[] = {ENOSPC, EDQUOT, EFBIG, EIO, EROFS, ENOMEM, EMFILE, ENFILE};
    static const char *const texts[] = {
        "signal terminated program", "due to signal", "File size limit exceeded",
        "memory exhausted",          "out of memory",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (holds(at, n, texts[i]))
            return true;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        setlocale(LC_ALL, "C");
        if (holds(at, n, strerror(errors[i])))
            return true;
        setlocale(LC_ALL, "");
        if (holds(at, n, strerror(errors[i])))
            return true;
    }
    return false;
}

char *held_trouble(const char *path, char *nothing)
{
    struct file f;
    char *found = NULL;

    if (file_map(&f, path) < 0 || f.size == 0)
        return nothing;
    for (const char *at = f.bytes, *end = f.bytes + f.size; at < end && found == NULL;) {
        size_t n = line_length(at, end);

        if (*at != ' ' && is_trouble(at, n)) /* not the lines of the text that are shown */
            found = words_format("%.*s", (int)(n - (at[n - 1] == '\n')), at);
        at += n;
    }
    file_unmap(&f);
    return found;
}
