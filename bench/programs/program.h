// SPDX-License-Identifier: MIT
// What the programs of this folder share: the clock, memory that must be there, and the lines that
// run.sh reads.  A line `check NAME VALUE TOLERANCE` is compared with that of another build: the
// values may differ by TOLERANCE, relative to the larger one (0: not at all).
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void *allocate(size_t count, size_t size)
{
    void *memory = malloc(count * size);

    if (memory == NULL) {
        fprintf(stderr, "out of memory: %zu bytes\n", count * size);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static inline void print_check(const char *name, double value, double tolerance)
{
    printf("check %s %.15e %g\n", name, value, tolerance);
}

static inline void print_time(const char *phase, double seconds)
{
    printf("time %s %.6f s\n", phase, seconds);
}

// number(ARGC, ARGV, N, OTHERWISE): the N-th argument as a number.
static inline long number(int argc, char **argv, int n, long otherwise)
{
    return argc > n ? strtol(argv[n], NULL, 10) : otherwise;
}

#endif
