/* SPDX-License-Identifier: MIT */
/*
 * sections.c: loops whose reduction variables are complex numbers, sections and
 * elements of arrays.
 */
#include "gen.h"

enum shape { S_COMPLEX, S_SECTION, S_ELEMENT };
enum home { IN_LOCAL, IN_HEAP, IN_PARAM, IN_MEMBER, IN_POINTER, N_HOMES };

struct several {
    enum shape shape;
    enum home home;
    enum type type;
    enum op op;
    const char *name, *lvalue; /* as declared; as the loop writes it */
    int bits;                  /* 2^bits numbers, ... */
    long low;                  /* ... from this one on */
    bool used;
};

enum { MAX_SEVERAL = 3 };
static struct several all[MAX_SEVERAL];
static int n_all;

static bool is_float(const struct several *s)
{
    return types[s->type].is_float;
}

static void choose_one(struct loop *L, struct several *s)
{
    static const enum type some[] = {T_DOUBLE, T_DOUBLE, T_FLOAT, T_INT, T_LONG, T_UINT};
    static const enum op ops[] = {O_ADD, O_ADD, O_ADD, O_SUB, O_MAX, O_MIN};
    static const int bits[] = {0, 1, 2, 3, 3, 4, 5, 6, 7, 10};
    *s = (struct several){.shape = (enum shape)rnd(3), .type = some[rnd(6)], .op = ops[rnd(6)]};
    s->home = (enum home)rnd(N_HOMES);
    s->bits = bits[rnd(10)];
    s->low = chance(70) ? 0 : rnd_in(1, 9);
    if (s->shape == S_COMPLEX) {
        s->type = chance(75) ? T_DOUBLE : T_FLOAT;
        s->op = chance(80) ? O_ADD : O_SUB;
        s->home = chance(60) ? IN_LOCAL : IN_MEMBER;
    } else if (!is_float(s) && chance(20)) {
        s->op = O_XOR;
    }
    if (L->origin == FROM_OMP)
        s->home = s->home == IN_HEAP && s->shape == S_SECTION ? IN_HEAP : IN_LOCAL;
    s->name = fresh(L, "h");
    s->lvalue = s->home >= IN_MEMBER ? member(L, s->name) : s->name;
}

/* --- updates -------------------------------------------------------------------- */

static void reference_update(struct loop *L, const struct several *s, const char *at, const char *e)
{
    const char *ref = fmt("ref_%s[%s]", s->name, at), *t = types[s->type].name;
    if (is_float(s) && (s->op == O_ADD || s->op == O_SUB))
        line(L, "REF_ADD(%s, %s(long double)(%s));", ref, s->op == O_SUB ? "-" : "", e);
    else if (s->op == O_MIN || s->op == O_MAX)
        line(L, "REF_%s(%s, %s, %s);", s->op == O_MIN ? "MIN" : "MAX", ref, t, e);
    else
        line(L, "%s = (%s)(%s %s (%s));", ref, t, ref, op_spelling(s->op), e);
}

static void written_update(struct loop *L, const struct several *s, const char *at, const char *e,
                           int form)
{
    const char *op = op_spelling(s->op);
    const char *x = fmt(form < 24 ? "%s[%s]" : "(*(%s + (%s)))", s->lvalue, at);
    form %= 4;
    if (s->op == O_MIN || s->op == O_MAX) {
        const char *away = s->op == O_MAX ? ">" : "<";
        if (form == 0)
            line(L, "%s = %s %s %s ? %s : %s;", x, e, away, x, e, x);
        else if (form == 1)
            line(L, "%s = %s(%s, %s);", x, s->op == O_MAX ? "MAX" : "MIN", x, e);
        else
            line(L, "if (%s %s %s) %s = %s;", e, away, x, x, e);
    } else if (form == 0) {
        line(L, "%s = %s %s (%s);", x, x, op, e);
    } else {
        line(L, "%s %s= %s;", x, op, e);
    }
}

static void update_complex(struct loop *L, const struct several *s)
{
    const char *a = any_expr(L, rnd(3)).s, *b = any_expr(L, rnd(2)).s;
    const char *op = s->op == O_SUB ? "-" : "+", *x = s->lvalue;
    int form = rnd(3);
    if (L->reference) {
        line(L, "REF_ADD(ref_%s[0], %s(long double)(%s));", s->name, s->op == O_SUB ? "-" : "", a);
        line(L, "REF_ADD(ref_%s[1], %s(long double)(%s));", s->name, s->op == O_SUB ? "-" : "", b);
    } else if (form == 0) {
        line(L, "%s = %s %s ((%s) + (%s) * I);", x, x, op, a, b);
    } else if (form == 1) {
        line(L, "%s %s= conj((%s) - (double)(%s) * I);", x, op, a, b);
    } else {
        line(L, "%s %s= (%s) + I * (%s);", x, op, a, b);
    }
}

static void update_one(struct loop *L, struct several *s)
{
    int form = rnd(28); /* drawn in both passes */
    s->used = true;
    if (s->shape == S_ELEMENT) /* as the clause has it */
        form %= 4;
    if (s->shape == S_COMPLEX) {
        update_complex(L, s);
        return;
    }
    const char *at = fmt("%ld", s->low), *t = types[s->type].name, *e, *once = fresh(L, "t");
    if (s->shape == S_SECTION) {
        at = fmt("(%s & %d)", int_expr(L, rnd(3), 12).s, (1 << s->bits) - 1);
        at = s->low ? fmt("%s + %ld", at, s->low) : at;
    }
    e = is_float(s) ? any_expr(L, rnd(3)).s : int_expr(L, rnd(3), 7).s;
    if (s->op == O_MIN || s->op == O_MAX) { /* evaluated once, as it is stored */
        line(L, "const %s %s = (%s)(%s);", t, once, t, e);
        e = once;
    }
    if (L->reference)
        reference_update(L, s, at, e);
    else
        written_update(L, s, at, e, form);
}

static void some_update(struct loop *L)
{
    struct several *s = &all[rnd(n_all)];
    for (int k = 0; k < n_all; k++)
        if (!all[k].used)
            s = &all[k];
    if (chance(25)) {
        line(L, "if (%s) {", condition(L, 1));
        L->indent++;
        update_one(L, s);
        L->indent--;
        line(L, "}");
    } else {
        line(L, "{");
        L->indent++;
        update_one(L, s);
        L->indent--;
        line(L, "}");
    }
}

void sections_nest(struct loop *L)
{
    static const long some[] = {0, 1, 7, 32, 33, 100, 255, 257, 500, 1000};
    L->trips = L->collapse = L->indent = L->repeats = 1;
    n_all = chance(50) ? 1 : rnd_in(2, MAX_SEVERAL);
    for (int k = 0; k < n_all; k++)
        choose_one(L, &all[k]);
    struct header h = header_for(L, some[rnd(10)], false);
    L->index[L->n_index++] = h.index;
    L->trips = h.trips > 0 ? h.trips : 1;
    L->outer = h.declared_outside ? h.name : NULL;
    line(L, "%s {", h.text);
    L->indent++;
    for (int n = n_all + rnd(2); n > 0; n--)
        some_update(L);
    if (chance(35)) {
        struct header in = header_for(L, rnd(5), true);
        L->index[L->n_index++] = in.index;
        line(L, "%s {", in.text);
        L->indent++;
        some_update(L);
        L->indent--;
        L->n_index--;
        line(L, "}");
    }
    L->indent--;
    line(L, "}");
}

/* --- declarations, clauses, checks ------------------------------------------------ */

static void declare_complex(struct loop *L, const struct several *s)
{
    const char *t = fmt("%s complex", types[s->type].name);
    if (s->home == IN_MEMBER)
        add(&L->fields, "    %s %s;\n", t, s->name);
    else
        add(&L->locals, "    %s %s;\n", t, s->name);
    add(&L->setup,
        "    %s = 1.5 - 0.25 * I;\n"
        "    struct fuzz_ref ref_%s[2] = {{1.5, 1.5, 0}, {-0.25, 0.25, 0}};\n",
        s->lvalue, s->name);
    add(&L->checks, "    check_sum(\"%s_%s\", creal(%s), ref_%s[0], %s);\n", L->id, s->name,
        s->lvalue, s->name, s->type == T_FLOAT ? "FLOAT_U" : "DOUBLE_U");
    add(&L->checks, "    check_sum(\"%s_%s\", cimag(%s), ref_%s[1], %s);\n", L->id, s->name,
        s->lvalue, s->name, s->type == T_FLOAT ? "FLOAT_U" : "DOUBLE_U");
}

static void declare_array(struct loop *L, const struct several *s, long n)
{
    const char *t = types[s->type].name, *name = s->name;
    switch (s->home) {
    case IN_HEAP:
        add(&L->locals, "    %s *%s = malloc(%ld * sizeof *%s);\n", t, name, n, name);
        add(&L->cleanup, "    free(%s);\n", name);
        break;
    case IN_PARAM:
        add(&L->globals, "static %s %s_%s[%ld];\n", t, L->id, name, n);
        add(&L->params, chance(50) ? ", %s *%s" : ", %s %s[]", t, name);
        add(&L->args, ", %s_%s", L->id, name);
        break;
    case IN_MEMBER:
        add(&L->fields, "    %s %s[%ld];\n", t, name, n);
        break;
    case IN_POINTER:
        add(&L->globals, "static %s %s_%s[%ld];\n", t, L->id, name, n);
        add(&L->fields, "    %s *%s;\n", t, name);
        add(&L->setup, "    %s = %s_%s;\n", s->lvalue, L->id, name);
        break;
    default:
        add(&L->locals, "    %s %s[%ld];\n", t, name, n);
    }
}

static void declare_section(struct loop *L, const struct several *s)
{
    const char *t = types[s->type].name, *x = s->lvalue;
    long n = s->low + (1L << s->bits) + rnd(3);
    bool wide = is_float(s) && (s->op == O_ADD || s->op == O_SUB);
    declare_array(L, s, n);
    add(&L->setup, "    %s ref_%s[%ld];\n    for (int k = 0; k < %ld; k++) {\n",
        wide ? "struct fuzz_ref" : t, s->name, n, n);
    add(&L->setup, "        %s[k] = (%s)(k %% 5);\n", x, t);
    add(&L->setup,
        wide ? "        ref_%s[k] = (struct fuzz_ref){k %% 5, k %% 5, 0};\n    }\n"
             : "        ref_%s[k] = k %% 5;\n    }\n",
        s->name);
    add(&L->checks, "    for (int k = 0; k < %ld; k++)\n        ", n);
    if (wide)
        add(&L->checks, "check_sum(\"%s_%s\", (double)%s[k], ref_%s[k], %s);\n", L->id, s->name, x,
            s->name, s->type == T_FLOAT ? "FLOAT_U" : "DOUBLE_U");
    else
        add(&L->checks, "check_%s(\"%s_%s\", %s[k], ref_%s[k]);\n",
            is_float(s)                ? "exact"
            : types[s->type].is_signed ? "signed"
                                       : "unsigned",
            L->id, s->name, x, s->name);
}

static const char *item(const struct loop *L, const struct several *s)
{
    if (s->shape == S_COMPLEX)
        return s->lvalue;
    if (s->shape == S_ELEMENT && L->origin != FROM_OMP)
        return fmt("%s[%ld]", s->lvalue, s->low);
    if (s->shape == S_ELEMENT)
        return fmt("%s[%ld:1]", s->lvalue, s->low);
    return fmt("%s[%ld:%ld]", s->lvalue, s->low, 1L << s->bits);
}

void declare_sections(struct loop *L)
{
    const char *clause = L->origin == FROM_TCR ? "reduce" : "reduction";
    for (int k = 0; k < n_all; k++) {
        const struct several *s = &all[k];
        const char *op = s->op == O_SUB && L->origin != FROM_TCR ? "+" : op_spelling(s->op);
        if (s->shape == S_COMPLEX)
            declare_complex(L, s);
        else
            declare_section(L, s);
        add(&L->reductions, chance(50) ? " %s(%s : %s)" : " %s(%s:%s)", clause, op, item(L, s));
    }
}
