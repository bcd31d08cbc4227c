/* SPDX-License-Identifier: MIT */
/*
 * best.c: minima and maxima with their places, under tcr's own clause: of few values, which are
 * alike, under conditions, of a nest, with others in the loop.
 */
#include "special.h"

/* if (e > best) { best = e; at = i; with = y[i]; }, in any order of these and on either side. */
static void add_search(struct special *S, const char *e, bool most, bool inner)
{
    static const char *const also[] = {"", "", "y[i] % 3 && ", "y[i] != 5 && "};
    const char *best = special_name(S, "best"), *at = special_name(S, "at"),
               *with = special_name(S, "with");
    const char *type = chance(40) ? "double" : chance(50) ? "int" : "long";
    const char *first = chance(20) ? "3" : most ? "-1000" : "1000", *op = most ? "max" : "min";
    bool both = chance(40);
    result(S, type, best, first, op);
    watched(S, "int", at, "-1");
    if (both)
        watched(S, "int", with, "77");
    add(&S->loop, "        if (%s", also[rnd(4)]);
    if (chance(60))
        add(&S->loop, "%s %s $%s) {\n", e, most ? ">" : "<", best);
    else
        add(&S->loop, "$%s %s %s) {\n", best, most ? "<" : ">", e);
    if (both && chance(50)) {
        add(&S->loop, "            $%s = y[i] + 1;\n", with);
        both = false;
    }
    add(&S->loop, "            $%s = %s;\n            $%s = %s;\n", best, e, at,
        inner ? "(int)(i * 64 + j)" : "(int)i");
    if (both)
        add(&S->loop, "            $%s = y[i] + 1;\n", with);
    add(&S->loop, "        }\n");
}

void places_of_best(struct special *S)
{
    static const char *const heads[] = {
        "for (int i = 0; i < n; i++)", "for (int i = n - 1; i >= 0; i--)",
        "for (long i = 1; i < n; i += 3)", "for (unsigned i = 0; i < (unsigned)n; i++)"};
    static const char *const values[] = {"x[i]", "x[i] * x[i]", "(x[i] & 7)", "x[i] + y[i]"};
    static const long sizes[] = {1, 7, 64, 300, 2000};
    long n = sizes[rnd(5)];
    bool inner = n <= 300 && chance(30);
    S->ours = true;
    add(&S->before, "    int n = %ld;\n", chance(10) ? 0 : n);
    input(S, "int", "x", n,
          chance(50) ? "fuzz_int(seed, (uint64_t)k) % 40" : "fuzz_int(seed, (uint64_t)k)");
    input(S, "int", "y", n, "fuzz_int(seed, (uint64_t)k) % 9");
    add(&S->loop, "    %s {\n", heads[rnd(4)]);
    if (chance(20))
        add(&S->loop, "        if (y[i] == 4)\n            continue;\n");
    if (chance(40)) {
        result(S, "long", "sum", "5", "+");
        add(&S->loop, "        $sum += y[i];\n");
    }
    if (inner)
        add(&S->loop, "        for (int j = 0; j < 64; j++) {\n");
    for (int k = 1 + rnd(3); k-- > 0;)
        add_search(S, inner ? "(x[i] * (j + 3) & 255)" : values[rnd(4)], chance(50), inner);
    add(&S->loop, "%s    }\n", inner ? "        }\n" : "");
}
