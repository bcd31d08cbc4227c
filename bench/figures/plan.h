/* SPDX-License-Identifier: MIT */
/* plan.h: the launches that one sum by a variant of kernels/variants takes. */
#ifndef FIGURES_PLAN_H
#define FIGURES_PLAN_H

#include <stdbool.h>

enum variant {
    VARIANT_SINGLE,
    VARIANT_RECURRENCE,
    VARIANT_SPLIT,
    VARIANT_SHUFFLE,
    VARIANT_TREE_DIVERGENT,
    VARIANT_TREE_SEQUENTIAL,
    N_VARIANT_KERNELS, /* the others have no kernel of ours */
    VARIANT_CUB_HALF = N_VARIANT_KERNELS,
    VARIANT_CUB_FLOAT,
    VARIANT_OPENMP,
    N_VARIANTS
};
extern const char *const variant_names[N_VARIANTS];
/* Names of the kernels of the first level and of later ones. */
extern const char *const variant_kernels[N_VARIANT_KERNELS][2];

/* As struct tcr_level of kernels/variants/variant.cuh. */
struct level {
    const void *in;
    void *out;
    long long on_cores, cores;
};

enum { MOST_STEPS = 8 };
struct step {
    bool later; /* the kernel of later levels */
    unsigned blocks, threads;
    long long n;               /* numbers that it reads */
    int from, to;              /* the array (-1) or scratch 0 or 1 */
    long long on_cores, cores; /* of struct level */
};

struct plan_options {
    unsigned block;   /* threads, 0: 256 */
    unsigned chain;   /* 0: 4 */
    double fraction;  /* of the split, on the CUDA cores */
    unsigned filling; /* blocks that fill the device, of the variant's first kernel */
};

/* Fills steps and returns their number. */
int plan_variant(enum variant v, long long n, const struct plan_options *o,
                 struct step steps[MOST_STEPS]);
/* Bytes of each scratch array that n elements can need. */
unsigned long long plan_scratch(long long n);

/* Device text of all variants, read from `directory` (kernels/variants), for one
 * type ("tcr_half", "float") and R (0: the product's own).  NULL: a file cannot
 * be read.  Free it. */
char *plan_text(const char *directory, const char *type, unsigned chain);

#endif
