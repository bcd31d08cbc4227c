/* SPDX-License-Identifier: MIT */
/*
 * diag.c: see diag.h.  The form is that of gcc and clang, so that editors and
 * people find their way.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diag.h"
#include "source_private.h"

struct style {
    const char *word, *key, *color; /* key and default as in GCC_COLORS */
};
static const struct style styles[] = {
    [DIAG_NOTE] = {"note", "note=", "01;36"},
    [DIAG_REMARK] = {"remark", "note=", "01;36"},
    [DIAG_WARNING] = {"warning", "warning=", "01;35"},
    [DIAG_ERROR] = {"error", "error=", "01;31"},
};

/* Print text in the colour that GCC_COLORS gives to `key` ("error=", ...). */
static void colored(const struct diag *d, const char *key, const char *color, const char *text)
{
    const char *table = getenv("GCC_COLORS");
    size_t n = strlen(color);
    if (table && !*table)
        n = 0;
    for (const char *at = table; at && *at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL)
        if (strncmp(at, key, strlen(key)) == 0) {
            color = at + strlen(key);
            n = strcspn(color, ":");
        }
    if (d->style.color && n)
        fprintf(d->out, "\33[%.*sm\33[K%s\33[m\33[K", (int)n, color, text);
    else
        fputs(text, d->out);
}

/* "foo.c:12:20:", or as the compiler was asked to write it. */
static char *place_text(const struct diag *d, const struct source_pos *pos)
{
    static const char *const line[] = {
        [DIAG_GNU] = "%s:%u:", [DIAG_VI] = "%s +%u:", [DIAG_MSVC] = "%s(%u)"};
    static const char *const column[] = {
        [DIAG_GNU] = "%s:%u:%u:", [DIAG_VI] = "%s +%u:%u:", [DIAG_MSVC] = "%s(%u,%u):"};
    bool whole = d->style.absolute && *pos->file != '/' && *pos->file != '<';
    char *here = whole ? getcwd(NULL, 0) : NULL;
    char *file = here ? xasprintf("%s/%s", here, pos->file) : xstrdup(pos->file);
    char *text = pos->column && !d->style.no_column
                     ? xasprintf(column[d->style.form], file, pos->line, pos->column)
                     : xasprintf(line[d->style.form], file, pos->line);
    free(here);
    free(file);
    return text;
}

/* "foo.c:12:20: error: message [tcr]" */
static void print_head(struct diag *d, enum diag_level level, const struct source_pos *pos,
                       const char *fmt, va_list ap)
{
    char *place = place_text(d, pos), *word = xasprintf("%s:", styles[level].word);
    colored(d, "locus=", "01", place);
    fputc(' ', d->out);
    colored(d, styles[level].key, styles[level].color, word);
    fputc(' ', d->out);
    vfprintf(d->out, fmt, ap);
    fputs(level == DIAG_NOTE ? "\n" : " [tcr]\n", d->out);
    free(place);
    free(word);
}

/* The same in gcc's JSON; true: that is what is asked for, or nothing at all. */
static bool is_for_programs(struct diag *d, enum diag_level level, const struct source_pos *pos,
                            size_t length, const char *fmt, va_list ap)
{
    struct buf text = {0};
    if (d->style.form == DIAG_JSON) {
        buf_vprintf(&text, fmt, ap);
        diag_json_add(&d->json, styles[level].word, pos, source_line(d->src, pos->file, pos->line),
                      length, text.s);
        buf_free(&text);
    }
    return d->style.form == DIAG_JSON || d->style.form == DIAG_SILENT;
}

/* Blanks up to `column` of the line above: tabs stay tabs, and a character of
 * several bytes takes one place. */
static void indent(struct buf *b, const char *line, unsigned column)
{
    for (unsigned i = 0; i + 1 < column && line[i]; i++)
        if (line[i] == '\t')
            buf_addc(b, '\t');
        else if (((unsigned char)line[i] & 0xc0) != 0x80)
            buf_addc(b, ' ');
}

/* The line, a caret with tildes under it, the fix under that. */
static void print_line(struct diag *d, enum diag_level level, const char *line, unsigned number,
                       unsigned column, size_t length, const char *fixit)
{
    const char *margin = d->style.no_numbers ? " " : "      | ";
    if (d->style.no_lines)
        return;
    if (number && !d->style.no_numbers)
        fprintf(d->out, "%5u | %s\n", number, line);
    else
        fprintf(d->out, "%s%s\n", margin, line);
    if (!column)
        return;
    struct buf lead = {0}, mark = {0};
    indent(&lead, line, column);
    buf_addc(&mark, '^');
    size_t rest = strlen(line) > column ? strlen(line) - column : 0;
    for (size_t i = 1; i < length && i <= rest; i++)
        if (((unsigned char)line[column - 1 + i] & 0xc0) != 0x80)
            buf_addc(&mark, '~');
    fprintf(d->out, "%s%s", margin, lead.len ? lead.s : "");
    colored(d, styles[level].key, styles[level].color, mark.s);
    if (fixit && *fixit && !d->style.no_fixit) {
        fprintf(d->out, "\n%s%s", margin, lead.len ? lead.s : "");
        colored(d, "fixit-insert=", "32", fixit);
    }
    fputc('\n', d->out);
    buf_free(&lead);
    buf_free(&mark);
}

/* Warnings are the user's to make errors of, if werror is set, or to do
 * without.  False: nothing is to be printed. */
static bool count(struct diag *d, enum diag_level *level)
{
    if (*level == DIAG_WARNING && d->werror)
        *level = DIAG_ERROR;
    d->errors += *level == DIAG_ERROR;
    d->warnings += *level == DIAG_WARNING;
    if (*level != DIAG_NOTE) /* a note shares the fate of what it follows */
        d->muted = d->quiet && *level == DIAG_WARNING;
    return !d->muted && !d->silent;
}

/* Muted ones, too: a report has them all. */
static void keep(struct diag *d, enum diag_level level, const struct source_pos *pos,
                 const char *fmt, va_list ap)
{
    struct buf text = {0};
    if (!d->log || level < DIAG_WARNING)
        return;
    buf_vprintf(&text, fmt, ap);
    d->log->said = xgrow(d->log->said, d->log->n, sizeof *d->log->said);
    d->log->said[d->log->n++] = (struct diag_said){buf_take(&text), *pos};
}

void diag_log_free(struct diag_log *log)
{
    for (size_t i = 0; i < log->n; i++)
        free(log->said[i].text);
    free(log->said);
    *log = (struct diag_log){0};
}

size_t diag_token_length(const char *line, unsigned column)
{
    if (!line || !column || column > strlen(line))
        return 1;
    size_t at = column - 1, length = text_token(line, strlen(line), &at);
    return at == column - 1 ? length : 1;
}

void diag_at(struct diag *d, enum diag_level level, size_t offset, const char *fmt, ...)
{
    va_list ap;
    struct source_pos pos = source_position(d->src, offset);
    va_start(ap, fmt);
    keep(d, level, &pos, fmt, ap);
    va_end(ap);
    if (!count(d, &level))
        return;
    const char *line = source_line(d->src, pos.file, pos.line);
    size_t length = diag_token_length(line, pos.column);
    va_start(ap, fmt);
    bool done = is_for_programs(d, level, &pos, length, fmt, ap);
    va_end(ap);
    if (done)
        return;
    va_start(ap, fmt);
    print_head(d, level, &pos, fmt, ap);
    va_end(ap);
    if (line)
        print_line(d, level, line, pos.line, pos.column, length, NULL);
}

/* A pragma that a macro gave: the line that used the macro, then what it gave. */
static void print_expansion(struct diag *d, const struct pragma *p, const struct source_pos *pos,
                            size_t word_offset, size_t length, const char *fixit)
{
    char *place = place_text(d, pos);
    char *text = xasprintf("#pragma %s %s", p->namespace_word, p->words);
    size_t column = strlen("#pragma ") + 1;
    if (word_offset != DIAG_NAMESPACE)
        column += strlen(p->namespace_word) + 1 + word_offset;
    fprintf(d->out, "%s ", place);
    colored(d, "note=", "01;36", "note:");
    fputs(" the directive with its macros expanded:\n", d->out);
    print_line(d, DIAG_NOTE, text, 0, (unsigned)column, length, fixit);
    free(place);
    free(text);
}

struct source_pos diag_pragma_position(struct source *src, const struct pragma *p,
                                       size_t word_offset, size_t *length, bool *expanded)
{
    size_t whole = *length;
    struct source_pos pos = source_word_position(src, p, word_offset, length, expanded);
    if (!p->from_macro)
        return pos;
    *expanded = true;
    *length = 1;
    pos = source_position(src, p->begin);
    const char *line = source_line(src, pos.file, pos.line);
    const char *literal = line && *p->words ? strstr(line, p->words) : NULL;
    if (literal && word_offset != DIAG_NAMESPACE &&
        strstr(line, "_Pragma")) { /* _Pragma("tcr ...") as such */
        pos.column = (unsigned)((size_t)(literal - line) + word_offset) + 1;
        *length = whole;
        *expanded = false;
    }
    return pos;
}

void diag_pragma(struct diag *d, enum diag_level level, const struct pragma *p, size_t word_offset,
                 size_t length, const char *fixit, const char *fmt, ...)
{
    va_list ap;
    size_t shown = length;
    bool expanded;
    struct source_pos pos = diag_pragma_position(d->src, p, word_offset, &shown, &expanded);
    va_start(ap, fmt);
    keep(d, level, &pos, fmt, ap);
    va_end(ap);
    if (!count(d, &level))
        return;
    va_start(ap, fmt);
    bool done = is_for_programs(d, level, &pos, shown, fmt, ap);
    va_end(ap);
    if (done)
        return;
    va_start(ap, fmt);
    print_head(d, level, &pos, fmt, ap);
    va_end(ap);
    const char *line = source_line(d->src, pos.file, pos.line);
    if (line)
        print_line(d, level, line, pos.line, pos.column, shown, expanded ? NULL : fixit);
    if (expanded || !line)
        print_expansion(d, p, &pos, word_offset, length, fixit);
}

void diag_end(struct diag *d)
{
    if (d->json.len)
        fprintf(d->out, "%s]}]\n", d->json.s);
    buf_free(&d->json);
}
