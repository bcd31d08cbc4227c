/* SPDX-License-Identifier: MIT */
/* hostint.c: see hostint.h. */
#include "hostint.h"

/* In the place of an operation of constants that no long long holds: the outcome modulo 2^64 is
 * kept, and nothing is concluded from it. */
static const struct symbol overflowed = {.kind = SYMBOL_INT, .number = true};

static bool is_number(struct hostint a)
{
    return !a.symbol || a.symbol == &overflowed;
}

/* Of two of these. */
static struct hostint outcome(struct hostint a, struct hostint b, long long k, bool overflow)
{
    return (struct hostint){k, overflow || a.symbol || b.symbol ? &overflowed : NULL};
}

struct hostint hostint_const(long long k)
{
    return (struct hostint){.k = k};
}

struct hostint hostint_of(const struct symbol *s)
{
    return (struct hostint){.symbol = symbol_long(s)};
}

const struct symbol *hostint_symbol(struct symbols *t, struct hostint a)
{
    return is_number(a) ? symbol_int(t, a.k) : a.symbol;
}

bool hostint_is(struct hostint a, long long k)
{
    return !a.symbol && a.k == k;
}

bool hostint_same(struct hostint a, struct hostint b)
{
    return a.symbol == b.symbol && a.k == b.k;
}

const char *hostint_c(struct hostint a)
{
    return is_number(a) ? symbol_int_c(a.k) : symbol_c(a.symbol);
}

/* Of two that are not both numbers. */
static struct symbols *table_of(struct hostint a, struct hostint b)
{
    return is_number(a) ? b.symbol->in : a.symbol->in;
}

struct hostint hostint_op(struct symbols *t, enum c_op op, struct hostint a, struct hostint b)
{
    bool numbers = is_number(a) && is_number(b);
    if (numbers && op == OP_DIV && b.k > 0)
        return hostint_const(a.k / b.k);
    if (numbers && op == OP_SHR && a.k >= 0 && b.k >= 0 && b.k < 63)
        return hostint_const(a.k >> b.k);
    return hostint_of(symbol_binary(op, hostint_symbol(t, a), hostint_symbol(t, b)));
}

static struct hostint binary(enum c_op op, struct hostint a, struct hostint b)
{
    return hostint_op(table_of(a, b), op, a, b);
}

struct hostint hostint_add(struct hostint a, struct hostint b)
{
    long long k;
    if (is_number(a) && is_number(b)) {
        bool overflow = __builtin_add_overflow(a.k, b.k, &k);
        return outcome(a, b, k, overflow);
    }
    if (hostint_is(a, 0))
        return b;
    return hostint_is(b, 0) ? a : binary(OP_ADD, a, b);
}

struct hostint hostint_sub(struct hostint a, struct hostint b)
{
    long long k;
    if (hostint_same(a, b))
        return hostint_const(0);
    if (is_number(a) && is_number(b)) {
        bool overflow = __builtin_sub_overflow(a.k, b.k, &k);
        return outcome(a, b, k, overflow);
    }
    return hostint_is(b, 0) ? a : binary(OP_SUB, a, b);
}

struct hostint hostint_mul(struct hostint a, struct hostint b)
{
    long long k;
    if (hostint_is(a, 0) || hostint_is(b, 0))
        return hostint_const(0);
    if (is_number(a) && is_number(b)) {
        bool overflow = __builtin_mul_overflow(a.k, b.k, &k);
        return outcome(a, b, k, overflow);
    }
    if (hostint_is(a, 1))
        return b;
    return hostint_is(b, 1) ? a : binary(OP_MUL, a, b);
}

static struct hostint call(const char *function, struct hostint a, struct hostint b)
{
    struct symbols *t = table_of(a, b);
    return hostint_of(symbol_call(function, hostint_symbol(t, a), hostint_symbol(t, b)));
}

struct hostint hostint_min(struct hostint a, struct hostint b)
{
    if (hostint_same(a, b))
        return a;
    if (is_number(a) && is_number(b))
        return outcome(a, b, a.k < b.k ? a.k : b.k, false);
    return call("tcr_min", a, b);
}

struct hostint hostint_max(struct hostint a, struct hostint b)
{
    if (hostint_same(a, b))
        return a;
    if (is_number(a) && is_number(b))
        return outcome(a, b, a.k > b.k ? a.k : b.k, false);
    return call("tcr_max", a, b);
}

struct hostint hostint_choice(const struct symbol *cond, struct hostint a, struct hostint b)
{
    return hostint_of(
        symbol_choice(cond, hostint_symbol(cond->in, a), hostint_symbol(cond->in, b)));
}

const struct symbol *hostint_compare(struct symbols *t, enum c_op op, struct hostint a,
                                     struct hostint b)
{
    return symbol_binary(op, hostint_symbol(t, a), hostint_symbol(t, b));
}

struct affine affine_const(struct hostint k)
{
    return (struct affine){.c0 = k};
}

struct affine affine_var(unsigned var)
{
    struct affine a = {0};
    a.c[var].k = 1;
    return a;
}

struct affine affine_add(const struct affine *a, const struct affine *b)
{
    struct affine s = {.c0 = hostint_add(a->c0, b->c0)};
    for (unsigned i = 0; i < AFFINE_VARS; i++)
        s.c[i] = hostint_add(a->c[i], b->c[i]);
    return s;
}

struct affine affine_sub(const struct affine *a, const struct affine *b)
{
    struct affine s = {.c0 = hostint_sub(a->c0, b->c0)};
    for (unsigned i = 0; i < AFFINE_VARS; i++)
        s.c[i] = hostint_sub(a->c[i], b->c[i]);
    return s;
}

struct affine affine_scale(const struct affine *a, struct hostint k)
{
    struct affine s = {.c0 = hostint_mul(a->c0, k)};
    for (unsigned i = 0; i < AFFINE_VARS; i++)
        s.c[i] = hostint_mul(a->c[i], k);
    return s;
}

bool affine_same(const struct affine *a, const struct affine *b)
{
    for (unsigned i = 0; i < AFFINE_VARS; i++)
        if (!hostint_same(a->c[i], b->c[i]))
            return false;
    return hostint_same(a->c0, b->c0);
}

bool affine_invariant(const struct affine *a)
{
    for (unsigned i = 0; i < AFFINE_VARS; i++)
        if (!hostint_is(a->c[i], 0))
            return false;
    return true;
}
