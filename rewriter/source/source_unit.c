/* SPDX-License-Identifier: MIT */
/*
 * source_unit.c: preprocessed text that is kept in objects, for the link that
 * sees the whole program.
 *
 * What is kept is the text itself.  The texts of other units are put behind the
 * unit's own, so that an offset still says all about a place, wherever it is.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source_private.h"

/* ---- reading ---- */

static int read_slice(char *to, const char *path, size_t offset, size_t size)
{
    FILE *f = fopen(path, "rbe");
    if (!f)
        return -errno;
    int error = fseeko(f, (off_t)offset, SEEK_SET) < 0 ? -errno : 0;
    if (!error && fread(to, 1, size, f) != size)
        error = ferror(f) && errno ? -errno : -EIO;
    fclose(f);
    for (size_t i = 0; !error && i < size; i++) /* it must not end early */
        if (!to[i])
            error = -EILSEQ;
    return error;
}

int source_load_kept(struct source *src, const char *path, size_t offset, size_t size,
                     const char *name, const char *directory, unsigned accept)
{
    static char *const no_compiler[] = {NULL};
    *src = (struct source){.text = xmalloc(size + 1), .size = size, .directory = directory};
    src->text[size] = 0;
    int error = read_slice(src->text, path, offset, size);
    if (error)
        free(src->text);
    else
        source_take(src, name, no_compiler, accept);
    return error;
}

void source_reserve(struct source *src, size_t more)
{
    src->text = xrealloc(src->text, src->size + more + 1);
}

void source_append_text(struct source *src, const char *text, size_t size, const char *name)
{
    size_t begin = src->size;
    src->text[begin] = '\n';
    memcpy(src->text + begin + 1, text, size);
    src->size = begin + 1 + size;
    src->text[src->size] = 0;
    source_begin_file(src, begin + 1, name);
}

int source_append(struct source *src, const char *path, size_t offset, size_t size,
                  const char *name)
{
    size_t begin = src->size;
    src->text[begin] = '\n'; /* the last line of the one before may lack its end */
    int error = read_slice(src->text + begin + 1, path, offset, size);
    src->size = error ? begin : begin + 1 + size;
    src->text[src->size] = 0;
    if (error)
        return error;
    source_begin_file(src, begin + 1, name);
    for (size_t at = begin + 1, end; at < src->size; at = end + 1) {
        end = at + strcspn(src->text + at, "\n");
        if (src->text[at] == '#')
            source_add_marker(src, at, end);
    }
    return 0;
}

/* ---- keeping ---- */

enum { LONG_GAP = 8 }; /* blank lines that a marker is shorter than */

/* Say anew which line follows, instead of many empty ones. */
static void put_marker(const struct source *src, size_t at, struct buf *out)
{
    struct source_pos pos = source_text_position(src, at);
    buf_printf(out, "# %u \"", pos.line);
    for (const char *p = pos.file; *p; p++)
        buf_printf(out, strchr("\"\\", *p) ? "\\%c" : "%c", *p);
    buf_add(out, pos.system ? "\" 3\n" : "\"\n");
}

static bool is_marker(const char *line, size_t n)
{
    return n > 2 && line[0] == '#' && line[1] == ' ' && isdigit((unsigned char)line[2]);
}

static bool is_last_line(const struct buf *out, const char *line, size_t n)
{
    return out->len > n + 1 && memcmp(out->s + out->len - n - 1, line, n) == 0 &&
           out->s[out->len - n - 2] == '\n';
}

/* The lines from `begin` up to `end`, which begins a line or is the end. */
static void keep_lines(const struct source *src, size_t begin, size_t end, struct buf *out)
{
    const char *s = src->text;
    size_t gap = 0;
    for (size_t at = begin, next; at < end; at = next) {
        const char *newline = memchr(s + at, '\n', end - at);
        next = newline ? (size_t)(newline - s) + 1 : end;
        size_t last = newline ? next - 1 : next;
        while (last > at && strchr(" \t\r", s[last - 1]))
            last--;
        if (last == at) {
            gap++;
            continue;
        }
        if (is_marker(s + at, last - at)) {
            gap = 0;
            if (s[last - 1] == '"' && is_last_line(out, s + at, last - at))
                continue;
        } else if (gap > LONG_GAP) {
            put_marker(src, at, out);
            gap = 0;
        }
        for (; gap > 0; gap--)
            buf_addc(out, '\n');
        buf_addn(out, s + at, last - at);
        buf_addc(out, '\n');
    }
    for (; gap > 0; gap--)
        buf_addc(out, '\n');
}

static void keep_all(const struct source *src, size_t begin, size_t end, struct buf *out)
{
    buf_addn(out, src->text + begin, end - begin);
}

/* The first pragma from *ours and *others on; NULL at the end. */
static const struct pragma *next_pragma(const struct source *src, size_t *ours, size_t *others)
{
    const struct pragma *a = *ours < src->n_pragmas ? &src->pragmas[*ours] : NULL;
    const struct pragma *b = *others < src->n_others ? &src->others[*others] : NULL;
    if (a && (!b || a->begin < b->begin)) {
        ++*ours;
        return a;
    }
    *others += b != NULL;
    return b;
}

void source_keep(const struct source *src, struct buf *out)
{
    bool verbatim = strstr(src->text, "R\"") != NULL; /* in raw strings blanks count */
    void (*keep)(const struct source *, size_t, size_t, struct buf *) =
        verbatim ? keep_all : keep_lines;
    size_t at = 0, ours = 0, others = 0;
    for (const struct pragma *p; (p = next_pragma(src, &ours, &others)) != NULL;) {
        size_t begin = p->begin; /* of its line */
        while (begin > at && src->text[begin - 1] != '\n')
            begin--;
        keep(src, at, begin, out);
        if (!p->near_miss) /* that has been told */
            buf_printf(out, "#pragma %s %s", p->namespace_word, p->words);
        for (size_t k = begin; k < p->end; k++)
            if (src->text[k] == '\n')
                buf_addc(out, '\n');
        buf_addc(out, '\n');
        at = p->end < src->unit_size ? p->end + 1 : src->unit_size;
    }
    keep(src, at, src->unit_size, out);
}
