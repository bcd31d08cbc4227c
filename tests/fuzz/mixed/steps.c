/* SPDX-License-Identifier: MIT */
/*
 * steps.c: statements of an iteration.
 */
#include "mixed.h"

#include <string.h>

/* --- stores ------------------------------------------------------------------------------ */

static void store_by_operator(struct mixed *M, const struct object *o, const char *at)
{
    const char *v = below(M, 1, 6);
    switch (rnd(o->floating ? 3 : 6)) {
    case 0:
        mixed_line(M, "%s += %s;", at, v);
        mixed_line(M, "if (%s > 127)", at);
        mixed_line(M, "    %s -= %s;", at, o->floating ? "64" : "100");
        break;
    case 1:
        mixed_line(M, "if (%s < 120)", at);
        mixed_line(M, chance(50) ? "    %s++;" : "    ++%s;", at);
        break;
    case 2:
        mixed_line(M, "if (%s > 0)", at);
        mixed_line(M, chance(50) ? "    %s--;" : "    %s -= 1;", at);
        break;
    case 3:
        mixed_line(M, "%s ^= %s;", at, v);
        break;
    case 4:
        mixed_line(M, "%s = (%s) (%s * 5 + %s) %% 101;", at, o->type, at, v);
        break;
    default:
        mixed_line(M, "%s >>= %s & 3;", at, v);
    }
}

void store(struct mixed *M)
{
    struct object *o = written_object(M);
    if (!o)
        return;
    const char *at = element_at(o, M->row, own_column(M, o));
    const char *p = fmt("p%d", M->names), *start = row_start(o, M->row);
    if (chance(20)) {
        store_by_operator(M, o, at);
    } else if (o->shape == UNIONS && chance(30)) {
        mixed_line(M, "%s[%s].c[0] = (unsigned char)%s;", o->name, M->row, below(M, 1, 7));
    } else if (start && !M->column && chance(15)) { /* along the row */
        M->names++;
        mixed_line(M, "{");
        M->indent++;
        mixed_line(M, "%s *%s = %s;", o->type, p, start);
        for (int k = rnd_in(1, o->columns); k > 0; k--)
            mixed_line(M, "*%s++ = (%s)%s;", p, o->type, below(M, 1, 7));
        M->indent--;
        mixed_line(M, "}");
    } else if (o->shape == CELLS && !M->column && chance(40)) { /* as a whole */
        const char *cell = fmt("cell%d", M->names++);
        mixed_line(M, "{");
        M->indent++;
        mixed_line(M, "%s %s = %s[%s];", struct_of(M, o), cell, o->name, M->row);
        mixed_line(M, "%s.v[%d] = (%s)%s;", cell, rnd(o->columns), o->type, below(M, 1, 7));
        mixed_line(M, "%s[%s] = %s;", o->name, M->row, cell);
        M->indent--;
        mixed_line(M, "}");
    } else {
        mixed_line(M, "%s = (%s)%s;", at, o->type, below(M, 2, 7));
    }
}

/* --- numbers ----------------------------------------------------------------------------- */

static void declare(struct mixed *M)
{
    static const char *const types[] = {"int", "const int", "long", "unsigned", "double"};
    const char *name = mixed_name(M, "v"), *e = below(M, 2, 15);
    int t = rnd(5);
    if (t == 4) {
        mixed_line(M, "double d%s = 0.5 * %s + 0.25;", name, e);
        mixed_line(M, "const int %s = (int)d%s;", name, name);
    } else if (t >= 2) {
        mixed_line(M, "%s w%s = (%s)%s;", types[t], name, types[t], e);
        mixed_line(M, "int %s = (int)(w%s + 3) & 32767;", name, name);
    } else {
        mixed_line(M, "%s %s = %s;", types[t], name, e);
    }
    push_scalar(M, name, t == 1 || t == 4);
}

static void change(struct mixed *M)
{
    for (int tries = 0; tries < 4 && M->n_scalars; tries++) {
        int k = rnd(M->n_scalars);
        const char *v = M->scalar[k];
        if (M->fixed[k])
            continue;
        switch (rnd(3)) {
        case 0:
            mixed_line(M, "%s = (%s + %s) & 32767;", v, v, mixed_value(M, 1).s);
            return;
        case 1:
            mixed_line(M, "%s ^= %s;", v, below(M, 1, 10));
            return;
        default:
            mixed_line(M, "%s = %s;", v, below(M, 2, 15));
            return;
        }
    }
    declare(M);
}

static void local_array(struct mixed *M)
{
    const char *t = mixed_name(M, "t"), *k = mixed_name(M, "k"), *v = mixed_name(M, "v");
    int bits = rnd_in(1, 3), n = 1 << bits;
    const char *type = chance(50) ? "int" : chance(50) ? "double" : "unsigned char";
    mixed_line(M, "%s %s[%d]%s;", type, t, n, chance(40) ? " = {0}" : "");
    mixed_line(M, "for (int %s = 0; %s < %d; %s++)", k, k, n, k);
    mixed_line(M, "    %s[%s] = (%s)(%s + %s);", t, k, type, below(M, 1, 6), k);
    if (chance(60))
        mixed_line(M, "%s[%s] = (%s)%s;", t, below(M, 1, bits), type, below(M, 1, 7));
    mixed_line(M, "int %s = (int)%s[%s];", v, t, below(M, 1, bits));
    push_scalar(M, v, false);
}

/* --- ways ---------------------------------------------------------------------------------- */

static void branch(struct mixed *M)
{
    mixed_line(M, "if (%s) {", mixed_test(M));
    mixed_block(M, rnd_in(1, 2));
    if (chance(40)) {
        mixed_line(M, chance(70) ? "} else {" : "} else if (%s) {", mixed_test(M));
        mixed_block(M, rnd_in(1, 2));
    }
    mixed_line(M, "}");
}

static void chosen(struct mixed *M)
{
    bool may_break = M->may_break;
    int labels = rnd_in(1, 3), other = rnd(labels + 2);
    mixed_line(M, "switch (%s) {", below(M, 1, 2));
    M->may_break = false;
    for (int k = 0; k <= labels; k++) {
        if (k == other)
            mixed_line(M, "default: {");
        else
            mixed_line(M, "case %d: {", k);
        mixed_block(M, rnd_in(1, 2));
        if (chance(70))
            mixed_line(M, "    break;");
        mixed_line(M, "}");
    }
    mixed_line(M, "}");
    M->may_break = may_break;
}

/* Over some statements, or back to them. */
static void jump(struct mixed *M)
{
    const char *label = fmt("$L%d", M->names++), *q = fmt("q%d", M->names++);
    int names = M->n_scalars;
    if (chance(60)) {
        mixed_line(M, "if (%s)", mixed_test(M));
        mixed_line(M, "    goto %s;", label);
        mixed_steps(M, rnd_in(1, 2));
        mixed_line(M, "%s:;", label);
    } else {
        mixed_line(M, "int %s = 0;", q);
        mixed_line(M, "%s:", label);
        mixed_line(M, "%s++;", q);
        mixed_block(M, rnd_in(1, 2));
        mixed_line(M, "if (%s < %d && (%s))", q, rnd_in(1, 4), mixed_test(M));
        mixed_line(M, "    goto %s;", label);
    }
    M->n_scalars = names;
}

static void leave(struct mixed *M)
{
    const char *how = M->may_break && chance(60) ? "break" : M->may_continue ? "continue" : NULL;
    if (how)
        mixed_line(M, chance(50) ? "if (%s) { %s; }" : "if (%s) %s;", mixed_test(M), how);
    else
        change(M);
}

static void step(struct mixed *M)
{
    bool deep = M->nested >= 3;
    int k = rnd(deep ? 56 : 110);
    if (k < 20)
        store(M);
    else if (k < 24)
        row_step(M);
    else if (k < 28)
        scratch_step(M);
    else if (k < 36)
        declare(M);
    else if (k < 42)
        change(M);
    else if (k < 50)
        result_step(M);
    else if (k < 53)
        leave(M);
    else if (k < 56)
        calling_step(M);
    else if (k < 66)
        branch(M);
    else if (k < 72)
        chosen(M);
    else if (k < 77)
        jump(M);
    else if (k < 82)
        local_array(M);
    else if (k < 90)
        row_step(M);
    else if (k < 94)
        scratch_step(M);
    else
        inner_turns(M);
}

void mixed_steps(struct mixed *M, int count)
{
    for (int k = 0; k < count; k++)
        step(M);
}

void mixed_block(struct mixed *M, int count)
{
    int names = M->n_scalars;
    M->indent++;
    M->nested++;
    mixed_steps(M, count);
    M->nested--;
    M->indent--;
    M->n_scalars = names;
}
