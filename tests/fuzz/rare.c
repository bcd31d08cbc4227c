/* SPDX-License-Identifier: MIT */
/*
 * rare.c: nests of which a loop has no iteration, paths that few iterations take or
 * none, and functions and variables that another file replaces.
 */
#include "special.h"

/* --- no iteration ------------------------------------------------------------------ */

/* A head whose count is `n`, which may be 0 or less; inner ones may end at i. */
static const char *head(const char *i, const char *n, bool inner)
{
    static const char *const heads[] = {
        "for (int @ = 0; @ < #; @++)",      "for (int @ = 0; @ <= # - 1; @++)",
        "for (long @ = 1; @ < # + 1; @++)", "for (int @ = #; @ > 0; @--)",
        "for (int @ = # - 1; @ >= 0; @--)", "for (int @ = 5; @ < #; @ += 3)",
        "for (int @ = 0; # > @; @ += 2)",
    };
    static const char *const inner_heads[] = {
        "for (int @ = #; @-- > 0;)", "for (int @ = 0; @ < MIN(#, i); @++)",
        "for (int @ = (int)i; @ < #; @++)", "for (unsigned @ = 0; (int)@ < #; @++)"};
    const char *form = inner && chance(40) ? inner_heads[rnd(4)] : heads[rnd(7)];
    struct text t = {0};
    for (const char *p = form; *p; p++)
        if (*p == '@' || *p == '#')
            add(&t, "%s", *p == '@' ? i : n);
        else
            add(&t, "%c", *p);
    const char *s = fmt("%s", t.s);
    text_free(&t);
    return s;
}

void no_iteration(struct special *S)
{
    static const int counts[] = {0, 0, -3, 1, 7, 40};
    int n = counts[rnd(6)], m = counts[rnd(6)];
    S->ours = chance(70);
    if (S->ours && chance(50))
        S->collapse = 2;
    add(&S->before,
        "    int n = %d, m = %d;\n    int *x = n * m > 0 ? malloc(%d * sizeof *x) : 0;\n"
        "    if (x)\n        FILL(x[k], %d, int, fuzz_int, seed);\n",
        n, m, 50 * 50, 50 * 50);
    result(S, "long", "sum", "5", "+");
    if (chance(60))
        result(S, "int", "most", "-1000", "max");
    bool inner_free = S->collapse == 1;
    add(&S->loop, "    %s%s\n", head("i", "n", false), inner_free ? " {" : "");
    if (inner_free)
        add(&S->loop, "        $sum += 3;\n");
    add(&S->loop, "        %s {\n            $sum += x[(i + 1) * (j + 1) %% 2500];\n",
        inner_free ? head("j", "m", true) : head("j", "m", false));
    if (S->results.n > 4)
        add(&S->loop, "            $most = MAX($most, x[i + j]);\n");
    if (S->ours && chance(50)) {
        watched(S, "int", "last", "77");
        add(&S->loop, "            $last = x[i] + (int)j;\n");
    }
    add(&S->loop, "        }\n%s", inner_free ? "    }\n" : "");
}

/* --- seldom taken ---------------------------------------------------------------------- */

static const char *const rare_steps[] = {
    "if (x[i] == @)\n            $found++;",
    "if (x[i] == @ && z)\n            $found += z[i];",
    "if (x[i] == @)\n            $where = MAX($where, i);",
    "if (x[i] == @) {\n            for (int j = 0; j < i; j++)\n                $found += x[j];\n  "
    "      }",
    "if (x[i] == @)\n            $mark[i] = -1;",
    "if (x[i] == @)\n            $mark[i] += x[i / 2];",
    "if (x[i] > 49)\n            $found += y[x[i] - 50];\n        else if (x[i] == @)\n"
    "            $found += 1000;",
    "if (i == @)\n            $found += x[n - 1 - i];",
    "switch (x[i]) {\n        case @:\n            $found -= 7;\n            break;\n        case "
    "7:\n"
    "            $found += 2; /* and so on */\n        default:\n            $found++;\n        }",
    "$found += x[i] == @ ? y[i % 50] : z ? z[0] : 0;",
    "if (x[i] != @)\n            continue;\n        $found += i;",
    "if (n < 0)\n            $mark[i + n] = 0;\n        $found += x[i];",
    "if (x[i] == @ && i > n - 3)\n            t = x[i - 1];\n        $found += t;",
    "while (x[i] + t == @)\n            t++;\n        $found += t;",
};

void rare_path(struct special *S)
{
    static const long sizes[] = {3, 33, 100, 300, 1000};
    long n = sizes[rnd(5)];
    bool marks = chance(50);
    input(S, "int", "x", n, "fuzz_int(seed, (uint64_t)k)");
    input(S, "long", "y", 50, "k * k");
    add(&S->before, "    int n = %ld;\n    const int *z = 0;\n    (void)z;\n", n);
    result(S, "long", "found", "0", "+");
    result(S, "int", "where", "-1", "max");
    if (marks)
        output(S, "int", "mark", n);
    add(&S->loop, "    for (int i = 0; i < n; i++) {\n        int t = 0;\n");
    for (int k = rnd_in(1, 3); k > 0; k--) {
        const char *step = rare_steps[rnd((int)(sizeof rare_steps / sizeof *rare_steps))];
        bool writes = false;
        for (const char *p = step; *p; p++)
            writes = writes || (p[0] == 'm' && p[1] == 'a' && p[2] == 'r');
        if (writes && !marks)
            continue;
        static const char *const values[] = {"-50", "50", "49", "-51", "0", "1234"};
        add(&S->loop, "        %s\n", filled_in(step, values[rnd(6)], ""));
    }
    add(&S->loop, "        if (x[i] == 50 && $where < i)\n            $where = i;\n"
                  "        $found += t;\n    }\n");
}

/* --- replaced ----------------------------------------------------------------------------- */

/* run.sh makes a file of the lines behind "over:", and a library of the rest or not. */
static void defined_twice(struct special *S, const char *here, const char *there)
{
    add(&S->outside, "FUZZ_REPLACED %s\n/* over: %s */\n", here, there);
}

void replaced(struct special *S)
{
    long n = rnd_in(1, 300);
    int by = rnd_in(2, 5), form = rnd(4);
    const char *f = fmt("%s_f", S->id), *e;
    S->ours = chance(60);
    input(S, "int", "x", n, "fuzz_int(seed, (uint64_t)k)");
    switch (form) {
    case 0:
        defined_twice(S, fmt("int %s(int k) { return k + 1; }", f),
                      fmt("int %s(int k) { return k * %d; }", f, by));
        e = fmt("%s(x[i])", f);
        break;
    case 1: /* a variable */
        defined_twice(S, fmt("int %s = 1;", f), fmt("int %s = %d;", f, by));
        e = fmt("x[i] * %s", f);
        break;
    case 2: /* one that nobody else can replace calls it */
        defined_twice(S, fmt("int %s(int k) { return k + 1; }", f),
                      fmt("int %s(int k) { return k - %d; }", f, by));
        add(&S->outside, "static int %s_own(int k)\n{\n    return %s(k) + 1;\n}\n", S->id, f);
        e = fmt("%s_own(x[i])", S->id);
        break;
    default: /* a table */
        defined_twice(S, fmt("const int %s[4] = {1, 2, 3, 4};", f),
                      fmt("const int %s[4] = {%d, 7, 1, 9};", f, by));
        e = fmt("%s[x[i] & 3]", f);
    }
    result(S, "long", "sum", "0", "+");
    add(&S->loop, "    for (int i = 0; i < %ld; i++)\n        $sum += %s;\n", n, e);
}
