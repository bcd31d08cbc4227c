/* SPDX-License-Identifier: MIT */
/*
 * measure.h: arrays that stay on the device, and the lines of the table.
 *
 * Times are wall-clock times of synchronous calls: from the call until its results are on the
 * device and, where the function returns a number, on the host.  Peers are timed in the same way.
 */
#ifndef NESTS_MEASURE_H
#define NESTS_MEASURE_H

#include <stddef.h>

/* What tells the kinds of lines what may be expected: the rate of a kernel that only reads, or that
 * of a copy on the device. */
enum limit { LIMIT_NONE, LIMIT_READ, LIMIT_COPY };

struct rival {
    const char *name;
    int (*call)(void); /* 0, or that there is none */
};

struct line {
    const char *pattern;
    char size[40];
    double work; /* of a call: bytes, or floating-point operations if `flops` */
    int flops;
    enum limit limit;
    void (*reset)(void);  /* before a call whose result is looked at; NULL: nothing to do */
    int (*call)(void);    /* by the directives; 0 */
    int (*wrong)(void);   /* after a call: is a result wrong? */
    int rivals_unchecked; /* the rivals' results lie elsewhere */
    struct rival rivals[4];
};

/* Set: nothing is timed, no peer is called. */
extern int only_check;

/* Measures and prints a line; 1 if a result was wrong, else 0. */
int measure(const struct line *line);

/* Prints the device's rates and the table's head. */
void begin_table(int divisor);

/* Memory that is on the device too, until gone(); ends the program where there is none. */
void *resident(size_t size);
void gone(void *memory);
/* The first bytes of one. */
void to_device(const void *memory, size_t size);
void to_host(void *memory, size_t size);
/* Fills the first bytes on both with a pattern that is no result: NaN, or -1. */
void spoil(void *memory, size_t size);

/* The i-th of a sequence of numbers without order. */
static inline unsigned noise(unsigned long i)
{
    unsigned long x = (i + 1) * 0x9e3779b97f4a7c15ul;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9ul;
    return (unsigned)(x >> 32);
}

/* A multiple of 1/16 in [-8, 8): their sums and products are exact in any order. */
static inline double sixteenths(unsigned long i)
{
    return ((int)(noise(i) >> 24) - 128) / 16.0;
}

/* The groups of patterns: lines that were wrong.  `divisor` makes sizes smaller. */
int rows(long divisor);
int matrices(long divisor);
int sparse(long divisor);
int grids(long divisor);
int sweeps(long divisor);
int bins(long divisor);
int pairs(long divisor);

#endif
