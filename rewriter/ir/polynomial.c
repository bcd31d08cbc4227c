/* SPDX-License-Identifier: MIT */
/* polynomial.c: see polynomial.h. */
#include "polynomial.h"

#include <limits.h>
#include <string.h>

static const struct polynomial nothing_known = {.lost = true};

/* The least long long, which has no negative, is not used. */
static bool is_least(long long k)
{
    return k < -LLONG_MAX;
}

struct polynomial poly_const(long long k)
{
    struct polynomial p = {.n = k != 0, .lost = is_least(k)};
    p.term[0].k = k;
    return p;
}

static void add_term(struct polynomial *p, struct monomial m)
{
    for (int i = 0; i < p->n; i++) {
        struct monomial *t = &p->term[i];
        if (memcmp(t->power, m.power, sizeof m.power) != 0)
            continue;
        p->lost |= __builtin_add_overflow(t->k, m.k, &t->k) || is_least(t->k);
        if (t->k == 0)
            *t = p->term[--p->n];
        return;
    }
    if (m.k == 0)
        return;
    if (p->n == POLY_TERMS)
        p->lost = true;
    else
        p->term[p->n++] = m;
}

struct polynomial poly_add(const struct polynomial *a, const struct polynomial *b)
{
    if (a->lost || b->lost)
        return nothing_known;
    struct polynomial sum = *a;
    for (int i = 0; i < b->n; i++)
        add_term(&sum, b->term[i]);
    return sum;
}

struct polynomial poly_scale(const struct polynomial *a, long long k)
{
    struct polynomial p = *a;
    if (k == 0 && !a->lost)
        return poly_const(0);
    for (int i = 0; i < p.n; i++)
        p.lost |= __builtin_mul_overflow(p.term[i].k, k, &p.term[i].k) || is_least(p.term[i].k);
    return p;
}

struct polynomial poly_sub(const struct polynomial *a, const struct polynomial *b)
{
    struct polynomial minus = poly_scale(b, -1);
    return poly_add(a, &minus);
}

struct polynomial poly_mul(const struct polynomial *a, const struct polynomial *b)
{
    struct polynomial p = {.lost = a->lost || b->lost};
    for (int i = 0; i < a->n && !p.lost; i++)
        for (int k = 0; k < b->n && !p.lost; k++) {
            struct monomial m = a->term[i];
            p.lost |= __builtin_mul_overflow(m.k, b->term[k].k, &m.k) || is_least(m.k);
            for (int u = 0; u < POLY_UNKNOWNS; u++) {
                p.lost |= m.power[u] + b->term[k].power[u] > 100;
                m.power[u] = (unsigned char)(m.power[u] + b->term[k].power[u]);
            }
            add_term(&p, m);
        }
    return p.lost ? nothing_known : p;
}

struct polynomial poly_put(const struct polynomial *a, int unknown, const struct polynomial *by)
{
    struct polynomial sum = {.lost = a->lost};
    for (int i = 0; i < a->n && !sum.lost; i++) {
        struct polynomial part = {.n = 1, .term = {a->term[i]}};
        part.term[0].power[unknown] = 0;
        for (int k = 0; k < a->term[i].power[unknown]; k++)
            part = poly_mul(&part, by);
        sum = poly_add(&sum, &part);
    }
    return sum;
}

bool poly_is_const(const struct polynomial *a, long long *k)
{
    static const unsigned char none[POLY_UNKNOWNS];
    *k = a->n ? a->term[0].k : 0;
    return !a->lost && (a->n == 0 || (a->n == 1 && !memcmp(a->term[0].power, none, sizeof none)));
}

/* Has every term that sign? */
static bool has_sign(const struct polynomial *a, const struct unknowns *u, bool negative)
{
    for (int i = 0; i < a->n; i++) {
        if ((a->term[i].k < 0) != negative)
            return false;
        for (int k = 0; k < u->n; k++)
            if (a->term[i].power[k] && !u->positive[k])
                return false;
    }
    return !a->lost;
}

bool poly_not_below(const struct polynomial *a, const struct unknowns *u)
{
    return has_sign(a, u, false);
}

bool poly_not_above(const struct polynomial *a, const struct unknowns *u)
{
    return has_sign(a, u, true);
}

/* How often does the unknown occur; `plain`: is one of these +1 times itself? */
static int occurs(const struct polynomial *a, int unknown, bool *plain)
{
    int n = 0;
    *plain = false;
    for (int i = 0; i < a->n; i++) {
        int all = 0;
        for (int k = 0; k < POLY_UNKNOWNS; k++)
            all += a->term[i].power[k];
        n += a->term[i].power[unknown] > 0;
        *plain |= all == 1 && a->term[i].power[unknown] == 1 && a->term[i].k == 1;
    }
    return n;
}

int poly_alone(const struct polynomial *a, const struct unknowns *u)
{
    bool plain;
    for (int k = 0; k < u->n && !a->lost; k++)
        if (!u->positive[k] && occurs(a, k, &plain) == 1 && plain)
            return k;
    return -1;
}

/* ---- coefficients ---- */

long long poly_gcd(long long a, long long b)
{
    while (b) {
        long long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

long long poly_content(const struct polynomial *p)
{
    long long all = 0, k;
    for (int i = 0; i < p->n && !p->lost; i++) {
        struct polynomial one = {.n = 1, .term = {p->term[i]}};
        if (poly_is_const(&one, &k))
            continue;
        all = poly_gcd(all, p->term[i].k < 0 ? -p->term[i].k : p->term[i].k);
    }
    return all;
}

long long poly_constant(const struct polynomial *p)
{
    long long k;
    for (int i = 0; i < p->n; i++) {
        struct polynomial one = {.n = 1, .term = {p->term[i]}};
        if (poly_is_const(&one, &k))
            return k;
    }
    return 0;
}

struct polynomial poly_divided(const struct polynomial *p, long long d)
{
    struct polynomial out = *p;
    for (int i = 0; i < out.n; i++) {
        long long k = out.term[i].k;
        out.term[i].k = k / d - (k % d < 0);
    }
    struct polynomial sum = poly_const(0);
    return poly_add(&sum, &out);
}

/* ---- of symbols ---- */

static struct polynomial unknown_of(struct unknowns *u, const struct symbol *s)
{
    int k = 0;
    while (k < u->n && u->of[k] != s)
        k++;
    if (k == POLY_UNKNOWNS)
        return nothing_known;
    if (k == u->n)
        u->of[u->n++] = s;
    struct polynomial p = {.n = 1, .term = {{.k = 1}}};
    p.term[0].power[k] = 1;
    return p;
}

static struct polynomial of_symbol(struct unknowns *u, const struct symbol *s)
{
    if (s->kind == SYMBOL_INT)
        return poly_const(s->k);
    if (s->kind == SYMBOL_SURE || (s->kind == SYMBOL_CAST && s->number))
        return of_symbol(u, s->a);
    if (s->kind != SYMBOL_BINARY || !s->number || !s->a->number || !s->b->number ||
        (s->op != OP_ADD && s->op != OP_SUB && s->op != OP_MUL))
        return unknown_of(u, s);
    struct polynomial a = of_symbol(u, s->a), b = of_symbol(u, s->b);
    return s->op == OP_ADD   ? poly_add(&a, &b)
           : s->op == OP_SUB ? poly_sub(&a, &b)
                             : poly_mul(&a, &b);
}

struct polynomial poly_of(struct unknowns *u, struct hostint a)
{
    enum { LARGEST = 200 }; /* symbols are shared: expanded, they may be of exponential size */
    if (!a.symbol)
        return poly_const(a.k);
    if (!a.symbol->in || a.symbol->size > LARGEST) /* an overflow of constants (hostint.c) */
        return nothing_known;
    return of_symbol(u, a.symbol);
}
