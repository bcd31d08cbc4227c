/* SPDX-License-Identifier: MIT */
/*
 * chaos.c: statements of chaos.h's nests, and their data.  All numbers are integers, small enough
 * for every type that has them.
 */
#include "chaos.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void chaos_line(struct chaos *C, const char *format, ...)
{
    char s[2000];
    va_list a;
    va_start(a, format);
    vsnprintf(s, sizeof s, format, a);
    va_end(a);
    add(&C->S->loop, "%*s%s\n", 4 * C->indent, "", s);
}

static void block(struct chaos *C, int depth);

/* --- values ---------------------------------------------------------------------------- */

static struct target *any_place(struct chaos *C)
{
    return &C->place[rnd(C->n_places)];
}

/* What may be read anywhere. */
static const char *read_element(struct chaos *C, const struct target **p)
{
    struct target *q = any_place(C);
    *p = q;
    return C->tidy ? chaos_target(C, q) : chaos_element(C, q);
}

/* An int of less than 1024 in magnitude. */
static const char *leaf_of(struct chaos *C)
{
    const struct target *p;
    struct value v;
    const char *e;
    switch (rnd(11)) {
    case 0:
        return fmt("%d", rnd_in(-9, 30));
    case 1:
        v = chaos_sum(C);
        return v.lo > -1000 && v.hi < 1000 ? fmt("(int)(%s)", v.s) : "n";
    case 2:
    case 3:
        if (C->n_locals)
            return C->local[rnd(C->n_locals)].s;
        return "m";
    case 4:
        v = chaos_subscript(C);
        return fmt("idx[(%s) & %d]", v.s, CHAOS_IDX - 1);
    case 5:
    case 6:
    case 7:
        return chaos_input(C);
    default:
        e = read_element(C, &p);
        return fmt(p->is_floating ? "((int)%s & 511)" : "(int)(%s & 511)", e);
    }
}

static const char *test(struct chaos *C)
{
    static const char *const order[] = {"<", "<=", ">", ">=", "==", "!="};
    struct value v;
    switch (rnd(4)) {
    case 0:
        return fmt("%s %% %d == %d", leaf_of(C), rnd_in(2, 4), rnd(2));
    case 1:
        v = chaos_sum(C);
        return fmt("(int)(%s) %s %s", v.s, order[rnd(6)], chance(50) ? "n" : fmt("%d", rnd(9)));
    default:
        return fmt("%s %s %s", leaf_of(C), order[rnd(6)], leaf_of(C));
    }
}

static const char *expression(struct chaos *C, int depth)
{
    static const char *const forms[] = {"%s + %s", "%s - %s", "%s + 3 * %s", "(%s ^ %s)",
                                        "MAX(%s, %s)"};
    if (depth == 0 || chance(30))
        return leaf_of(C);
    if (chance(15))
        return fmt("(%s ? %s : %s)", test(C), leaf_of(C), expression(C, depth - 1));
    if (chance(10))
        return fmt("%s * %s", leaf_of(C), leaf_of(C));
    int form = rnd(5); /* a macro's arguments would grow from depth to depth */
    const char *a = form == 4 ? leaf_of(C) : expression(C, depth - 1);
    return fmt(forms[form], a, leaf_of(C));
}

/* --- statements -------------------------------------------------------------------------- */

static void store(struct chaos *C)
{
    struct target *p = any_place(C);
    const char *to = chaos_target(C, p), *e = expression(C, 2);
    bool wide = strcmp(p->type, "unsigned char") != 0 && strcmp(p->type, "short") != 0;
    if (chance(55))
        chaos_line(C, wide ? "%s = %s & 1023;" : "%s = (%s) & 127;", to, wide ? fmt("(%s)", e) : e);
    else if (p->is_floating || chance(60))
        chaos_line(C, "%s %s= (%s) & 15;", to, chance(80) ? "+" : "-", e);
    else
        chaos_line(C, "%s %s= (%s) & 255;", to, chance(50) ? "^" : chance(50) ? "|" : "&", e);
}

static void declare_local(struct chaos *C)
{
    if (C->n_locals == CHAOS_LOCALS)
        return;
    const char *t = special_name(C->S, "t");
    chaos_line(C, "int %s = (%s) & 1023;", t, expression(C, 2));
    C->local[C->n_locals++] = (struct value){t, 0, 1023};
}

/* Changes one; it may come from outside of an inner loop. */
static void change_local(struct chaos *C)
{
    if (!C->n_locals) {
        declare_local(C);
        return;
    }
    const char *t = C->local[rnd(C->n_locals)].s;
    switch (rnd(7)) {
    case 0:
        chaos_line(C, "%s = (%s) & 1023;", t, expression(C, 2));
        break;
    case 1:
        chaos_line(C, "%s = (%s / 2 + %s) & 1023;", t, t, leaf_of(C));
        break;
    case 2:
        chaos_line(C, "%s ^= (%s) & 1023;", t, expression(C, 1));
        break;
    case 3:
        chaos_line(C, "if (%s)\n%*s%s = %d;", test(C), 4 * C->indent + 4, "", t, rnd(9));
        break;
    default:
        chaos_line(C, "%s += (%s) & 15;", t, expression(C, 1));
    }
}

static void extreme(struct chaos *C)
{
    const char *best = special_name(C->S, "best"), *at = special_name(C->S, "at");
    bool later = chance(30);
    int locals = C->n_locals;
    chaos_line(C, "int %s = %s, %s = -1;", best, chance(50) ? "0" : "511", at);
    if (!chaos_open(C))
        return;
    const char *i = C->counter[C->n_counters - 1].use, *e = leaf_of(C);
    chaos_line(C, "if (%s %s %s) {", e, chance(50) ? ">" : chance(50) ? "<" : ">=", best);
    chaos_line(C, "    %s = %s;\n%*s    %s = (int)%s;", best, e, 4 * C->indent, "", at, i);
    chaos_line(C, "}");
    if (later)
        chaos_line(C, "%s += %s == 7;", at, e);
    chaos_close(C);
    C->n_locals = locals;
    if (locals + 2 <= CHAOS_LOCALS) {
        C->local[C->n_locals++] = (struct value){best, -511, 1023};
        C->local[C->n_locals++] = (struct value){at, -1, 1023};
    }
}

/* An array that each iteration has. */
static void local_array(struct chaos *C)
{
    const char *a = special_name(C->S, "own");
    chaos_line(C, "int %s[4] = {%s};", a, chance(50) ? "0" : "1, 2, 3, 4");
    if (chaos_open(C)) {
        struct value v = chaos_subscript(C);
        chaos_line(C, "%s[(%s) & 3] %s (%s) & 31;", a, v.s, chance(70) ? "+=" : "=",
                   expression(C, 1));
        chaos_close(C);
    }
    store(C);
    struct target *p = any_place(C);
    const char *to = chaos_target(C, p);
    chaos_line(C, "%s = (%s[%d] + %s[(%s) & 3]) & 127;", to, a, rnd(4), a, leaf_of(C));
}

/* Only where the place is within. */
static void guarded(struct chaos *C)
{
    struct target *p = any_place(C);
    struct target *base = p->walked ? &C->place[p->base] : p;
    struct value v = chaos_sum(C);
    int end = rnd_in(1, 20);
    long need = end + (p->walked ? p->shift : 0);
    if (C->tidy || v.lo < -100000 || v.hi > 100000) {
        store(C);
        return;
    }
    base->need = base->need > need ? base->need : need;
    const char *where = fmt("(int)(%s)", v.s);
    const char *form = chance(50) ? fmt("%s >= 0 && %s < %d", where, where, end)
                                  : fmt("(unsigned)(%s) < %du", v.s, end);
    chaos_line(C, "if (%s)", form);
    if (chance(50) || !C->n_locals)
        chaos_line(C, "    $%s[%s] %s (%s) & 15;", p->name, where, chance(50) ? "+=" : "=",
                   leaf_of(C));
    else
        chaos_line(C, "    %s += (int)$%s[%s] & 31;", C->local[rnd(C->n_locals)].s, p->name, where);
}

static void chosen(struct chaos *C)
{
    if (!C->n_locals)
        return;
    chaos_line(C, "switch ((%s) & 3) {\n%*scase 1:", leaf_of(C), 4 * C->indent, "");
    C->indent++;
    store(C);
    if (chance(60))
        chaos_line(C, "break;");
    chaos_line(C, "%s:", chance(50) ? "default" : "case 2");
    change_local(C);
    C->indent--;
    chaos_line(C, "}");
}

static void branch(struct chaos *C, int depth)
{
    chaos_line(C, "if (%s) {", test(C));
    C->indent++;
    block(C, depth - 1);
    C->indent--;
    if (chance(40)) {
        chaos_line(C, "} else {");
        C->indent++;
        block(C, depth - 1);
        C->indent--;
    }
    chaos_line(C, "}");
}

static void inner(struct chaos *C, int depth)
{
    if (!chaos_open(C))
        return;
    int locals = C->n_locals;
    if (chance(15))
        chaos_line(C, "if (%s)\n%*s%s;", test(C), 4 * C->indent + 4, "",
                   chance(40) ? "break" : "continue");
    block(C, depth - 1);
    C->n_locals = locals;
    chaos_close(C);
}

static void reduce(struct chaos *C)
{
    struct special *S = C->S;
    if (S->results.n > 12) {
        store(C);
        return;
    }
    const char *r = special_name(S, "r");
    if (chance(60)) {
        result(S, chance(50) ? "long" : "unsigned", r, "3", "+");
        chaos_line(C, "$%s += %s;", r, leaf_of(C));
    } else if (chance(60)) {
        result(S, "int", r, "5", "max");
        const char *e = leaf_of(C);
        chaos_line(C, "if (%s > $%s)\n%*s$%s = %s;", e, r, 4 * C->indent + 4, "", r, e);
    } else {
        watched(S, "int", r, "77");
        chaos_line(C, "$%s = %s;", r, leaf_of(C));
    }
}

static void statement(struct chaos *C, int depth)
{
    int k = rnd(depth > 0 ? 20 : 11);
    if (k < 5)
        store(C);
    else if (k < 7)
        change_local(C);
    else if (k < 8)
        declare_local(C);
    else if (k < 9)
        guarded(C);
    else if (k < 10)
        reduce(C);
    else if (k < 11)
        chosen(C);
    else if (k < 13)
        branch(C, depth);
    else if (k < 14)
        local_array(C);
    else if (k < 15)
        extreme(C);
    else
        inner(C, depth);
}

static void block(struct chaos *C, int depth)
{
    int locals = C->n_locals;
    for (int n = rnd_in(1, 3); n > 0; n--)
        statement(C, depth);
    C->n_locals = locals;
}

/* --- the whole --------------------------------------------------------------------------- */

static void choose_places(struct chaos *C)
{
    static const char *const types[] = {"int",   "int",           "unsigned", "long",
                                        "short", "unsigned char", "double",   "float"};
    for (C->n_places = 0; C->n_places < rnd_in(1, 3); C->n_places++) {
        int t = rnd(8);
        C->place[C->n_places] = (struct target){
            .name = fmt("a%d", C->n_places), .type = types[t], .is_floating = t > 5};
    }
    int n = C->n_places;
    for (int k = 0; k < n && C->n_places < CHAOS_PLACES; k++)
        if (chance(25)) {
            struct target *p = &C->place[C->n_places++];
            *p = C->place[k];
            p->name = fmt("p%d", k);
            p->walked = true;
            p->base = k;
            p->shift = rnd(4) ? rnd(5) : 0;
        }
}

/* Once it is known how large the arrays are. */
static void declare_places(struct chaos *C)
{
    struct special *S = C->S;
    static const int rooms[] = {0, 0, 1, 100, 3000};
    for (int k = 0; k < C->n_places; k++) {
        struct target *p = &C->place[k];
        if (!p->walked)
            output(S, p->type, p->name, p->need + 1 + rooms[rnd(5)]);
        else
            add(&S->before, "    %s *%s = %s + %d, *ref_%s = ref_%s + %d;\n", p->type, p->name,
                C->place[p->base].name, p->shift, p->name, C->place[p->base].name, p->shift);
        add(&S->before, "    (void)%s, (void)ref_%s;\n", p->name, p->name);
    }
    input(S, chance(50) ? "int" : "double", "x", C->inputs + 1 + rooms[rnd(5)],
          "(fuzz_hash(seed + 4, (uint64_t)k) >> 8) % 500");
}

void chaos_nest(struct special *S)
{
    static const int counts[] = {0, 1, 2, 3, 5, 8, 12, 40, -1, 100};
    struct chaos C = {.S = S, .turns = 1, .indent = 1, .n = counts[rnd(10)], .m = counts[rnd(9)]};

    S->ours = true;
    C.tidy = chance(65);
    choose_places(&C);
    for (int k = 0; k < 2 && C.n < 1; k++)
        C.n = counts[rnd(10)];
    chaos_open(&C);
    block(&C, 3);
    if (chance(70))
        store(&C);
    chaos_close(&C);
    declare_places(&C);
    add(&S->before,
        "    int n = %ld, m = %ld;\n    int *idx = malloc(%d * sizeof *idx), *len = malloc(%d * "
        "sizeof *len);\n    (void)n, (void)m;\n",
        C.n, C.m, CHAOS_IDX, CHAOS_LEN);
    add(&S->before,
        "    for (int k = 0; k < %d; k++)\n        idx[k] = %s;\n"
        "    for (int k = 0; k < %d; k++)\n        len[k] = (int)(fuzz_hash(seed + 9, (uint64_t)k) "
        "%% 7);\n",
        CHAOS_IDX,
        chance(50) ? fmt("(k * 5 + 3) %% %d", CHAOS_IDX)
                   : fmt("(int)(fuzz_hash(seed + 8, (uint64_t)k) %% %d)", CHAOS_IDX),
        CHAOS_LEN);
}
