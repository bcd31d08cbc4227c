/* SPDX-License-Identifier: MIT */
/*
 * directive.c: the construct around a loop, of any of the sets, and its clauses.
 */
#include "mixed.h"

#include <string.h>

/* SIMD: no private variables of the construct (with -O1, clang 14 loses what copies on simd are
 * given); SHARES: threads of the host, nothing else; TWICE: reductions on both constructs. */
enum { SIMD = 1, TARGET = 2, SHARES = 4, SCHEDULE = 8, IF = 16, LAST = 32, TWICE = 64 };

struct form {
    const char *outer, *inner;
    int may;
};

static const struct form omp_forms[] = {
    {"parallel for", NULL, SHARES | SCHEDULE | IF | LAST},
    {"parallel for", NULL, SHARES | SCHEDULE | IF | LAST},
    {"parallel for simd", NULL, SIMD | SCHEDULE},
    {"parallel num_threads(3)", "for", SHARES | SCHEDULE | LAST},
    {"teams distribute parallel for", NULL, LAST},
    {"simd", NULL, SIMD},
    {"target teams distribute parallel for", NULL, TARGET | SCHEDULE | IF | LAST},
    {"target teams distribute parallel for", NULL, TARGET | SCHEDULE | IF | LAST},
    {"target parallel for", NULL, TARGET | SCHEDULE | LAST},
    {"target teams distribute parallel for simd", NULL, TARGET | SIMD},
    {"target", "teams distribute parallel for", TARGET},
    {"target", "parallel for", TARGET | SCHEDULE},
    {"target teams", "distribute parallel for", TARGET | TWICE},
};

static const struct form team_forms[] = {{"for", NULL, SHARES | SCHEDULE | LAST}};

static const struct form acc_forms[] = {
    {"parallel loop", NULL, IF},
    {"parallel loop gang worker vector", NULL, IF},
    {"parallel loop gang num_gangs(8) vector_length(32)", NULL, 0},
    {"parallel", "loop gang vector", IF},
    {"parallel num_workers(4)", "loop independent", 0},
    {"kernels loop independent", NULL, IF},
    {"kernels", "loop independent gang(4)", 0},
    {"kernels loop", NULL, IF},
    {"serial loop", NULL, 0},
    {"parallel loop async wait", NULL, 0},
};

void choose_directive(struct mixed *M, enum set set, bool team, bool resident)
{
    struct region *R = M->region;
    int n_omp = (int)(sizeof omp_forms / sizeof *omp_forms);
    R->set = set;
    R->team = team;
    R->form = NULL;
    if (team)
        R->form = team_forms;
    else if (set == OMP)
        R->form = &omp_forms[resident ? rnd_in(6, n_omp - 1) : rnd(n_omp)];
    else if (set == ACC)
        R->form = &acc_forms[rnd((int)(sizeof acc_forms / sizeof *acc_forms))];
    R->simd = R->form && R->form->may & SIMD;
    R->target = R->form && R->form->may & TARGET;
    R->shares = R->form && R->form->may & SHARES;
    R->lasts = R->form && R->form->may & LAST;
    R->by_numbers = R->form && (strstr(R->form->outer, "distribute") ||
                                (R->form->inner && strstr(R->form->inner, "distribute")));
}

/* --- clauses ----------------------------------------------------------------------------- */

static void reductions(struct mixed *M, struct text *t)
{
    const struct region *R = M->region;
    const char *word = R->set == OURS ? "reduce" : "reduction";
    for (int k = 0; k < R->n_results; k++) {
        const struct outcome *r = &R->result[k];
        bool unlisted = R->set == ACC && chance(20) && *r->type == 'i' && !r->bins &&
                        (*r->op == 'm' || *r->op == '+');
        if (R->set == ACC && !r->bins && (unlisted || *r->op == 'a'))
            add(t, " copy(%s)", r->name);
        if ((strlen(r->op) > 3 && !r->word) || unlisted)
            continue;
        const char *op = r->word ? r->word : *r->op == '-' ? "+" : r->op;
        const char *item = r->bins ? fmt("%s[0:%d]", r->name, r->bins) : r->name;
        add(t, chance(50) ? " %s(%s : %s)" : " %s(%s:%s)", word, op, item);
    }
}

static void maps(struct mixed *M, struct text *t)
{
    const struct region *R = M->region;
    for (int k = 0; k < R->n_results; k++)
        add(t, " map(tofrom : %s)", R->result[k].name);
    if (R->lastprivates.n)
        add(t, " map(tofrom : %s)", R->lastprivates.s);
    for (int k = 0; k < M->n_objects; k++) {
        const struct object *o = &M->object[k];
        const char *s = section_of(M, o);
        if (s && (M->in_function || o->heap) && chance(30))
            add(t, " map(%s : %s)", o->written || chance(30) ? "tofrom" : "to", s);
    }
}

static void sections(struct mixed *M, struct text *t)
{
    static const char *const of_acc[] = {"copy", "pcopy", "present_or_copy"};
    for (int k = 0; k < M->n_objects; k++) {
        const struct object *o = &M->object[k];
        const char *s = section_of(M, o);
        if (!s || chance(60))
            continue;
        if (o->written)
            add(t, " %s(%s)", M->region->set == ACC ? of_acc[rnd(3)] : "copy", s);
        else
            add(t, " %s(%s)", chance(70) ? "copyin" : "copy", s);
    }
}

static void copies(struct mixed *M, struct text *t)
{
    const struct region *R = M->region;
    if (R->privates.n)
        add(t, " private(%s)", R->privates.s);
    if (R->firstprivates.n)
        add(t, " firstprivate(%s)", R->firstprivates.s);
    if (R->lastprivates.n)
        add(t, " lastprivate(%s)", R->lastprivates.s);
    if (R->collapse > 1)
        add(t, " collapse(%d)", R->collapse);
}

static void clauses(struct mixed *M, struct text *outer, struct text *inner)
{
    static const char *const schedules[] = {"static", "dynamic, 3", "static, 1", "guided"};
    const struct region *R = M->region;
    int may = R->form ? R->form->may : IF;
    if (may & TWICE)
        reductions(M, outer);
    reductions(M, inner);
    copies(M, inner);
    if (may & TARGET)
        maps(M, outer);
    else if (R->set != OMP)
        sections(M, outer);
    if ((may & SCHEDULE) && !R->slanted && chance(30))
        add(inner, " schedule(%s)", schedules[rnd(may & SIMD ? 1 : 4)]);
    if ((may & IF) && chance(10))
        add(outer, " if(n > %d)", rnd(40));
}

void print_directive(struct mixed *M)
{
    const struct region *R = M->region;
    struct text outer = {0}, inner = {0};
    const char *set = R->set == OURS ? "tcr" : R->set == OMP ? "omp" : "acc";
    bool parted = R->form && R->form->inner;
    clauses(M, &outer, parted ? &inner : &outer);
    const char *more = outer.s ? outer.s : "";
    if (R->set == OURS) {
        bool reduces = strstr(more, " reduce(") != NULL;
        mixed_pragma(M, fmt("#pragma tcr%s%s", reduces ? "" : " loop", more));
    } else {
        mixed_pragma(M, fmt("#pragma %s %s%s", set, R->form->outer, more));
    }
    if (parted)
        mixed_pragma(M, fmt("#pragma %s %s%s", set, R->form->inner, inner.s ? inner.s : ""));
    text_free(&outer);
    text_free(&inner);
}
