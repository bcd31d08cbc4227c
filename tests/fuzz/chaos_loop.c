/* SPDX-License-Identifier: MIT */
/*
 * chaos_loop.c: loops of few iterations or none, by counters of all types, and the places that
 * such counters choose.
 */
#include "chaos.h"

#include <string.h>

/* --- expressions of counters --------------------------------------------------------- */

static void product(struct value *v, long by, long lo, long hi)
{
    v->lo += by < 0 ? by * hi : by * lo;
    v->hi += by < 0 ? by * lo : by * hi;
}

/* Unsigned numbers and longer ones in one sum: what has wrapped around would stay so. */
static bool mixed(const struct chaos *C)
{
    bool is_unsigned = false, is_long = false;
    for (int k = 0; k < C->n_counters; k++) {
        is_unsigned = is_unsigned || C->counter[k].kind == C_UNSIGNED;
        is_long = is_long || C->counter[k].kind == C_LONG;
    }
    return is_unsigned && is_long;
}

struct value chaos_sum(struct chaos *C)
{
    static const int factors[] = {0, 1, 1, 1, 1, 1, 2, 3, -1, -2};
    bool cast = mixed(C) || chance(50);
    struct value v = {0};
    struct text t = {0};
    for (int k = 0; k < C->n_counters; k++) {
        const struct counter *c = &C->counter[k];
        int by = k + 1 < C->n_counters || chance(60) ? factors[rnd(10)] : 1;
        const char *use = cast && c->kind != C_INT ? fmt("(int)%s", c->use) : c->use;
        const char *plus = t.n ? " + " : "";
        if (by == 0)
            continue;
        if (by > 0 && C->n > 0 && C->n < 30 && chance(15)) {
            add(&t, chance(50) ? "%sn * %s" : "%s%s * n", plus, use);
            by = (int)C->n;
        } else if (by == 1) {
            add(&t, "%s%s", plus, use);
        } else {
            add(&t, "%s%d * %s", plus, by, use);
        }
        product(&v, by, c->lo, c->hi);
    }
    int more = chance(50) ? 0 : rnd_in(-3, 5);
    if (!t.n)
        add(&t, "%d", more);
    else if (more)
        add(&t, " %c %d", more < 0 ? '-' : '+', more < 0 ? -more : more);
    v.lo += more;
    v.hi += more;
    v.s = fmt("%s", t.s);
    text_free(&t);
    return v;
}

/* Moved to 0 or above it, and not far. */
static struct value from_zero(struct value v)
{
    long by = v.lo < 0 ? -v.lo : v.lo > 60 ? -v.lo : 0;
    if (by)
        v.s = fmt("%s %c %ld", v.s, by < 0 ? '-' : '+', by < 0 ? -by : by);
    v.lo += by;
    v.hi += by;
    return v;
}

struct value chaos_subscript(struct chaos *C)
{
    struct value v = from_zero(chaos_sum(C));
    int by = rnd_in(1, 9);
    switch (rnd(14)) {
    case 0: /* a remainder */
        return (struct value){fmt("(%s) %% %d", v.s, by), 0, by - 1};
    case 1:
        return (struct value){fmt("(%s) / %d", v.s, by), 0, v.hi / by};
    case 2: /* out of a table */
        return (struct value){fmt("idx[(%s) %% %d]", v.s, CHAOS_IDX), 0, CHAOS_IDX - 1};
    case 3:
        return (struct value){fmt("idx[(%s) & %d] + %d", v.s, CHAOS_IDX - 1, by), by,
                              CHAOS_IDX - 1 + by};
    case 4: /* held within two ends */
        return (struct value){fmt("MIN(%s, %d)", v.s, by), 0, by};
    case 5: {
        struct value w = chaos_sum(C);
        if (w.lo < -1000 || w.hi > 1000)
            return v;
        return (struct value){
            fmt("((int)(%s) < 0 ? 0 : (int)(%s) > %d ? %d : (int)(%s))", w.s, w.s, by, by, w.s), 0,
            by};
    }
    case 6: /* modulo 2^32 */
        return (struct value){fmt("(unsigned)(%s) - %uu", fmt("%s + %d", v.s, by), (unsigned)by),
                              v.lo, v.hi};
    default:
        return v;
    }
}

const char *chaos_element(struct chaos *C, struct target *p)
{
    struct value v = chaos_subscript(C);
    struct target *base = p->walked ? &C->place[p->base] : p;
    long need = v.hi + 1 + (p->walked ? p->shift : 0);
    base->need = base->need > need ? base->need : need;
    return chance(85) ? fmt("$%s[%s]", p->name, v.s) : fmt("*($%s + (%s))", p->name, v.s);
}

const char *chaos_target(struct chaos *C, struct target *p)
{
    const struct counter *c = &C->counter[0];
    long from = c->lo;
    if (!C->tidy || c->lo < -60 || c->hi > 200)
        return chaos_element(C, p);
    if (!p->width)
        p->width = p->walked ? 1 : rnd_in(1, 4);
    struct value v = chaos_subscript(C);
    const char *in = p->width == 1 ? ""
                     : chance(60)  ? fmt(" + %d", rnd(p->width))
                                   : fmt(" + (%s) %% %d", v.s, p->width);
    const char *at = from ? fmt("(%s - %ld)", c->use, from) : c->use;
    long need = (c->hi - from + 1) * p->width + p->shift;
    struct target *base = p->walked ? &C->place[p->base] : p;
    base->need = base->need > need ? base->need : need;
    if (p->walked) /* the base's elements */
        return fmt("$%s[%s * %d]", base->name, at, base->width ? base->width : (base->width = 1));
    if (p->width == 1)
        return fmt("$%s[%s]", p->name, at);
    if (chance(20))
        return fmt("$%s[%d * %s%s]", p->name, p->width, at, in);
    return fmt("$%s[%s * %d%s]", p->name, at, p->width, in);
}

const char *chaos_input(struct chaos *C)
{
    struct value v = chaos_subscript(C);
    C->inputs = C->inputs > v.hi ? C->inputs : v.hi;
    return fmt("(int)x[%s]", v.s);
}

/* --- heads ------------------------------------------------------------------------------- */

static struct value bound_of(struct chaos *C, bool upper)
{
    long c = upper ? rnd_in(0, 9) : rnd(4) ? 0 : rnd_in(-2, 6);
    const struct counter *outer = C->level ? &C->counter[C->n_counters - 1] : NULL;
    switch (rnd(outer ? 9 : 6)) {
    case 0:
    case 1:
        return upper ? (struct value){"n", C->n, C->n} : (struct value){fmt("%ld", c), c, c};
    case 2:
        return upper ? (struct value){"m", C->m, C->m} : (struct value){fmt("%ld", c), c, c};
    case 3:
        if (upper)
            return (struct value){fmt("n - %ld", c % 3), C->n - c % 3, C->n - c % 3};
        break;
    case 6:
    case 7:
        if (outer->hi < 30 && !outer->wraps)
            return (struct value){fmt("%s + %ld", outer->use, c % 3), outer->lo + c % 3,
                                  outer->hi + c % 3};
        break;
    case 8:
        if (upper && !outer->wraps && outer->lo >= 0)
            return (struct value){fmt("len[%s %% %d]", outer->use, CHAOS_LEN), 0, 6};
    }
    return (struct value){fmt("%ld", c), c, c};
}

/* At the ends of a type; the place is counted from its first number. */
static void open_at_end(struct chaos *C, const char *i, struct counter *c)
{
    static const struct {
        const char *head, *use;
        int last;
    } heads[] = {
        {"for (unsigned %s = 4294967290u; %s != 3; %s++) ", "(%s + 6u)", 8},
        {"for (unsigned %s = 4294967288u; %s < 4294967294u; %s += 2) ", "(%s - 4294967288u)", 4},
        {"for (unsigned char %s = 250; %s < 255; %s++) ", "(%s - 250)", 4},
        {"for (int %s = 2147483640; %s < 2147483647; %s++) ", "(%s - 2147483640)", 6},
        {"for (int %s = -2147483647; %s <= -2147483640; %s += 3) ", "(%s + 2147483647)", 6},
        {"for (int %s = 2147483646; %s > 2147483638; %s -= 2) ", "(2147483646 - %s)", 6},
        {"for (short %s = 32760; %s < 32767; %s++) ", "(%s - 32760)", 6},
        {"for (signed char %s = -128; %s < -120; %s++) ", "(%s + 128)", 7},
        {"for (long long %s = 9223372036854775800LL; %s < 9223372036854775807LL; %s++) ",
         "(%s - 9223372036854775800LL)", 6},
        {"for (unsigned long %s = 0xfffffffffffffff8u; %s > 4; %s++) ",
         "(%s - 0xfffffffffffffff8u)", 7},
        {"for (unsigned %s = 5; %s < 5; %s--) ", "%s", 0},
        {"for (int %s = 7; %s > 7; %s++) ", "%s", 7},
        {"for (unsigned %s = 7; %s <= 7; %s--) ", "%s", 7},
        {"for (unsigned short %s = 5; %s != 5; %s++) ", "%s", 5},
    };
    int k = rnd((int)(sizeof heads / sizeof *heads));
    chaos_line(C, fmt("%s{", heads[k].head), i, i, i);
    *c = (struct counter){fmt(heads[k].use, i),
                          i,
                          0,
                          heads[k].last,
                          strstr(heads[k].head, "unsigned %") ? C_UNSIGNED
                          : strstr(heads[k].head, "long")     ? C_LONG
                                                              : C_INT,
                          strstr(heads[k].head, "unsigned ") != NULL};
    C->turns *= heads[k].last + 1;
}

static void print_head(struct chaos *C, const char *i, const char *type, struct value lo,
                       struct value hi, int step)
{
    const char *by = step == 1 ? "" : fmt("%d", step);
    switch (rnd(hi.lo >= lo.hi && lo.lo >= 0 && step == 1 ? 7 : 5)) {
    case 0:
        chaos_line(C, "for (%s %s = %s; %s <= %s - 1; %s%s) {", type, i, lo.s, i, hi.s, i,
                   step == 1 ? "++" : fmt(" += %s", by));
        break;
    case 1:
        chaos_line(C, "for (%s %s = %s - 1; %s >= %s; %s%s) {", type, i, hi.s, i, lo.s, i,
                   step == 1 ? "--" : fmt(" -= %s", by));
        break;
    case 2:
        chaos_line(C, "for (%s %s = %s; %s > %s; %s) {", type, i, lo.s, hi.s, i,
                   step == 1 ? fmt("++%s", i) : fmt("%s = %s + %s", i, i, by));
        break;
    case 5:
        chaos_line(C, "for (%s %s = %s; %s != %s; %s++) {", type, i, lo.s, i, hi.s, i);
        break;
    case 6:
        chaos_line(C, "for (%s %s = %s; %s-- > %s;) {", type, i, hi.s, i, lo.s);
        break;
    default:
        chaos_line(C, "for (%s %s = %s; %s < %s; %s%s) {", type, i, lo.s, i, hi.s, i,
                   step == 1 ? "++" : fmt(" += %s", by));
    }
}

bool chaos_open(struct chaos *C)
{
    static const char *const types[] = {"int", "int", "int", "long", "long long", "short"};
    static const char *const unsigned_types[] = {"unsigned", "size_t", "unsigned short"};
    if (C->n_counters == CHAOS_COUNTERS || C->turns > 600)
        return false;
    const char *i = fmt("%c", "ijkl"[C->level]);
    struct counter *c = &C->counter[C->n_counters];
    C->indent++;
    if (chance(12)) {
        C->indent--;
        open_at_end(C, i, c);
        C->indent++;
    } else {
        struct value lo = bound_of(C, false), hi = bound_of(C, true);
        int t = rnd(6), u = rnd(3), step = chance(75) ? 1 : rnd_in(2, 4);
        bool is_unsigned = chance(25) && lo.lo >= 0 && lo.hi == lo.lo && hi.lo == hi.hi &&
                           hi.lo >= 0 && (lo.lo == 0 || hi.lo > lo.lo);
        const char *type = is_unsigned ? unsigned_types[u] : types[t];
        C->indent--;
        if (is_unsigned)
            chaos_line(C, "for (%s %s = %s; %s < %s; %s += %d) {", type, i, lo.s, i,
                       fmt("(%s)(%s)", type, hi.s), i, step);
        else
            print_head(C, i, type, lo, hi, step);
        C->indent++;
        *c = (struct counter){i,
                              i,
                              lo.lo,
                              hi.hi - 1 > lo.lo ? hi.hi - 1 : lo.lo,
                              is_unsigned && u == 0                     ? C_UNSIGNED
                              : (is_unsigned && u == 1) || *type == 'l' ? C_LONG
                                                                        : C_INT,
                              is_unsigned && u < 2};
        if (hi.hi > lo.lo)
            C->turns *= hi.hi - lo.lo;
    }
    C->n_counters++;
    C->level++;
    return true;
}

void chaos_close(struct chaos *C)
{
    C->indent--;
    C->n_counters--;
    C->level--;
    chaos_line(C, "}");
}
