/* SPDX-License-Identifier: MIT */
/*
 * pragmas.c: see pragmas.h.
 *
 * No option silences the warning of one unknown pragma and not of the others.  So
 * messages are read, in the form that gcc and clang share:
 *
 *     a.c: In function 'f':                                  a context
 *     a.c:5: warning: ignoring '#pragma tcr reduce'          a head, with what
 *         5 | #pragma tcr reduce(+:s)                        belongs to it: lines
 *           |                                                and notes
 *     1 warning generated.                                   something else
 */
#define _GNU_SOURCE
#include "pragmas.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../system/file.h"
#include "../system/words.h"

enum line_kind { CONTEXT, HEAD, NOTE, BELONGS, OTHER };

struct span {
    const char *at;
    size_t size;
};

struct filter {
    FILE *out;
    struct span files, function; /* of the context, not written yet */
    struct span message;         /* a head and what follows */
    size_t warnings, errors;     /* left out */
    size_t others;
    const struct span *about_rewritten; /* messages about the rewritten text; NULL: none */
};

static bool holds(struct span s, const char *text)
{
    return s.size && memmem(s.at, s.size, text, strlen(text)) != NULL;
}

bool pragmas_named(const char *text, size_t size)
{
    const char *end = text + size, *at = text;

    while ((at = memmem(at, (size_t)(end - at), "ragma", 5)) != NULL) {
        at += 5;
        while (at < end && strchr(" \t(\\\"", *at) && *at)
            at++;
        if (end - at >= 3 && memcmp(at, "tcr", 3) == 0 &&
            (end - at == 3 || (!isalnum((unsigned char)at[3]) && at[3] != '_')))
            return true;
    }
    return false;
}

static bool is_word(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);

    return (size_t)(end - at) >= n && memcmp(at, word, n) == 0 &&
           (at + n == end || (!isalnum((unsigned char)at[n]) && at[n] != '_'));
}

bool pragmas_use_device(const char *text, size_t size, bool accept)
{
    const char *end = text + size, *at = text, *line;

    if (pragmas_named(text, size) || (accept && memmem(text, size, "acc_", 4)))
        return true;
    while (accept && (at = memmem(at, (size_t)(end - at), "ragma", 5)) != NULL) {
        at += 5;
        while (at < end && strchr(" \t(\\\"", *at) && *at)
            at++;
        line = memchr(at, '\n', (size_t)(end - at));
        line = line ? line : end;
        if (is_word(at, line, "acc") ||
            (is_word(at, line, "omp") && memmem(at, (size_t)(line - at), "target", 6)))
            return true;
    }
    return false;
}

/* Is it what stands before the word in #pragma tcr or _Pragma("tcr ...")? */
static bool is_pragma_before(const char *begin, const char *word)
{
    static const char pragma[] = "pragma";
    size_t n = strlen(pragma);

    while (word > begin && strchr(" \t(\"", word[-1]))
        word--;
    return (size_t)(word - begin) > n && strncasecmp(word - n, pragma, n) == 0;
}

bool pragmas_in_file(const char *path)
{
    struct file f;
    bool found = false;

    if (file_map(&f, path) < 0)
        return false;
    const char *at = (const char *)f.bytes, *begin = at, *end = at + f.size;
    while (!found && (at = memmem(at, (size_t)(end - at), "tcr", 3)) != NULL) {
        at += 3;
        found = at < end && strchr(" \t\"\n\r", *at) && is_pragma_before(begin, at - 3);
    }
    file_unmap(&f);
    return found;
}

/* Words of #pragma omp, one of which stands for a loop. */
static bool is_on_loop(struct span words)
{
    static const char *const loops[] = {"for", "loop", "simd", "taskloop", "distribute", NULL};
    for (size_t i = 0, n; i < words.size && words.at[i] != '('; i += n ? n : 1) {
        for (n = 0; i + n < words.size && isalnum((unsigned char)words.at[i + n]);)
            n++;
        for (size_t k = 0; loops[k]; k++)
            if (n == strlen(loops[k]) && memcmp(words.at + i, loops[k], n) == 0)
                return true;
    }
    return false;
}

unsigned pragmas_of_openmp(const char *path)
{
    struct file f;
    unsigned found = 0;

    if (file_map(&f, path) < 0)
        return 0;
    const char *begin = (const char *)f.bytes, *end = begin + f.size;
    for (const char *at = begin; (at = memmem(at, (size_t)(end - at), "omp", 3)) != NULL;) {
        const char *word = at;
        at += 3;
        const char *line = memchr(at, '\n', (size_t)(end - at));
        if (at < end && strchr(" \t", *at) && is_pragma_before(begin, word))
            found += is_on_loop((struct span){at, (size_t)((line ? line : end) - at)});
    }
    file_unmap(&f);
    return found;
}

/* Without what sets colours. */
static struct span plain(const char *line, size_t size)
{
    char *text = words_alloc(size + 1);
    size_t n = 0;

    for (size_t i = 0; i < size; i++) {
        if (line[i] == '\33') {
            while (i < size && !isalpha((unsigned char)line[i]))
                i++;
            continue;
        }
        if (line[i] != '\n' && line[i] != '\r')
            text[n++] = line[i];
    }
    return (struct span){text, n};
}

/* ":12: " or ":12:5: " */
static const char *number_end(struct span s)
{
    const char *end = s.at + s.size;

    for (const char *at = s.at; at < end; at++) {
        const char *digit = at + 1;

        while (*at == ':' && digit < end && isdigit((unsigned char)*digit))
            digit++;
        if (*at == ':' && digit > at + 1 && end - digit >= 2 && digit[0] == ':' && digit[1] == ' ')
            return digit + 2;
    }
    return NULL;
}

/* The marks below a line of the source: "    ^~~" */
static bool is_marks(struct span s)
{
    size_t blank = strspn(s.at, " ");

    return blank < s.size && (s.at[blank] == '^' || s.at[blank] == '~');
}

/* clang up to 16 shows lines of the source without a margin: then, the marks are in `next`. */
static enum line_kind kind_of(struct span s, struct span next)
{
    if (s.size == 0)
        return OTHER;
    if (s.at[0] == ' ' || s.at[0] == '#' || is_marks(s) || is_marks(next))
        return BELONGS;
    if (number_end(s))
        return holds(s, ": note: ") ? NOTE : HEAD;
    return strchr(":,", s.at[s.size - 1]) ? CONTEXT : OTHER;
}

/* The line that a head names. */
static bool names_line_of_ours(struct span head)
{
    struct file f;
    const char *colon = memchr(head.at, ':', head.size), *at, *newline;
    size_t line = colon ? strtoul(colon + 1, NULL, 10) : 0;
    bool found = false;

    if (!line || file_map(&f, words_format("%.*s", (int)(colon - head.at), head.at)) < 0)
        return false;
    at = f.bytes;
    while (--line && (newline = memchr(at, '\n', (size_t)(f.bytes + f.size - at))) != NULL)
        at = newline + 1;
    if (!line) {
        newline = memchr(at, '\n', (size_t)(f.bytes + f.size - at));
        found =
            pragmas_named(at, newline ? (size_t)(newline - at) : (size_t)(f.bytes + f.size - at));
    }
    file_unmap(&f);
    return found;
}

/* gcc names the pragma; of clang, the lines that it shows do. */
static bool is_ours(struct span message)
{
    const char *newline = memchr(message.at, '\n', message.size);
    size_t n = newline ? (size_t)(newline - message.at) : message.size;
    struct span head = plain(message.at, n);

    if (holds(head, "unknown pragma ignored"))
        return pragmas_named(message.at, message.size) || names_line_of_ours(head);
    return holds(head, "#pragma tcr ") && (holds(head, "unknown-pragmas]") || !holds(head, "[-W"));
}

static bool is_unknown(struct span message)
{
    return holds(message, "unknown-pragmas]") || holds(message, "unknown pragma ignored");
}

/* The place in a head: "a.c:12:". */
static struct span place_of(struct span head)
{
    const char *behind = number_end(head);
    size_t n = behind ? (size_t)(behind - head.at) - 1 : 0, name = 0;

    while (n && head.at[name] != ':')
        name++;
    for (size_t i = name + 1; i < n; i++)
        if (head.at[i] == ':')
            return (struct span){head.at, i + 1};
    return (struct span){0};
}

/* Do messages name a pragma at that place? */
static bool name_pragma(const struct span *messages, struct span place)
{
    for (const char *at = messages->at, *end = at + messages->size; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);
        struct span line = plain(at, n);

        if (line.size > place.size && memcmp(line.at, place.at, place.size) == 0 &&
            holds(line, "ragma"))
            return true;
        at += n;
    }
    return false;
}

static bool is_taken(const struct filter *f, struct span message)
{
    struct span head = plain(message.at, strcspn(message.at, "\n"));

    return f->about_rewritten && is_unknown(head) && place_of(head).size &&
           !name_pragma(f->about_rewritten, place_of(head));
}

static void put(struct filter *f, struct span *s)
{
    if (f->out && s->size)
        fwrite(s->at, 1, s->size, f->out);
    *s = (struct span){0};
}

static void end_message(struct filter *f)
{
    struct span head = {0};

    if (f->message.size == 0)
        return;
    if (is_ours(f->message) || is_taken(f, f->message)) {
        head = plain(f->message.at, strcspn(f->message.at, "\n"));
        *(holds(head, ": error: ") ? &f->errors : &f->warnings) += 1;
        f->message = (struct span){0};
        return;
    }
    f->others += is_unknown(f->message);
    put(f, &f->files);
    put(f, &f->function);
    put(f, &f->message);
}

static void extend(struct span *s, const char *line, size_t size)
{
    if (s->size == 0)
        s->at = line;
    s->size += size;
}

/* clang's "2 warnings and 1 error generated.", less what is left out. */
static bool put_count(struct filter *f, struct span line)
{
    const char *text = words_format("%.*s", (int)line.size, line.at), *error;
    size_t warnings = 0, errors = 0, n = strtoul(text, NULL, 10);
    const char *word = text + strspn(text, "0123456789");

    if (!isdigit((unsigned char)*text) || !words_ends(text, " generated."))
        return false;
    if (words_starts(word, " warning"))
        warnings = n;
    else if (words_starts(word, " error"))
        errors = n;
    else
        return false;
    error = strstr(word, " and ");
    if (error)
        errors = strtoul(error + 5, NULL, 10);
    warnings -= f->warnings < warnings ? f->warnings : warnings;
    errors -= f->errors < errors ? f->errors : errors;
    if (f->out && warnings)
        fprintf(f->out, "%zu warning%s", warnings, warnings > 1 ? "s" : "");
    if (f->out && errors)
        fprintf(f->out, "%s%zu error%s", warnings ? " and " : "", errors, errors > 1 ? "s" : "");
    if (f->out && warnings + errors)
        fputs(" generated.\n", f->out);
    return true;
}

/* A context that ends right before `at` was none for messages of the usual form:
 * "Assembler messages:", and then what the assembler has to say. */
static void put_fresh_context(struct filter *f, const char *at)
{
    if (f->function.size && f->function.at + f->function.size == at) {
        put(f, &f->files);
        put(f, &f->function);
    }
}

static void take(struct filter *f, const char *line, size_t size, const char *end)
{
    const char *after = line + size, *newline = memchr(after, '\n', (size_t)(end - after));
    struct span text = plain(line, size);
    enum line_kind kind =
        kind_of(text, plain(after, newline ? (size_t)(newline - after) : (size_t)(end - after)));

    if ((kind == NOTE || kind == BELONGS) && f->message.size) {
        extend(&f->message, line, size);
        return;
    }
    end_message(f);
    if (kind == HEAD || kind == NOTE) {
        extend(&f->message, line, size);
    } else if (kind == BELONGS && f->files.size) {
        extend(&f->files, line, size);
    } else if (kind == CONTEXT && holds(text, "In file included")) {
        f->files = (struct span){line, size};
        f->function = (struct span){0};
    } else if (kind == CONTEXT) {
        f->function = (struct span){line, size};
    } else {
        put_fresh_context(f, line);
        if ((f->warnings + f->errors == 0 || !put_count(f, text)) && f->out)
            fwrite(line, 1, size, f->out);
    }
}

struct pragmas pragmas_filter(const char *text, size_t size, FILE *out, const char *about_rewritten,
                              size_t about_size)
{
    const struct span about = {about_rewritten, about_size};
    struct filter f = {.out = out, .about_rewritten = about_rewritten ? &about : NULL};

    for (const char *at = text, *end = text + size; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);

        take(&f, at, n, end);
        at += n;
    }
    end_message(&f);
    put_fresh_context(&f, text + size);
    return (struct pragmas){.ours = f.warnings + f.errors, .others = f.others};
}
