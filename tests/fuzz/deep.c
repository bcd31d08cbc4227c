/* SPDX-License-Identifier: MIT */
/*
 * deep.c: loops that write rows behind two pointers in memory, T *** and structures of rows;
 * some rows or tables of them are shared, so that the order of the iterations matters.
 */
#include "special.h"

/* `$out` is cut into rows, which the tables lead to: in another order, some of them twice. */
static void tables(struct special *S, const char *type, int n, int m, int l, const char *tag)
{
    int turn = 1 + 2 * rnd(3), twice = chance(15) ? rnd(n * m) : -1,
        same = chance(10) ? rnd(n) : -1;
    for (int pass = 0; pass < 2; pass++) {
        const char *own = pass ? "ref_" : "";
        if (tag)
            add(&S->before, "    static struct %s %sc[%d];\n", tag, own, n);
        else
            add(&S->before, "    %s ***%sc = malloc(%d * sizeof *%sc);\n", type, own, n, own);
        const char *row = tag ? fmt("%sc[i].rows", own) : fmt("%sc[i]", own);
        add(&S->before,
            "    for (int i = 0; i < %d; i++) {\n        %s = malloc(%d * sizeof *%s);\n"
            "        for (int j = 0; j < %d; j++)\n"
            "            %s[j] = %sout + (i * %d + j) * %d %% %d * %d;\n    }\n",
            n, row, m, row, m, row, own, m, turn, n * m, l);
        if (twice > 0)
            add(&S->before, "    %sc[%d]%s[%d] = %sc[0]%s[0];\n", own, twice / m,
                tag ? ".rows" : "", twice % m, own, tag ? ".rows" : "");
        if (same > 0)
            add(&S->before, "    %sc[%d] = %sc[0];\n", own, same, own);
    }
}

/* What is done with element k of row j of `at`, or of the table after it. */
static const char *changed(int kind, const char *type, const char *at, const char *next, int m,
                           int l)
{
    switch (kind) {
    case 0:
        return fmt("%s[j][k] = 2 * %s[j][k] + j;", at, at);
    case 1:
        return fmt("%s[j][k] += i + k;", at);
    case 2:
        return fmt("%s[j][k] = i - j;", at);
    case 3:
        return fmt("%s *row = %s[j];\n                row[k] = row[k] - k;", type, at);
    case 4:
        return fmt("if (%s[j][k] > 3)\n                    %s[j][k] = (%s)(k - i);", at, at, type);
    case 5:
        return fmt("%s[j][k] = %s[j][%d - k];", at, at, l - 1);
    case 6:
        return fmt("%s[j][k] = %s[%d - j][k] + 1;", at, at, m - 1);
    default:
        return fmt("%s[j][k] = %s[j][k] + 1;", next, at);
    }
}

void deep_rows(struct special *S)
{
    static const char *const types[] = {"double", "float", "int", "long", "short"};
    const char *type = types[rnd(5)];
    int n = rnd_in(2, 6), m = rnd_in(1, 5), l = rnd_in(1, 40), kind = rnd(8);
    const char *tag = chance(30) ? fmt("%s_block", S->id) : NULL;
    const char *at = tag ? "$c[i].rows" : "$c[i]", *next = tag ? "$c[i + 1].rows" : "$c[i + 1]";
    bool even = chance(70);

    if (tag)
        add(&S->outside, "struct %s {\n    int n;\n    %s **rows;\n};\n", tag, type);
    output(S, type, "out", (long)n * m * l);
    tables(S, type, n, m, l, tag);
    add(&S->loop, "    for (int i = 0; i < %d; i++)\n", n - (kind == 7));
    add(&S->loop,
        even ? "        for (int j = 0; j < %d; j++)\n"
             : "        for (int j = i %% 2; j < %d; j++)\n",
        m);
    add(&S->loop,
        even ? "            for (int k = 0; k < %d; k++) {\n"
             : "            for (int k = 0; k < %d - j; k++) {\n",
        l);
    add(&S->loop, "                %s\n", changed(kind, type, at, next, m, l));
    if (chance(40)) {
        const char *sum = special_name(S, "sum");
        result(S, type[0] == 'f' ? "double" : type, sum, "0", "+");
        add(&S->loop, "                $%s += %s[j][k];\n", sum, at);
    }
    add(&S->loop, "            }\n");
    if (even && S->reduce.n == 0 && chance(30))
        S->collapse = rnd_in(2, 3);
    S->ours = true;
}
