/* SPDX-License-Identifier: MIT */
/* accuracy.h: errors of floating sums beside those of the sequential loop in the
 * declared type, over many draws of several classes of data. */
#ifndef TEST_ACCURACY_H
#define TEST_ACCURACY_H

#include "regions.h"

enum draw_class {
    DRAW_UNIFORM,
    DRAW_NORMAL,
    DRAW_CONDITION_4, /* sum|x| / |sum x| about 1e4 */
    DRAW_CONDITION_8,
    DRAW_CONDITION_12,
    DRAW_CONDITION_16,
    DRAW_ALTERNATING, /* huge, tiny, huge, ... of either sign */
    DRAW_CANCELLING,  /* H, t, -H, t': the sum is that of the small ones */
    DRAW_SUBNORMAL,
    DRAW_ZEROS, /* of either sign */
    DRAW_INFINITIES,
    DRAW_NAN,
    DRAW_OVERFLOW,          /* the first half's sum is too large for the type, the whole's not */
    DRAW_ALTERNATING_LARGE, /* near the type's greatest, of alternating sign */
    N_DRAWS
};
extern const char *const draw_names[N_DRAWS];

bool draw_exists(enum tcr_type type, enum draw_class kind);

/* Sums `draws` arrays of n elements each, which lie one after another. */
typedef void accuracy_sums(void *context, enum tcr_type type, const void *elements, size_t n,
                           int draws, double *results);

/* Where the sums are taken: compute capability x 10, and threads of the grid. */
struct accuracy_device {
    unsigned arch, threads;
};

struct accuracy {
    double median, greatest;           /* relative to |sum|, of the device's sums */
    double loop_median, loop_greatest; /* and of the loop's */
    int worse;                         /* draws in which the device's error is above the loop's */
    int beyond;                        /* or above the a-priori bound */
    double worst_share;                /* of the bound that was used at most */
};

/* The a-priori bound of |result - sum|, where the sum of the n magnitudes is given
 * too (docs/numerics.md). */
double accuracy_bound(enum tcr_type type, struct accuracy_device device, size_t n, double sum,
                      double magnitudes);

void accuracy_measure(enum tcr_type type, enum draw_class kind, size_t n, int draws, int threads,
                      struct accuracy_device device, accuracy_sums *sums, void *context,
                      struct accuracy *out);

/* One long array, element by element: uniform or normal; `loop` is what a loop in
 * the type comes to.  Thread-safe. */
struct exact;
void accuracy_long(enum tcr_type type, enum draw_class kind, size_t n, void *elements,
                   struct exact *sum, double *magnitudes, double *loop);

#endif
