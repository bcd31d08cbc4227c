/* SPDX-License-Identifier: MIT */
/*
 * report_log.c: a log of SARIF 2.1.0 that the compilations of a build add to.
 *
 * A log is one JSON document, so that it is written anew each time; the layout of its
 * lines makes that simple, since whatever else is in the file has been written here:
 *
 *     {"$schema":...,"runs":[{"tool":{"driver":{            always this line
 *     "name":"tcr",...,"rules":[
 *     {"id":"call-unknown",...}                              those that results name
 *     ]}},
 *     "originalUriBaseIds":{"%SRCROOT%":{"uri":"file:///home/me/project/"}},
 *     "columnKind":"unicodeCodePoints","results":[
 *     {"properties":{"unit":"src/a.c","id":0,...}            a line each, units in order
 *     ]}]}
 */
#include "report_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../text/json.h"
#include "../text/uri.h"

static const char first_line[] =
    "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\n";
static const char before_top[] = "\"originalUriBaseIds\":{\"" REPORT_TOP "\":{\"uri\":\"";
static const char before_results[] = "\"columnKind\":\"unicodeCodePoints\",\"results\":[\n";
static const char last_line[] = "]}]}\n";

/* ---- the lines of a log ---- */

/* Results, a line each, without the commas between. */
struct lines {
    char **list;
    size_t n;
};

static void add_line(struct lines *l, const char *at, size_t n)
{
    while (n && (at[n - 1] == '\n' || at[n - 1] == ','))
        n--;
    l->list = xgrow(l->list, l->n, sizeof *l->list);
    l->list[l->n++] = xstrndup(at, n);
}

static void lines_free(struct lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->list[i]);
    free(l->list);
    *l = (struct lines){0};
}

static void split(struct lines *l, const char *text)
{
    for (const char *at = text; at && *at;) {
        const char *end = strchr(at, '\n');
        size_t n = end ? (size_t)(end - at) + 1 : strlen(at);
        if (strncmp(at, REPORT_LINE, strlen(REPORT_LINE)) == 0)
            add_line(l, at, n);
        at += n;
    }
}

/* The top and the results of a log; false: it is none of ours. */
static bool read_log(const char *text, char **top, struct lines *results)
{
    size_t n = strlen(text);
    const char *at = strstr(text, before_top), *list = strstr(text, before_results);
    if (strncmp(text, first_line, strlen(first_line)) != 0 || !at || !list ||
        n < strlen(last_line) || strcmp(text + n - strlen(last_line), last_line) != 0)
        return false;
    at += strlen(before_top);
    *top = xstrndup(at, strcspn(at, "\""));
    split(results, list + strlen(before_results));
    return true;
}

/* The JSON string of the unit, quotes included. */
static const char *unit_of(const char *line, size_t *n)
{
    const char *unit = line + strlen(REPORT_LINE), *end = unit + 1;
    while (*end && *end != '"')
        end += *end == '\\' && end[1] ? 2 : 1;
    *n = (size_t)(end - unit) + (*end == '"');
    return unit;
}

static int compare_units(const char *a, const char *b)
{
    size_t n, m;
    const char *x = unit_of(a, &n), *y = unit_of(b, &m);
    int order = memcmp(x, y, n < m ? n : m);
    return order ? order : (n > m) - (n < m);
}

/* Which of the directives that the link may decide again; -1: none of them. */
static long id_of(const char *line)
{
    size_t n;
    const char *unit = unit_of(line, &n);
    return strncmp(unit + n, ",\"id\":", 6) == 0 ? strtol(unit + n + 6, NULL, 10) : -1;
}

/* ---- what is in the log from now on ---- */

static void take_id(struct lines *to, const struct lines *from, long id)
{
    for (size_t i = 0; i < from->n; i++)
        if (id_of(from->list[i]) == id)
            add_line(to, from->list[i], strlen(from->list[i]));
}

static bool has_id(const struct lines *l, long id)
{
    for (size_t i = 0; i < l->n; i++)
        if (id_of(l->list[i]) == id)
            return true;
    return false;
}

/* The link decides some of the unit's directives again; the other results stay. */
static struct lines decided(const struct lines *old, const struct lines *new)
{
    struct lines all = {0};
    for (size_t i = 0; i < old->n; i++) {
        long id = id_of(old->list[i]);
        if (id < 0 || !has_id(new, id))
            add_line(&all, old->list[i], strlen(old->list[i]));
        else if (!has_id(&all, id))
            take_id(&all, new, id);
    }
    for (size_t i = 0; i < new->n; i++) {
        long id = id_of(new->list[i]);
        if (id >= 0 && !has_id(&all, id))
            take_id(&all, new, id);
    }
    return all;
}

/* `old` with the unit's results replaced; `sample` is a line of the unit. */
static struct lines merge(const struct lines *old, const struct lines *new, const char *sample,
                          bool link)
{
    struct lines all = {0}, same = {0}, now = {0};
    bool done = false;
    for (size_t i = 0; i < old->n; i++)
        if (compare_units(old->list[i], sample) == 0)
            add_line(&same, old->list[i], strlen(old->list[i]));
    if (link)
        now = decided(&same, new);
    const struct lines *unit = link ? &now : new;
    for (size_t i = 0; i <= old->n; i++) {
        int order = i < old->n ? compare_units(old->list[i], sample) : 1;
        for (size_t k = 0; order > 0 && !done && k < unit->n; k++)
            add_line(&all, unit->list[k], strlen(unit->list[k]));
        done |= order > 0;
        if (order && i < old->n)
            add_line(&all, old->list[i], strlen(old->list[i]));
    }
    lines_free(&same);
    lines_free(&now);
    return all;
}

/* ---- the document ---- */

static void text_member(struct buf *out, const char *name, const char *text)
{
    buf_printf(out, ",\"%s\":{", name);
    json_member(out, "text", text);
    buf_add(out, "}");
}

static void add_rule(struct buf *out, const char *code, const char *docs)
{
    struct rule rule;
    buf_add(out, "{");
    json_member(out, "id", code);
    if (report_rule(&rule, code, docs)) {
        text_member(out, "shortDescription", rule.brief);
        text_member(out, "fullDescription", rule.full);
        json_member(out, "helpUri", rule.place);
        buf_add(out, ",\"help\":{");
        json_member(out, "text", *rule.help ? rule.help : rule.full);
        json_member(out, "markdown", rule.page);
        buf_add(out, "}");
        report_rule_free(&rule);
    }
    buf_add(out, "}");
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The rules that the results name, in the order of the alphabet. */
static void add_rules(struct buf *out, const struct lines *results, const char *docs)
{
    static const char member[] = "},\"ruleId\":\"";
    struct lines codes = {0};
    for (size_t i = 0; i < results->n; i++) {
        const char *at = strstr(results->list[i], member);
        if (at)
            add_line(&codes, at + strlen(member), strcspn(at + strlen(member), "\""));
    }
    if (codes.n)
        qsort(codes.list, codes.n, sizeof *codes.list, by_text);
    for (size_t i = 0, n = 0; i < codes.n; i++)
        if (i == 0 || strcmp(codes.list[i], codes.list[i - 1]) != 0) {
            buf_add(out, n++ ? ",\n" : "");
            add_rule(out, codes.list[i], docs);
        }
    buf_add(out, "\n");
    lines_free(&codes);
}

static void write_log(struct buf *out, const struct lines *results, const char *top)
{
    char *docs = uri_documents();
    buf_add(out, first_line);
    json_member(out, "name", "tcr");
    json_member(out, "fullName", "tcr " TCR_VERSION);
    json_member(out, "version", TCR_VERSION);
    json_member(out, "semanticVersion", TCR_VERSION);
    buf_printf(out, ",\"informationUri\":\"%s/index.md\",\"rules\":[\n", docs);
    add_rules(out, results, docs);
    buf_printf(out, "]}},\n%s%s\"}},\n%s", before_top, top, before_results);
    for (size_t i = 0; i < results->n; i++)
        buf_printf(out, "%s%s\n", results->list[i], i + 1 < results->n ? "," : "");
    buf_add(out, last_line);
    free(docs);
}

struct change {
    const struct report *report;
    const struct diag *d;
};

static int change_log(struct buf *out, const char *old_text, void *ctx)
{
    const struct report *report = ((struct change *)ctx)->report;
    const struct diag *d = ((struct change *)ctx)->d;
    struct lines old = {0}, new = {0};
    struct buf sample = {0}, text = {0};
    bool relative, stream = !report->file || strcmp(report->file, "-") == 0;
    char *top = NULL;
    if (*old_text && !read_log(old_text, &top, &old))
        return -EEXIST;
    if (!top)
        top = uri_top(stream ? NULL : report->file);
    char *unit = report_uri(d->src, d->src->main_file, top, &relative);
    buf_add(&sample, REPORT_LINE);
    json_string(&sample, unit);
    for (size_t i = 0; i < report->n; i++)
        report_sarif(&text, &report->list[i], d, unit, top);
    split(&new, text.s);
    struct lines all = merge(&old, &new, sample.s, report->link);
    write_log(out, &all, top);
    lines_free(&all);
    lines_free(&old);
    lines_free(&new);
    buf_free(&sample);
    buf_free(&text);
    free(unit);
    free(top);
    return 0;
}

int report_log_text(struct buf *out, const struct report *report, const struct diag *d)
{
    return change_log(out, "", &(struct change){report, d});
}

int report_log_file(const struct report *report, const struct diag *d)
{
    return report_file_change(report->file, report->n > 0, change_log, &(struct change){report, d});
}
