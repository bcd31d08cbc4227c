/* SPDX-License-Identifier: MIT */
/*
 * scratch.c: memory of an iteration's own, pointers that are one of several, and expressions with
 * effects.
 */
#include "mixed.h"

/* By malloc, or of variable length. */
static void memory(struct mixed *M)
{
    const char *t = mixed_name(M, "t"), *k = mixed_name(M, "k"), *v = mixed_name(M, "v"),
               *n = mixed_name(M, "n");
    const char *type = chance(50) ? "int" : "double";
    bool heap = chance(40), fixed = chance(40);
    mixed_line(M, "int %s = 0;", v);
    mixed_line(M, "{"); /* no jump may lead into it */
    M->indent++;
    mixed_line(M, "const int %s = %s;", n, fixed ? "8" : fmt("%s + 2", below(M, 1, 3)));
    if (heap)
        mixed_line(M, "%s *%s = malloc(%s * sizeof *%s);", type, t,
                   fixed ? "8" : fmt("(size_t)%s", n), t);
    else
        mixed_line(M, "%s %s[%s];", type, t, fixed ? "8" : n);
    if (chance(30))
        mixed_line(M, "memset(%s, 0, %s * sizeof *%s);", t, fixed ? "8" : fmt("(size_t)%s", n), t);
    mixed_line(M, "for (int %s = 0; %s < %s; %s++)", k, k, n, k);
    mixed_line(M, "    %s[%s] = %s + %s;", t, k, below(M, 1, 6), k);
    mixed_line(M, "%s[%s %% %s] += %s;", t, below(M, 1, 6), n, below(M, 1, 6));
    mixed_line(M, "%s = (int)%s[%s %% %s];", v, t, below(M, 1, 6), n);
    if (heap)
        mixed_line(M, "free(%s);", t);
    M->indent--;
    mixed_line(M, "}");
    push_scalar(M, v, false);
}

static const struct object *with_rows(struct mixed *M, const char *type)
{
    for (int tries = 0; tries < 8; tries++) {
        const struct object *o = read_object(M);
        if (!o->written && o->shape < INNER && (!type || o->type == type))
            return o;
    }
    return NULL;
}

/* A pointer to the row of one object or another. */
static void one_of_two(struct mixed *M)
{
    const struct object *a = with_rows(M, NULL), *b = a ? with_rows(M, a->type) : NULL;
    if (!b) {
        store(M);
        return;
    }
    const char *q = mixed_name(M, "q"), *v = mixed_name(M, "v");
    const char *first = row_start(a, any_row(M)), *other = row_start(b, any_row(M));
    int columns = a->columns < b->columns ? a->columns : b->columns;
    if (chance(50)) {
        mixed_line(M, "const %s *%s = %s ? %s : %s;", a->type, q, fmt("(%s)", mixed_test(M)), first,
                   other);
    } else {
        mixed_line(M, "const %s *%s = %s;", a->type, q, first);
        mixed_line(M, "if (%s)", mixed_test(M));
        mixed_line(M, "    %s = %s;", q, other);
    }
    mixed_line(M, "int %s = (int)%s[%d] + (int)*%s;", v, q, rnd(columns), q);
    push_scalar(M, v, false);
}

static void with_effects(struct mixed *M)
{
    const char *v = mixed_name(M, "v"), *w = mixed_name(M, "w"), *t = mixed_name(M, "t");
    switch (rnd(5)) {
    case 0:
        mixed_line(M, "int %s, %s;", v, w);
        mixed_line(M, "%s = %s = %s;", v, w, below(M, 2, 10));
        break;
    case 1:
        mixed_line(M, "int %s = 0, %s = 3;", v, w);
        mixed_line(M, "if ((%s = %s) > %d && %s++ < 9)", v, below(M, 1, 8), rnd(200), w);
        mixed_line(M, "    %s += %s--;", v, w);
        break;
    case 2:
        mixed_line(M, "int %s = 0, %s, %s[4] = {%s, 2, %s};", v, w, t, below(M, 1, 6),
                   below(M, 1, 7));
        mixed_line(M, "%s = %s[%s++] + 3;", w, t, v);
        mixed_line(M, "%s[++%s] ^= %s;", t, v, w);
        mixed_line(M, "%s += %s[2];", w, t);
        break;
    case 3:
        mixed_line(M, "int %s = %s, %s;", v, below(M, 1, 9), w);
        mixed_line(M, "%s = (%s >>= 1, %s * 3) & 32767;", w, v, v);
        break;
    default:
        mixed_line(M, "unsigned char c%s = (unsigned char)%s;", v, below(M, 1, 12));
        mixed_line(M, "c%s += 200;", v);
        mixed_line(M, "signed char d%s = (signed char)c%s;", v, v);
        mixed_line(M, "int %s = c%s-- >> 1, %s = d%s & 255;", v, v, w, v);
    }
    push_scalar(M, v, false);
    push_scalar(M, w, false);
}

void scratch_step(struct mixed *M)
{
    int k = rnd(10);
    if (k < 3)
        memory(M);
    else if (k < 6)
        one_of_two(M);
    else
        with_effects(M);
}
