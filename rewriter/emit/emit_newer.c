/* SPDX-License-Identifier: MIT */
/*
 * emit_newer.c: what the host reads in memory before a loop may be newer on the device, where data
 * directives keep it: the pivot of an elimination, the bound of a row.  It is fetched in front:
 * what a header reads before the iterations are counted, the rest before the device is called.
 * Loops that OpenMP has on the host work on the host's copies, and fetch nothing.
 */
#include "emit_host.h"

#include "../ir/symbol.h"

/* The loads of a header, those in a subscript or pointer behind those that need them. */
struct header_search {
    const struct expr **list;
    size_t n;
};

static bool visit_load(struct expr *e, void *ctx)
{
    struct header_search *s = ctx;
    const struct expr *of = expr_object(e);
    const bool placeless = of->kind == EXPR_VAR && of->decl->is_register;
    const bool memory = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_MEMBER;
    if (memory && e->type->kind == TYPE_SCALAR && !placeless && !expr_is_bit_field(e))
        IR_PUSH(s->list, s->n, e);
    return e->kind != EXPR_ADDR;
}

static struct header_search loads_of(const struct loop *l)
{
    struct header_search s = {0};
    expr_walk(l->vars[0].lower, visit_load, &s);
    expr_walk(l->upper, visit_load, &s);
    if (l->vars[0].step)
        expr_walk(l->vars[0].step, visit_load, &s);
    return s;
}

const char *emit_header_fetches(const struct plan *p, const struct loop *l)
{
    struct buf out = {0};
    if (p->r->dir->on_host)
        return "";
    const struct header_search s = loads_of(l);
    for (size_t i = s.n; i-- > 0;) {
        const char *text = plan_quote(p->r, s.list[i]);
        buf_printf(&out, "tcr_data_fetch((const volatile void *)&(%s), sizeof(%s)), ", text, text);
    }
    const char *all = out.len ? ir_strdup(out.s) : "";
    buf_free(&out);
    return all;
}

/* Has it been fetched to count the iterations? */
static bool is_counted(const struct plan *p, const struct fixed *f)
{
    for (size_t i = 0; i < p->r->n_loops && f->read; i++) {
        const struct header_search s = loads_of(p->r->loops[i]);
        for (size_t k = 0; k < s.n; k++)
            if (s.list[k] == f->read)
                return true;
    }
    return false;
}

/* A pointer's value on the device may lead elsewhere; a variable is the host's. */
static bool is_fetched(const struct plan *p, const struct fixed *f)
{
    return !f->pointer && !f->unnamed && f->place->kind != SYMBOL_NAME && !is_counted(p, f);
}

bool emit_fetches(const struct plan *p, struct buf *out)
{
    bool any = false;
    for (size_t i = 0; i < p->r->n_fixed && p->device && !p->r->dir->on_host; i++) {
        const struct symbol *place = p->r->fixed[i].place;
        if (!is_fetched(p, &p->r->fixed[i]))
            continue;
        const char *text = symbol_c(place);
        any = true;
        buf_add(out, "        ");
        if (place->when)
            buf_printf(out, "if (%s) ", symbol_c(place->when));
        buf_printf(out, "tcr_data_fetch((const volatile void *)&(%s), sizeof(%s));\n", text, text);
    }
    return any;
}
