/* SPDX-License-Identifier: MIT */
/*
 * polynomial.h: integers known on the host as polynomials in what the program names, so that
 * (i + 1) * n - i * n is n.
 *
 *     8 * n * m - 8 * n + 16      two unknowns, n and m
 *
 * Sums, differences and products of the numbers of a symbol (symbol.h) are expanded; all else in
 * one is an unknown of its own.  The arithmetic is that of mathematics: a coefficient that no long
 * long holds, or more terms than there is room for, make the polynomial `lost`, of which nothing is
 * concluded.
 */
#ifndef TCR_POLYNOMIAL_H
#define TCR_POLYNOMIAL_H

#include "hostint.h"

enum { POLY_UNKNOWNS = 6, POLY_TERMS = 14 };

struct monomial {
    long long k;
    unsigned char power[POLY_UNKNOWNS];
};

struct polynomial {
    int n;
    bool lost;
    struct monomial term[POLY_TERMS]; /* no two of the same powers, none with k == 0 */
};

/* What the unknowns are; zeroed: none yet. */
struct unknowns {
    const struct symbol *of[POLY_UNKNOWNS];
    int n;
    bool positive[POLY_UNKNOWNS]; /* 0 or more */
};

struct polynomial poly_const(long long k);
struct polynomial poly_of(struct unknowns *u, struct hostint a);
struct polynomial poly_add(const struct polynomial *a, const struct polynomial *b);
struct polynomial poly_sub(const struct polynomial *a, const struct polynomial *b);
struct polynomial poly_mul(const struct polynomial *a, const struct polynomial *b);
struct polynomial poly_scale(const struct polynomial *a, long long k);
/* `by` in the place of the unknown. */
struct polynomial poly_put(const struct polynomial *a, int unknown, const struct polynomial *by);
bool poly_is_const(const struct polynomial *a, long long *k);
long long poly_constant(const struct polynomial *a); /* the term without unknowns */
/* The common divisor of the other terms' coefficients; 0: there are none. */
long long poly_content(const struct polynomial *a);
/* a / d, and its constant rounded down: it is 0 or more where a is. */
struct polynomial poly_divided(const struct polynomial *a, long long d);
long long poly_gcd(long long a, long long b); /* of two that are not negative */
/* Surely 0 or more, for all values that the unknowns can have; surely 0 or less. */
bool poly_not_below(const struct polynomial *a, const struct unknowns *u);
bool poly_not_above(const struct polynomial *a, const struct unknowns *u);
/* An unknown without `positive` that the sum consists of, once, and with it nothing but what does
 * not have it; -1: there is none. */
int poly_alone(const struct polynomial *a, const struct unknowns *u);

#endif
