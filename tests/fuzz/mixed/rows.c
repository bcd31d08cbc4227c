/* SPDX-License-Identifier: MIT */
/*
 * rows.c: loops over the columns of a row, which is the iteration's own: elements that depend on
 * each other or not, sums that are elements, products of matrices.
 */
#include "mixed.h"

/* The written object whose row it is, NULL: there is none with columns. */
static struct object *own_object(struct mixed *M)
{
    struct object *o = written_object(M);
    return o && o->columns > 1 && !M->column ? o : NULL;
}

static const char *head(const char *j, int from, int to)
{
    switch (rnd(4)) {
    case 0:
        return fmt("for (int %s = %d; %s >= %d; %s--)", j, to - 1, j, from, j);
    case 1:
        return fmt("for (long %s = %d; %s <= %d; %s++)", j, from, j, to - 1, j);
    default:
        return fmt("for (int %s = %d; %s < %d; %s++)", j, from, j, to, j);
    }
}

static void opened(struct mixed *M, const char *s)
{
    mixed_line(M, "%s {", s);
    M->indent++;
}

static void closed(struct mixed *M)
{
    M->indent--;
    mixed_line(M, "}");
}

static void each_element(struct mixed *M, const struct object *o)
{
    const char *j = mixed_name(M, "j"), *at = element_at(o, M->row, j);
    int turns = M->n_turns;
    if (M->region->set == OMP && !M->region->simd && chance(25))
        mixed_pragma(M, "#pragma omp simd");
    else if (M->region->set == ACC && chance(30))
        mixed_pragma(M, "#pragma acc loop vector");
    opened(M, fmt("for (int %s = 0; %s < %d; %s++)", j, j, o->columns, j));
    struct object *other = read_object(M);
    const char *from = other->written || other->columns > o->columns
                           ? below(M, 1, 6)
                           : fmt("(int)%s", element_at(other, any_row(M), "0"));
    mixed_line(M, "%s = (%s)((%s + (int)%s * 3) & 127);", at, o->type, from, j);
    closed(M);
    M->n_turns = turns;
}

/* Each takes the one before, in one direction or the other. */
static void carried_along(struct mixed *M, const struct object *o)
{
    const char *j = mixed_name(M, "j");
    bool up = chance(50);
    opened(M, head(j, up, o->columns - !up));
    const char *near = element_at(o, M->row, fmt("%s %c 1", j, up ? '-' : '+')),
               *at = element_at(o, M->row, j);
    if (chance(50))
        mixed_line(M, "%s = (%s)((int)(%s + %s) & 127);", at, o->type, at, near);
    else
        mixed_line(M, "if (%s > %s)\n%*s%s = %s;", at, near, 4 * M->indent + 4, "", at, near);
    closed(M);
}

/* Running sums, which the row gets. */
static void running(struct mixed *M, const struct object *o)
{
    const char *j = mixed_name(M, "j"), *s = mixed_name(M, "s");
    mixed_line(M, "int %s = %s;", s, below(M, 1, 6));
    opened(M, fmt("for (int %s = 0; %s < %d; %s++)", j, j, o->columns, j));
    const char *at = element_at(o, M->row, j), *e = below(M, 1, 5);
    if (chance(50)) {
        mixed_line(M, "%s += %s;", s, e);
        mixed_line(M, "%s = (%s)(%s & 127);", at, o->type, s);
    } else {
        mixed_line(M, "%s += (int)%s;", s, at);
        mixed_line(M, "%s = (%s)((%s - %s) & 127);", at, o->type, s, e);
    }
    closed(M);
    push_scalar(M, s, false);
    mixed_line(M, "%s &= 32767;", s);
}

/* Of two that are read. */
static void product(struct mixed *M, const struct object *o)
{
    const struct object *a = read_object(M), *b = read_object(M);
    if (a->written || b->written || a->columns == 1) {
        running(M, o);
        return;
    }
    const char *j = mixed_name(M, "j"), *k = mixed_name(M, "k"), *s = mixed_name(M, "s");
    bool in_place = chance(30);
    const char *at, *row = M->row;
    opened(M, fmt("for (int %s = 0; %s < %d; %s++)", j, j, o->columns, j));
    at = element_at(o, row, j);
    if (in_place)
        mixed_line(M, "%s = 0;", at);
    else
        mixed_line(M, "%s %s = 0;", chance(50) ? "int" : "double", s);
    mixed_line(M, "for (int %s = 0; %s < MIN(n, %d); %s++)", k, k, a->columns, k);
    const char *term = fmt("(int)%s * (int)%s", element_at(a, row, k),
                           element_at(b, k, b->columns >= o->columns ? j : "0"));
    if (in_place)
        mixed_line(M, "    %s = (%s)((int)(%s + %s) & 127);", at, o->type, at, term);
    else
        mixed_line(M, "    %s += %s;", s, term);
    if (!in_place)
        mixed_line(M, "%s = (%s)((int)%s & 127);", at, o->type, s);
    closed(M);
}

void row_step(struct mixed *M)
{
    const struct object *o = own_object(M);
    if (!o) {
        store(M);
        return;
    }
    M->cost *= o->columns;
    switch (rnd(4)) {
    case 0:
        each_element(M, o);
        break;
    case 1:
        carried_along(M, o);
        break;
    case 2:
        running(M, o);
        break;
    default:
        product(M, o);
    }
    M->cost /= o->columns;
}
