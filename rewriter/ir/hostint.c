/* SPDX-License-Identifier: MIT */
/* hostint.c: see hostint.h. */
#include "hostint.h"

#include <limits.h>
#include <string.h>

static struct region *keeper;

void hostint_keep_in(struct region *r)
{
    keeper = r;
}

const char *hostint_kept(const char *text)
{
    enum { LONG = 120 };
    if (!keeper || strlen(text) <= LONG)
        return text;
    const size_t *known = text_index_find(&keeper->number_index, text);
    size_t i = known ? *known : keeper->n_numbers;
    if (!known) {
        IR_PUSH(keeper->numbers, keeper->n_numbers, text);
        text_index_add(&keeper->number_index, text, i);
    }
    return ir_printf("tcr_h[%zu]", i);
}

struct hostint hostint_const(long long k)
{
    return (struct hostint){.k = k};
}

struct hostint hostint_text(const char *text)
{
    return (struct hostint){.text = hostint_kept(text)};
}

bool hostint_is(struct hostint a, long long k)
{
    return !a.text && a.k == k;
}

bool hostint_same(struct hostint a, struct hostint b)
{
    return a.text && b.text ? strcmp(a.text, b.text) == 0 : !a.text && !b.text && a.k == b.k;
}

const char *hostint_c(struct hostint a)
{
    if (a.text)
        return a.text;
    if (a.k == LLONG_MIN)
        return "(-9223372036854775807LL - 1)";
    return a.k < 0 ? ir_printf("(%lldLL)", a.k) : ir_printf("%lldLL", a.k);
}

struct hostint hostint_op(const char *op, struct hostint a, struct hostint b)
{
    return hostint_text(ir_printf("(%s %s %s)", hostint_c(a), op, hostint_c(b)));
}

struct hostint hostint_add(struct hostint a, struct hostint b)
{
    long long k;
    if (!a.text && !b.text && !__builtin_add_overflow(a.k, b.k, &k))
        return hostint_const(k);
    if (hostint_is(a, 0))
        return b;
    return hostint_is(b, 0) ? a : hostint_op("+", a, b);
}

struct hostint hostint_sub(struct hostint a, struct hostint b)
{
    long long k;
    if (!a.text && !b.text && !__builtin_sub_overflow(a.k, b.k, &k))
        return hostint_const(k);
    if (a.text && hostint_same(a, b))
        return hostint_const(0);
    return hostint_is(b, 0) ? a : hostint_op("-", a, b);
}

struct hostint hostint_mul(struct hostint a, struct hostint b)
{
    long long k;
    if (!a.text && !b.text && !__builtin_mul_overflow(a.k, b.k, &k))
        return hostint_const(k);
    if (hostint_is(a, 0) || hostint_is(b, 0))
        return hostint_const(0);
    if (hostint_is(a, 1))
        return b;
    return hostint_is(b, 1) ? a : hostint_op("*", a, b);
}

static struct hostint hostint_call(const char *function, struct hostint a, struct hostint b)
{
    return hostint_text(ir_printf("%s(%s, %s)", function, hostint_c(a), hostint_c(b)));
}

struct hostint hostint_min(struct hostint a, struct hostint b)
{
    if (a.text || b.text)
        return hostint_same(a, b) ? a : hostint_call("tcr_min", a, b);
    return a.k < b.k ? a : b;
}

struct hostint hostint_max(struct hostint a, struct hostint b)
{
    if (a.text || b.text)
        return hostint_same(a, b) ? a : hostint_call("tcr_max", a, b);
    return a.k > b.k ? a : b;
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
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        s.c[i] = hostint_add(a->c[i], b->c[i]);
    return s;
}

struct affine affine_sub(const struct affine *a, const struct affine *b)
{
    struct affine s = {.c0 = hostint_sub(a->c0, b->c0)};
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        s.c[i] = hostint_sub(a->c[i], b->c[i]);
    return s;
}

struct affine affine_scale(const struct affine *a, struct hostint k)
{
    struct affine s = {.c0 = hostint_mul(a->c0, k)};
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        s.c[i] = hostint_mul(a->c[i], k);
    return s;
}

bool affine_same(const struct affine *a, const struct affine *b)
{
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        if (!hostint_same(a->c[i], b->c[i]))
            return false;
    return hostint_same(a->c0, b->c0);
}

bool affine_invariant(const struct affine *a)
{
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        if (!hostint_is(a->c[i], 0))
            return false;
    return true;
}
