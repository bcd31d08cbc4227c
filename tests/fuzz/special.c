/* SPDX-License-Identifier: MIT */
/*
 * special.c: prints a loop of special.h, its reference and what compares them.
 */
#include "special.h"

#include <stdio.h>
#include <string.h>

const char *special_name(struct special *S, const char *stem)
{
    return fmt("%s%d", stem, S->names++);
}

static bool is_floating(const char *type)
{
    return strcmp(type, "double") == 0 || strcmp(type, "float") == 0;
}

/* What subnormal numbers add to a sum depends on its order. */
static void compare(struct text *t, const char *type, const char *name, bool is_sum)
{
    if (is_floating(type))
        add(t, "    check_same(\"%s\", %s, ref_%s, %s);\n", name, name, name,
            is_sum ? "1e-37" : "0");
    else
        add(t, "    check_signed(\"%s\", (long long)%s, (long long)ref_%s);\n", name, name, name);
}

static void declare(struct special *S, const char *type, const char *name, const char *first,
                    bool is_sum)
{
    add(&S->before, "    %s %s = %s, ref_%s = %s;\n", type, name, first, name, first);
    compare(&S->after, type, name, is_sum);
}

void watched(struct special *S, const char *type, const char *name, const char *first)
{
    declare(S, type, name, first, false);
}

void result(struct special *S, const char *type, const char *name, const char *first,
            const char *op)
{
    declare(S, type, name, first, *op == '+');
    add(&S->reduce, chance(50) ? " %%s(%s:%s)" : " %%s(%s : %s)", op, name);
    add(&S->results, "%s%s", S->results.n ? ", " : "", name);
}

void input(struct special *S, const char *type, const char *name, long n, const char *first)
{
    const char *value =
        fmt("for (long k = 0; k < %ld; k++)\n        %%s[k] = (%s)(%s);\n", n, type, first);
    const char *all = fmt("%s_%s", S->id, name);
    long room = n > 0 ? n : 1;
    switch (rnd(5)) {
    case 0:
        add(&S->before, "    %s%s %s[%ld];\n    ", chance(50) ? "static " : "", type, name, room);
        break;
    case 1:
        add(&S->before, "    %s *%s = malloc(%ld * sizeof *%s);\n    ", type, name, room, name);
        break;
    case 2:
        add(&S->outside, "static %s %s[%ld];\n", type, all, room);
        add(&S->before, "    %s *restrict %s = %s;\n    ", type, name, all);
        break;
    case 3:
        add(&S->outside, "static %s %s[%ld];\nstatic %s *%s_all = %s;\n#define %s %s_all\n", type,
            all, room, type, all, all, name, all);
        add(&S->before, "    ");
        add(&S->after, "#undef %s\n", name);
        break;
    default:
        add(&S->before,
            "    struct {\n        int n;\n        %s v[%ld];\n    } *box_%s = "
            "malloc(sizeof *box_%s);\n    %s *%s = box_%s->v;\n    ",
            type, room, name, name, type, name, name);
    }
    char text[400];
    snprintf(text, sizeof text, "%s", value);
    const char *hole = strstr(text, "%s");
    add(&S->before, "%.*s%s%s", (int)(hole - text), text, name, hole + 2);
}

void output(struct special *S, const char *type, const char *name, long n)
{
    bool heap = chance(50);
    long room = n > 0 ? n : 1;
    for (int pass = 0; pass < 2; pass++) {
        const char *own = fmt("%s%s", pass ? "ref_" : "", name);
        if (heap)
            add(&S->before, "    %s *%s = malloc(%ld * sizeof *%s);\n", type, own, room, own);
        else
            add(&S->before, "    static %s %s[%ld];\n", type, own, room);
        add(&S->before, "    FILL(%s[k], %ld, %s, fuzz_int, seed);\n", own, room, type);
    }
    compare_elements(S, name, room);
    S->writes = true;
}

void compare_elements(struct special *S, const char *name, long n)
{
    add(&S->after,
        "    for (long k = 0, wrong = 0; k < %ld && !wrong; k++)\n"
        "        if (%s[k] != ref_%s[k] && wrong++ == 0)\n            "
        "check_same(\"%s\", (double)%s[k], (double)ref_%s[k], 0);\n",
        n, name, name, name, name, name);
}

const char *filled_in(const char *pattern, const char *e, const char *v)
{
    struct text t = {0};
    for (const char *p = pattern; *p; p++)
        if (*p == '@' || *p == '#')
            add(&t, *p == '@' ? "%s" : "$%s", *p == '@' ? e : v);
        else
            add(&t, "%c", *p);
    const char *s = fmt("%s", t.s ? t.s : "");
    text_free(&t);
    return s;
}

/* --- directives ----------------------------------------------------------------- */

/* The clauses by their word. */
static const char *reductions(const struct special *S, const char *word)
{
    struct text t = {0};
    for (const char *p = S->reduce.s ? S->reduce.s : ""; *p; p++)
        if (p[0] == '%' && p[1] == 's') {
            add(&t, "%s", word);
            p++;
        } else {
            add(&t, "%c", *p);
        }
    const char *s = fmt("%s", t.s ? t.s : "");
    text_free(&t);
    return s;
}

/* No `loop`, which not every compiler knows. */
static const char *foreign_directive(struct special *S)
{
    static const char *const omp[] = {"parallel for", "parallel for simd", "simd",
                                      "target teams distribute parallel for",
                                      "target parallel for"};
    static const char *const acc[] = {"parallel loop", "kernels loop independent",
                                      "parallel loop gang vector"};
    bool is_omp = strstr(accepted, "omp") && (!strstr(accepted, "acc") || chance(50));
    const char *form = is_omp ? omp[rnd(5)] : acc[rnd(3)], *map = "";
    if (is_omp && !S->results.n && !S->closing && chance(30)) { /* a team's loop */
        S->closing = "    }\n";
        return fmt(
            "#pragma omp parallel num_threads(3)\n    {\n#pragma omp barrier\n#pragma omp for%s",
            chance(30)   ? " nowait"
            : chance(50) ? " schedule(dynamic, 3)"
                         : "");
    }
    if (strncmp(form, "target", 6) == 0 && S->results.n)
        map = fmt(" map(tofrom : %s)", S->results.s);
    return fmt("#pragma %s %s%s%s", is_omp ? "omp" : "acc", form, map, reductions(S, "reduction"));
}

static const char *directive(struct special *S)
{
    const char *clauses = S->clauses.s ? S->clauses.s : "", *s;
    const char *nest = S->collapse > 1 ? fmt(" collapse(%d)", S->collapse) : "";
    if (S->construct)
        return fmt("%s%s%s\n", S->construct, reductions(S, "reduction"), clauses);
    if (!S->ours && *accepted && chance(60))
        return fmt("%s%s%s\n", foreign_directive(S), nest, clauses);
    s = fmt("tcr %s%s%s", S->reduce.n ? reductions(S, "reduce") + 1 : "loop", nest, clauses);
    if (chance(20))
        return fmt("    _Pragma(\"%s\")\n", s);
    return fmt(chance(20) ? "#pragma \\\n  %s\n" : "#pragma %s\n", s);
}

/* --- the whole ------------------------------------------------------------------- */

static void print_loop(const struct special *S, const char *own)
{
    for (const char *p = S->loop.s; *p; p++)
        if (*p == '$')
            printf("%s", own);
        else if (*p == SPECIAL_PARTED)
            printf("%s", *own ? "" : S->parted);
        else if (*p == SPECIAL_OWN && *own)
            p = strchr(p, '\n');
        else if (*p == SPECIAL_OWN)
            continue;
        else
            putchar(*p);
}

static void print(struct special *S)
{
    printf("#ifndef FUZZ_FUNCTIONS\n%sstatic void %s(uint64_t seed)\n{\n    (void)seed;\n%s",
           S->outside.s ? S->outside.s : "", S->id, S->before.s ? S->before.s : "");
    print_loop(S, "ref_");
    printf("%s", directive(S));
    print_loop(S, "");
    printf("%s%s}\n#endif\n\n", S->closing ? S->closing : "", S->after.s ? S->after.s : "");
}

const char *generate_pattern(const char *id, void (*kind)(struct special *))
{
    struct special S = {.id = id, .collapse = 1};
    kind(&S);
    print(&S);
    struct text *all[] = {&S.outside, &S.before,  &S.loop,   &S.after,
                          &S.reduce,  &S.results, &S.clauses};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        text_free(all[k]);
    return fmt("%s(%d);", id, rnd(1000));
}

const char *special_kind = "";
int special_rows;

static const struct {
    const char *name;
    int often;
    void (*make)(struct special *);
} kinds[] = {
    {"odd", 2, odd_numbers},   {"walk", 2, part_walk},      {"pointer", 1, pointer_loop},
    {"rare", 1, rare_path},    {"none", 1, no_iteration},   {"replaced", 1, replaced},
    {"deep", 1, deep_rows},    {"apart", 1, rows_apart},    {"shared", 2, shared_by_construct},
    {"scan", 1, prefix_sums},  {"chaos", 3, chaos_nest},    {"team", 1, team_region},
    {"data", 1, data_regions}, {"best", 1, places_of_best}, {"mixed", 4, mixed_loops}};

const char *generate_special(const char *id)
{
    enum { N = sizeof kinds / sizeof *kinds };
    int all = 0, k = 0;
    for (int j = 0; j < N; j++)
        if (strcmp(kinds[j].name, special_kind) == 0)
            return generate_pattern(id, kinds[j].make);
        else
            all += kinds[j].often;
    for (int at = rnd(all); at >= kinds[k].often; k++)
        at -= kinds[k].often;
    return generate_pattern(id, kinds[k].make);
}
