/* SPDX-License-Identifier: MIT */
/*
 * foreign.c: directives of OpenMP and OpenACC in the place of ours, for
 * tcr-cc --tcr-accept; what of theirs may stand around ours.
 *
 * The programs are right whether the compiler heeds the directives or not: what
 * iterations set is private, and loops that write arrays have only constructs that
 * do not say that their iterations are independent.
 */
#include "gen.h"

#include <string.h>

const char *accepted = "";
int knows_loop = 1;

enum { IF = 1, FIRST = 2, TARGET = 4, SCHEDULE = 8, KEEPS_ORDER = 16, AROUND = 32 };

struct form {
    const char *name, *inner; /* of the construct, and of one in it, on the loop */
    int may;
};

static const struct form omp_forms[] = {
    {"parallel for", NULL, IF | FIRST | SCHEDULE},
    {"parallel for", NULL, IF | FIRST | SCHEDULE},
    {"parallel for simd", NULL, IF | FIRST | SCHEDULE},
    {"parallel loop", NULL, IF | FIRST},
    {"target teams distribute parallel for", NULL, IF | FIRST | TARGET | SCHEDULE},
    {"target teams distribute parallel for", NULL, IF | FIRST | TARGET | SCHEDULE},
    {"target teams loop", NULL, IF | FIRST | TARGET},
    {"target parallel for simd", NULL, IF | FIRST | TARGET | SCHEDULE},
    {"target parallel loop", NULL, IF | FIRST | TARGET},
    {"target simd", NULL, IF | TARGET},
    {"target teams distribute", NULL, IF | FIRST | TARGET},
    {"teams distribute parallel for", NULL, FIRST | SCHEDULE},
    {"teams loop", NULL, FIRST},
    {"simd", NULL, 0},
    {"FUZZ_TASKLOOP", NULL, IF | FIRST},
    {"parallel master taskloop", NULL, IF | FIRST},
    {"loop bind(thread)", NULL, 0},
    {"for", NULL, FIRST | SCHEDULE},
    {"parallel", "for", FIRST | SCHEDULE},
    {"parallel num_threads(3)", "for simd", FIRST | SCHEDULE},
    {"parallel", "loop", 0},
    {"parallel", "for", FIRST | SCHEDULE | AROUND},
    {"target", "parallel for", IF | FIRST | TARGET | SCHEDULE},
    {"target", "teams distribute parallel for", FIRST | TARGET},
};

static const struct form acc_forms[] = {
    {"parallel loop", NULL, IF | FIRST},
    {"parallel loop gang vector", NULL, IF | FIRST},
    {"parallel loop independent num_gangs(32)", NULL, IF},
    {"kernels loop independent", NULL, IF},
    {"loop", NULL, 0},
    {"parallel", "loop", IF | FIRST},
    {"parallel", "loop vector", AROUND},
    {"kernels", "loop independent", IF},
    {"kernels loop", NULL, IF | KEEPS_ORDER},
    {"serial loop", NULL, IF | FIRST | KEEPS_ORDER},
    {"parallel loop auto", NULL, IF | KEEPS_ORDER},
    {"kernels", "loop", IF | KEEPS_ORDER},
};

enum origin choose_origin(bool writes)
{
    bool omp = strstr(accepted, "omp") != NULL, acc = strstr(accepted, "acc") != NULL;
    int pick = rnd(100);
    if (omp && !writes && pick < (acc ? 40 : 70))
        return FROM_OMP;
    return acc && pick < 75 ? FROM_ACC : FROM_TCR;
}

/* Tasks take no copies of arrays of variable length, and a construct that shares its
 * iterations in a team has the team's variables. */
static bool is_legal(const struct loop *L, const struct form *f)
{
    const char *last = f->inner ? f->inner : f->name;
    /* clang 14 does not know `loop`, and its library may wait for ever after a taskloop */
    if (!knows_loop && (strstr(last, "loop") || strstr(last, "TASKLOOP")))
        return false;
    /* GCC 12 loses sections under simd */
    if (L->reductions.n && (strstr(f->name, "simd") || strcmp(f->name, "for") == 0 || f->inner ||
                            (f->may & TARGET) || !(f->may & SCHEDULE)))
        return false;
    bool tasks = strstr(f->name, "taskloop") || strstr(f->name, "TASKLOOP"),
         shared = strcmp(f->name, "for") == 0;
    for (int k = 0; tasks && k < L->n_arrays; k++)
        if (L->array[k].kind == A_VLA || L->array[k].kind == A_VLA_2D)
            return false;
    for (int k = 0; shared && k < L->n_vars; k++)
        if (L->var[k].place == P_LOCAL)
            return false;
    return !(shared && L->firstprivates.n); /* those would have to be the team's, too */
}

static const struct form *pick_form(const struct loop *L)
{
    const struct form *f = &omp_forms[rnd((int)(sizeof omp_forms / sizeof *omp_forms))];
    if (L->origin == FROM_OMP)
        return is_legal(L, f) ? f : omp_forms;
    int n = (int)(sizeof acc_forms / sizeof *acc_forms);
    return &acc_forms[L->writes ? rnd_in(n - 4, n - 1) : rnd(n)];
}

static void reductions(const struct loop *L, struct text *t)
{
    bool done[MAX_VARS] = {false};
    for (int k = 0; k < L->n_vars; k++) {
        enum op op = L->var[k].op;
        if (done[k])
            continue;
        const char *name =
            op == O_SUB && (L->origin == FROM_ACC || chance(70)) ? "+" : op_spelling(op);
        add(t, chance(60) ? " reduction(%s : %s" : " reduction(%s:%s", name, L->var[k].name);
        for (int m = k + 1; m < L->n_vars && chance(70); m++)
            if (L->var[m].op == op && !done[m]) {
                add(t, ", %s", L->var[m].name);
                done[m] = true;
            }
        add(t, ")");
    }
}

static void mapped(const struct loop *L, const struct form *f, struct text *t)
{
    /* with the reduction inside, the variable would be the region's own */
    if (f->inner || chance(40))
        for (int k = 0; k < L->n_vars; k++)
            add(t, "%s%s%s", k ? ", " : " map(tofrom : ", L->var[k].name,
                k + 1 == L->n_vars ? ")" : "");
    if (L->sections.n)
        add(t, " map(to : %s)", L->sections.s);
}

static void clauses(struct loop *L, const struct form *f, struct text *outer, struct text *inner)
{
    static const char *const schedules[] = {"static", "static, 7", "dynamic", "guided, 2",
                                            "runtime"};
    const char *list = L->origin == FROM_OMP ? L->assigned.s : L->privates.s;
    reductions(L, f->may & AROUND ? outer : inner);
    if (L->reductions.n)
        add(f->may & AROUND ? outer : inner, "%s", L->reductions.s);
    if (L->collapse > 1)
        add(inner, " collapse(%d)", L->collapse);
    if (list)
        add(inner, " private(%s)", list);
    if (L->firstprivates.n && (f->may & FIRST))
        add(inner, " firstprivate(%s)", L->firstprivates.s);
    if ((f->may & TARGET))
        mapped(L, f, outer);
    if (L->origin == FROM_ACC && L->sections.n)
        add(outer, " %s(%s)", chance(50) ? "copyin" : "pcopyin", L->sections.s);
    if (L->origin == FROM_ACC && L->clauses.n)
        add(outer, "%s", L->clauses.s);
    if ((f->may & SCHEDULE) && !strstr(f->name, "simd") && chance(25))
        add(inner, " %sschedule(%s)", strstr(f->name, "distribute") && chance(40) ? "dist_" : "",
            "static");
    else if ((f->may & SCHEDULE) && chance(25))
        add(inner, " schedule(%s)", schedules[rnd(5)]);
    if ((f->may & IF) && chance(12)) {
        add(&L->globals, "static int %s_wanted = %d;\n", L->id, rnd(4) > 0);
        add(f->inner ? outer : inner, " if(%s_wanted)", L->id);
    }
}

static const char *pragma(const struct loop *L, const char *words, const char *more)
{
    const char *set = L->origin == FROM_OMP ? "omp" : "acc";
    switch (rnd(8)) {
    case 0:
        return fmt("    _Pragma(\"%s %s%s\")\n", set, words, more);
    case 1:
        return fmt("    PRAGMA(%s %s%s)\n", set, words, more);
    case 2:
        return fmt("#pragma %s \\\n    %s \\\n   %s\n", set, words, more);
    default:
        return fmt("#pragma %s %s%s\n", set, words, more);
    }
}

/* The values afterwards are the plain build's, whatever they are: shared, the loop's, or as
 * before. */
void keep_body(struct loop *L)
{
    static const char *const places[] = {"", "", "static ", "hidden"};
    L->keeps = L->origin != FROM_TCR && L->n_vars > 0 && chance(40);
    if (!L->keeps)
        return;
    const char *place = places[rnd(4)];
    bool hidden = *place == 'h';
    if (hidden)
        add(&L->globals, "FUZZ_SHARED(long, %s_kept, 3);\n", L->id);
    else
        add(&L->locals, "    %slong %s_kept = 3;\n", place, L->id);
    add(&L->locals, "    long %s_count = 5;\n", L->id);
    if (L->reference)
        return;
    line(L, "%s_SET", L->id);
    line(L, "%s_COUNT", L->id);
}

/* OpenMP has no atomic in `loop`, and clang 14 copies what tasks of `parallel` share. */
void keep_macros(struct loop *L, const char *form)
{
    if (!L->keeps)
        return;
    bool bare = strstr(form, "simd") || strstr(form, "loop") || L->writes;
    bool set = !strstr(form, "master");
    const char *atomic = L->origin == FROM_OMP ? "omp atomic" : "acc atomic";
    if (L->origin == FROM_ACC)
        bare = false;
    add(&L->globals, "#define %s_SET %s\n#define %s_COUNT %s\n", L->id,
        set ? fmt("%s_kept = 7;", L->id) : "", L->id,
        bare ? "" : fmt("_Pragma(\"%s\") %s_count++;", atomic, L->id));
    add(&L->checks,
        "    check_signed(\"%s_kept\", %s_kept, %s_kept);\n"
        "    check_signed(\"%s_count\", %s_count, %s_count);\n",
        L->id, L->id, L->id, L->id, L->id, L->id);
}

const char *foreign_text(struct loop *L)
{
    const struct form *f = pick_form(L);
    keep_macros(L, fmt("%s %s", f->name, f->inner ? f->inner : ""));
    struct text outer = {0}, inner = {0};
    clauses(L, f, &outer, &inner);
    const char *more = inner.s ? inner.s : "", *first = outer.s ? outer.s : "", *s;
    if (!f->inner) {
        s = pragma(L, f->name, fmt("%s%s", more, first));
    } else {
        bool braces = chance(70);
        s = fmt("%s%s%s", pragma(L, f->name, first), braces ? "    {\n" : "",
                pragma(L, f->inner, more));
        L->closing = braces ? "    }\n" : "";
    }
    text_free(&outer);
    text_free(&inner);
    return s;
}

const char *around(struct loop *L, const char *directive)
{
    static const char *const constructs[][2] = {
        {"omp parallel\n#pragma omp single\n", ""},
        {"omp parallel num_threads(2)\n#pragma omp master\n", ""},
        {"omp parallel if(0)\n    {\n", "    }\n"},
        {"omp parallel\n    {\n#pragma omp sections\n    {\n#pragma omp section\n    {\n",
         "    }\n    }\n    }\n"},
    };
    int pick = rnd(4);
    if (L->origin != FROM_TCR || L->resident.n || chance(92))
        return directive;
    L->closing = constructs[pick][1];
    return fmt("#pragma %s%s", constructs[pick][0], directive);
}
