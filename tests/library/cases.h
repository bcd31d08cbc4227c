/* SPDX-License-Identifier: MIT */
/* cases.h: the functions of tcr_reduce.h against plain loops, for every type; on the host, the
 * simulated device and a real one. */
#ifndef LIBRARY_CASES_H
#define LIBRARY_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include "../../include/tcr.h"

enum place {
    PLACE_HOST,
    PLACE_DEVICE,        /* tcr_malloc */
    PLACE_PRESENT,       /* tcr_copyin */
    PLACE_STREAM,        /* device memory, on the stream of `case`, result on the host */
    PLACE_STREAM_DEVICE, /* and on the device */
    N_PLACES
};

enum pattern {
    PATTERN_SMALL,   /* small whole numbers */
    PATTERN_WIDE,    /* all of the type's range (floating: many magnitudes) */
    PATTERN_EQUAL,   /* all the greatest number */
    PATTERN_NAN,     /* some NaNs; integers: as WIDE */
    PATTERN_ALL_NAN, /* only NaNs; integers: all the least number */
    PATTERN_INF,     /* some infinities of one sign; integers: as SMALL */
    PATTERN_ZEROS,   /* zeros of both signs */
    N_PATTERNS
};

struct test_case {
    enum tcr_type type;
    long long n, incx, incy;
    unsigned offset; /* of x and y, in elements, from memory aligned to 256 bytes */
    enum pattern pattern;
    enum place place;
    void *stream, *workspace; /* of PLACE_STREAM; the workspace may be NULL */
    void (*wait)(void *stream);
    const char *only;  /* one operation, or NULL: all */
    bool reproducible; /* with TCR_REPRODUCIBLE: these bits and no others */
    bool ready;        /* with TCR_READY */
};

/* Run it; the number of wrong results, which are printed. */
int check_case(const struct test_case *c);
/* overflow.c: sums of n double on the stream, on the way to which there are overflows. */
int check_overflow(const struct test_case *c);
/* chained.c: calls on the stream that read each other's results, so many rounds of them. */
int check_chained(const struct test_case *c, unsigned rounds);
extern const char *const type_name[];
extern const size_t type_size[];

/* Element i of an array as a number, and its store. */
long double element_value(enum tcr_type type, const void *x, long long i);
/* Where element k of n is. */
long long place_of(long long k, long long n, long long inc);

/* reproducible.c: of what is_reproducible_sum() says. */
struct reproducible {
    double sum, asum, dot, nrm2;
    struct tcr_moments meanvar;
};
void expect_reproducible(const struct test_case *c, const void *x, const void *y,
                         struct reproducible *e);
/* Is the result that of a floating sum? */
bool is_reproducible_sum(enum tcr_type type, const char *operation);

#endif
