/* SPDX-License-Identifier: MIT */
/*
 * emit_compare.c: host text for TCR_COMPARE, where a loop runs on both sides.
 *
 *     void *tcr_both = tcr_compare_start(&tcr_region_0, "d0x1;i0x4");
 *     if (tcr_both) { union tcr_slot tcr_v[1]; tcr_v[0].f = sum; tcr_compare_values(tcr_both,
 * tcr_v); } the device call, which then leaves the variables alone, and the loop if (tcr_both) {
 * the same again }
 *
 * The string says what numbers an element of each base is made of: kind (d f h b of
 * floating types, i of anything that must be equal, bytes), offset in bytes, how many.
 * A base without any is not compared.
 */
#include "emit_host.h"

enum { MOST_RUNS = 64 };

struct runs {
    struct {
        char kind;
        long long at, n;
    } run[MOST_RUNS];
    size_t n;
    bool too_many;
};

static long long size_of(char kind)
{
    return kind == 'd' ? 8 : kind == 'f' ? 4 : kind == 'i' ? 1 : 2;
}

static void add_run(struct runs *runs, char kind, long long at, long long n)
{
    size_t last = runs->n - 1;
    if (runs->n && runs->run[last].kind == kind &&
        runs->run[last].at + runs->run[last].n * size_of(kind) == at) {
        runs->run[last].n += n;
        return;
    }
    if (runs->n == MOST_RUNS) {
        runs->too_many = true;
        return;
    }
    runs->run[runs->n].kind = kind;
    runs->run[runs->n].at = at;
    runs->run[runs->n++].n = n;
}

static void add_type(struct runs *runs, const struct type *t, long long at);

static void add_record(struct runs *runs, const struct record *rec, long long at)
{
    for (size_t i = 0; i < rec->n_fields; i++) {
        const struct field *f = &rec->fields[i];
        long long first = f->bit_offset / 8;
        if (f->bits >= 0)
            add_run(runs, 'i', at + first, (f->bit_offset + f->bits + 7) / 8 - first);
        else
            add_type(runs, f->type, at + first);
    }
}

static void add_type(struct runs *runs, const struct type *t, long long at)
{
    bool scalar = t->kind == TYPE_SCALAR;
    if (scalar && type_is_floating(t)) {
        add_run(runs, scalar_of(t->scalar)->letter, at, 1);
    } else if (scalar) {
        add_run(runs, 'i', at, t->size);
    } else if (t->kind == TYPE_ARRAY && t->of->size > 0) {
        for (long long k = 0; k < t->count && !runs->too_many; k++)
            add_type(runs, t->of, at + k * t->of->size);
    } else if (t->kind == TYPE_RECORD && !t->record->is_union) {
        add_record(runs, t->record, at);
    } else if (t->kind == TYPE_RECORD) { /* whichever member it is that counts */
        add_run(runs, 'i', at, t->size);
    }
}

static const char *types_of(const struct region *r)
{
    const char *text = "";
    for (size_t i = 0; i < r->n_bases; i++) {
        struct runs runs = {.n = 0};
        if (r->bases[i].written)
            add_type(&runs, r->bases[i].elem, 0);
        for (size_t k = 0; k < runs.n && !runs.too_many; k++)
            text = ir_printf("%s%s%c%lldx%lld", text, k ? "," : "", runs.run[k].kind,
                             runs.run[k].at, runs.run[k].n);
        text = ir_printf("%s;", text);
    }
    return text;
}

/* The runtime reads a temporary of several numbers, which a host loop in order has not used. */
static void reload(const struct region *r, size_t i, struct buf *out)
{
    const struct reduction *red = &r->reductions[i];
    if (emit_uses_temp(r, red))
        buf_printf(out, " tcr_red%zu = %s%s ? %s : 0;", i, emit_runs(r),
                   emit_null_guard(r, red->lvalue), emit_quote(r, red->lvalue));
}

static void values(const struct region *r, struct buf *out)
{
    int *order;
    size_t n = emit_var_order(r, &order);
    buf_printf(out, "    if (tcr_both) { union tcr_slot tcr_v[%zu];", n ? n : 1);
    for (size_t k = 0; k < n; k++) {
        const struct reduction *red = order[k] >= 0 ? &r->reductions[order[k]] : NULL;
        if (red && emit_is_several(red))
            reload(r, (size_t)order[k], out);
        if (!red || emit_is_several(red))
            continue;
        const char *x = red->decl ? red->decl->name : ir_printf("(%s)", emit_quote(r, red->lvalue));
        const char *guard = emit_null_guard(r, red->lvalue);
        const char *value = red->decl ? x : ir_printf("%s%s ? %s : 0", emit_runs(r), guard, x);
        bool floating = type_is_floating(red->type);
        buf_printf(out, " tcr_v[%zu].%s = (%s)(%s);", k,
                   floating                      ? "f"
                   : type_is_unsigned(red->type) ? "u"
                                                 : "i",
                   floating                      ? "double"
                   : type_is_unsigned(red->type) ? "unsigned long long"
                                                 : "long long",
                   value);
    }
    buf_add(out, " tcr_compare_values(tcr_both, tcr_v); }\n");
}

/* A team's loop is called by one thread and run by all. */
static bool compares(const struct region *r)
{
    return !r->refused && !r->site.team;
}

void emit_compare_start(const struct region *r, struct buf *out)
{
    if (compares(r))
        buf_printf(out, "    void *tcr_both = tcr_compare_start(%s, \"%s\");\n", emit_region(r),
                   types_of(r));
}

void emit_compare_values(const struct region *r, struct buf *out)
{
    if (compares(r))
        values(r, out);
}
