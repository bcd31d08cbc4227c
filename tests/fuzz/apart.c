/* SPDX-License-Identifier: MIT */
/*
 * apart.c: loops that read rows which are blocks of their own, with what the loop writes somewhere
 * between them in the heap: one array lies within the reach of another one's parts.
 */
#include "special.h"

/* Row `j` as the loop names it. */
static const char *row(bool members, const char *j)
{
    return members ? fmt("cells[%s].row", j) : fmt("rows[%s]", j);
}

/* `m` rows of `l` elements, and after one of them the array of `n`. */
static void blocks(struct special *S, const char *type, bool members, int m, int l, int n)
{
    const char *own = row(members, "j");

    if (members)
        add(&S->before,
            "    struct {\n        int n;\n        %s *row;\n    } *cells = malloc(%d * sizeof "
            "*cells);\n",
            type, m);
    else
        add(&S->before, "    %s **rows = malloc(%d * sizeof *rows);\n", type, m);
    add(&S->before,
        "    %s *out = NULL, *ref_out = malloc(%d * sizeof *ref_out);\n"
        "    for (int j = 0; j < %d; j++) {\n"
        "        %s = malloc(%d * sizeof *%s);\n"
        "        FILL(%s[k], %d, %s, fuzz_int, seed + (uint64_t)j);\n"
        "        if (j == %d)\n"
        "            out = malloc(%d * sizeof *out);\n"
        "    }\n",
        type, n, m, own, l, own, own, l, type, rnd(m), n);
    add(&S->before,
        "    FILL(out[k], %d, %s, fuzz_int, seed);\n    FILL(ref_out[k], %d, %s, fuzz_int, "
        "seed);\n",
        n, type, n, type);
    compare_elements(S, "out", n);
}

/* What iteration i makes of rows. */
static void statement(struct special *S, const char *type, bool members, int m, int l)
{
    const char *own = row(members, fmt("i %% %d", m)), *any = row(members, "j"),
               *back = row(members, fmt("%d - i %% %d", m - 1, m));

    switch (rnd(4)) {
    case 0:
        add(&S->loop, "        $out[i] = %s[i %% %d];\n", own, l);
        break;
    case 1:
        add(&S->loop, "        $out[i] = (%s)($out[i] + (%s[i * 3 %% %d] > 2));\n", type, back, l);
        break;
    case 2:
        add(&S->loop,
            "        for (int j = 0; j < %d; j++)\n            if (%s[i %% %d] > $out[i])\n"
            "                $out[i] = %s[i %% %d];\n",
            m, any, l, any, l);
        break;
    default:
        add(&S->loop,
            "        const %s *at = %s;\n        $out[i] = at[i %% %d] > 2 ? at[0] : $out[i];\n",
            type, own, l);
    }
}

void rows_apart(struct special *S)
{
    static const char *const types[] = {"double", "float", "int", "long", "short"};
    const char *type = types[rnd(5)];
    bool members = chance(30);
    int m = rnd_in(1, chance(60) ? 8 : 100), l = rnd_in(1, chance(50) ? 40 : 300),
        n = rnd_in(1, chance(50) ? 9000 : 100);

    blocks(S, type, members, m, l, n);
    add(&S->loop, "    for (int i = 0; i < %d; i++) {\n", n);
    statement(S, type, members, m, l);
    if (chance(40)) {
        const char *most = special_name(S, "most");
        result(S, type, most, "0", "max");
        add(&S->loop, "        if ($out[i] > $%s)\n            $%s = $out[i];\n", most, most);
    }
    add(&S->loop, "    }\n");
    S->writes = true;
}
