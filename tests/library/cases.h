/* SPDX-License-Identifier: MIT */
/* cases.h: the functions of tcr_reduce.h against plain loops, for every type; on the host, the
 * simulated device and a real one. */
#ifndef LIBRARY_CASES_H
#define LIBRARY_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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
    /* arrays of segments on the device; NULL: tcr_malloc and tcr_free */
    void *(*allocate)(size_t size);
    void (*release)(void *memory);
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

/* n elements of the case's type and pattern. */
void fill_elements(const struct test_case *c, void *x, long long n, uint64_t seed);
/* What a plain loop makes of the case's n elements. */
struct expected {
    long double sum, asum, squares, dot, abs_dot, least, most, amax, mean, variance;
    uint64_t isum, iasum, idot;
    long long argmin, argmax;
    bool nan;
};
void expect_results(const struct test_case *c, const void *x, const void *y, struct expected *e);
bool is_float(enum tcr_type type);
/* A number of an integer type as a result. */
uint64_t integer_bits(enum tcr_type type, long double v);

/* segments.c: rows and segments of an array. */
enum shape {
    SHAPE_ROWS,  /* of `length` elements, with `gap` between them */
    SHAPE_EQUAL, /* segments of `length` elements */
    SHAPE_MIXED, /* of 0 to `length`, some elements before the first and behind the last */
    SHAPE_HUGE,  /* the middle one has length * n elements, the others 0 to 2 */
    SHAPE_EMPTY, /* all are empty but two */
    N_SHAPES
};
struct segments_case {
    struct test_case of; /* type, offset, pattern, place, stream, workspace, wait */
    enum shape shape;
    bool wide; /* offsets of 64 bits */
    long long n, length, gap;
};
/* All operations, each twice; the number of those that are wrong. */
int check_segments(const struct segments_case *c);

/* ends.c: rows and segments of all lengths and numbers, in arrays that are allocations of their
 * own, by `allocate`: for tools that see what is read or written beside them.  At most so many
 * cases, from number `first` on, which are mixed, and until go_on() is false; the number of wrong
 * ones. */
int check_ends(const struct test_case *of, long first, long cases, bool (*go_on)(void));
/* So many rows that each warp has some as a whole; `small`: of few elements. */
int check_whole_rows(const struct test_case *of, bool small, bool (*go_on)(void));

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
