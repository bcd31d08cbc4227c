/* SPDX-License-Identifier: MIT */
/*
 * header.c: loop headers in every canonical form, and which values they visit.
 */
#include "gen.h"

struct span {
    long first, last, step; /* visited: first, first + step, ..., last */
    long trips;
    bool down;
};

static enum type index_type(long trips, bool inner)
{
    static const enum type narrow[] = {T_CHAR, T_SCHAR, T_UCHAR, T_SHORT, T_USHORT};
    static const enum type wide[] = {T_UINT, T_LONG, T_ULONG, T_LLONG, T_ULLONG};
    if (chance(inner ? 70 : 55))
        return T_INT;
    if (chance(25))
        return trips <= 40 ? narrow[rnd(5)] : trips <= 3000 ? narrow[3 + rnd(2)] : T_INT;
    return wide[rnd(5)];
}

static long random_step(bool small)
{
    return chance(75) ? 1 : chance(60) ? 2 : small ? 1 : rnd_in(2, 7);
}

static struct span make_span(enum type t, long trips)
{
    struct span s = {.trips = trips, .down = chance(15)};
    s.step = random_step(types[t].bits == 8);
    long low = chance(65) ? 0 : rnd_in(1, 9);
    if (trips == 0 && !types[t].is_signed && low == 0) /* OpenMP has no i < 0 without sign */
        low = 3;
    /* Going down, an unsigned variable must not step below zero. */
    if (s.down && !types[t].is_signed)
        low += s.step;
    else if (types[t].is_signed && t != T_CHAR && chance(8))
        low = -rnd_in(1, 9);
    long high = low + s.step * (trips > 0 ? trips - 1 : 0);
    s.first = s.down ? high : low;
    s.last = s.down ? low : high;
    return s;
}

/* The condition, with the bound in one of the places that ends the loop after
 * `last`. */
static const char *test_text(struct loop *L, const char *i, enum type t, const struct span *s)
{
    long sign = s->down ? -1 : 1, slack = sign * rnd((int)s->step);
    bool uns = !types[t].is_signed, flip = chance(10);
    const char *up = s->down ? ">" : "<", *back = s->down ? "<" : ">", *equal = "";
    long end = s->last + sign + slack;
    if (s->trips == 0) {
        end = s->first - sign * rnd(3);
        if (uns && end < 0)
            end = s->first;
    } else if (s->step == 1 && chance(12)) {
        up = back = "!";
        equal = "=";
    } else if (chance(20)) {
        equal = "=";
        end -= sign;
    }
    /* Signed variables below zero must not meet unsigned bounds. */
    const char *e = bound(L, end, uns && end >= 0 && end < 1000000);
    if (flip)
        return fmt("%s %s%s %s", e, back, equal, i);
    return fmt("%s %s%s %s", i, up, equal, e);
}

static const char *step_text(struct loop *L, const char *i, const struct span *s)
{
    char sign = s->down ? '-' : '+';
    if (s->step == 1 && chance(85))
        return chance(70) ? fmt("%s%c%c", i, sign, sign) : fmt("%c%c%s", sign, sign, i);
    const char *by = fmt("%ld", s->step);
    /* OpenMP has != with a step of 1 in numbers only */
    if (chance(15) && (s->step > 1 || L->origin != FROM_OMP)) {
        by = fresh(L, "step");
        add(&L->locals, "    const int %s = %ld;\n", by, s->step);
    }
    switch (rnd(4)) {
    case 0:
        return fmt("%s = %s %c %s", i, i, sign, by);
    case 1:
        if (!s->down)
            return fmt("%s = %s + %s", i, by, i);
        break;
    }
    return fmt("%s %c= %s", i, sign, by);
}

/* Loop variables that are declared outside start as anything. */
static bool declare_index(struct loop *L, struct header *h, bool inner)
{
    if (chance(45))
        return false;
    const char *type = spell(h->index.type);
    if (!inner && chance(8)) {
        h->name = fmt("%s_%s", L->id, h->name);
        add(&L->globals, "FUZZ_HIDDEN %s %s;\n", type, h->name);
    } else {
        add(&L->locals, "    %s %s = 0;\n", type, h->name);
        if (inner)
            set_by_loop(L, h->name, chance(50));
    }
    h->index.name = h->name;
    return true;
}

/* for (j = 0; j <= i; j++) and its kin; the outer variable is never negative. */
static bool triangular(struct loop *L, struct header *h, const char *type)
{
    const struct index *o = &L->index[L->n_index - 1];
    if (o->min < 0 || !types[o->type].is_signed || types[o->type].bits < 32 || o->max > 90)
        return false;
    h->index.type = o->type;
    h->index.min = 0;
    h->index.max = o->max;
    h->trips = o->max + 1;
    const char *j = h->name;
    if (chance(40))
        h->text = fmt("for (%s%s = 0; %s < %s; %s++)", type, j, j, o->name, j);
    else if (chance(50))
        h->text = fmt("for (%s%s = 0; %s <= %s; ++%s)", type, j, j, o->name, j);
    else if (chance(50))
        h->text = fmt("for (%s%s = %s; %s <= %ld; %s++)", type, j, o->name, j, o->max, j);
    else
        h->text = fmt("for (%s%s = %s + 1; %s <= %ld; %s++)", type, j, o->name, j, o->max, j);
    return true;
}

struct header header_for(struct loop *L, long trips, bool inner)
{
    struct header h = {.name = fresh(L, "i"), .trips = trips};
    h.index.name = h.name;
    h.index.type = index_type(trips, inner);
    /* a bound of more bits, better: clang 19 then miscounts those without sign */
    if (L->origin == FROM_OMP &&
        types[h.index.type].bits < (types[h.index.type].is_signed ? 32 : 64))
        h.index.type = T_INT;
    bool slanted = inner && L->n_index > 0 && chance(25);
    if (slanted)
        h.index.type = L->index[L->n_index - 1].type;
    h.declared_outside = declare_index(L, &h, inner);
    enum type t = h.index.type;
    const char *type = h.declared_outside ? "" : fmt("%s ", spell(t));
    if (slanted && triangular(L, &h, type))
        return h;
    if (slanted && types[t].bits < 16 && trips > 40)
        h.trips = trips = 40;
    struct span s = make_span(t, trips);
    h.index.min = s.down ? s.last : s.first;
    h.index.max = s.down ? s.first : s.last;
    const char *from = chance(75) ? fmt("%ld", s.first) : bound(L, s.first, false);
    if (s.step == 1 && !s.down && h.declared_outside && trips > 0 && chance(6)) {
        h.text = fmt("FOR_UP(%s, %s, %s)", h.name, from, bound(L, s.last + 1, false));
        return h;
    }
    const char *test = test_text(L, h.name, t, &s);
    h.text = fmt("for (%s%s = %s; %s; %s)", type, h.name, from, test, step_text(L, h.name, &s));
    return h;
}
