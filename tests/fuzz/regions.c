/* SPDX-License-Identifier: MIT */
/*
 * regions.c: several loops one after the other: those of a team in a parallel region, with what
 * else the threads do between them, and loops between data directives, with what the host does
 * there.
 */
#include "special.h"

#include <string.h>

enum { ARRAYS = 3 };

static void own_line(struct special *S, const char *s) /* of the loop with directives */
{
    add(&S->loop, "%c%s\n", SPECIAL_OWN, s);
}

static void arrays(struct special *S, long n)
{
    static const char *const types[] = {"int", "long", "double", "unsigned"};
    input(S, "int", "x", n + 4, "fuzz_hash(seed, (uint64_t)k) >> 7 & 127");
    for (int k = 0; k < ARRAYS; k++)
        output(S, types[rnd(4)], fmt("a%d", k), n + 4);
    watched(S, "long", "sum", "3");
    watched(S, "long", "more", "-2");
    add(&S->before, "    int n = %ld;\n    (void)n;\n", n);
}

/* Of the arrays the iteration reads any element of `from` and writes its own one of `to`. */
static void loop_of(struct special *S, int to, int from)
{
    static const char *const bodies[] = {
        "$a%d[i] = x[i] + ((int)$a%d[i + 1] & 63);",
        "$a%d[i] += (int)$a%d[n - 1 - i] & 63;",
        "if (x[i] > 40)\n                $a%d[i] = (int)$a%d[i] %% 9;",
        "for (int j = 0; j < x[i] %% 4; j++)\n                $a%d[i] += (int)$a%d[i + j] & 7;",
        "int t = x[i];\n            t = t * t + i;\n            $a%d[i] = t + ((int)$a%d[i] & 3);",
    };
    add(&S->loop, "        for (int i = 0; i < n; i++) {\n            ");
    add(&S->loop, bodies[rnd(5)], to, from);
    add(&S->loop, "\n        }\n");
}

static void sum_of(struct special *S, int of)
{
    add(&S->loop, "        for (int i = 0; i < n; i++)\n            $sum += (int)$a%d[i] & 255;\n",
        of);
}

/* --- a team ------------------------------------------------------------------------------ */

static void once(struct special *S, int k)
{
    static const char *const who[] = {"single", "master", "single"};
    const char *word = who[rnd(3)];
    own_line(S, fmt("#pragma omp %s", word));
    add(&S->loop, "        {\n            $more += (int)$a%d[0] & 31;\n", k);
    if (chance(50))
        add(&S->loop, "            $a%d[%d] = 5;\n", k, rnd(4));
    add(&S->loop, "        }\n");
    if (*word == 'm')
        own_line(S, "#pragma omp barrier");
}

static void parts(struct special *S, int k, int other)
{
    if (chance(50)) {
        own_line(S, "#pragma omp sections");
        add(&S->loop, "        {\n");
        own_line(S, "#pragma omp section");
        add(&S->loop, "            $a%d[1] += 3;\n", k);
        own_line(S, "#pragma omp section");
        add(&S->loop, "            $a%d[n] += 7;\n        }\n", other);
        return;
    }
    own_line(S, "#pragma omp single");
    add(&S->loop, "        {\n            for (int k = 0; k < 4; k++) {\n");
    own_line(S, "#pragma omp task firstprivate(k)");
    add(&S->loop, "                $a%d[k] += x[k];\n            }\n", k);
    own_line(S, "#pragma omp taskwait");
    add(&S->loop, "        }\n");
}

static void updates(struct special *S, int k)
{
    static const char *const how[] = {"atomic", "critical", "atomic update"};
    own_line(S, "#pragma omp for");
    add(&S->loop, "        for (int i = 0; i < n; i++) {\n");
    own_line(S, fmt("#pragma omp %s", how[rnd(3)]));
    add(&S->loop, "            $a%d[x[i] %% 4] += i;\n        }\n", k);
}

static void team_step(struct special *S, int step)
{
    static const char *const clauses[] = {"", "", " schedule(dynamic, 2)", " schedule(static, 1)",
                                          " schedule(guided)"};
    int to = step % ARRAYS, from = (step + 1) % ARRAYS;
    switch (rnd(9)) {
    case 0:
        once(S, from);
        break;
    case 1:
        parts(S, to, from);
        break;
    case 2:
        own_line(S, fmt("#pragma omp for%s reduction(+ : sum)", clauses[rnd(5)]));
        sum_of(S, from);
        break;
    case 3:
        updates(S, to);
        break;
    case 4:
        own_line(S, "#pragma omp for nowait");
        loop_of(S, to, from);
        own_line(S, "#pragma omp barrier");
        break;
    case 5:
        own_line(S, fmt("#pragma omp for%s nowait", clauses[rnd(5)]));
        add(&S->loop, "        for (int i = 0; i < n; i++)\n            $a%d[i] = x[i] - i;\n", to);
        own_line(S, fmt("#pragma omp for%s", clauses[rnd(5)]));
        add(&S->loop, "        for (int i = 0; i < n; i++)\n            $a%d[i] = x[i + 1] + 2;\n",
            from);
        break;
    default:
        own_line(S, fmt("#pragma omp for%s", clauses[rnd(5)]));
        loop_of(S, to, from);
    }
}

void team_region(struct special *S)
{
    static const long sizes[] = {1, 2, 5, 33, 100, 3000};
    if (!strstr(accepted, "omp")) {
        chaos_nest(S);
        return;
    }
    S->construct = "";
    arrays(S, sizes[rnd(6)]);
    own_line(S, chance(70) ? "#pragma omp parallel num_threads(3)"
                           : "#pragma omp parallel if (n > 20)");
    add(&S->loop, "    {\n");
    if (chance(30))
        add(&S->loop, "        int mine = n;\n        (void)mine;\n");
    for (int k = rnd_in(1, 5); k > 0; k--)
        team_step(S, rnd(ARRAYS));
    add(&S->loop, "    }\n");
}

/* --- data ---------------------------------------------------------------------------------- */

struct words {
    const char *loop, *sum, *begin, *end, *block, *from, *to;
};

/* %s is the section.  Of what is not present, nothing is updated. */
static const struct words sets[] = {
    {"#pragma tcr loop", "#pragma tcr reduce(+:sum)", "#pragma tcr enter data copyin(%s)",
     "#pragma tcr exit data copyout(%s)", "#pragma tcr data copy(%s)",
     "#pragma tcr update self(%s) if_present", "#pragma tcr update device(%s) if_present"},
    {"#pragma acc parallel loop", "#pragma acc parallel loop reduction(+:sum)",
     "#pragma acc enter data copyin(%s)", "#pragma acc exit data copyout(%s)",
     "#pragma acc data copy(%s)", "#pragma acc update self(%s)", "#pragma acc update device(%s)"},
    {"#pragma omp target teams distribute parallel for",
     "#pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+:sum)",
     "#pragma omp target enter data map(to: %s)", "#pragma omp target exit data map(from: %s)",
     "#pragma omp target data map(tofrom: %s)", "#pragma omp target update from(%s)",
     "#pragma omp target update to(%s)"},
};

static const char *with(const char *form, const char *section)
{
    const char *hole = strstr(form, "%s");
    return fmt("%.*s%s%s", (int)(hole - form), form, section, hole + 2);
}

/* Between two updates the host has a part of an array. */
static void host_part(struct special *S, const struct words *w, int k, long n)
{
    int at = rnd((int)n), size = rnd_in(1, 4);
    const char *section = fmt("a%d[%d:%d]", k, at, size);
    own_line(S, with(w->from, section));
    add(&S->loop, "        $more += (int)$a%d[%d] & 127;\n", k, at);
    if (chance(60)) {
        add(&S->loop, "        $a%d[%d] = %d;\n", k, at + rnd(size), rnd(60));
        own_line(S, with(w->to, section));
    }
}

static void data_step(struct special *S, const struct words *w, long n)
{
    int to = rnd(ARRAYS), from = (to + 1) % ARRAYS;
    switch (rnd(5)) {
    case 0:
        own_line(S, w->sum);
        sum_of(S, to);
        break;
    case 1:
        host_part(S, w, to, n);
        break;
    default:
        own_line(S, w->loop);
        loop_of(S, to, from);
    }
}

void data_regions(struct special *S)
{
    static const long sizes[] = {1, 2, 5, 33, 100, 3000};
    long n = sizes[rnd(6)];
    const struct words *w = strcmp(accepted, "acc") == 0   ? &sets[1]
                            : strcmp(accepted, "omp") == 0 ? &sets[2]
                                                           : &sets[0];
    int kept = rnd(ARRAYS), block = (kept + 1) % ARRAYS;
    const char *all = fmt("a%d[0:n + 4]", kept);
    bool enters = chance(60), blocks = chance(60);
    S->construct = "";
    arrays(S, n);
    add(&S->loop, "    {\n");
    if (enters)
        own_line(S, with(w->begin, all));
    if (blocks)
        own_line(S, with(w->block, fmt("a%d[0:n + 4]", block)));
    add(&S->loop, "        {\n");
    for (int k = rnd_in(2, 6); k > 0; k--)
        data_step(S, w, n);
    add(&S->loop, "        }\n");
    for (int k = rnd(2); k > 0; k--)
        data_step(S, w, n);
    if (enters)
        own_line(S, with(w->end, all));
    add(&S->loop, "    }\n");
}
