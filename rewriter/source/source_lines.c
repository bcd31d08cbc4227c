/* SPDX-License-Identifier: MIT */
/*
 * source_lines.c: from offsets of the preprocessed text to places in the
 * user's files.
 *
 * Line markers give file and line.  The column is found by reading the user's
 * line again: as long as its tokens are those of the text, the k-th of one is
 * the k-th of the other, across continuation lines and comments; where macros
 * have been expanded the nearest token of the same spelling is taken.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diag.h"
#include "source_private.h"

/* A marker's name, with the escapes that compilers write in it undone. */
static char *unescape(const char *s, size_t n)
{
    struct buf b = {0};
    for (size_t i = 0; i < n; i++) {
        if (s[i] != '\\' || i + 1 == n) {
            buf_addc(&b, s[i]);
            continue;
        }
        i++;
        if (s[i] < '0' || s[i] > '7') {
            buf_addc(&b, s[i]);
            continue;
        }
        unsigned code = 0;
        size_t digits = 0;
        while (digits < 3 && i < n && s[i] >= '0' && s[i] <= '7') {
            code = code * 8 + (unsigned)(s[i++] - '0');
            digits++;
        }
        i--;
        buf_addc(&b, (char)code);
    }
    return buf_take(&b);
}

/* Markers come and go between the same few files: each name is kept once. */
static const char *intern(struct source_lines *l, const char *s, size_t n)
{
    char *name = unescape(s, n);
    for (size_t i = l->n_names; i-- > 0;)
        if (strcmp(l->names[i], name) == 0) {
            free(name);
            return l->names[i];
        }
    l->names = xgrow(l->names, l->n_names, sizeof *l->names);
    return l->names[l->n_names++] = name;
}

static size_t skip_blanks(const char *s, size_t at, size_t end)
{
    while (at < end && (s[at] == ' ' || s[at] == '\t'))
        at++;
    return at;
}

/* # LINE "FILE" FLAGS, or #line LINE ["FILE"] */
bool source_add_marker(struct source *src, size_t begin, size_t end)
{
    struct source_lines *l = src->lines;
    const char *s = src->text;
    size_t at = skip_blanks(s, begin, end);
    if (at == end || s[at] != '#')
        return false;
    at = skip_blanks(s, at + 1, end);
    if (end - at > 4 && memcmp(s + at, "line", 4) == 0)
        at = skip_blanks(s, at + 4, end);
    if (at == end || !isdigit((unsigned char)s[at]))
        return false;
    char *after;
    unsigned long line = strtoul(s + at, &after, 10);
    struct marker m = {.begin = end + 1, .line = (unsigned)line};
    at = skip_blanks(s, (size_t)(after - s), end);
    if (at < end && s[at] == '"') {
        size_t close = at + 1;
        while (close < end && s[close] != '"')
            close += s[close] == '\\' && close + 1 < end ? 2 : 1;
        if (close > end)
            close = end;
        if (close - at > 3 && memcmp(s + close - 2, "//", 2) == 0)
            return true; /* gcc's note of the working directory */
        m.file = intern(l, s + at + 1, close - at - 1);
        for (at = close + 1; at < end; at++)
            m.system |= s[at] == '3';
    } else {
        m.file = l->n_markers ? l->markers[l->n_markers - 1].file : l->main_file;
        m.system = l->n_markers && l->markers[l->n_markers - 1].system;
    }
    l->markers = xgrow(l->markers, l->n_markers, sizeof *l->markers);
    l->markers[l->n_markers++] = m;
    return true;
}

void source_lines_free(struct source_lines *l)
{
    if (!l)
        return;
    for (struct user_file *f = l->files, *next; f; f = next) {
        next = f->next;
        free(f->text);
        free(f->lines);
        free(f->last_line);
        free(f);
    }
    for (size_t i = 0; i < l->n_names; i++)
        free(l->names[i]);
    free(l->names);
    free(l->markers);
    free(l->starts);
    free(l->main_file);
    free(l);
}

bool source_is_file(const struct source *src, const char *path)
{
    const struct source_lines *l = src->lines;
    struct stat that, one;
    if (stat(path, &that) != 0 || !S_ISREG(that.st_mode) || that.st_size == 0)
        return false; /* nothing that could be lost */
    for (size_t i = 0; i < l->n_names; i++)
        if (stat(l->names[i], &one) == 0 && one.st_dev == that.st_dev && one.st_ino == that.st_ino)
            return true;
    return false;
}

void source_begin_file(struct source *src, size_t begin, const char *file)
{
    struct source_lines *l = src->lines;
    l->markers = xgrow(l->markers, l->n_markers, sizeof *l->markers);
    l->markers[l->n_markers++] =
        (struct marker){.begin = begin, .file = intern(l, file, strlen(file)), .line = 1};
}

/* The text may have grown since the last time. */
static void find_lines(const struct source *src)
{
    struct source_lines *l = src->lines;
    const char *newline;
    if (l->n_starts == 0) {
        l->starts = xgrow(l->starts, 0, sizeof *l->starts);
        l->starts[l->n_starts++] = 0;
    }
    while (l->looked_through < src->size &&
           (newline = memchr(src->text + l->looked_through, '\n', src->size - l->looked_through))) {
        l->looked_through = (size_t)(newline - src->text) + 1;
        l->starts = xgrow(l->starts, l->n_starts, sizeof *l->starts);
        l->starts[l->n_starts++] = l->looked_through;
    }
}

/* The last line that begins at or before the offset. */
static size_t line_of(const struct source_lines *l, size_t offset)
{
    size_t lo = 0, hi = l->n_starts;
    while (lo + 1 < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (l->starts[mid] <= offset)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

struct source_pos source_text_position(const struct source *src, size_t offset)
{
    struct source_lines *l = src->lines;
    if (offset > src->size)
        offset = src->size;
    size_t lo = 0, hi = l->n_markers; /* the last marker at or before the offset is lo - 1 */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (l->markers[mid].begin <= offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    struct marker first = {.file = l->main_file, .line = 1};
    const struct marker *m = lo ? &l->markers[lo - 1] : &first;
    struct source_pos pos = {.file = m->file, .line = m->line, .system = m->system};
    find_lines(src);
    size_t line = line_of(l, offset);
    pos.line += (unsigned)(line - line_of(l, m->begin));
    size_t start = l->starts[line] > m->begin ? l->starts[line] : m->begin;
    pos.column = (unsigned)(offset - start) + 1;
    return pos;
}

static struct user_file *user_file(const struct source *src, const char *name)
{
    struct source_lines *l = src->lines;
    for (struct user_file *f = l->files; f; f = f->next)
        if (f->name == name || strcmp(f->name, name) == 0)
            return f;
    struct user_file *f = xcalloc(1, sizeof *f);
    f->name = intern(l, "", 0);
    for (size_t i = 0; i < l->n_names; i++)
        if (strcmp(l->names[i], name) == 0)
            f->name = l->names[i];
    if (strcmp(l->main_file, name) == 0)
        f->name = l->main_file;
    bool elsewhere = src->directory && *name != '/';
    char *path = elsewhere ? xasprintf("%s/%s", src->directory, name) : xstrdup(name);
    f->text = source_read_file(path, &f->size);
    free(path);
    for (size_t at = 0; f->text && at < f->size;) {
        f->lines = xgrow(f->lines, f->n_lines, sizeof *f->lines);
        f->lines[f->n_lines++] = at;
        const char *newline = memchr(f->text + at, '\n', f->size - at);
        at = newline ? (size_t)(newline - f->text) + 1 : f->size;
    }
    f->next = l->files;
    l->files = f;
    return f;
}

/* Where line `line` (1-based) ends: at its newline or the end of the file. */
static size_t line_end(const struct user_file *f, unsigned line)
{
    return line < f->n_lines                         ? f->lines[line] - 1
           : f->size && f->text[f->size - 1] == '\n' ? f->size - 1
                                                     : f->size;
}

/* A line marker may say anything, line 0 included. */
static bool has_line(const struct user_file *f, unsigned line)
{
    return f->text && line > 0 && line <= f->n_lines;
}

const char *source_line(struct source *src, const char *file, unsigned line)
{
    if (!file || !line)
        return NULL;
    struct user_file *f = user_file(src, file);
    if (!has_line(f, line))
        return NULL;
    size_t begin = f->lines[line - 1], end = line_end(f, line);
    if (end > begin && f->text[end - 1] == '\r')
        end--;
    free(f->last_line);
    f->last_line = xstrndup(f->text + begin, end - begin);
    return f->last_line;
}

struct span {
    size_t at, len;
};

/* The tokens of s[at..end), with one of length 0 to close the list. */
static struct span *tokens_of(const char *s, size_t at, size_t end, size_t *n)
{
    struct span *t = NULL;
    size_t len;
    *n = 0;
    do {
        len = text_token(s, end, &at);
        t = xgrow(t, *n, sizeof *t);
        t[*n] = (struct span){at, len};
        at += len;
        *n += len > 0;
    } while (len);
    return t;
}

static bool same(const char *a, struct span x, const char *b, struct span y)
{
    return x.len == y.len && memcmp(a + x.at, b + y.at, x.len) == 0;
}

/* The end of the line with its continuations. */
static size_t logical_end(const struct user_file *f, unsigned line)
{
    size_t end = line_end(f, line);
    while (line < f->n_lines) {
        size_t last = end && f->text[end - 1] == '\r' ? end - 1 : end;
        if (last == 0 || f->text[last - 1] != '\\')
            break;
        end = line_end(f, ++line);
    }
    return end;
}

/* Line and column of a place in the user's file. */
static void set_place(struct source_pos *pos, const struct user_file *f, size_t at)
{
    while (pos->line < f->n_lines && f->lines[pos->line] <= at)
        pos->line++;
    pos->column = (unsigned)(at - f->lines[pos->line - 1]) + 1;
}

/* The token of the user's line that stands for token `k` of the text's line:
 * the k-th if all before agree, else the nearest alike, else none (*n). */
static size_t matching_token(const char *text, const struct span *t, size_t k, size_t start,
                             const struct user_file *f, const struct span *u, size_t n,
                             size_t u_start)
{
    size_t i = 0;
    while (i < n && i < k && same(text, t[i], f->text, u[i]))
        i++;
    if (i == k && (t[k].len == 0 || (k < n && same(text, t[k], f->text, u[k]))))
        return k;
    size_t best = n, best_distance = (size_t)-1, want = t[k].at - start;
    for (i = 0; i < n; i++) {
        size_t have = u[i].at - u_start;
        size_t distance = have > want ? have - want : want - have;
        if (t[k].len && distance < best_distance && same(text, t[k], f->text, u[i])) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

struct source_pos source_position(const struct source *src, size_t offset)
{
    struct source_pos pos = source_text_position(src, offset);
    if (pos.file[0] == '<')
        return pos;
    const struct user_file *f = user_file(src, pos.file);
    if (!has_line(f, pos.line))
        return pos;
    if (offset > src->size)
        offset = src->size;
    size_t start = offset + 1 - pos.column, end = start, n_text, n_user, k = 0;
    while (end < src->size && src->text[end] != '\n')
        end++;
    size_t u_start = f->lines[pos.line - 1];
    struct span *t = tokens_of(src->text, start, end, &n_text);
    struct span *u = tokens_of(f->text, u_start, logical_end(f, pos.line), &n_user);
    while (k < n_text && t[k].at + t[k].len <= offset)
        k++;
    size_t m = matching_token(src->text, t, k, start, f, u, n_user, u_start);
    if (k == n_text && m == k && k > 0) { /* behind the last token, wherever the line ends */
        set_place(&pos, f, u[k - 1].at + u[k - 1].len);
    } else if (m < n_user) {
        size_t into = offset > t[k].at ? offset - t[k].at : 0;
        set_place(&pos, f, u[m].at + into);
    } else if (n_user) {
        set_place(&pos, f, u[0].at);
    } else {
        pos.column = 1;
    }
    free(t);
    free(u);
    return pos;
}

bool source_has_pragma(const struct source *src, size_t offset)
{
    struct source_pos pos = source_text_position(src, offset);
    const struct user_file *f = user_file(src, pos.file);
    if (!has_line(f, pos.line))
        return true;
    size_t at = f->lines[pos.line - 1], end = logical_end(f, pos.line), len;
    bool after_hash = false, last_percent = false;
    while ((len = text_token(f->text, end, &at)) > 0) {
        const char *s = f->text + at;
        if (after_hash && len == 6 && memcmp(s, "pragma", 6) == 0)
            return true;
        after_hash = *s == '#' || (last_percent && *s == ':'); /* or the digraph */
        last_percent = *s == '%' && len == 1;
        at += len;
    }
    return false;
}

/* Longest common subsequence of two lists of tokens: match[i] is the index in
 * `b` of a[i]'s partner, or n_b. */
static void align(const char *sa, const struct span *a, size_t n_a, const char *sb,
                  const struct span *b, size_t n_b, size_t *match)
{
    size_t width = n_b + 1;
    unsigned *best = xcalloc((n_a + 1) * width, sizeof *best);
    for (size_t i = n_a; i-- > 0;)
        for (size_t j = n_b; j-- > 0;) {
            unsigned skip_a = best[(i + 1) * width + j], skip_b = best[i * width + j + 1];
            unsigned take = same(sa, a[i], sb, b[j]) ? best[(i + 1) * width + j + 1] + 1 : 0;
            unsigned most = skip_a > skip_b ? skip_a : skip_b;
            best[i * width + j] = take > most ? take : most;
        }
    for (size_t i = 0, j = 0; i < n_a; i++) {
        match[i] = n_b;
        size_t k = j; /* take the first partner that loses nothing */
        while (k < n_b && best[i * width + k] == best[i * width + j]) {
            if (same(sa, a[i], sb, b[k]) &&
                best[(i + 1) * width + k + 1] + 1 == best[i * width + j]) {
                match[i] = k;
                j = k + 1;
                break;
            }
            k++;
        }
    }
    free(best);
}

static bool matched(const size_t *match, size_t n_words, size_t raw)
{
    for (size_t i = 0; i < n_words; i++)
        if (match[i] == raw)
            return true;
    return false;
}

/* The raw token without a partner, a macro that is, from `from` on, else before it. */
static size_t unmatched(const size_t *match, size_t n_words, size_t n_raw, size_t from)
{
    for (size_t i = from; i < n_raw; i++)
        if (!matched(match, n_words, i))
            return i;
    for (size_t i = from; i-- > 0;)
        if (!matched(match, n_words, i))
            return i;
    return from < n_raw ? from : n_raw - 1;
}

/* Directives longer than this (none are) are pointed at as a whole. */
#define MAX_TOKENS 2000

struct source_pos source_word_position(const struct source *src, const struct pragma *p,
                                       size_t word_offset, size_t *length, bool *expanded)
{
    size_t n_words, n_raw, len, at = p->begin;
    const int lead = word_offset == DIAG_NAMESPACE ? 2 : 3; /* # pragma tcr */
    for (int skipped = 0; skipped < lead && (len = text_token(src->text, p->end, &at)) > 0;
         skipped++)
        at += len;
    *expanded = false;
    if (word_offset == DIAG_NAMESPACE) {
        text_token(src->text, p->end, &at);
        return source_position(src, at);
    }
    struct span *w = tokens_of(p->words, 0, strlen(p->words), &n_words);
    struct span *r = tokens_of(src->text, at, p->end, &n_raw);
    size_t place = p->begin;
    if (n_words < MAX_TOKENS && n_raw < MAX_TOKENS) {
        size_t k = 0, before = 0, *match = xcalloc(n_words + 1, sizeof *match);
        while (k < n_words && w[k].at + w[k].len <= word_offset)
            k++;
        align(p->words, w, n_words, src->text, r, n_raw, match);
        match[n_words] = n_raw;
        for (size_t i = 0; i < k; i++)
            if (match[i] < n_raw)
                before = match[i] + 1;
        if (k == n_words && n_raw) { /* behind the last */
            place = r[n_raw - 1].at + r[n_raw - 1].len;
        } else if (match[k] < n_raw) {
            place = r[match[k]].at + (word_offset > w[k].at ? word_offset - w[k].at : 0);
        } else if (n_raw) {
            size_t from = unmatched(match, n_words, n_raw, before);
            place = r[from].at;
            *length = r[from].len;
            *expanded = true;
        }
        free(match);
    }
    free(w);
    free(r);
    return source_position(src, place);
}
