/* SPDX-License-Identifier: MIT */
/*
 * directive.c: the directive's text: clauses, macros, continuation lines.
 */
#include "gen.h"

#include <stdio.h>

/* One clause a group of variables of one operator, or one a variable. */
static void reduce_clauses(struct loop *L, struct text *t)
{
    bool done[MAX_VARS] = {false};
    const char *between = chance(80) ? ", " : ",";
    for (int k = 0; k < L->n_vars; k++) {
        if (done[k])
            continue;
        const char *op = op_spelling(L->var[k].op);
        if (chance(6)) {
            add(&L->globals, "#define %s_OP%d %s\n", L->id, k, op);
            op = fmt("%s_OP%d", L->id, k);
        }
        struct text list = {0};
        add(&list, "%s", L->var[k].name);
        bool merge = chance(70);
        for (int m = k + 1; merge && m < L->n_vars; m++) {
            if (L->var[m].op != L->var[k].op)
                continue;
            add(&list, "%s%s", between, L->var[m].name);
            done[m] = true;
        }
        const char *items = fmt("%s", list.s);
        text_free(&list);
        if (chance(6)) {
            add(&L->globals, "#define %s_LIST%d %s\n", L->id, k, items);
            items = fmt("%s_LIST%d", L->id, k);
        }
        add(t, chance(60) ? " reduce(%s : %s)" : " reduce(%s:%s)", op, items);
    }
}

static void other_clauses(struct loop *L, struct text *t)
{
    if (L->collapse > 1)
        add(t, " collapse(%d)", L->collapse);
    if (L->privates.n)
        add(t, " private(%s)", L->privates.s);
    if (L->firstprivates.n)
        add(t, "%s firstprivate(%s)", chance(20) ? "," : "", L->firstprivates.s);
    if (L->sections.n)
        add(t, " copyin(%s)", L->sections.s);
    if (L->clauses.n)
        add(t, "%s", L->clauses.s);
    if (chance(8)) {
        int on = rnd(4) > 0;
        add(&L->globals, "static int %s_wanted = %d;\n", L->id, on);
        add(t, " if(%s_wanted%s)", L->id, chance(50) ? " > 0" : "");
    }
    if (chance(4))
        add(t, " block(%d)", 32 << rnd(5));
    if (chance(4) && L->n_vars > 0)
        add(t, " chain(%d)", 1 << rnd(4));
}

static const char *our_text(struct loop *L)
{
    struct text t = {0};
    if (L->n_vars == 0 && !L->reductions.n)
        add(&t, " loop");
    reduce_clauses(L, &t);
    if (L->reductions.n)
        add(&t, "%s", L->reductions.s);
    size_t plain = t.n;
    other_clauses(L, &t);
    const char *s;
    int form = rnd(100);
    if (L->n_vars == 1 && t.n == plain && form < 30)
        s = fmt("    REDUCE(%s, %s)\n", op_spelling(L->var[0].op), L->var[0].name);
    else if (form < 10)
        s = fmt("    _Pragma(\"tcr%s\")\n", t.s);
    else if (form < 18)
        s = fmt("    PRAGMA(tcr%s)\n", t.s);
    else if (form < 30)
        s = fmt("#pragma tcr \\\n   %s\n", t.s);
    else if (form < 36)
        s = fmt("#if 1\n#pragma tcr%s\n#endif\n", t.s);
    else
        s = fmt("#pragma tcr%s\n", t.s);
    text_free(&t);
    return s;
}

const char *directive_text(struct loop *L)
{
    return L->origin == FROM_TCR ? around(L, our_text(L)) : foreign_text(L);
}
