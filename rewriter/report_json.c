/* report_json.c: a directive as one JSON object; docs/report.md is its contract. */
#include "report_private.h"

#include <string.h>

#include "operators.h"

/* The bytes of the UTF-8 character at s, 0: it is none (overlong forms and
 * surrogates included). */
static size_t utf8_length(const unsigned char *s)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;
    unsigned code = n > 1 ? *s & (0x7fu >> n) : *s;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return n && code >= least[n] && code <= 0x10ffff && !surrogate ? n : 0;
}

/* null for NULL.  What is not UTF-8 becomes U+FFFD, a byte at a time. */
static void string(struct buf *out, const char *text)
{
    if (!text) {
        buf_add(out, "null");
        return;
    }
    buf_add(out, "\"");
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t n = utf8_length(s);
        if (*s == '"' || *s == '\\')
            buf_printf(out, "\\%c", *s);
        else if (*s < 0x20 || *s == 0x7f)
            buf_printf(out, "\\u%04x", *s);
        else if (n)
            buf_addn(out, (const char *)s, n);
        else
            buf_add(out, "\\ufffd");
        s += n ? n : 1;
    }
    buf_add(out, "\"");
}

static void member(struct buf *out, const char *name, const char *value)
{
    buf_printf(out, "\"%s\":", name);
    string(out, value);
}

static void variable(struct buf *out, const char *name, const char *op, const char *type,
                     const char *path)
{
    if (out->s[out->len - 1] != '[')
        buf_add(out, ",");
    buf_add(out, "{");
    member(out, "name", name);
    buf_add(out, ",");
    member(out, "op", op);
    buf_add(out, ",");
    member(out, "type", type);
    buf_add(out, ",");
    member(out, "path", path);
    buf_add(out, "}");
}

/* What the directive lists; its type is known if the analysis has come so far. */
static void listed(struct buf *out, const struct region *r, const struct reduce_clause *c)
{
    for (size_t i = 0; i < c->n_items; i++) {
        const char *type = NULL;
        for (size_t k = 0; k < r->n_reductions; k++)
            if (strcmp(r->reductions[k].text, c->items[i].text) == 0)
                type = r->reductions[k].type->spelling;
        variable(out, c->items[i].text, operator_of(c->op)->name, type, "host");
    }
}

static void variables(struct buf *out, const struct outcome *o)
{
    const struct region *r = o->region;
    buf_add(out, ",\"variables\":[");
    for (size_t i = 0; r && !o->part && r->refused && i < r->dir->n_reduce; i++)
        listed(out, r, &r->dir->reduce[i]);
    for (size_t i = 0; r && !o->part && !r->refused && i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        variable(out, red->text, operator_of(red->op)->name, red->type->spelling,
                 report_path(o, red)->word);
    }
    buf_add(out, "]");
}

static void sections(struct buf *out, const struct outcome *o)
{
    struct section_fact *list;
    size_t n = report_sections(o, &list);
    buf_add(out, ",\"sections\":[");
    for (size_t i = 0; i < n; i++) {
        buf_add(out, i ? ",{" : "{");
        member(out, "base", list[i].base);
        buf_add(out, ",");
        member(out, "intent", list[i].intent);
        buf_add(out, ",");
        member(out, "extent", list[i].extent);
        buf_add(out, "}");
    }
    buf_add(out, "]");
}

void report_json(struct buf *out, const struct outcome *o, const struct diag *d)
{
    static const char *const words[] = {"device", "host", "refused"};
    struct source_pos pos = source_position(d->src, o->pragma->begin);
    buf_add(out, "{");
    member(out, "file", pos.file);
    buf_printf(out, ",\"line\":%u,", pos.line);
    member(out, "origin", report_origin(o));
    buf_add(out, ",");
    member(out, "directive", o->pragma->words);
    buf_add(out, ",");
    member(out, "decision", words[report_decision(o)]);
    buf_add(out, ",");
    member(out, "reason_code", report_code(o));
    buf_add(out, ",");
    member(out, "reason", report_reason(o));
    variables(out, o);
    sections(out, o);
    buf_add(out, ",\"warnings\":[");
    for (size_t i = 0; i < o->n_said; i++) {
        buf_add(out, i ? "," : "");
        string(out, d->log->text[o->first_said + i]);
    }
    buf_printf(out, "],\"pending\":%s}\n", report_pending(o) ? "true" : "false");
}
