/* SPDX-License-Identifier: MIT */
/*
 * output_left.c: constructs of OpenACC and OpenMP that stay on the host (output_private.h).
 *
 * With their data directives taken over, arrays may be newer on the device.  What is
 * taken over as a loop knows that; what is not gets a call in front.
 */
#include <string.h>

#include "../accept/accept.h"
#include "../emit/emit.h"
#include "../front/ast.h"
#include "output_private.h"

/* The innermost one. */
static const struct region *region_at(struct plan *const *plans, size_t n, size_t at)
{
    for (size_t i = n; i-- > 0;)
        if (!directive_is_data(plans[i]->r->dir) && at >= plans[i]->r->site.begin &&
            at < plans[i]->r->site.end)
            return plans[i]->r;
    return NULL;
}

/* Does the host run it, and in it a loop that is taken over? */
static bool holds_taken(const struct region *r, struct plan *const *plans, size_t n)
{
    for (size_t i = 0; r->refused && i < n; i++) {
        const struct region *in = plans[i]->r;
        if (!in->refused && !directive_is_data(in->dir) && in->begin > r->begin &&
            in->end <= r->end)
            return true;
    }
    return false;
}

/* A loop that has a call of its own, or needs none.  The compiler makes device code of others with
 * the construct around them, and the call of one of the host's comes before those of loops in it.
 */
static bool is_apart(const struct region *r, const struct construct *c, struct plan *const *plans,
                     size_t n)
{
    return r && !holds_taken(r, plans, n) && r->site.begin >= c->begin &&
           r->refuse_code != CODE_OFFLOAD_REGION;
}

/* Are there other statements in it than such loops? */
static bool has_statements(const struct edits *e, const struct construct *c,
                           struct plan *const *plans, size_t n)
{
    const char *text = e->src->text;
    for (size_t at = c->begin; at < c->end; at++) {
        const struct region *r = region_at(plans, n, at);
        if (is_apart(r, c, plans, n))
            at = r->site.end - 1;
        else if (text[at] == '#' && (at == 0 || text[at - 1] == '\n'))
            at += strcspn(text + at, "\n");
        else if (!strchr(" \t\r\n{}", text[at]))
            return true;
    }
    return false;
}

struct left {
    const struct edits *e;
    const struct construct *c;
    struct plan *const *plans;
    size_t n;
};

static bool is_hole(size_t begin, size_t end, void *ctx)
{
    const struct left *l = ctx;
    const struct region *r = region_at(l->plans, l->n, begin);
    return is_apart(r, l->c, l->plans, l->n) && end <= r->site.end;
}

/* No data directive has put it on the device. */
static bool may_name(const char *name, void *ctx)
{
    const struct facts *f = ((const struct left *)ctx)->e->opt->facts;
    for (size_t i = 0; i < f->n_constructs; i++) {
        const struct construct *c = &f->constructs[i];
        const char *words = c->pragma->words;
        if (((c->parts & PARTS_DATA) || strcmp(c->name, "declare") == 0) &&
            construct_mentions(words, 0, strlen(words), name))
            return false;
    }
    return true;
}

/* Are there statements that may use what is on the device, or write it? */
static bool has_more(const struct edits *e, const struct construct *c, struct plan *const *plans,
                     size_t n)
{
    struct left l = {e, c, plans, n};
    const struct ast_plain how = {is_hole, may_name, &l};
    return has_statements(e, c, plans, n) &&
           !ast_text_is_plain(e->opt->facts->ast, c->begin, c->end, &how);
}

/* Does a region that is taken over stand among statements that OpenACC runs on a device,
 * and we on the host?  In the same construct, or where an orphaned loop is called from. */
static bool is_among_left(const struct edits *e, const struct region *r, struct plan *const *plans,
                          size_t n)
{
    const struct facts *f = e->opt->facts;
    bool inside = r->site.parts & (PART_PARALLEL | PART_KERNELS | PART_SERIAL);
    if (r->dir->origin != ORIGIN_ACC || directive_is_data(r->dir) || r->refused)
        return false;
    for (size_t i = 0; i < f->n_constructs; i++) {
        const struct construct *c = &f->constructs[i];
        bool around = accept_is_compute(c, e->opt->accept) && c->begin <= r->begin &&
                      c->end >= r->end && (i < r->site.first || i >= r->site.first + r->site.count);
        if (around && has_more(e, c, plans, n))
            return true;
        inside |= around && (c->parts & (PART_PARALLEL | PART_KERNELS | PART_SERIAL));
    }
    return !inside;
}

/* Is it outermost, and not the whole of a region or a part of one? */
static bool is_left(const struct edits *e, size_t k, struct plan *const *plans, size_t n)
{
    const struct construct *all = e->opt->facts->constructs, *c = &all[k];
    if (!accept_is_compute(c, e->opt->accept) || region_at(plans, n, c->pragma->begin) ||
        output_region_taken(c, plans, n))
        return false;
    for (size_t i = 0; i < k; i++)
        if (accept_is_compute(&all[i], e->opt->accept) && all[i].begin <= c->pragma->begin &&
            all[i].end >= c->end)
            return false;
    return has_more(e, c, plans, n);
}

/* tcr_data_host_loop(...), between `open` and `close`. */
static const char *host_call(const struct edits *e, size_t at, const char *open, const char *close)
{
    struct buf call = {0};
    struct source_pos pos = source_position(e->src, at);
    buf_printf(&call, "%stcr_data_host_loop(", open);
    emit_c_string(&call, pos.file);
    buf_printf(&call, ", %u, 1);%s\n", pos.line, close);
    const char *text = ir_strdup(call.s);
    buf_free(&call);
    return text;
}

/* What the host runs may use what is newer on the device, and what it writes is the
 * host's from then on; so for a region among such statements, before it and after. */
void output_left(struct edits *e, struct plan *const *plans, size_t n, bool open)
{
    const struct facts *f = e->opt->facts;
    for (size_t i = n; i-- > 0;) {
        const struct region *r = plans[i]->r;
        size_t at = r->pragma->begin;
        if (is_among_left(e, r, plans, n))
            output_lines(e, open ? r->site.begin : r->site.end, at,
                         open ? host_call(e, at, "{ ", "") : host_call(e, at, "", " }"));
    }
    for (size_t k = f->n_constructs; k-- > 0;) {
        const struct construct *c = &f->constructs[k];
        size_t at = c->pragma->begin;
        if (is_left(e, k, plans, n))
            output_lines(e, open ? output_line_begin(e->src->text, at) : c->end, at,
                         open ? host_call(e, at, "{ ", "") : "}\n");
    }
}
