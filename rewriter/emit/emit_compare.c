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

static const char *types_of(const struct plan *p)
{
    const char *text = "";
    for (size_t i = 0; i < p->r->n_bases; i++) {
        struct runs runs = {.n = 0};
        if (p->r->bases[i].written)
            add_type(&runs, p->r->bases[i].elem, 0);
        for (size_t k = 0; k < runs.n && !runs.too_many; k++)
            text = ir_printf("%s%s%c%lldx%lld", text, k ? "," : "", runs.run[k].kind,
                             runs.run[k].at, runs.run[k].n);
        text = ir_printf("%s;", text);
    }
    return text;
}

static void values(const struct plan *p, struct buf *out)
{
    buf_printf(out, "    if (tcr_both) { union tcr_slot tcr_v[%zu];", p->n_vars ? p->n_vars : 1);
    for (size_t k = 0; k < p->n_vars; k++) {
        const struct plan_reduction *red = p->vars[k];
        if (!red)
            continue;
        if (red->several) { /* the runtime reads it; a host loop in order has not used a temporary
                             */
            if (red->temp)
                buf_printf(out, " %s = %s;", red->host, emit_value(p, red));
            continue;
        }
        struct emit_slot slot = emit_slot_of(red->of->type);
        const char *x = red->of->decl
                            ? red->of->decl->name
                            : ir_printf("%s%s ? (%s) : 0", p->runs, red->guard, red->user);
        buf_printf(out, " tcr_v[%zu].%s = (%s)(%s);", k, slot.member, slot.type, x);
    }
    buf_add(out, " tcr_compare_values(tcr_both, tcr_v); }\n");
}

void emit_compare_start(const struct plan *p, struct buf *out)
{
    if (p->compares)
        buf_printf(out, "    void *tcr_both = tcr_compare_start(%s, \"%s\");\n", emit_region(p),
                   types_of(p));
}

void emit_compare_values(const struct plan *p, struct buf *out)
{
    if (p->compares)
        values(p, out);
}
