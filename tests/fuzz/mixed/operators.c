/* SPDX-License-Identifier: MIT */
/*
 * operators.c: results that operators of OpenMP's `declare reduction` combine: numbers, and
 * structures with a sum, a maximum and a set.  Any order of the iterations gives the same.
 */
#include "mixed.h"

static void of_numbers(struct mixed *M, struct outcome *r)
{
    static const char *const types[] = {"int", "long", "unsigned", "double"};
    static const char *const combiners[] = {"omp_out += omp_in",
                                            "omp_out = omp_out + omp_in) initializer(omp_priv = 0"};
    r->type = types[rnd(4)];
    add(&M->S->outside, "#pragma omp declare reduction(%s : %s%s : %s)\n", r->word, r->type,
        chance(20) ? ", short" : "", combiners[rnd(2)]);
    add(&M->region->declared, "    %s %s = %d;\n", r->type, r->name, rnd(9));
    add(&M->region->tail, "    $total = ($total * 31 + (long)%s) & 0xffffff;\n", r->name);
}

static const char *combiner(struct mixed *M, const char *type)
{
    if (chance(40))
        return "(omp_out.sum += omp_in.sum, omp_out.seen |= omp_in.seen, omp_out.most = "
               "MAX(omp_in.most, omp_out.most))";
    const char *f = function_name(M, "join");
    function_text(M, fmt("static void %1$s(%2$s *a, const %2$s *b)\n{\n"
                         "    a->sum += b->sum;\n    if (b->most > a->most)\n"
                         "        a->most = b->most;\n    a->seen |= b->seen;\n}\n",
                         f, type));
    return fmt("%s(&omp_out, &omp_in)", f);
}

/* None, of a constant, by a function. */
static const char *initializer(struct mixed *M, const char *type)
{
    switch (rnd(3)) {
    case 0:
        return "";
    case 1:
        return " initializer(omp_priv = {0, -1, 0})";
    default:;
        const char *f = function_name(M, "clear");
        function_text(M, fmt("static void %s(%s *a)\n{\n    a->sum = 0;\n    a->seen = 0;\n"
                             "    a->most = -5;\n}\n",
                             f, type));
        return fmt(" initializer(%s(&omp_priv))", f);
    }
}

static void of_structures(struct mixed *M, struct outcome *r)
{
    static const char *const sums[] = {"long", "int", "double"};
    r->type = fmt("struct %s", function_name(M, "all"));
    add(&M->S->outside, "%s {\n    %s sum;\n    int most;\n    unsigned seen;\n};\n", r->type,
        sums[rnd(3)]);
    const char *combine = combiner(M, r->type), *first = initializer(M, r->type);
    add(&M->S->outside, "#pragma omp declare reduction(%s : %s : %s)%s\n", r->word, r->type,
        combine, first);
    add(&M->region->declared, "    %s %s = {5, 3, 1};\n", r->type, r->name);
    add(&M->region->tail,
        "    $total = ($total * 31 + (long)%1$s.sum + %1$s.most * 7 + (long)%1$s.seen) & "
        "0xffffff;\n",
        r->name);
}

void declare_operator(struct mixed *M, struct outcome *r)
{
    r->word = function_name(M, "op");
    if (chance(40))
        of_numbers(M, r);
    else
        of_structures(M, r);
}

static void update_member(struct mixed *M, const char *name, const char *v)
{
    switch (rnd(4)) {
    case 0:
        mixed_line(M, "%s.sum += %s;", name, v);
        break;
    case 1:
        mixed_line(M, "if (%s > %s.most)", v, name);
        mixed_line(M, "    %s.most = %s;", name, v);
        break;
    case 2:
        mixed_line(M, "%s.seen |= 1u << (%s & 31);", name, v);
        break;
    default:
        mixed_line(M, "%1$s.most = MAX(%1$s.most, %2$s);", name, v);
        mixed_line(M, "%s.sum += %s & 7;", name, v);
    }
}

void update_declared(struct mixed *M, const struct outcome *r)
{
    const char *v = below(M, 1, 12);
    if (*r->type != 's') {
        mixed_line(M, "%s += (%s)%s;", r->name, r->type, v);
    } else if (chance(25)) {
        const char *f = function_name(M, "note");
        function_text(M, fmt("static void %s(%s *a, int v)\n{\n    a->sum += v;\n"
                             "    a->seen |= 2u << (v & 15);\n    if (a->most < v)\n"
                             "        a->most = v;\n}\n",
                             f, r->type));
        mixed_line(M, "%s(&%s, %s);", f, r->name, v);
    } else {
        update_member(M, r->name, v);
    }
}
