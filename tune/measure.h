/* SPDX-License-Identifier: MIT */
/* measure.h: sums of an array in shapes of our choice. */
#ifndef TUNE_MEASURE_H
#define TUNE_MEASURE_H

#include "../runtime/device/grid.h"

struct sum {
    enum tcr_type type;
    unsigned size;      /* bytes of an element */
    const char *device; /* its name in device text */
    struct tcr_unit unit;
    void *images; /* of the unit; freed by sum_close */
};

/* Compile the sum of a type for the open device.  0, or -1 after a message. */
int sum_open(struct sum *s, enum tcr_type type);
void sum_close(struct sum *s);

/* Median seconds of `repeat` calls on n elements at `data`, device memory, or -1
 * after a message. */
double sum_time(struct sum *s, struct tcr_tuning shape, void *data, long long n, int repeat);

#endif
