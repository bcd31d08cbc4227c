/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const variant_names[N_VARIANTS] = {
    "single-pass",     "recurrence", "split",     "shuffle", "tree-divergent",
    "tree-sequential", "cub-half",   "cub-float", "openmp",
};
const char *const variant_kernels[N_VARIANT_KERNELS][2] = {
    {"single", NULL},
    {"recurrence", "recurrence"},
    {"split", NULL},
    {"shuffle", "shuffle_later"},
    {"tree_divergent", "tree_divergent_later"},
    {"tree_sequential", "tree_sequential_later"},
};

enum { DEFAULT_BLOCK = 256, DEFAULT_CHAIN = 4, TILE = 256 };

static long long divide_up(long long n, long long by)
{
    return (n + by - 1) / by;
}

static unsigned least(long long a, long long b)
{
    return (unsigned)(a < b ? a : b);
}

/* Levels that leave one number for every `group` elements, a block taking `many`. */
static int levels(long long n, long long group, long long many, unsigned threads,
                  struct step *steps)
{
    int k = 0;
    for (int from = -1;; from = k % 2, k++) {
        long long left = divide_up(n, group);
        steps[k] = (struct step){.later = k > 0,
                                 .blocks = (unsigned)divide_up(n, many),
                                 .threads = threads,
                                 .n = n,
                                 .from = from,
                                 .to = k % 2};
        if (left <= 1)
            return k + 1;
        n = left;
    }
}

static int split(long long n, unsigned block, unsigned chain, const struct plan_options *o,
                 struct step *steps)
{
    long long on_cores = (long long)(o->fraction * (double)n) / TILE * TILE;
    long long rest = n - on_cores;
    long long mma = divide_up(rest, (long long)TILE * chain * (block / 32));
    long long cores = divide_up(on_cores, 8LL * block);
    unsigned filling = o->filling < 2 ? 2 : o->filling, share;

    if (o->fraction >= 1) {
        on_cores = n;
        cores = divide_up(n, 8LL * block);
        mma = 0;
    }
    share = (unsigned)(o->fraction * filling + 0.5);
    share = share < 1 ? 1 : share > filling - (mma > 0) ? filling - (mma > 0) : share;
    cores = least(cores, share);
    mma = least(mma, filling - cores);
    *steps = (struct step){.blocks = (unsigned)(cores + mma),
                           .threads = block,
                           .n = n,
                           .from = -1,
                           .on_cores = on_cores,
                           .cores = cores};
    return 1;
}

int plan_variant(enum variant v, long long n, const struct plan_options *o,
                 struct step steps[MOST_STEPS])
{
    unsigned block = o->block ? o->block : DEFAULT_BLOCK;
    unsigned chain = o->chain ? o->chain : DEFAULT_CHAIN;
    long long group = (long long)TILE * chain;
    switch (v) {
    case VARIANT_RECURRENCE:
        return levels(n, group, group * (block / 32), block, steps);
    case VARIANT_TREE_DIVERGENT:
    case VARIANT_TREE_SEQUENTIAL:
        return levels(n, block, block, block, steps);
    case VARIANT_SPLIT:
        return split(n, block, chain, o, steps);
    default:
        break;
    }
    steps[0] = (struct step){
        .blocks = least(divide_up(n, block), o->filling), .threads = block, .n = n, .from = -1};
    if (v == VARIANT_SINGLE || steps[0].blocks == 1)
        return 1;
    steps[1] = (struct step){
        .later = true, .blocks = 1, .threads = 1024, .n = steps[0].blocks, .from = 0, .to = 1};
    return 2;
}

unsigned long long plan_scratch(long long n)
{
    return (unsigned long long)divide_up(n, 32) * sizeof(float) + 65536 * sizeof(float);
}

/* The files but for their #include lines: all are in one text. */
static void add_file(FILE *out, const char *directory, const char *name)
{
    char line[400];
    snprintf(line, sizeof line, "%s/%s.cuh", directory, name);
    FILE *in = fopen(line, "r");
    if (!in)
        return;
    fprintf(out, "#line 1 \"%s\"\n", name);
    while (fgets(line, sizeof line, in))
        fputs(strncmp(line, "#include", 8) && strncmp(line, "#pragma once", 12) ? line : "\n", out);
    fclose(in);
}

char *plan_text(const char *directory, const char *type, unsigned chain)
{
    static const char *const files[] = {"variant", "single",  "recurrence",
                                        "split",   "shuffle", "tree"};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out,
            "#define TCR_VARIANT_TYPE %s\n#define TCR_VARIANT_CHAIN %u\n"
            "#define TCR_VARIANT_R %u\n#include \"tcr_device.cuh\"\n",
            type, chain, chain ? chain : (unsigned)DEFAULT_CHAIN);
    fflush(out);
    for (size_t k = 0, before; k < sizeof files / sizeof *files; k++) {
        before = size;
        add_file(out, directory, files[k]);
        fflush(out);
        if (size == before) {
            fclose(out);
            free(text);
            return NULL;
        }
    }
    fclose(out);
    return text;
}
