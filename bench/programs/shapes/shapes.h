// SPDX-License-Identifier: MIT
// Shapes of programs: each does one thing, over arrays of n elements (or n a side), `calls` times,
// and returns a number that says what it computed.
#ifndef SHAPES_H
#define SHAPES_H

struct shape {
    const char *name;
    double (*run)(long n, long calls);
    long n, calls;             // the size that is measured
    long small_n, small_calls; // for tests
    double tolerance;
};

extern const struct shape reading_shapes[], writing_shapes[], computing_shapes[], mixed_shapes[];

double *vector(long n);

// A sum that tells where in x what stands: of all elements, or of ten thousand of a long array.
double digest(const double *x, long n);

#endif
