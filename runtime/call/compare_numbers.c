/* SPDX-License-Identifier: MIT */
/*
 * compare_numbers.c: TCR_COMPARE: the results of both sides, number by number.
 *
 * Integers and other bytes are equal.  A floating number may differ by what docs/numerics.md
 * allows: a sum by the bounds of both sides, anything else by what functions such as exp()
 * may.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/operators.h"
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "compare.h"
#include "results.h"

enum { MOST_LINES = 20, MOST_LINES_CALL = 5 };

/* ---- what may differ ---- */

/* Unit roundoff of the type of v. */
static double roundoff(unsigned type)
{
    return ldexp(1, -tcr_type_facts(type)->digits);
}

/* Of functions such as exp(), and of the conversions: units in the last place. */
#define FUNCTIONS 64

/* Both sides may err by (n - 1) v S.  S = sum of |x| is not known here: what the sum
 * began and ended with stands for it.  `start` is 0 for what does not add up. */
static double bound_of(double terms, double host, double start, unsigned type)
{
    return (2 * terms + FUNCTIONS) * roundoff(type) * fmax(fabs(host), fabs(start));
}

/* By how much two results may differ. */
struct allowed {
    double bound;
    bool sum; /* by more where its terms cancel */
};

/* An infinity or NaN of the host where the device's sum has not overflowed is within the
 * contract; so are zeros of both signs. */
static bool agree(double host, double device, struct allowed by)
{
    if (host == device || (isnan(host) && isnan(device)) || (by.sum && !isfinite(host)))
        return true;
    if (!isfinite(host) || !isfinite(device))
        return false;
    return fabs(host - device) <= by.bound;
}

/* ---- what is said ---- */

static bool may_say(struct tcr_compare *c)
{
    atomic_fetch_add(&tcr_compare_total.differences, 1);
    return c->lines++ < MOST_LINES_CALL &&
           atomic_fetch_add(&tcr_compare_total.lines, 1) < MOST_LINES;
}

/* "x", "x[3]" or, of a reduced section, "x[0:8], element 3"; of bases, which part of the
 * element differs. */
static void say(struct tcr_compare *c, const char *name, long long index, long long offset,
                const char *host, const char *device, struct allowed by)
{
    char place[40] = "", part[40] = "", allowed[80] = "";

    if (!may_say(c))
        return;
    if (index >= 0)
        snprintf(place, sizeof place, strchr(name, '[') ? ", element %lld" : "[%lld]", index);
    if (offset > 0)
        snprintf(part, sizeof part, " (at byte %lld)", offset);
    if (by.bound > 0)
        snprintf(allowed, sizeof allowed, ", may differ by %.3g%s", by.bound,
                 by.sum ? ", and by more where its terms cancel" : "");
    fprintf(stderr, "tcr: %s:%u: compare: %s%s%s: host %s, device %s%s\n", c->region->file,
            c->region->line, name, place, part, host, device, allowed);
}

static void compare_floating(struct tcr_compare *c, const char *name, long long index,
                             long long offset, double host, double device, struct allowed by)
{
    char left[40], right[40];

    atomic_fetch_add(&tcr_compare_total.values, 1);
    if (agree(host, device, by))
        return;
    snprintf(left, sizeof left, "%.17g", host);
    snprintf(right, sizeof right, "%.17g", device);
    say(c, name, index, offset, left, right, by);
}

static long long integer_at(const char *at, unsigned type)
{
    long long x = 0;
    size_t size = tcr_type_size(type);
    bool narrow = tcr_type_is(type, TCR_CLASS_SIGNED) && size < sizeof x;

    memcpy(&x, at, size); /* of a little-endian host */
    if (narrow && (signed char)at[size - 1] < 0)
        x -= 1ll << (8 * size);
    return x;
}

static void compare_integer(struct tcr_compare *c, const char *name, long long index,
                            long long offset, const char *host, const char *device, unsigned type)
{
    char left[40], right[40];
    const char *form = tcr_type_is(type, TCR_CLASS_UNSIGNED) ? "%llu" : "%lld";

    atomic_fetch_add(&tcr_compare_total.values, 1);
    if (memcmp(host, device, tcr_type_size(type)) == 0)
        return;
    snprintf(left, sizeof left, form, integer_at(host, type));
    snprintf(right, sizeof right, form, integer_at(device, type));
    say(c, name, index, offset, left, right, (struct allowed){0});
}

/* ---- variables ---- */

static double combined(const struct tcr_var *v, double x, const union tcr_slot *slot)
{
    return tcr_results_real(v->op, x, tcr_op_is(v->op, TCR_OP_LOGICAL) ? (double)slot->i : slot->f);
}

static bool adds_up(const struct tcr_var *v)
{
    return tcr_op_is(v->op, TCR_OP_ARITHMETIC);
}

static double terms_of(const struct tcr_compare *c, const struct tcr_var *v)
{
    return adds_up(v) ? c->terms : c->inner;
}

/* The generated code has the host compute such a product, whatever the device's is. */
static bool is_left_to_host(const struct tcr_var *v, double device)
{
    return v->op == TCR_MUL && (device == 0 || !isfinite(device));
}

/* Has the device's result the value from before in it? */
static bool has_before(const struct tcr_compare *c, unsigned k)
{
    return c->region->scan || (tcr_compare_flags(c->region, k) & TCR_SHAPE_EXACT);
}

static void compare_variable(struct tcr_compare *c, unsigned k, const union tcr_slot *now)
{
    const struct tcr_var *v = &c->region->vars[k];
    double device, start = adds_up(v) ? c->before[k].f : 0;

    if (!tcr_type_is_floating(v->type)) {
        char x[8];

        memcpy(x, has_before(c, k) ? &c->device[k] : &c->before[k], sizeof x);
        if (!has_before(c, k))
            tcr_results_combine(v, x, &c->device[k]);
        compare_integer(c, v->name, -1, 0, (const char *)now, x, v->type);
        return;
    }
    if (is_left_to_host(v, c->device[k].f))
        return;
    device = has_before(c, k) ? c->device[k].f : combined(v, c->before[k].f, &c->device[k]);
    if (isnan(c->before[k].f) && !isnan(now->f) && tcr_op_is(v->op, TCR_OP_ORDER))
        device = c->device[k].f; /* fmin() and fmax() forget a NaN, which comparisons keep */
    compare_floating(
        c, v->name, -1, 0, now->f, device,
        (struct allowed){bound_of(terms_of(c, v), now->f, start, v->type), adds_up(v)});
}

/* ---- memory ---- */

static double short_float(const unsigned char *at, bool brain)
{
    unsigned bits = (unsigned)at[0] | (unsigned)at[1] << 8, exponent = bits >> 10 & 31;
    double fraction = (double)(bits & 1023) / 1024, sign = bits >> 15 ? -1 : 1;
    float wide;

    if (brain) {
        bits <<= 16;
        memcpy(&wide, &bits, sizeof wide);
        return (double)wide;
    }
    if (exponent == 31)
        return fraction != 0 ? (double)NAN : sign * HUGE_VAL;
    return exponent ? sign * ldexp(1 + fraction, (int)exponent - 15) : sign * ldexp(fraction, -14);
}

static double floating_at(const char *at, unsigned type)
{
    float single;
    double x;

    if (type == TCR_F16 || type == TCR_BF16)
        return short_float((const unsigned char *)at, type == TCR_BF16);
    if (type == TCR_F64) {
        memcpy(&x, at, sizeof x);
        return x;
    }
    memcpy(&single, at, sizeof single);
    return (double)single;
}

/* Of that letter in the text of tcr_compare_start; integers are compared by their bytes. */
static unsigned type_of(char letter)
{
    for (unsigned type = 0; type < TCR_TYPES; type++)
        if (tcr_type_is_floating(type) && tcr_type_facts(type)->letter == letter)
            return type;
    return TCR_U8;
}

/* Numbers of one kind in the element at `index`, as far as they are in the stretch. */
static void compare_run(struct tcr_compare *c, const struct tcr_stretch *s, long long index,
                        char kind, long long first, long long n)
{
    unsigned type = type_of(kind);
    size_t size = tcr_type_size(type);

    for (long long j = 0; j < n; j++) {
        long long part = first + j * (long long)size;
        size_t at = (size_t)((long long)s->origin + index * (long long)s->base->elem_size + part -
                             (long long)s->host);
        const char *host = (const char *)s->host + at, *device = s->device + at;
        double x, y;

        if (at >= s->size || size > s->size - at)
            continue;
        if (type == TCR_U8) {
            atomic_fetch_add(&tcr_compare_total.values, 1);
            if (*host != *device)
                compare_integer(c, s->base->name, index, part, host, device, type);
            continue;
        }
        x = floating_at(host, type);
        y = floating_at(device, type);
        compare_floating(c, s->base->name, index, part, x, y,
                         (struct allowed){bound_of(c->inner, x, 0, type), false});
    }
}

static void compare_base(struct tcr_compare *c, const struct tcr_stretch *s)
{
    long long elem = s->base->elem_size, lo = (long long)(s->host - s->origin);
    long long first = lo / elem - (lo % elem < 0), last = (lo + (long long)s->size - 1) / elem;

    for (long long i = first; i <= last; i++) {
        const char *at = s->types;

        while (*at != ';') {
            char kind = *at, *end;
            long long from = strtoll(at + 1, &end, 10), n = strtoll(end + 1, &end, 10);

            compare_run(c, s, i, kind, from, n);
            at = end + (*end == ',');
        }
    }
}

static void compare_object(struct tcr_compare *c, const struct tcr_stretch *s)
{
    const struct tcr_var *v = s->var;
    size_t size = tcr_type_size(v->type);

    for (size_t i = 0; i < s->size / size; i++) {
        const char *host = (const char *)s->host + i * size, *device = s->device + i * size;
        double x, y, start;

        if (!tcr_type_is_floating(v->type)) {
            compare_integer(c, v->name, (long long)i, 0, host, device, v->type);
            continue;
        }
        x = floating_at(host, v->type);
        y = floating_at(device, v->type);
        start = adds_up(v) ? floating_at(s->before + i * size, v->type) : 0;
        compare_floating(c, v->name, (long long)i, 0, x, y,
                         (struct allowed){bound_of(terms_of(c, v), x, start, v->type), adds_up(v)});
    }
}

void tcr_compare_numbers(struct tcr_compare *c, const union tcr_slot *now)
{
    const struct tcr_region *region = c->region;

    for (unsigned k = 0; k < region->n_vars; k++)
        if (!(tcr_compare_flags(region, k) & ~(unsigned)TCR_SHAPE_EXACT))
            compare_variable(c, k, &now[k]);
    for (size_t k = 0; k < c->n; k++) {
        if (c->stretch[k].base)
            compare_base(c, &c->stretch[k]);
        else
            compare_object(c, &c->stretch[k]);
    }
}
