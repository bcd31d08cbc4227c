/* SPDX-License-Identifier: MIT */
/*
 * results.c: what iterations add up, count and look for, by clauses, atomic updates, critical
 * sections or as the sets leave it to the compiler.
 */
#include "mixed.h"

#include <string.h>

static const struct outcome outcomes[] = {
    {.op = "+", .type = "long"},
    {.op = "+", .type = "int"},
    {.op = "-", .type = "long"},
    {.op = "max", .type = "int"},
    {.op = "min", .type = "long"},
    {.op = "max", .type = "double"},
    {.op = "^", .type = "unsigned"},
    {.op = "&", .type = "int"},
    {.op = "|", .type = "int"},
    {.op = "&&", .type = "int"},
    {.op = "||", .type = "int"},
    {.op = "+", .type = "double"},
    {.op = "*", .type = "unsigned"},
    {.op = "+", .type = "int", .bins = 16},
    {.op = "+", .type = "long", .bins = 8},
    {.op = "atomic", .type = "int"},
    {.op = "atomic", .type = "long", .bins = 16},
    {.op = "critical", .type = "int"},
    {.op = "flag", .type = "int"},
    {.op = "ticket", .type = "int", .bins = 9},
    {.op = "declared"},
    {.op = "declared"},
};

static bool is_legal(const struct mixed *M, const struct outcome *r)
{
    const struct region *R = M->region;
    bool ordered = strcmp(r->op, "critical") == 0 || strcmp(r->op, "flag") == 0;
    if (r->bins && *r->op == '+') /* GCC 12 loses sections under simd and in teams */
        return R->set == OURS || (R->set == OMP && R->shares && !R->team);
    if (strcmp(r->op, "atomic") == 0 || *r->op == 't')
        return R->set != OURS && !R->simd;
    if (*r->op == 'd') /* in target regions GCC 12 crashes over some */
        return R->set == OMP && !R->simd && !R->target;
    return !ordered || (R->set == OMP && R->shares);
}

void choose_results(struct mixed *M)
{
    struct region *R = M->region;
    for (int n = chance(30) ? 0 : rnd_in(1, RESULTS); n > 0; n--) {
        struct outcome r = outcomes[rnd((int)(sizeof outcomes / sizeof *outcomes))];
        if (!is_legal(M, &r))
            continue;
        r.name = mixed_name(M, "r");
        if (*r.op == 'd')
            declare_operator(M, &r);
        R->result[R->n_results++] = r;
        if (*r.op == 'd')
            continue;
        if (*r.op == 't') { /* the last is the number of the next, which any iteration may get */
            add(&R->declared, "    int %s[%d] = {3, 1};\n", r.name, r.bins);
            add(&R->tail,
                "    for (int k = 0; k < %d; k++)\n        $total = ($total + %s[k]) & 0xffffff;\n",
                r.bins, r.name);
        } else if (r.bins) {
            add(&R->declared, "    %s %s[%d] = {3, 1};\n", r.type, r.name, r.bins);
            add(&R->tail,
                "    for (int k = 0; k < %d; k++)\n        $total = ($total * 31 + %s[k]) & "
                "0xffffff;\n",
                r.bins, r.name);
        } else {
            add(&R->declared, "    %s %s = %s;\n", r.type, r.name,
                strcmp(r.op, "min") == 0 ? "100000"
                : r.op[0] == '&'         ? r.op[1] ? "1" : "0x7fff"
                : strcmp(r.op, "*") == 0 ? "3"
                                         : "0");
            add(&R->tail, "    $total = ($total * 31 + (long)%s) & 0xffffff;\n", r.name);
        }
    }
}

/* The largest, in one of its spellings. */
static void extreme(struct mixed *M, const struct outcome *r, const char *v)
{
    bool most = strcmp(r->op, "min") != 0;
    switch (rnd(4)) {
    case 0:
        mixed_line(M, "if (%s %c %s)", v, most ? '>' : '<', r->name);
        mixed_line(M, "    %s = %s;", r->name, v);
        break;
    case 1:
        mixed_line(M, "%s = %s %c %s ? %s : %s;", r->name, r->name, most ? '<' : '>', v, v,
                   r->name);
        break;
    case 2:
        if (*r->type == 'd') {
            mixed_line(M, "%s = f%s(%s, %s);", r->name, r->op, r->name, v);
            break;
        }
        /* fall through */
    default:
        mixed_line(M, "%s = %s(%s, %s);", r->name, most ? "MAX" : "MIN", r->name, v);
    }
}

static void one_update(struct mixed *M, const struct outcome *r)
{
    const char *v = below(M, 1, 12), *name = r->name;
    if (r->bins)
        name = fmt("%s[%s %% %d]", r->name, below(M, 1, 10), r->bins);
    if (strchr("+-^*", *r->op) && !r->op[1] && !r->bins && M->region->set != ACC &&
        !M->region->simd && !M->region->target && chance(15))
        called_update(M, r, *r->op == '*' ? fmt("(%s | 1)", v) : v);
    else if (strchr("+-^|", *r->op) && !r->op[1])
        mixed_line(M, chance(70) ? "%s %s= %s;" : "%1$s = %1$s %2$s %3$s;", name, r->op, v);
    else if (*r->op == '&' && !r->op[1])
        mixed_line(M, "%s &= %s | 0x1ff0;", name, v);
    else if (*r->op == '*')
        mixed_line(M, "%s *= 2u * (unsigned)%s + 1u;", name, v);
    else if (*r->op == '&' || *r->op == '|')
        mixed_line(M, "%s = %s %s (%s);", name, name, r->op, mixed_test(M));
    else
        extreme(M, r, v);
}

static void by_threads(struct mixed *M, const struct outcome *r)
{
    const char *v = below(M, 1, 12);
    if (*r->op == 'f') { /* set to one constant by whoever finds it */
        mixed_line(M, "if (%s)", mixed_test(M));
        mixed_line(M, "    %s = 1;", r->name);
    } else if (*r->op == 'c') {
        if (chance(30))
            mixed_line(M, "if (%s > %s)", v, r->name);
        mixed_pragma(M, "#pragma omp critical");
        mixed_line(M, "{");
        mixed_line(M, "    if (%s > %s)", v, r->name);
        mixed_line(M, "        %s = %s;", r->name, v);
        mixed_line(M, "}");
    } else {
        const char *at = r->name;
        if (r->bins)
            at = fmt("%s[%s %% %d]", r->name, below(M, 1, 10), r->bins);
        mixed_pragma(M, fmt("#pragma %s atomic%s", M->region->set == OMP ? "omp" : "acc",
                            chance(50) ? " update" : ""));
        mixed_line(M, r->bins || chance(70) ? "%s += %s;" : "%1$s = %1$s + %2$s;", at, v);
    }
}

/* A place of the eight, by the number that the iteration gets. */
static void take_ticket(struct mixed *M, const struct outcome *r)
{
    static const char *const forms[] = {"%1$s = %2$s[8]++;", "%1$s = ++%2$s[8];",
                                        "{ %1$s = %2$s[8]; %2$s[8] += 1; }",
                                        "{ %2$s[8]++; %1$s = %2$s[8]; }"};
    const char *set = M->region->set == OMP ? "omp" : "acc", *slot = mixed_name(M, "slot");
    mixed_line(M, "int %s;", slot);
    mixed_pragma(M, fmt("#pragma %s atomic capture", set));
    mixed_line(M, forms[rnd(4)], slot, r->name);
    mixed_pragma(M, fmt("#pragma %s atomic", set));
    mixed_line(M, "%s[%s & 7] += %s;", r->name, slot, below(M, 1, 10));
}

static void step_of(struct mixed *M, struct outcome *r)
{
    r->used = true;
    if (*r->op == 'd')
        update_declared(M, r);
    else if (*r->op == 't')
        take_ticket(M, r);
    else if (strcmp(r->op, "atomic") == 0 || *r->op == 'c' || *r->op == 'f')
        by_threads(M, r);
    else
        one_update(M, r);
}

void result_step(struct mixed *M)
{
    struct region *R = M->region;
    if (R->n_results)
        step_of(M, &R->result[rnd(R->n_results)]);
    else
        store(M);
}

void other_results(struct mixed *M)
{
    struct region *R = M->region;
    for (int k = 0; k < R->n_results; k++)
        if (!R->result[k].used)
            step_of(M, &R->result[k]);
}
