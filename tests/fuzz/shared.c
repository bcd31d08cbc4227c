/* SPDX-License-Identifier: MIT */
/*
 * shared.c: which variables the constructs of OpenMP and OpenACC have copies of, by
 * every construct and clause.  What is compared is the same whether the compiler heeds
 * the directives or not.
 */
#include "special.h"

#include <string.h>

/* OWN: with -O1, clang 14 loses what copies on `simd` are given, so that the loop declares t and
 * leaves the others alone. */
enum { LAST = 1, NONE = 2, MAP = 4, DEFAULTMAP = 8, INNER = 16, NO_FIRST = 32, OWN = 64 };

struct form {
    const char *outer, *inner;
    int may;
};

static const struct form omp_forms[] = {
    {"parallel for", NULL, LAST | NONE},
    {"parallel for simd", NULL, LAST | NONE | OWN},
    {"parallel", "for", LAST | NONE | INNER},
    {"teams distribute parallel for", NULL, LAST | NONE},
    {"teams distribute parallel for simd", NULL, LAST | NONE | OWN},
    {"target parallel for", NULL, LAST | NONE | MAP | DEFAULTMAP},
    {"target teams distribute parallel for", NULL, LAST | NONE | MAP | DEFAULTMAP},
    {"target teams distribute parallel for simd", NULL, LAST | MAP | OWN},
    {"target", "teams distribute parallel for", MAP | DEFAULTMAP | INNER},
    {"target", "parallel for", MAP | DEFAULTMAP | INNER},
    {"target simd", NULL, LAST | MAP | NO_FIRST | OWN},
    {"simd", NULL, LAST | NO_FIRST | OWN},
};

static const struct form acc_forms[] = {
    {"parallel loop", NULL, 0},
    {"parallel", "loop", INNER},
    {"kernels loop independent", NULL, NO_FIRST},
    {"serial loop", NULL, 0},
    {"parallel loop gang worker vector", NULL, 0},
};

/* Clauses for the names that the loop uses. */
static void omp_clauses(const struct form *f, bool last, bool base, bool writes, struct text *outer,
                        struct text *inner)
{
    bool none = (f->may & NONE) && chance(50);
    struct text *own = f->may & INNER ? inner : outer;
    if (none)
        add(outer, " default(none) shared(x, n%s)%s", f->may & INNER ? ", sum" : "",
            base && (f->may & INNER) ? " shared(base)" : "");
    if (none && writes)
        add(outer, " shared(y)");
    if (last)
        add(own, " lastprivate(last)");
    if (base)
        add(own, " firstprivate(base)");
    if (!(f->may & OWN))
        add(own, " private(t)");
    if (f->may & MAP) {
        if ((f->may & DEFAULTMAP) && chance(30))
            add(outer, " defaultmap(tofrom : scalar)");
        else
            add(outer, " map(tofrom : sum%s)", last ? ", last" : "");
        add(outer, chance(50) ? " map(to : x[0:n])" : " map(tofrom : x[0:n])");
        if (writes)
            add(outer, " map(tofrom : y[0:n])");
    }
    if (last && none && (f->may & INNER))
        add(outer, " shared(last)");
    add(own, " reduction(+ : sum)");
    if (chance(20))
        add(outer, f->may & INNER || !strstr(f->outer, "parallel") ? "" : " if(parallel : n > %d)",
            rnd(200));
}

static void acc_clauses(const struct form *f, bool base, struct text *outer, struct text *inner)
{
    static const char *const data[] = {" copyin(x[0:n])", " copy(x[0:n])", " copyin(x[0:n])",
                                       " pcopyin(x[0:n])"};
    bool none = chance(30);
    if (none)
        add(outer, " default(none)%s copyin(n)", data[rnd(4)]);
    else if (chance(60))
        add(outer, "%s", data[rnd(4)]);
    if (base)
        add(outer, " firstprivate(base)");
    add(f->may & INNER ? inner : outer, " private(t) reduction(+:sum)");
    if (none || chance(30))
        add(outer, " copy(sum)");
}

void shared_by_construct(struct special *S)
{
    bool acc = strstr(accepted, "acc") && (!strstr(accepted, "omp") || chance(40));
    const struct form *f = acc ? &acc_forms[rnd((int)(sizeof acc_forms / sizeof *acc_forms))]
                               : &omp_forms[rnd((int)(sizeof omp_forms / sizeof *omp_forms))];
    bool last = !acc && (f->may & LAST) && chance(60), base = !(f->may & NO_FIRST) && chance(60);
    bool balanced = base && !(f->may & OWN) && chance(50); /* the copy is changed, and back */
    bool writes =
        last && !(f->may & OWN) && chance(50); /* so the host cannot repeat an iteration */
    long n = rnd_in(1, 200);
    struct text outer = {0}, inner = {0};
    add(&S->before,
        "    long *x = malloc(%ld * sizeof *x);\n    FILL(x[k], %ld, long, fuzz_int, seed);\n"
        "    int n = %ld;\n    long t = 0, base = 11;\n    (void)t;\n    (void)base;\n",
        n, n, n);
    watched(S, "long", "sum", "3");
    if (last)
        watched(S, "long", "last", "-1");
    if (writes)
        add(&S->before, "    long *y = calloc(%ld, sizeof *y), *ref_y = calloc(%ld, sizeof *y);\n",
            n, n);
    if (acc)
        acc_clauses(f, base, &outer, &inner);
    else
        omp_clauses(f, last, base, writes, &outer, &inner);
    const char *set = acc ? "acc" : "omp";
    if (f->inner) {
        S->construct = fmt("#pragma %s %s%s\n    {\n#pragma %s %s%s", set, f->outer,
                           outer.s ? outer.s : "", set, f->inner, inner.s ? inner.s : "");
        S->closing = "    }\n";
    } else {
        S->construct = fmt("#pragma %s %s%s", set, f->outer, outer.s ? outer.s : "");
    }
    add(&S->loop, "    for (int i = 0; i < n; i++) {\n        %st = x[i] * 2;\n",
        f->may & OWN ? "long " : "");
    if (balanced)
        add(&S->loop, "        base += i;\n        t += base;\n        base -= i;\n");
    else if (base)
        add(&S->loop, "        t += base;\n");
    add(&S->loop, "        $sum += t;\n%s", last ? "        $last = t - i;\n" : "");
    if (writes)
        add(&S->loop, "%s        $y[i] = t + 3;\n",
            chance(50) ? "        if (x[i] % 5 == 0)\n            continue;\n" : "");
    add(&S->loop, "    }\n");
    if (writes)
        add(&S->after,
            "    for (int k = 0; k < %ld; k++)\n"
            "        check_signed(\"y\", y[k], ref_y[k]);\n"
            "    free(y);\n    free(ref_y);\n",
            n);
    add(&S->after, "    check_signed(\"base\", base, 11);\n");
    text_free(&outer);
    text_free(&inner);
}
