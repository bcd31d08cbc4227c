/* SPDX-License-Identifier: MIT */
/*
 * odd.c: loops over data with NaN, infinities, subnormal numbers and zeros of both
 * signs.  The reference is the loop in its order.
 */
#include "special.h"

struct update {
    const char *op, *text;
};

static const struct update extremes[] = {
    {"max", "if (@ > #)\n            # = @;"},
    {"max", "if (# < @)\n            # = @;"},
    {"max", "if (@ >= #)\n            # = @;"},
    {"max", "# = @ > # ? @ : #;"},
    {"max", "# = # < @ ? @ : #;"},
    {"max", "# = MAX(#, @);"},
    {"max", "# = MAX(@, #);"},
    {"max", "# = # > @ ? # : @;"},
    {"max", "# = @ <= # ? # : @;"},
    {"max", "# = fmax(#, @);"},
    {"max", "# = fmax(@, #);"},
    {"max", "# = fmax(fmax(#, @), -(@));"},
    {"max", "KEEP_MAX(#, @);"},
    {"max", "if (!isnan(@) && !(@ <= #))\n            # = @;"},
    {"max", "if (isfinite(@) && @ > #)\n            # = @;"},
    {"max", "# = @ > 0 ? fmax(#, @) : #;"},
    {"min", "if (@ < #)\n            # = @;"},
    {"min", "if (# > @)\n            # = @;"},
    {"min", "# = @ < # ? @ : #;"},
    {"min", "# = MIN(#, @);"},
    {"min", "# = MIN(@, #);"},
    {"min", "# = # <= @ ? # : @;"},
    {"min", "# = fmin(#, @);"},
    {"min", "# = fmin(@, #);"},
    {"min", "if (@ <= #)\n            # = @;"},
    {"min", "if (!(@ >= 1) && @ < #)\n            # = @;"},
};

static const struct update counts[] = {
    {"+", "# += @ > 0.5;"},
    {"+", "# += !(@ <= 0.5);"},
    {"+", "# += @ != @;"},
    {"+", "if (isnan(@))\n            #++;"},
    {"+", "# += isfinite(@) != 0;"},
    {"+", "# += @ == 0;"},
    {"+", "# += isinf(@) ? 1 : 2;"},
    {"+", "# += (@ < 1) == (@ >= 1);"},
    {"+", "# += isless(@, 1.0) + 2 * isunordered(@, 0.5);"},
    {"+", "# += !isnan(@) && signbit(@);"},
    {"+", "# += (@ > 0) - (@ < 0);"},
    {"+", "# += fmin(@, 2) == @;"},
    {"+", "# += fmax(0.25, @) > 1;"},
    {"+", "# += @ > y[i] ? 1 : @ < y[i] ? 3 : @ == y[i] ? 7 : 1000;"},
    {"+", "# += MAX(@, y[i]) == y[i];"},
    {"+", "# += MIN(y[i], @) < 2;"},
    {"+", "# += fpclassify(@) == FP_SUBNORMAL;"},
    {"+", "if (@)\n            #++;"},
    {"+", "# += !@;"},
    {"^", "# ^= (@ > 0.5) << i % 7;"},
    {"|", "# |= (@ < y[i]) << i % 5;"},
    {"||", "# = # || isnan(@);"},
    {"&&", "# = # && @ == @;"},
    {"&&", "# = # && !(@ > 3);"},
};

/* What is added up is a multiple of 1/8, or what rounding takes away from such. */
static const struct update sums[] = {
    {"+", "# += @;"},
    {"+", "# -= @;"},
    {"+", "# += isnan(@) ? 0 : @;"},
    {"+", "if (@ == @)\n            # += @;"},
    {"+", "# += fmin(@, 4);"},
    {"+", "# += fmax(-2, @);"},
    {"+", "# += @ > 0 ? @ : 0;"},
    {"+", "# += MIN(@, y[i]);"},
    {"+", "# += MAX(0, @);"},
    {"+", "# += isfinite(@) ? @ : 0.125;"},
    {"+", "# += @ * 0;"},
    {"+", "# += 0 * y[i] + (@ > 1);"},
    {"*", "# *= isnan(@) ? 1 : @ < 0 ? -1 : 1;"},
    {"*", "# *= @ != @ ? @ : 1;"},
};

#define PICK(table) (table)[rnd((int)(sizeof(table) / sizeof *(table)))]

void odd_numbers(struct special *S)
{
    static const long sizes[] = {1, 2, 31, 33, 64, 100, 257, 1000};
    static const int often[] = {1, 3, 20, 150, 400};
    static const char *const firsts[] = {"0", "0", "-INFINITY", "INFINITY", "x[0]", "1", "NAN"};
    static const char *const values[] = {"x[i]",       "x[i]",       "x[i]",         "(-x[i])",
                                         "fabs(x[i])", "(x[i] * 2)", "(x[i] - y[i])"};
    const char *type = chance(70) ? "double" : "float";
    long n = sizes[rnd(8)];
    int which = rnd(64), each = often[rnd(5)];
    int to_y = chance(50) ? 0 : which;
    input(S, type, "x", n, fmt("fuzz_odd(seed, k, %d, %d)", which, each));
    input(S, type, "y", n, fmt("fuzz_odd(seed + 1, k, %d, %d)", to_y, each));
    add(&S->loop, "    for (int i = 0; i < %ld; i++) {\n", n);
    S->ours = true; /* OpenMP promises no order */
    for (int k = rnd_in(1, 3); k > 0; k--) {
        const char *v = special_name(S, "r"), *e = values[rnd(7)], *first = "0";
        int kind = rnd(3);
        struct update u = kind == 0 ? PICK(extremes) : kind == 1 ? PICK(counts) : PICK(sums);
        if (kind == 0)
            first = firsts[rnd(7)];
        else if (u.op[0] == '*' || u.op[1] == '&')
            first = "1";
        result(S, kind == 1 ? (chance(50) ? "int" : "long") : type, v, first, u.op);
        add(&S->loop, "        %s\n", filled_in(u.text, e, v));
    }
    add(&S->loop, "    }\n");
}
