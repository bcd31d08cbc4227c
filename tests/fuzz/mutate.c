/* SPDX-License-Identifier: MIT */
/*
 * mutate.c: tcr-mutate SEED < prog.c > broken.c
 *
 * Damages a program the way that editors, merges and bad luck do: cut off,
 * bytes changed, pieces deleted, doubled, swapped or moved, tokens replaced.
 * Directive lines are hit more often than their length would have it.
 */
#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct text in;

static void read_all(void)
{
    int c;
    while ((c = getchar()) != EOF)
        add(&in, "%c", c ? c : ' ');
}

/* Where the next damage goes: anywhere, or into a directive. */
static size_t somewhere(void)
{
    size_t at = (size_t)rnd((int)in.n);
    const char *p = strstr(in.s + at, "tcr ");
    if (p && chance(50))
        at = (size_t)(p - in.s) + (size_t)rnd(60);
    return at < in.n ? at : in.n - 1;
}

static size_t length_from(size_t at, int most)
{
    size_t n = (size_t)rnd_in(1, most);
    return at + n <= in.n ? n : in.n - at;
}

/* Replaces n bytes at `at` by `by`. */
static void splice(size_t at, size_t n, const char *by)
{
    struct text out = {0};
    add(&out, "%.*s%s%s", (int)at, in.s, by, in.s + at + n);
    text_free(&in);
    in = out;
}

static void replace_token(size_t at)
{
    static const char *const tokens[] = {
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ";",
        ",",
        ":",
        "::",
        "+",
        "&&",
        "reduce",
        "private",
        "collapse",
        "collapse(99999999999)",
        "if(",
        "copyin(",
        "*",
        "\"",
        "'",
        "\\\n",
        "#",
        "/*",
        "*/",
        "//",
        "\n",
        "for (",
        "for (;;",
        "0",
        "-1",
        "99999999999999999999",
        "double",
        "volatile",
        "goto",
        "x",
        "reduce(+ : ",
        "reduce(max :)",
        "\n#pragma tcr ",
        "\n#pragma tcr reduce(+ : sum0)\n",
        "_Pragma(\"tcr reduce(",
        "a[0:",
        "[:]",
        "inscan, ",
        "chain(0)",
        "block(-1)",
        "async",
        "wait",
        "scan inclusive(",
        "data",
        "\xc3\xa4",
        "\x01",
    };
    size_t n = length_from(at, 6);
    splice(at, n, tokens[rnd((int)(sizeof tokens / sizeof *tokens))]);
}

static void damage(void)
{
    size_t at = somewhere(), n = length_from(at, 40);
    const char *piece = fmt("%.*s", (int)n, in.s + at);
    switch (rnd(8)) {
    case 0:
        splice(at, n, "");
        break;
    case 1:
        splice(at, 0, piece);
        break;
    case 2:
        splice(somewhere(), 0, piece);
        break;
    case 3:
        in.s[at] = (char)rnd_in(1, 255);
        break;
    default:
        replace_token(at);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: tcr-mutate SEED < prog.c > broken.c\n");
        return 2;
    }
    rnd_state = strtoull(argv[1], NULL, 10) * 0xff51afd7ed558ccdu;
    rnd_state ^= rnd_state >> 29;
    read_all();
    if (in.n == 0)
        return 1;
    for (int k = rnd_in(1, 4); k > 0; k--)
        damage();
    size_t keep = chance(20) ? somewhere() : in.n;
    fwrite(in.s, 1, keep, stdout);
    text_free(&in);
    fmt_free_all();
    return 0;
}
