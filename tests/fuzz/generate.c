/* SPDX-License-Identifier: MIT */
/*
 * generate.c: tcr-generate [-a LIST] [-e PERCENT] [-k KIND] [-r PERCENT] [-s PERCENT] [-w PERCENT]
 * [-n CASES] SEED
 *
 * Prints a random, legal, deterministic C program with several annotated
 * loops that checks itself: CASES cases, for seeds SEED, SEED + 1, ..., each
 * the same as alone.  The program prints one line a result, `kind name value
 * reference [bound] ok|BAD` (kind i: integer, f: floating), and ends with
 * status 1 if one was BAD.  -e: so many of the loops have computed subscripts;
 * -w: so many write arrays; -s: so many are of special.h's kinds, -k: of which one; -r: so many of
 * all are of inner loops over rows (nest.h); -l 0: none has OpenMP's `loop`, which the compiler
 * does not know; -a: with directives that
 * --tcr-accept=LIST takes.
 */
#include "exact_gen.h"
#include "map_gen.h"
#include "nest.h"
#include "special.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void loop_free(struct loop *L)
{
    struct text *all[] = {&L->globals,  &L->fields,        &L->params,   &L->args,
                          &L->locals,   &L->setup,         &L->cleanup,  &L->code,
                          &L->privates, &L->firstprivates, &L->sections, &L->functions,
                          &L->between,  &L->resident,      &L->clauses,  &L->declared,
                          &L->assigned, &L->reductions,    &L->checks,   &L->after};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        text_free(all[k]);
}

static int percent = 30; /* of the loops have computed subscripts */
static int writing = 30; /* of them write arrays */
static int special = 25; /* are of special.h's kinds */
static int nests = 6;    /* are of nest.h's */

enum kind { PLAIN, EXACT, SEVERAL };

static struct loop one_pass(const char *id, bool reference, enum kind *kind)
{
    struct loop L = {.id = id, .reference = reference, .by_pointer = chance(60)};
    L.origin = choose_origin(false);
    *kind = chance(percent) ? EXACT : chance(14) ? SEVERAL : PLAIN;
    if (*kind == EXACT) {
        exact_vars(&L);
        exact_nest(&L);
    } else if (*kind == SEVERAL) {
        sections_nest(&L);
    } else {
        choose_vars(&L);
        generate_nest(&L);
    }
    return L;
}

static const char *text_or_nothing(const struct text *t)
{
    return t->s ? t->s : "";
}

/* The loop as often as it is to run, and where statements may stand. */
static void print_repeated(const struct loop *L, const char *directive, const char *code,
                           const char *closing)
{
    if (L->repeats > 1)
        printf("    for (int rep = 0; rep < %d; rep++)\n%s%s%s", L->repeats, directive, code,
               closing);
    else if (L->n_vars % 2 == 0)
        printf("    if (seed > 1000000)\n        return;\n    else\n%s%s%s", directive, code,
               closing);
    else
        printf("%s%s%s", directive, code, closing);
}

/* Where the compiler heeds OpenMP, its loops leave their variable alone. */
static void print_after(const struct loop *L)
{
    printf("%s", L->origin == FROM_OMP ? "#ifndef _OPENMP\n" : "");
    if (L->outer)
        printf("    check_signed(\"%s_after\", (ptrdiff_t)(uintptr_t)%s - after, 0);\n", L->id,
               L->outer);
    printf("%s%s", text_or_nothing(&L->after), L->origin == FROM_OMP ? "#endif\n" : "");
}

/* With FUZZ_APART they are of another file, which has FUZZ_FUNCTIONS. */
static void print_called(const struct loop *L)
{
    if (L->functions.n)
        printf("#ifdef FUZZ_APART\n%s#endif\n"
               "#if !defined(FUZZ_APART) || defined(FUZZ_FUNCTIONS)\n%s#endif\n",
               L->declared.s, L->functions.s);
}

static void print_function(struct loop *L, struct text *vars, const struct loop *reference,
                           const char *directive)
{
    check_vars(L, &L->checks);
    printf("%s", text_or_nothing(&L->globals));
    print_called(L);
    printf("#ifndef FUZZ_FUNCTIONS\n%s", text_or_nothing(&reference->functions));
    if (L->fields.n)
        printf("struct %s_box {\n%s};\n", L->id, L->fields.s);
    printf("\nstatic void %s(uint64_t seed%s)\n{\n", L->id, text_or_nothing(&L->params));
    if (L->fields.n)
        printf("    static struct %s_box s;\n", L->id);
    if (L->fields.n && L->by_pointer)
        printf("    struct %s_box *p = &s;\n", L->id);
    printf("%s%s%s", text_or_nothing(vars), text_or_nothing(&L->locals),
           text_or_nothing(&L->setup));
    printf("    (void)seed;\n");
    print_repeated(L, "", reference->code.s, "");
    printf("%s", text_or_nothing(&L->between));
    if (L->outer)
        printf("    ptrdiff_t after = (ptrdiff_t)(uintptr_t)%s;\n", L->outer);
    print_repeated(L, directive, L->code.s, L->closing ? L->closing : "");
    if (L->outer || L->after.n)
        print_after(L);
    printf("%s%s}\n#endif\n\n", text_or_nothing(&L->checks), text_or_nothing(&L->cleanup));
}

/* Neighbouring seeds must not give the same stream a step apart. */
static uint64_t mixed(uint64_t seed)
{
    seed = (seed ^ (seed >> 33)) * 0xff51afd7ed558ccdu + 1;
    seed = (seed ^ (seed >> 33)) * 0xc4ceb9fe1a85ec53u + 1;
    return seed ^ (seed >> 33);
}

static struct loop writing_pass(const char *id, bool reference)
{
    struct loop L = {.id = id, .reference = reference, .by_pointer = chance(60), .writes = true};
    L.origin = choose_origin(true);
    if (chance(60))
        exact_vars(&L);
    map_nest(&L);
    return L;
}

static const char *generate_writing(const char *id, uint64_t start)
{
    rnd_state = start;
    struct loop reference = writing_pass(id, true);
    rnd_state = start;
    struct loop L = writing_pass(id, false);
    declare_grids(&L);
    print_map(&L, &reference, directive_text(&L));
    const char *call = fmt("run_%s(%d);", id, rnd(1000));
    loop_free(&L);
    loop_free(&reference);
    return call;
}

/* Returns how to call the function that it printed. */
static const char *generate_loop(const char *id, uint64_t seed)
{
    uint64_t start = mixed(seed);
    rnd_state = start ^ 0x726f7773u; /* the other loops are what they are without */
    if (chance(nests))
        return generate_pattern(id, inner_loops_over_rows);
    rnd_state = start;
    if (chance(special))
        return generate_special(id);
    if (chance(writing))
        return generate_writing(id, rnd_state);
    rnd_state = start;
    enum kind kind;
    struct loop reference = one_pass(id, true, &kind);
    rnd_state = start;
    struct loop L = one_pass(id, false, &kind);
    if (kind == EXACT)
        declare_areas(&L);
    else
        declare_arrays(&L);
    if (kind == SEVERAL)
        declare_sections(&L);
    struct text vars = {0};
    declare_vars(&L, &vars);
    const char *directive = directive_text(&L);
    if (L.resident.n)
        directive = fmt("#pragma %s data%s\n%s", L.origin == FROM_ACC ? "acc" : "tcr", L.resident.s,
                        directive);
    print_function(&L, &vars, &reference, directive);
    const char *call = fmt("%s(%d%s);", id, rnd(1000), text_or_nothing(&L.args));
    text_free(&vars);
    loop_free(&L);
    loop_free(&reference);
    return call;
}

static void generate_case(uint64_t seed)
{
    rnd_state = mixed(seed ^ 0x5eed0000000000u);
    int loops = rnd_in(2, 4);
    struct text calls = {0};
    printf("/* ---- seed %llu ---- */\n\n", (unsigned long long)seed);
    for (int k = 0; k < loops; k++) {
        const char *id = fmt("c%llu_%d", (unsigned long long)seed, k);
        add(&calls, "    %s\n", generate_loop(id, seed * 16 + (uint64_t)k));
    }
    printf("#ifndef FUZZ_FUNCTIONS\nstatic void c%llu(void)\n{\n%s}\n#endif\n\n",
           (unsigned long long)seed, calls.s);
    text_free(&calls);
}

int main(int argc, char **argv)
{
    int cases = 1, at = 1;
    for (; at + 2 < argc && argv[at][0] == '-'; at += 2)
        if (argv[at][1] == 'a')
            accepted = argv[at + 1];
        else if (argv[at][1] == 'k')
            special_kind = argv[at + 1];
        else
            *(argv[at][1] == 'n'   ? &cases
              : argv[at][1] == 'w' ? &writing
              : argv[at][1] == 's' ? &special
              : argv[at][1] == 'r' ? &nests
              : argv[at][1] == 'l' ? &knows_loop
              : argv[at][1] == 'o' ? &special_rows
                                   : &percent) = atoi(argv[at + 1]);
    if (at + 1 != argc) {
        fprintf(stderr, "usage: tcr-generate [-a LIST] [-e PERCENT] [-k KIND] [-l 0|1] [-r "
                        "PERCENT] [-s PERCENT] [-w PERCENT] "
                        "[-n CASES] [-o ROWS] SEED\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[argc - 1], NULL, 10);
    printf("#include \"prelude.h\"\n#include \"nested.h\"\n#include \"written.h\"\n\n");
    for (int k = 0; k < cases; k++)
        generate_case(seed + (uint64_t)k);
    printf("#ifndef FUZZ_FUNCTIONS\nint main(void)\n{\n    fuzz_bad += fuzz_touch() == 0;\n");
    for (int k = 0; k < cases; k++)
        printf("    c%llu();\n", (unsigned long long)seed + (unsigned long long)k);
    printf("    return fuzz_bad != 0;\n}\n#endif\n");
    fmt_free_all();
    return 0;
}
