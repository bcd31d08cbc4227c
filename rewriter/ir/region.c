/* SPDX-License-Identifier: MIT */
/* region.c: see region.h. */
#include "region.h"

#include "cfg.h"

#include <stdarg.h>
#include <string.h>

#include "../source/construct.h"
#include "../source/declared.h"
#include "../source/operators.h"
#include "../text/text.h"

static void set_reason(struct region *r, enum refuse_level level, size_t offset,
                       enum refusal_code code, const char *fmt, va_list ap)
{
    if (r->stopped || (r->refused && !(level == REFUSE_LOOP && r->refuse_level == REFUSE_DEVICE)))
        return;
    struct buf b = {0};
    buf_vprintf(&b, fmt, ap);
    r->refused = true;
    r->refuse_level = level;
    r->refuse_code = code;
    r->refuse_offset = offset;
    r->refuse_reason = ir_strdup(b.s);
    buf_free(&b);
}

void *refuse(struct region *r, enum refuse_level level, size_t offset, enum refusal_code code,
             const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    set_reason(r, level, offset, code, fmt, ap);
    va_end(ap);
    r->stopped = true;
    return NULL;
}

void refuse_device(struct region *r, size_t offset, enum refusal_code code, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    set_reason(r, REFUSE_DEVICE, offset, code, fmt, ap);
    va_end(ap);
}

const char *region_lines(const struct region *r, size_t begin, size_t end)
{
    const char *text = r->src->text;
    struct buf b = {0};
    for (size_t at = begin; at < end;) {
        size_t n = strcspn(text + at, "\n");
        n = n < end - at ? n : end - at;
        size_t blanks = strspn(text + at, " \t\r\f\v");
        bool hash = blanks < n && text[at + blanks] == '#' && at > begin;
        if (blanks < n && !hash) {
            size_t line = at;
            while (line > 0 && text[line - 1] != '\n')
                line--;
            buf_printf(&b, "\n\1%zu\1", at);
            for (; line < at; line++) /* the user's columns */
                buf_addc(&b, text[line] == '\t' ? '\t' : ' ');
            buf_addn(&b, text + at, n);
        }
        at += n + 1;
    }
    char *lines = ir_strdup(b.s ? b.s : "");
    buf_free(&b);
    return lines;
}

char *region_quote(const struct region *r, size_t begin, size_t end)
{
    const char *text = r->src->text;
    char *out = ir_alloc(end - begin + 1), *p = out;
    bool line_start = false, blank = false;
    for (size_t i = begin; i < end; i++) {
        char c = text[i];
        if (line_start && c == '#') {
            while (i < end && text[i] != '\n')
                i++;
            continue;
        }
        if (c == '"' || c == '\'') { /* in which blanks count */
            size_t length = text_token(text, end, &i);
            if (blank)
                *p++ = ' ';
            memcpy(p, text + i, length);
            p += length;
            i += length - 1;
            line_start = blank = false;
            continue;
        }
        if (c == '\n')
            line_start = true;
        else if (!strchr(" \t\r", c))
            line_start = false;
        if (strchr(" \t\r\n", c)) {
            blank = p > out;
            continue;
        }
        if (blank)
            *p++ = ' ';
        blank = false;
        *p++ = c;
    }
    *p = 0;
    return out;
}

bool region_writes(const struct region *r)
{
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].written)
            return true;
    return false;
}

bool region_is_plain(const struct region *r)
{
    return r->dir->on_host && r->dir->kind == DIR_LOOP;
}

struct device_function *region_function(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->n_functions; i++)
        if (r->functions[i].decl == d && !r->functions[i].copy)
            return &r->functions[i];
    return NULL;
}

bool region_is_level_var(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            if (r->loops[i]->vars[k].var == d)
                return true;
    return false;
}

unsigned region_promised(const struct region *r)
{
    if (r->dir->origin == ORIGIN_TCR || r->dir->dependent || r->exclusive || r->unordered)
        return 0;
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].atomic) /* one may wait for another, and then use what it has written */
            return 0;
    unsigned loops = site_promised(r->facts, &r->site);
    return loops < r->n_loops ? loops : (unsigned)r->n_loops;
}

bool region_unmarked(const struct region *r, const struct base *b)
{
    return b->joint || region_promised(r) == r->n_loops;
}

bool region_is_last(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->n_lastprivates; i++)
        if (r->lastprivates[i] == d)
            return true;
    return false;
}

bool region_gives_last(const struct region *r, const struct decl *d)
{
    return r->gives_last && region_is_last(r, d);
}

bool region_lists(const struct region *r, const struct decl *d)
{
    return items_have(r->dir->private_items, r->dir->n_private, d->name) ||
           items_have(r->dir->firstprivate_items, r->dir->n_firstprivate, d->name);
}

bool region_is_of_thread(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->facts->n_constructs; i++) {
        const struct pragma *p = r->facts->constructs[i].pragma;
        if (strcmp(r->facts->constructs[i].name, "threadprivate") == 0 &&
            construct_mentions(p->words, 0, strlen(p->words), d->name))
            return true;
    }
    return d->is_thread_local;
}

/* ---- control flow ---- */

/* A call of a function that the program may end in. */
static enum cfg_return returns(void *ctx, const struct expr *call)
{
    const struct region *r = ctx;
    for (size_t i = 0; i < r->n_functions && !call->math; i++)
        if (r->functions[i].decl == call->decl && r->functions[i].ends)
            return CFG_RETURNS_PERHAPS;
    return CFG_RETURNS_ALWAYS;
}

struct cfg *region_cfg(struct region *r)
{
    struct stmt *root = r->body ? r->body : r->stmt;
    if (!r->cfg || r->cfg->root != root)
        r->cfg = cfg_build(root, returns, r);
    return r->cfg;
}

struct cfg *function_cfg(struct region *r, struct device_function *f)
{
    if (!f->cfg || f->cfg->root != f->body)
        f->cfg = cfg_build(f->body, returns, r);
    return f->cfg;
}

const char *reduction_operator(const struct reduction *red)
{
    return red->declared ? red->declared->is->name : operator_of(red->op)->name;
}
