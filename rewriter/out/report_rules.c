/* SPDX-License-Identifier: MIT */
/*
 * report_rules.c: what docs/refusals.md says of a reason code.  The page is a part of the
 * program (cmake/embed_text.cmake).
 */
#include "report_private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern const char tcr_refusals_page[];

/* Those of the report alone, which refuse nothing. */
static const char own_rules[] =
    "### `device`\n\nThe loop has device code, and a host loop as the fallback; which of them runs "
    "is "
    "decided at each call. A directive for data is honoured.\n\n"
    "### `warning`\n\nThe directive is honoured, but not all that it says.\n\n";

/* The section of the code, behind its heading; its end in *end.  NULL: there is none. */
static const char *section_in(const char *page, const char *code, const char **end)
{
    char *heading = xasprintf("\n### `%s`\n", code);
    const char *at =
        strncmp(page, heading + 1, strlen(heading + 1)) == 0 ? page : strstr(page, heading);
    if (at) {
        at += strlen(heading) - (*at != '\n');
        const char *three = strstr(at, "\n### "), *two = strstr(at, "\n## ");
        *end = three && (!two || three < two) ? three : two ? two : at + strlen(at);
        while (*at == '\n')
            at++;
    }
    free(heading);
    return at;
}

/* `[words](place)` is what links look like. */
static const char *link_end(const char *at, const char *end, const char **place)
{
    const char *close = *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
    if (!close || close + 1 >= end || close[1] != '(')
        return NULL;
    *place = close + 2;
    const char *last = memchr(*place, ')', (size_t)(end - *place));
    return last ? last + 1 : NULL;
}

/* Words without marks. */
static void plain(struct buf *out, const char *at, const char *end)
{
    const char *place, *after;
    while (at < end) {
        if ((after = link_end(at, end, &place)) != NULL) {
            plain(out, at + 1, place - 2);
            at = after;
            continue;
        }
        if (*at == '`')
            buf_addc(out, '\'');
        else if (*at != '\\')
            buf_addc(out, *at == '\n' ? ' ' : *at);
        at++;
    }
}

/* Links of the page lead to where it is. */
static void absolute(struct buf *out, const char *at, const char *end, const char *docs)
{
    const char *place, *after;
    while (at < end) {
        if ((after = link_end(at, end, &place)) != NULL && !strstr(place, "://")) {
            buf_addn(out, at, (size_t)(place - at));
            buf_printf(out, "%s/%s", docs, *place == '#' ? "refusals.md" : "");
            buf_addn(out, place, (size_t)(after - place));
            at = after;
            continue;
        }
        buf_addc(out, *at++);
    }
}

static const char *sentence_end(const char *at, const char *end)
{
    for (; at < end; at++)
        if (*at == '.' && (at + 1 == end || at[1] == ' '))
            return at + 1;
    return end;
}

bool report_rule(struct rule *rule, const char *code, const char *docs)
{
    const char *end, *at = section_in(own_rules, code, &end);
    bool own = at != NULL;
    struct buf brief = {0}, full = {0}, help = {0}, page = {0};
    if (!own && !(at = section_in(tcr_refusals_page, code, &end)))
        return false;
    while (end > at && end[-1] == '\n')
        end--;
    const char *paragraph = strstr(at, "\n\n"), *remedy = strstr(at, "\nRemedy: ");
    if (!paragraph || paragraph > end)
        paragraph = end;
    plain(&brief, at, sentence_end(at, paragraph));
    plain(&full, at, paragraph);
    if (remedy && remedy < end) {
        const char *last = strstr(remedy + 1, "\n\n");
        plain(&help, remedy + 1, last && last < end ? last : end);
    }
    absolute(&page, at, end, docs);
    *rule = (struct rule){.brief = buf_take(&brief),
                          .full = buf_take(&full),
                          .help = buf_take(&help),
                          .page = buf_take(&page),
                          .place = own ? xasprintf("%s/report.md#sarif", docs)
                                       : xasprintf("%s/refusals.md#%s", docs, code)};
    return true;
}

void report_rule_free(struct rule *rule)
{
    free(rule->brief);
    free(rule->full);
    free(rule->help);
    free(rule->page);
    free(rule->place);
    *rule = (struct rule){0};
}
