/* SPDX-License-Identifier: MIT */
/*
 * walks.c: inner loops, and numbers and pointers that move along with them.
 */
#include "exact_gen.h"

enum { MAX_TRIPS = 3000 };

long room_for(const struct loop *L)
{
    return MAX_TRIPS / (L->trips > 0 ? L->trips : 1);
}

static long few_trips(struct loop *L)
{
    long room = room_for(L), want = rnd_in(0, 7);
    return want < room ? want : room;
}

/* The value, as a number or a name. */
static const char *size_text(struct loop *L, long value)
{
    return chance(60) ? fmt("%ld", value) : fixed_value(L, value, false).s;
}

/* How statements may leave the loop that follows. */
struct outer {
    bool may_break, may_continue;
    int names;
};

static struct outer enter_loop(bool may_continue)
{
    struct outer o = {scene.may_break, scene.may_continue, scene.n_nums};
    scene.may_break = true;
    scene.may_continue = may_continue;
    return o;
}

static void leave_loop(struct outer o)
{
    scene.may_break = o.may_break;
    scene.may_continue = o.may_continue;
    scene.n_nums = o.names;
}

/* --- headers -------------------------------------------------------------------- */

struct heading {
    const char *text;
    struct num i;
    long trips;
};

static struct heading slanted(struct loop *L, const char *j, long trips)
{
    struct num e = as_signed(fixed_num(L, 10000)), first, last;
    const char *n = size_text(L, e.hi + rnd(3) - 1);
    long back = rnd(3);
    struct heading h = {.i = {.s = j, .type = T_INT, .is_fixed = true}, .trips = trips};
    const char *t = chance(80) ? "int" : "long";
    switch (rnd(6)) {
    case 0: /* a window, cut off at the ends */
        first = num_sum(e, '-', constant_num(back));
        last = num_sum(e, '+', constant_num(back));
        h.text = fmt("for (%s %s = MAX(0, %s); %s <= MIN(%s, %s); %s++)", t, j, first.s, j, n,
                     last.s, j);
        h.i.lo = first.lo > 0 ? first.lo : 0;
        h.i.hi = last.hi;
        h.trips = 2 * back + 1;
        break;
    case 1:
        last = num_sum(e, '+', constant_num(trips));
        h.text = fmt("for (%s %s = %s; %s < MIN(%s, %s); %s++)", t, j, e.s, j, n, last.s, j);
        h.i.lo = e.lo;
        h.i.hi = last.hi;
        break;
    case 2:
        first = num_sum(e, '+', constant_num(trips));
        h.text = fmt("for (%s %s = %s; %s > %s; %s--)", t, j, first.s, j, e.s, j);
        h.i.lo = e.lo;
        h.i.hi = first.hi;
        break;
    case 3:
        if (e.lo >= 0 && e.hi <= 30 && e.hi < room_for(L)) {
            h.text =
                fmt("for (%s %s = 0; %s %s %s; %s++)", t, j, j, chance(50) ? "<" : "<=", e.s, j);
            h.i.lo = 0;
            h.i.hi = e.hi;
            h.trips = e.hi + 1;
            break;
        }
        /* fall through */
    default:
        last = num_sum(e, '+', constant_num(trips));
        h.text = fmt("for (%s %s = %s; %s < %s; %s%s)", t, j, e.s, j, last.s, j,
                     chance(60) ? "++" : fmt(" += %d", rnd_in(2, 3)));
        h.i.lo = e.lo;
        h.i.hi = last.hi;
    }
    return h;
}

static struct heading straight(struct loop *L, const char *j, long trips)
{
    struct heading h = {.i = {.s = j, .type = T_INT, .is_fixed = true}, .trips = trips};
    static const enum type some[] = {T_INT, T_INT, T_INT, T_LONG, T_UINT, T_ULONG, T_SHORT};
    enum type t = some[rnd(7)];
    const char *n = size_text(L, trips);
    long step = chance(70) ? 1 : rnd_in(2, 3);
    h.i.type = t;
    h.i.hi = trips;
    switch (rnd(5)) {
    case 0:
        h.i.type = T_INT;
        h.text = fmt("for (int %s = %s - 1; %s >= 0; %s--)", j, n, j, j);
        h.i.lo = -1;
        break;
    case 1:
        h.text = fmt("for (%s %s = %s; %s > 0; %s--)", spell(t), j, n, j, j);
        break;
    case 2:
        h.text = fmt("for (%s %s = 0; %s < %s && %s; %s++)", spell(t), j, j, n, test(L, 0), j);
        break;
    default:
        h.text = fmt("for (%s %s = 0; %s < %s; %s%s)", spell(t), j, j, n, j,
                     step == 1 ? "++" : fmt(" += %ld", step));
    }
    return h;
}

/* --- for -------------------------------------------------------------------------- */

/* A number that moves by the same in every turn, unless a statement skips it. */
struct mover {
    struct num n;
    const char *how;
    int where; /* before, between, after the statements */
};

static struct mover make_mover(struct loop *L, long trips, struct num from, const char *declared)
{
    static const long by[] = {1, 1, 1, 2, 3, 7, -1, -2};
    long c = by[rnd(8)];
    struct mover m = {.n = from, .where = rnd(3)};
    m.n.s = fresh(L, m.n.at ? "p" : "k");
    m.n.is_fixed = true;
    m.n.type = m.n.at || chance(80) ? T_INT : T_LONG;
    line(L, "%s%s = %s;", declared ? declared : fmt("%s ", types[m.n.type].name), m.n.s, from.s);
    long far = c * trips;
    m.n.lo += far < 0 ? far : 0;
    m.n.hi += far > 0 ? far : 0;
    if (c == 1 && chance(70))
        m.how = fmt(chance(50) ? "%s++" : "++%s", m.n.s);
    else if (c == -1 && chance(70))
        m.how = fmt("%s--", m.n.s);
    else if (chance(70))
        m.how = c > 0 ? fmt("%s += %s", m.n.s, size_text(L, c)) : fmt("%s -= %ld", m.n.s, -c);
    else
        m.how = fmt("%s = %s + %s", m.n.s, m.n.s, c > 0 ? size_text(L, c) : fmt("(%ld)", c));
    return m;
}

static void moving_body(struct loop *L, const struct mover *m, int n, long trips)
{
    bool within[2] = {false, false};
    struct opened o = open_block(L, trips > 0 ? trips : 1);
    for (int place = 0; place < 3; place++) {
        for (int k = 0; k < n; k++)
            if (m[k].where == place && (place < 2 || !within[k])) {
                if (chance(12))
                    line(L, "if (%s)", test(L, 0));
                line(L, "%s;", m[k].how);
            }
        if (place == 0 && chance(40)) {
            steps(L, 1);
        } else if (place == 1 && n > 0) {
            struct num p = m[rnd(n)].n;
            if (p.at)
                use(L, reading(L, p.at,
                               chance(60) ? fmt("*%s", p.s) : fmt("%s[%d]", p.s, rnd_in(-1, 3))));
            else
                use(L, element(L));
        } else if (place == 2 || n == 0) {
            if (chance(50))
                steps(L, 1);
            else
                use(L, element(L));
        }
    }
    close_block(L, o);
}

void inner_for(struct loop *L)
{
    long trips = few_trips(L);
    struct mover m[2] = {0};
    int n = chance(35) ? 1 + chance(30) : 0;
    struct heading h;
    struct outer o;
    const char *j = fresh(L, "j");
    if (!scene.in_function && chance(25)) {
        struct header plain = header_for(L, trips, true);
        h = (struct heading){plain.text, {.s = plain.name, .is_fixed = true}, plain.trips};
        h.i.type = plain.index.type;
        h.i.lo = plain.index.min;
        h.i.hi = plain.index.max;
    } else {
        h = chance(45) ? slanted(L, j, trips) : straight(L, j, trips);
    }
    if (h.trips > room_for(L))
        return;
    for (int k = 0; k < n; k++)
        m[k] = make_mover(L, h.trips, any_num(L, 1), NULL);
    o = enter_loop(true);
    push_num(h.i);
    for (int k = 0; k < n; k++)
        push_num(m[k].n);
    line(L, "%s {", h.text);
    moving_body(L, m, n, h.trips);
    line(L, "}");
    leave_loop(o);
    for (int k = 0; k < n; k++) /* still there */
        push_num(m[k].n);
}

/* --- while ------------------------------------------------------------------------ */

void inner_while(struct loop *L)
{
    long trips = few_trips(L), step = chance(70) ? 1 : rnd_in(2, 3);
    struct num e = as_signed(fixed_num(L, 10000)), k = {.type = T_INT, .is_fixed = true}, end;
    struct outer o = enter_loop(false);
    const char *name = k.s = fresh(L, "k"), *more = chance(25) ? fmt(" && %s", test(L, 0)) : "";
    bool first = chance(30);
    int form = rnd(8);
    if (form < 2)
        e = constant_num(0);
    end = num_sum(e, '+', constant_num(trips));
    if (chance(50) && e.lo == e.hi)
        end.s = size_text(L, e.lo + trips);
    k.lo = e.lo - 1;
    k.hi = end.hi + step;
    line(L, "int %s = %s;", name, form < 2 || form == 6 ? end.s : e.s);
    push_num(k);
    if (form == 0)
        line(L, chance(50) ? "while (%s--) {" : "while (%s-- > 0) {", name);
    else if (form == 1)
        line(L, "while (--%s >= 0) {", name);
    else if (form == 2)
        line(L, "do {");
    else if (form == 3)
        line(L, chance(50) ? "for (;;) {" : "while (1) {");
    else if (form == 6)
        line(L, "while (%s > %s%s) {", name, e.s, more);
    else if (form == 7 && step == 1)
        line(L, "while (%s != %s%s) {", name, end.s, more);
    else
        line(L, chance(70) ? "while (%s < %s%s) {" : "while (%s <= %s - 1%s) {", name, end.s, more);
    struct opened b = open_block(L, trips > 0 ? trips + 1 : 1);
    if (form == 3)
        line(L, "if (%s >= %s) break;", name, end.s);
    if (form >= 2 && first)
        line(L, form == 6 ? "%s--;" : step > 1 ? "%s += %ld;" : "%s++;", name, step);
    steps(L, rnd_in(0, 1));
    use(L, element(L));
    if (form >= 2 && !first)
        line(L, form == 6 ? "--%s;" : step > 1 ? "%s += %ld;" : "%s++;", name, step);
    close_block(L, b);
    line(L, form == 2 ? "} while (%s < %s%s);" : "}", name, end.s, more);
    leave_loop(o);
    push_num(k);
}

/* --- pointers ----------------------------------------------------------------------- */

/* A pointer to somewhere, as an expression. */
static bool pointer_num(struct loop *L, const struct num *like, struct num *out)
{
    struct num e = any_num(L, rnd(2));
    struct area *a = like ? like->at : scene.in_function ? NULL : pick_area(L, true);
    struct num *p = writable_num(true);
    if (p && (!like || p->at == like->at) && (!a || chance(25))) {
        *out = (struct num){.type = T_LONG, .at = p->at, .lo = p->lo + e.lo, .hi = p->hi + e.hi};
        out->s = fmt("%s + %s", p->s, e.s);
    } else if (a && a->shape == AREA_PLAIN && !scene.in_function) {
        *out = (struct num){.type = T_LONG, .at = a, .lo = e.lo, .hi = e.hi};
        out->s = chance(70) ? fmt("%s + %s", a->lvalue, e.s) : fmt("&%s[%s]", a->lvalue, e.s);
    } else {
        return false;
    }
    return out->lo > -LIMIT && out->hi < LIMIT;
}

static struct expr once(struct expr e)
{
    e.exact = false;
    return e;
}

/* for (r = 0; r < rows; r++) { q = p; for (c = 0; c < n; c++) s += *q++; p += ld; } */
static void two_levels(struct loop *L, struct num from, const char *declared)
{
    const char *p = fresh(L, "p"), *q = fresh(L, "q"), *r = fresh(L, "j"), *c = fresh(L, "j");
    long rows = few_trips(L), columns = rnd_in(1, 4), ld = columns + rnd_in(-1, 3);
    const char *row = size_text(L, rows), *col = size_text(L, columns), *by = size_text(L, ld);
    if (rows * columns > room_for(L))
        return;
    line(L, "%s%s = %s;", declared, p, from.s);
    line(L, "for (int %s = 0; %s < %s; %s++) {", r, r, row, r);
    line(L, "    %s%s = %s;", declared, q, p);
    if (chance(50))
        line(L, "    for (int %s = 0; %s < %s; %s++) {", c, c, col, c);
    else
        line(L, "    int %s = %s;\n%*swhile (%s-- > 0) {", c, col, 4 * L->indent + 4, "", c);
    L->indent += 2;
    use(L, once(reading(L, from.at, fmt(chance(80) ? "*%s++" : "*++%s", q))));
    L->indent -= 2;
    line(L, "    }");
    line(L, "    %s;", chance(70) ? fmt("%s += %s", p, by) : fmt("%s = %s + %s", p, p, by));
    line(L, "}");
}

static void to_the_end(struct loop *L, struct num from, const char *declared)
{
    const char *p = fresh(L, "p"), *end = fresh(L, "e");
    long trips = few_trips(L);
    const char *more = chance(30) ? fmt(" && %s != 3", reading(L, from.at, fmt("*%s", p)).s) : "";
    int form = rnd(4);
    struct expr e = once(reading(L, from.at, fmt(form == 3 ? "*--%s" : "*%s++", p)));
    line(L, "%s%s = %s;", declared, form == 3 ? end : p, from.s);
    line(L, "%s%s = %s + %s;", declared, form == 3 ? p : end, form == 3 ? end : p,
         size_text(L, trips));
    if (form == 2)
        line(L, "do {");
    else
        line(L,
             form == 3   ? "while (%s > %s) {"
             : form == 1 ? "while (%s != %s) {"
                         : "while (%s < %s%s) {",
             p, end, more);
    L->indent++;
    if (chance(25) && form != 3) {
        use(L, reading(L, from.at, fmt("%s[%d]", p, rnd(3))));
        line(L, "%s++;", p);
    } else {
        use(L, e);
    }
    L->indent--;
    line(L, form == 2 ? "} while (%s < %s);" : "}", p, end);
}

static void along(struct loop *L, struct num from, const char *declared)
{
    const char *j = fresh(L, "j");
    struct heading h = chance(70) ? straight(L, j, few_trips(L)) : slanted(L, j, few_trips(L));
    if (h.trips > room_for(L))
        return;
    struct mover m = make_mover(L, h.trips, from, declared);
    struct outer o = enter_loop(true);
    push_num(h.i);
    push_num(m.n);
    line(L, "%s {", h.text);
    moving_body(L, &m, 1, h.trips);
    line(L, "}");
    leave_loop(o);
    push_num(m.n);
}

void pointer_walk(struct loop *L)
{
    struct num from, other;
    if (!pointer_num(L, NULL, &from))
        return;
    const char *declared = fmt("const %s *", types[from.at->type].name);
    switch (rnd(8)) {
    case 0:
        two_levels(L, from, declared);
        break;
    case 1:
    case 2:
        to_the_end(L, from, declared);
        break;
    case 3:
    case 4:
        along(L, from, declared);
        break;
    case 5:
        if (!scene.in_function) {
            struct num k = any_num(L, 1), c = any_num(L, 0);
            use(L, function_sum(L, from, k, c));
            break;
        }
        /* fall through */
    default: /* one that moves from statement to statement */
        if (chance(50) && pointer_num(L, &from, &other)) {
            from.s = fmt("%s ? %s : %s", test(L, 0), from.s, other.s);
            from.lo = from.lo < other.lo ? from.lo : other.lo;
            from.hi = from.hi > other.hi ? from.hi : other.hi;
        }
        const char *p = fresh(L, "p");
        line(L, "%s%s = %s;", declared, p, from.s);
        from.s = p;
        from.is_fixed = chance(30);
        push_num(from);
        use(L, element(L));
    }
}

/* What an earlier turn has left. */
void stale_number(struct loop *L)
{
    const char *k = fresh(L, "k"), *j = fresh(L, "j");
    long trips = few_trips(L), from = rnd(3);
    struct num e = any_num(L, 1), old;
    const struct area *a = scene.in_function ? NULL : pick_area(L, true);
    if (!a || a->shape != AREA_PLAIN || trips < 2)
        return;
    old = num_sum(e, chance(50) ? '+' : '-',
                  (struct num){.s = j, .type = T_INT, .lo = from, .hi = from + trips});
    if (old.s == e.s)
        return;
    static const char *const guards[] = {"%s > %ld", "%s != %ld", "%s >= 1 + %ld", "!(%s <= %ld)"};
    const char *guard = fmt(guards[rnd(4)], j, from), *kind = chance(70) ? "int" : "long";
    line(L, chance(70) ? "%s %s;" : "%s %s = 0;", kind, k);
    line(L, "for (int %s = %ld; %s < %s; %s++) {", j, from, j, size_text(L, from + trips), j);
    L->indent++;
    line(L, "if (%s) {", guard);
    L->indent++;
    use(L, reading(L, a, fmt("%s[%s]", a->lvalue, k)));
    L->indent--;
    line(L, "}");
    if (chance(30))
        line(L, "if (%s == %ld || %s)", j, from, test(L, 0));
    line(L, "%s = %s;", k, old.s);
    L->indent--;
    line(L, "}");
}
