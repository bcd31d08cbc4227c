/* SPDX-License-Identifier: MIT */
/*
 * report_sarif.c: a directive as results of SARIF 2.1.0, one line each; docs/report.md is the
 * contract.  report_log.c puts them into a log.
 */
#include "report_private.h"

#include <stdlib.h>
#include <string.h>

#include "../source/diag.h"
#include "../text/json.h"
#include "../text/uri.h"

/* ---- places ---- */

char *report_uri(const struct source *src, const char *name, const char *top, bool *relative)
{
    bool elsewhere = src->directory && *name != '/' && *name != '<';
    const char *file = elsewhere ? ir_printf("%s/%s", src->directory, name) : name;
    *relative = false;
    if (*file == '<') { /* what is no file */
        char *uri = uri_of_file(file, 0), *name = xstrdup(strrchr(uri, '/') + 1);
        free(uri);
        return name;
    }
    size_t n = strlen(top);
    char *lexical = uri_of_file(file, 0), *uri = lexical;
    if (strncmp(uri, top, n) != 0)
        uri = uri_of_file(file, 1); /* without links it may be below */
    *relative = uri && strncmp(uri, top, n) == 0;
    char *result = xstrdup(*relative ? uri + n : lexical);
    if (uri != lexical)
        free(uri);
    free(lexical);
    return result;
}

/* Columns are counted in characters. */
static unsigned characters(const char *line, size_t bytes)
{
    unsigned n = 0;
    for (size_t i = 0; i < bytes && line[i]; i++)
        n += ((unsigned char)line[i] & 0xc0) != 0x80;
    return n;
}

/* Of the directive: from the place to the end of the line; else the token there. */
static void region_of(struct buf *out, struct source *src, const struct source_pos *pos,
                      bool directive)
{
    const char *line = source_line(src, pos->file, pos->line);
    buf_printf(out, "\"region\":{\"startLine\":%u", pos->line);
    if (line && pos->column && pos->column <= strlen(line)) {
        unsigned start = characters(line, pos->column - 1);
        size_t length = strlen(line) - (pos->column - 1);
        while (directive && length > 1 && strchr(" \t\\", line[pos->column + length - 2]))
            length--;
        if (!directive)
            length = diag_token_length(line, pos->column);
        buf_printf(out, ",\"startColumn\":%u,\"endColumn\":%u", start + 1,
                   start + characters(line + pos->column - 1, length) + 1);
    }
    buf_add(out, "}");
}

static void physical(struct buf *out, struct source *src, const struct source_pos *pos,
                     const char *top, bool directive)
{
    bool relative;
    char *uri = report_uri(src, pos->file, top, &relative);
    buf_add(out, "\"physicalLocation\":{\"artifactLocation\":{");
    json_member(out, "uri", uri);
    if (relative)
        buf_add(out, ",\"uriBaseId\":\"" REPORT_TOP "\"");
    buf_add(out, "}");
    if (pos->line > 0) {
        buf_add(out, ",");
        region_of(out, src, pos, directive);
    }
    buf_add(out, "}");
    free(uri);
}

/* ---- one result ---- */

struct result {
    const char *rule, *kind, *level; /* level NULL: "none" */
};

static struct result judge(const struct outcome *o, const struct diag *d)
{
    enum refusal_code code = report_code(o);
    if (!code)
        return (struct result){"device", "informational", NULL};
    if (report_pending(o))
        return (struct result){refusal_word(code), "open", NULL};
    static const char *const levels[] = {
        [REFUSAL_NOTE] = "note", [REFUSAL_WARNING] = "warning", [REFUSAL_ERROR] = "error"};
    enum refusal_level level = refusal_level(code);
    if (level == REFUSAL_WARNING && d->werror)
        level = REFUSAL_ERROR;
    return (struct result){refusal_word(code), "fail", levels[level]};
}

/* What a line is found by, when the unit is compiled or linked again: report_log.c. */
static void begin_line(struct buf *out, const struct outcome *o, const char *unit)
{
    buf_add(out, REPORT_LINE);
    json_string(out, unit);
    buf_printf(out, ",\"id\":%d", o->plan && !o->part ? o->plan->r->id : -1);
}

/* A brace of the text is none of a placeholder's. */
static void add_message(struct buf *out, const char *message)
{
    struct buf text = {0};
    buf_add(&text, "");
    for (; *message; message++) {
        buf_addc(&text, *message);
        if (*message == '{' || *message == '}')
            buf_addc(&text, *message);
    }
    json_member(out, "text", text.s);
    buf_free(&text);
}

static void add_result(struct buf *out, const struct result *r, const char *message)
{
    buf_add(out, "},");
    json_member(out, "ruleId", r->rule);
    json_member(out, "kind", r->kind);
    json_member(out, "level", r->level ? r->level : "none");
    buf_add(out, ",\"message\":{");
    add_message(out, message);
    buf_add(out, "}");
}

static void add_location(struct buf *out, const struct outcome *o, struct source *src,
                         const struct source_pos *pos, const char *top, bool directive)
{
    buf_add(out, ",\"locations\":[{");
    physical(out, src, pos, top, directive);
    if (o->plan && o->plan->r->function) {
        buf_add(out, ",\"logicalLocations\":[{");
        json_member(out, "name", o->plan->r->function);
        buf_add(out, ",\"kind\":\"function\"}]");
    }
    buf_add(out, "}]");
}

/* Where the cause is, if that is elsewhere. */
static void add_related(struct buf *out, const struct outcome *o, struct source *src,
                        const char *top)
{
    const char *text;
    size_t at;
    if (!report_cause(o, &at, &text))
        return;
    struct source_pos pos = source_position(src, at);
    buf_add(out, ",\"relatedLocations\":[{\"id\":1,");
    physical(out, src, &pos, top, false);
    buf_add(out, ",\"message\":{");
    json_member(out, "text", text);
    buf_add(out, "}}]");
}

static void facts(struct buf *out, const struct outcome *o)
{
    json_member(out, "origin", report_origin(o));
    json_member(out, "directive", o->pragma->words);
    json_member(out, "decision", report_decision_word(o));
    buf_add(out, ",");
    report_json_facts(out, o);
    buf_printf(out, ",\"pending\":%s", report_pending(o) ? "true" : "false");
}

void report_sarif(struct buf *out, const struct outcome *o, const struct diag *d, const char *unit,
                  const char *top)
{
    struct result result = judge(o, d);
    struct source_pos pos = report_place(o, d);
    struct buf text = {0};
    begin_line(out, o, unit);
    facts(out, o);
    report_words(&text, o, d);
    add_result(out, &result, text.s);
    buf_free(&text);
    add_location(out, o, d->src, &pos, top, true);
    add_related(out, o, d->src, top);
    buf_add(out, "}\n");
    result = (struct result){"warning", "fail", d->werror ? "error" : "warning"};
    for (size_t i = o->first_said; i < o->first_said + o->n_said; i++) {
        const struct diag_said *said = &d->log->said[i];
        begin_line(out, o, unit);
        add_result(out, &result, said->text);
        add_location(out, o, d->src, &said->pos, top, false);
        buf_add(out, "}\n");
    }
}
