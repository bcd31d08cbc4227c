/* SPDX-License-Identifier: MIT */
/* ssa_verify.c: is static single assignment what ssa.h promises?  Each use is behind its
 * definition on every path, each phi has a value for each edge, and nobody uses what is gone; and
 * ssa_print(): a line a value. */
#include "ssa.h"

static const char *wrong(const char *what, const struct ssa_value *v)
{
    return ir_printf("%s (%s.%zu)", what, v->decl->name, v->number);
}

static bool is_live(const struct ssa *s, const struct ssa_value *v)
{
    return v->number < s->n_values && s->values[v->number] == v;
}

static const char *check_phi(const struct ssa *s, const struct ssa_value *v)
{
    for (size_t i = 0; i < v->block->n_in; i++) {
        const struct cfg_block *from = v->block->in[i]->from;
        if ((from->order != CFG_UNREACHED) != (v->from[i] != NULL))
            return wrong("a phi and the edges to its block differ", v);
        if (v->from[i] && !is_live(s, v->from[i]))
            return wrong("a phi has a value that is gone", v);
        if (v->from[i] && v->from[i]->decl != v->decl)
            return wrong("a phi is of several variables", v);
        if (v->from[i] && !cfg_dominates(v->from[i]->block, from))
            return wrong("a phi's value is not there on every path", v);
    }
    return NULL;
}

static const char *check_uses(const struct ssa *s, const struct ssa_value *v)
{
    for (const struct ssa_use *u = v->uses; u; u = u->next) {
        if (!cfg_dominates(v->block, u->block))
            return wrong("a use is not behind its definition", v);
        if (u->event && u->block == v->block && v->event && u->event <= v->event)
            return wrong("a use is before its definition", v);
        if (u->event ? ssa_at(s, u->event->e) != v : !is_live(s, u->value))
            return wrong("a use is of another value", v);
    }
    return NULL;
}

static const char *check_reads(const struct ssa *s)
{
    for (size_t i = 0; i < s->g->n_order; i++)
        for (size_t k = 0; k < s->g->order[i]->n_events; k++) {
            const struct cfg_event *e = &s->g->order[i]->events[k];
            const struct ssa_value *v = e->kind == CFG_READ ? ssa_at(s, e->e) : NULL;
            if (v && !is_live(s, v))
                return wrong("a use is of a value that is gone", v);
        }
    return NULL;
}

const char *ssa_verify(const struct ssa *s)
{
    const char *what = check_reads(s);
    for (size_t i = 0; i < s->n_values && !what; i++) {
        const struct ssa_value *v = s->values[i];
        if (v->number != i)
            what = wrong("a value has another number", v);
        else if (v->block->order == CFG_UNREACHED)
            what = wrong("a definition is not reached", v);
        else if (v->old && (!is_live(s, v->old) || v->old->decl != v->decl))
            what = wrong("a part's old value is gone", v);
        else if (v->kind == SSA_PHI)
            what = check_phi(s, v);
        what = what ? what : check_uses(s, v);
    }
    return what;
}

static void print_value(const struct ssa_value *v, FILE *out)
{
    if (v)
        fprintf(out, "%s.%zu", v->decl->name, v->number);
    else
        fputs("none", out);
}

void ssa_print(const struct ssa *s, FILE *out)
{
    static const char *const words[] = {"entry", "unset", "store", "part of", "phi"};
    for (size_t i = 0; i < s->n_values; i++) {
        const struct ssa_value *v = s->values[i];
        size_t n = 0;
        for (const struct ssa_use *u = v->uses; u; u = u->next)
            n++;
        fputs("  ", out);
        print_value(v, out);
        fprintf(out, " in %zu: %s", v->block->number, words[v->kind]);
        for (size_t k = 0; v->kind == SSA_PHI && k < v->block->n_in; k++) {
            fprintf(out, " %zu: ", v->block->in[k]->from->number);
            print_value(v->from[k], out);
        }
        if (v->old) {
            fputc(' ', out);
            print_value(v->old, out);
        }
        fprintf(out, ", %zu uses\n", n);
    }
}
