/* SPDX-License-Identifier: MIT */
/*
 * scans.c: loops with prefix sums: some variables of several operators and types, inclusive or
 * exclusive, with values that are given anew, and code in both phases.  All floating values are
 * multiples of 1/8 whose sums are exact; the reference is the loop in its order.
 */
#include "special.h"

#include <string.h>

struct scanned {
    const char *op, *type, *first, *text;
};

static const struct scanned table[] = {
    {"+", "double", "0.5", "# += @ * 0.125;"},
    {"+", "double", "-3", "# -= @;"},
    {"+", "float", "2", "# += @ % 4;"},
    {"+", "int", "7", "# += @;"},
    {"+", "long", "1L << 40", "# += @ * 1001L;"},
    {"+", "unsigned", "5", "if (@ > 3)\n            #++;"},
    {"+", "unsigned char", "250", "# += @;"},
    {"+", "short", "9", "for (int k = 0; k < i % 3; k++)\n            # += @ + k;"},
    {"*", "unsigned", "3", "# *= 2 * @ + 1;"},
    {"*", "unsigned long", "1", "if (@ % 3 == 0)\n            # *= @ + 5u;"},
    {"*", "double", "1", "if (@ == 7)\n            # *= i % 2 ? 2 : 0.5;"},
    {"min", "int", "90", "if (@ < #)\n            # = @;"},
    {"min", "float", "50", "# = @ < # ? @ : #;"},
    {"max", "double", "-1", "if (# < @)\n            # = @;"},
    {"max", "signed char", "-5", "# = @ % 100 > # ? @ % 100 : #;"},
    {"max", "long", "-1", "if (@ % 5 == 1 && @ > #)\n            # = @;"},
    {"&", "int", "-1", "# &= ~(1 << @ % 31);"},
    {"|", "long", "0", "# |= 1L << @ % 63;"},
    {"^", "unsigned short", "77", "# ^= @ * 31;"},
    {"&&", "int", "1", "# = # && @ < 95;"},
    {"||", "_Bool", "0", "# = # || @ == 90;"},
};

static const char *const resets[] = {
    "if (@ % 17 == 3)\n            # = 0;\n        ",
    "if (@ > 80)\n            # = @ % 9;\n        ",
    "if (i % 50 == 49) {\n            # = 2;\n        }\n        "};

/* Statements of the scan phase; o is the output. */
static const char *const uses[] = {
    "$o[i] += (long)# / 64;",
    "if (@ % 2)\n            $o[i] = (long)# / 64 - @;",
    "for (int k = 0; k < @ % 3; k++)\n            $o[i] += (long)# / 64 * (k + 1);",
    "$o[i] = # > 20 ? (long)# / 64 : @;",
    "$o[i] = # / 4 + @;",
};

enum { MOST = 3 };

static void phase_of_input(struct special *S, const struct scanned *u, const char *const *v, int n)
{
    for (int k = 0; k < n; k++) {
        const char *reset = chance(25) ? resets[rnd(3)] : "";
        bool fits = strcmp(u[k].op, "&&") != 0 && strcmp(u[k].op, "||") != 0;
        add(&S->loop, "        ");
        add(&S->loop, "%s", filled_in(fmt("%s%s", fits ? reset : "", u[k].text), "t", v[k]));
        add(&S->loop, "\n");
    }
}

static void phase_of_scan(struct special *S, const char *const *v, int n)
{
    for (int k = rnd_in(1, 3); k > 0; k--) {
        add(&S->loop, "        ");
        add(&S->loop, "%s", filled_in(uses[rnd(5)], "t", v[rnd(n)]));
        add(&S->loop, "\n");
    }
    if (S->parted && strstr(S->parted, "inclusive") && chance(15))
        add(&S->loop, "        if (t == 4)\n            continue;\n        $o[i] += 1;\n");
}

void prefix_sums(struct special *S)
{
    static const long sizes[] = {1, 2, 31, 33, 100, 257, 1000, 5000};
    long n = sizes[rnd(8)];
    bool exclusive = chance(50), in_place = chance(40);
    int n_vars = rnd_in(1, MOST);
    struct scanned u[MOST];
    const char *v[MOST];
    S->ours = true;
    input(S, "int", "x", n, "(seed + 7919 * k) % 101");
    output(S, chance(50) ? "long" : "double", "o", n);
    for (int k = 0; k < n_vars; k++) {
        u[k] = table[rnd((int)(sizeof table / sizeof *table))];
        v[k] = special_name(S, "p");
        watched(S, u[k].type, v[k], u[k].first);
        add(&S->reduce, " %%s(inscan, %s : %s)", u[k].op, v[k]);
        add(&S->results, "%s%s", k ? ", " : "", v[k]);
    }
    if (chance(70))
        add(&S->loop, "    for (int i = 0; i < %ld; i++) {\n", n);
    else
        add(&S->loop, "    for (int i = %ld; i >= 0; i -= %d) {\n", n - 1, rnd_in(1, 3));
    add(&S->loop, "        int t = x[i]%s;\n", chance(50) ? "" : " + i % 5");
    if (in_place)
        add(&S->loop, "        t += (int)$o[i] & 7;\n");
    S->parted =
        fmt("#pragma tcr scan %s(%s)\n", exclusive ? "exclusive" : "inclusive", S->results.s);
    if (exclusive)
        phase_of_scan(S, v, n_vars);
    else
        phase_of_input(S, u, v, n_vars);
    add(&S->loop, "%c", SPECIAL_PARTED);
    if (exclusive)
        phase_of_input(S, u, v, n_vars);
    else
        phase_of_scan(S, v, n_vars);
    add(&S->loop, "    }\n");
}
