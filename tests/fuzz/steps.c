/* SPDX-License-Identifier: MIT */
/*
 * steps.c: statements that define numbers, choose between ways, leave early;
 * functions that are called for a number.
 */
#include "exact_gen.h"

static const char *plus(long c)
{
    return c < 0 ? fmt("- %ld", -c) : fmt("+ %ld", c);
}

/* --- terms -------------------------------------------------------------------- */

static const char *term(struct loop *L, struct expr e)
{
    struct expr other;
    switch (rnd(6)) {
    case 0:
        return fmt("%s * %d", e.s, rnd_in(2, 5));
    case 1:
        other = element(L);
        return fmt("%s %c %s", e.s, chance(50) ? '-' : '+', other.s);
    case 2:
        other = element(L);
        return fmt("%s * %s", e.s, other.s);
    default:
        return e.s;
    }
}

void use(struct loop *L, struct expr e)
{
    if (scene.in_function) {
        if (!scene.returned)
            line(L, "r += %s;", e.s);
        return;
    }
    struct var *v = &L->var[rnd(L->n_vars)];
    const char *t = term(L, e);
    if (!e.exact && (v->op == O_MIN || v->op == O_MAX)) {
        const char *once = fresh(L, "t");
        line(L, "const %s %s = %s;", types[e.type].name, once, e.s);
        t = once;
    }
    if (!types[v->type].is_float)
        t = fmt("(int)((%s) * 8)", t);
    if (v->op == O_MIN || v->op == O_MAX)
        t = fmt("(%s)(%s)", types[v->type].name, t);
    update_by(L, v, fmt("(%s)", t));
}

/* --- numbers -------------------------------------------------------------------- */

/* An assignment to one that is in scope; there may be none. */
static bool change(struct loop *L)
{
    struct num *n = writable_num(chance(20));
    if (!n)
        return false;
    long c = rnd_in(1, 4);
    struct num e;
    switch (rnd(n->at ? 4 : 7)) {
    case 0:
        if (may_become(n, n->lo + c, n->hi + c))
            line(L, "%s;",
                 chance(50) ? fmt("%s += %ld", n->s, c) : fmt("%s = %s %s", n->s, n->s, plus(c)));
        return true;
    case 1:
        if (may_become(n, n->lo - c, n->hi - c))
            line(L, "%s;",
                 chance(50) ? fmt("%s -= %ld", n->s, c) : fmt("%s = %s %s", n->s, n->s, plus(-c)));
        return true;
    case 2:
        if (may_become(n, n->lo + 1, n->hi + 1))
            line(L, chance(50) ? "%s++;" : "++%s;", n->s);
        return true;
    case 3:
        if (may_become(n, n->lo - 1, n->hi - 1))
            line(L, chance(50) ? "%s--;" : "--%s;", n->s);
        return true;
    default:
        e = any_num(L, rnd_in(0, 2));
        if (may_become(n, e.lo, e.hi))
            line(L, "%s = %s;", n->s, e.s);
        return true;
    }
}

static void declare(struct loop *L)
{
    struct num e = any_num(L, rnd_in(1, 2)), other = any_num(L, rnd(2));
    static const enum type some[] = {T_INT, T_INT, T_INT, T_INT, T_LONG, T_UINT, T_ULONG, T_SHORT};
    enum type t = some[rnd(8)];
    const char *name = fresh(L, "k");
    struct num n = {.s = name, .type = t, .lo = e.lo, .hi = e.hi, .depth = scene.depth};
    if (!types[t].is_signed && (e.lo < 0 || other.lo < 0))
        n.type = t = T_INT;
    n.is_fixed = t == T_SHORT || chance(25);
    if (chance(60)) {
        line(L, "%s%s %s = %s;", n.is_fixed && chance(40) ? "const " : "", spell(t), name, e.s);
    } else {
        const char *c = test(L, 1);
        may_become(&n, other.lo, other.hi);
        line(L, "%s %s;", spell(t), name);
        line(L, "if (%s)", c);
        line(L, "    %s = %s;", name, e.s);
        line(L, "else");
        line(L, "    %s = %s;", name, other.s);
    }
    push_num(n);
}

/* The neighbours on a ring. */
static void neighbours(struct loop *L)
{
    struct num i = leaf_num(L);
    const char *m = fresh(L, "im"), *p = fresh(L, "ip");
    long n = i.hi + 1 + rnd(2);
    if (scene.in_function || i.lo < 0 || n < 1 || n > LIMIT)
        return;
    const char *size = chance(50) ? fmt("(%s)", bound(L, n, false)) : fmt("%ld", n);
    struct num before = {.s = m, .type = T_INT, .lo = -1, .hi = n}, after = before;
    after.s = p;
    switch (rnd(4)) {
    case 0:
        line(L, "int %s = %s == 0 ? %s - 1 : %s - 1;", m, i.s, size, i.s);
        line(L, "int %s = %s == %s - 1 ? 0 : %s + 1;", p, i.s, size, i.s);
        break;
    case 1:
        line(L, "int %s = %s - 1, %s = %s + 1;", m, i.s, p, i.s);
        line(L, "if (%s < 0) %s = %s - 1;", m, m, size);
        line(L, "if (%s >= %s) %s = 0;", p, size, p);
        break;
    case 2:
        line(L, "int %s = (int)((%s + %s - 1) %% %s);", m, i.s, size, size);
        line(L, "int %s = (int)((%s + 1) %% %s);", p, i.s, size);
        break;
    default:
        line(L, "int %s = %s > 0 ? %s - 1 : 0;", m, i.s, i.s);
        line(L, "int %s = %s;", p, i.s);
        line(L, "if (%s < %s - 1)", i.s, size);
        line(L, "    %s++;", p);
        break;
    }
    push_num(before);
    push_num(after);
    if (chance(70))
        use(L, element(L));
}

static void choose(struct loop *L)
{
    struct num e = any_num(L, 1);
    bool outer_break = scene.may_break, outer_continue = scene.may_continue;
    line(L, chance(40) ? "switch (%s) {" : "switch ((int)(%s) & 3) {", e.s);
    int labels = rnd_in(1, 3), other = chance(70) ? rnd(labels + 1) : -1;
    for (int k = 0; k <= labels; k++) {
        const char *label = k == other ? "default" : fmt("case %d", k);
        bool braces = chance(50);
        line(L, braces ? "%s: {" : "%s:;", label);
        scene.may_break = false;
        block(L, rnd_in(1, 2), 0);
        if (chance(65))
            line(L, "    break;");
        if (braces)
            line(L, "}");
    }
    line(L, "}");
    scene.may_break = outer_break;
    scene.may_continue = outer_continue;
}

static void leave(struct loop *L)
{
    const char *c = test(L, 1), *how = NULL;
    struct num e = any_num(L, 1);
    if (scene.in_function && chance(50)) {
        how = scene.returned ? fmt("return %s", e.s) : "return r";
        if (scene.returned && !may_become(scene.returned, e.lo, e.hi))
            return;
    } else if (scene.may_break && chance(40)) {
        how = "break";
    } else if (scene.may_continue) {
        how = "continue";
    }
    if (how)
        line(L, chance(30) ? "if (%s) { %s; }" : "if (%s) %s;", c, how);
}

static void branch(struct loop *L)
{
    line(L, "if (%s) {", test(L, 2));
    block(L, rnd_in(1, 2), 0);
    if (chance(40)) {
        line(L, chance(40) ? "} else if (%s) {" : "} else {", chance(40) ? test(L, 1) : "1");
        block(L, rnd_in(1, 2), 0);
    }
    line(L, "}");
}

/* A condition on what is read next to it: if (i > 0) s += a[i - 1]. */
static void guarded(struct loop *L)
{
    static const char *const relations[] = {"<", "<=", ">", ">=", "==", "!="};
    if (scene.in_function)
        return;
    struct num i = leaf_num(L), at = num_sum(i, chance(50) ? '-' : '+', constant_num(rnd_in(1, 3)));
    const struct area *a = pick_area(L, true);
    long end = chance(50) ? rnd_in(0, 3) : i.hi - rnd(3);
    if (a->shape != AREA_PLAIN)
        return;
    const char *limit = chance(50) ? fmt("%ld", end) : fmt("(%s)", bound(L, end, chance(40)));
    struct expr e = reading(L, a, fmt("%s[%s]", a->lvalue, at.s));
    const char *c = fmt("%s %s %s", i.s, relations[rnd(6)], limit);
    if (chance(20))
        c = fmt("!(%s)", c);
    else if (chance(30))
        c = fmt("%s %s %s", c, chance(80) ? "&&" : "||", test(L, 0));
    if (chance(30)) {
        line(L, "if (%s && %s %c 1)", c, e.s, chance(50) ? '<' : '>');
        line(L, "{");
        block(L, 1, 0);
        line(L, "}");
    } else if (chance(60)) {
        line(L, "if (%s) {", c);
        L->indent++;
        use(L, e);
        L->indent--;
        line(L, "}");
    } else {
        e.s = fmt("(%s ? %s : 0)", c, e.s);
        use(L, e);
    }
}

/* --- blocks ----------------------------------------------------------------------- */

static void step(struct loop *L)
{
    bool deep = scene.nested >= 3 || room_for(L) < 2;
    int pick = rnd(100);
    if (pick < 14)
        declare(L);
    else if (pick < 28 && change(L))
        return;
    else if (pick < 33)
        neighbours(L);
    else if (pick < 38 && scene.nested < 3)
        choose(L);
    else if (pick < 45 && scene.nested < 3)
        branch(L);
    else if (pick < 52)
        guarded(L);
    else if (pick < 56)
        leave(L);
    else if (pick < 65 && !deep)
        inner_for(L);
    else if (pick < 71 && !deep)
        inner_while(L);
    else if (pick < 81 && !deep)
        pointer_walk(L);
    else if (pick < 84 && !deep)
        stale_number(L);
    else
        use(L, element(L));
}

void steps(struct loop *L, int count)
{
    for (int k = 0; k < count; k++)
        step(L);
}

struct opened open_block(struct loop *L, long trips)
{
    struct opened o = {scene.n_nums, trips, L->trips};
    if (trips > 0) {
        widen_nums();
        scene.depth++;
        L->trips *= trips;
    }
    L->indent++;
    scene.nested++;
    return o;
}

void close_block(struct loop *L, struct opened o)
{
    scene.nested--;
    L->indent--;
    scene.depth -= o.trips > 0;
    L->trips = o.before;
    scene.n_nums = o.names;
}

void block(struct loop *L, int count, long trips)
{
    struct opened o = open_block(L, trips);
    steps(L, count);
    close_block(L, o);
}

/* --- functions ---------------------------------------------------------------------- */

/* The loop's text goes on in a function's body. */
struct outside {
    struct scene scene;
    struct text code;
    int indent;
    long trips;
};

static struct outside function_begin(struct loop *L, struct num a, struct num b)
{
    struct outside o = {scene, L->code, L->indent, L->trips};
    scene.n_nums = scene.depth = 0;
    scene.in_function = true;
    scene.may_break = scene.may_continue = false;
    scene.returned = NULL;
    scene.nested = 2;
    L->code = (struct text){0};
    L->indent = 1;
    push_num((struct num){.s = "k", .type = T_INT, .lo = a.lo, .hi = a.hi});
    push_num((struct num){.s = "c", .type = T_INT, .lo = b.lo, .hi = b.hi});
    return o;
}

static void function_end(struct loop *L, struct outside o, const char *head, const char *result)
{
    const char *storage = chance(50) ? "FUZZ_INLINE" : "FUZZ_STATIC";
    if (L->reference) /* notes what it reads in the loop's file */
        storage = "static";
    add(&L->functions, "%s %s\n{\n%s    return %s;\n}\n\n", storage, head,
        L->code.n ? L->code.s : "", result);
    add(&L->declared, "%s;\n", head);
    text_free(&L->code);
    o.scene.functions = scene.functions;
    scene = o.scene;
    L->code = o.code;
    L->indent = o.indent;
    L->trips = o.trips;
}

static const char *function_name(const struct loop *L)
{
    return fmt("%s_%s%d", L->id, L->reference ? "r" : "f", scene.functions++);
}

/* A number made of two others, with several returns and changed parameters. */
struct num function_call(struct loop *L, struct num a, struct num b)
{
    const char *name = function_name(L);
    struct num out = {.type = T_INT, .lo = 0, .hi = 0}, e;
    struct outside o = function_begin(L, a, b);
    scene.returned = &out;
    for (int n = rnd_in(0, 3); n > 0; n--)
        if (chance(35))
            leave(L);
        else if (chance(20))
            choose(L);
        else if (!change(L) || chance(20))
            branch(L);
    e = any_num(L, 1);
    may_become(&out, e.lo, e.hi);
    function_end(L, o, fmt("int %s(int k, int c)", name), e.s);
    out.s = fmt("%s(%s, %s)", name, a.s, b.s);
    return out;
}

struct expr function_sum(struct loop *L, struct num p, struct num k, struct num c)
{
    const char *name = function_name(L), *type = types[p.at->type].name;
    struct outside o = function_begin(L, k, c);
    push_num((struct num){.s = "p", .type = T_LONG, .lo = p.lo, .hi = p.hi, .at = p.at});
    line(L, "double r = 0;");
    scene.nested = 1;
    steps(L, rnd_in(1, 3));
    use(L, element(L));
    function_end(L, o, fmt("double %s(const %s *p, int k, int c)", name, type), "r");
    struct expr e = {fmt("%s(%s, %s, %s)", name, p.s, k.s, c.s), T_DOUBLE, 20, -3, true};
    return e;
}
