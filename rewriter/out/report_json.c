/* SPDX-License-Identifier: MIT */
/* report_json.c: a directive as one JSON object; docs/report.md is its contract. */
#include "report_private.h"

#include <string.h>

#include "../images/images.h"
#include "../text/json.h"
#include "../source/operators.h"

static bool is_ptx(unsigned arch)
{
    return arch & IMAGES_COMPUTE;
}

static void variable(struct buf *out, const char *name, const char *op, const char *type)
{
    buf_add(out, out->s[out->len - 1] == '[' ? "{" : ",{");
    json_member(out, "name", name);
    json_member(out, "op", op);
    json_member(out, "type", type);
}

/* What the directive lists; its type is known if the analysis has come so far. */
static void listed(struct buf *out, const struct region *r, const struct reduce_clause *c)
{
    for (size_t i = 0; i < c->n_items; i++) {
        const char *type = NULL;
        for (size_t k = 0; k < r->n_reductions; k++)
            if (strcmp(r->reductions[k].text, c->items[i].text) == 0)
                type = r->reductions[k].type->spelling;
        variable(out, c->items[i].text, c->declared ? c->declared : operator_of(c->op)->name, type);
        json_member(out, "path", "host");
        buf_add(out, ",\"paths\":{}}");
    }
}

/* On each architecture; `path` is that of the newest. */
static void paths(struct buf *out, const struct plan *p, const struct plan_reduction *red)
{
    const unsigned *archs;
    size_t n = plan_archs(p, &archs);
    unsigned newest = archs[0];
    for (size_t i = 1; i < n; i++)
        newest = !is_ptx(archs[i]) && (is_ptx(newest) || archs[i] > newest) ? archs[i] : newest;
    json_member(out, "path", plan_path(p, red, newest).word);
    buf_add(out, ",\"paths\":{");
    for (size_t i = 0; i < n; i++)
        json_member(out, plan_arch_name(archs[i]), plan_path(p, red, archs[i]).word);

    buf_add(out, "}}");
}

static void variables(struct buf *out, const struct outcome *o)
{
    const struct region *r = o->plan && !o->part ? o->plan->r : NULL;
    buf_add(out, "\"variables\":[");
    for (size_t i = 0; r && r->refused && i < r->dir->n_reduce; i++)
        listed(out, r, &r->dir->reduce[i]);
    for (size_t i = 0; r && !r->refused && i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        variable(out, red->text, reduction_operator(red), red->type->spelling);
        paths(out, o->plan, &o->plan->reductions[i]);
    }
    buf_add(out, "]");
}

static void sections(struct buf *out, const struct outcome *o)
{
    const struct plan_section *list;
    size_t n = report_sections(o, &list);
    buf_add(out, ",\"sections\":[");
    for (size_t i = 0; i < n; i++) {
        buf_add(out, i ? ",{" : "{");
        json_member(out, "base", list[i].base);
        json_member(out, "intent", list[i].intent);
        json_member(out, "extent", list[i].extent);
        buf_add(out, "}");
    }
    buf_add(out, "]");
}

const char *report_decision_word(const struct outcome *o)
{
    static const char *const words[] = {"device", "host", "refused"};
    return words[report_decision(o)];
}

void report_json_facts(struct buf *out, const struct outcome *o)
{
    variables(out, o);
    sections(out, o);
    buf_add(out, ",");
    report_json_loops(out, o);
}

void report_json(struct buf *out, const struct outcome *o, const struct diag *d)
{
    struct source_pos pos = source_position(d->src, o->pragma->begin);
    buf_add(out, "{");
    json_member(out, "file", pos.file);
    buf_printf(out, ",\"line\":%u,", pos.line);
    json_member(out, "origin", report_origin(o));
    json_member(out, "directive", o->pragma->words);
    json_member(out, "decision", report_decision_word(o));
    json_member(out, "reason_code", refusal_word(report_code(o)));
    json_member(out, "reason", report_reason(o));
    buf_add(out, ",");
    report_json_facts(out, o);
    buf_add(out, ",\"warnings\":[");
    for (size_t i = 0; i < o->n_said; i++) {
        buf_add(out, i ? "," : "");
        json_string(out, d->log->said[o->first_said + i].text);
    }
    buf_printf(out, "],\"pending\":%s}\n", report_pending(o) ? "true" : "false");
}
