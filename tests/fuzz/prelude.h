/* SPDX-License-Identifier: MIT */
/*
 * prelude.h: what every generated program includes: data filling, references,
 * checks, and the functions and macros that generated loops call.
 *
 * Arrays of floating type hold multiples of 1/8 below 16 in magnitude unless
 * they are "rough", so that most terms are exact in any arithmetic and the
 * generated branches cannot depend on rounding.
 */
#ifndef FUZZ_PRELUDE_H
#define FUZZ_PRELUDE_H

#include <complex.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exact.h"

#ifdef __FLT16_MAX__
typedef _Float16 half_t;
#define HALF_U (1.0L / 2048)
#else
typedef float half_t;
#define HALF_U (1.0L / 16777216)
#endif
#define FLOAT_U (1.0L / 16777216)
#define DOUBLE_U (1.0L / 9007199254740992.0L)

typedef double real;
typedef real scalar_t;
typedef float real32;
typedef int index_t;
typedef long count_t;

#ifdef FUZZ_APART /* the functions are in a file of their own */
#define FUZZ_STATIC
#define FUZZ_INLINE
#else
#define FUZZ_STATIC static
#define FUZZ_INLINE static inline
#endif
#ifndef FUZZ_APART
#define FUZZ_GLOBAL
#define FUZZ_HIDDEN static
#define FUZZ_SHARED(type, name, value) static type name = value
#elif defined(FUZZ_FUNCTIONS)
#define FUZZ_GLOBAL extern
#define FUZZ_HIDDEN extern
#define FUZZ_SHARED(type, name, value) extern type name
#else
#define FUZZ_GLOBAL
#define FUZZ_HIDDEN
#define FUZZ_SHARED(type, name, value) type name = value
#endif

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define SQR(x) ((x) * (x))
#define ABS(x) ((x) < 0 ? -(x) : (x))
#define ADD_TO(x, e) (x) += (e)
#define ACCUMULATE(x, e)                                                                           \
    do {                                                                                           \
        x += (e);                                                                                  \
    } while (0)
#define KEEP_MAX(x, e)                                                                             \
    if ((e) > (x))                                                                                 \
    (x) = (e)
#define AT(a, i, j, n) (a)[(i) * (n) + (j)]
#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
#define FOR_UP(i, lo, hi) for (i = (lo); i < (hi); ++i)
#define TEXT_OF(...) #__VA_ARGS__
#define PRAGMA(...) _Pragma(TEXT_OF(__VA_ARGS__))
#define REDUCE(op, list) PRAGMA(tcr reduce(op : list))

/* After a taskloop with a reduction outside of a parallel region, GCC 12's library may
 * wait for ever or crash in the next one. */
#if defined(_OPENMP) && !defined(__clang__)
#define FUZZ_TASKLOOP parallel master taskloop
#else
#define FUZZ_TASKLOOP taskloop
#endif

/* The same number in other ways. */
union fuzz_word {
    double number;
    unsigned char raw[8];
};
struct fuzz_pair {
    int n;
    double x[2];
};
#define BY_TYPE(x) _Generic((x), float : (x), double : (x), default : (x))
#define ONCE(x)                                                                                    \
    ({                                                                                             \
        __typeof__(+(x)) once_ = (x); /* x may be a bit-field */                                   \
        once_;                                                                                     \
    })
#if defined(__clang__) && defined(_OPENMP) /* no parts of compound literals in target regions */
#define PART_OF(type, part, ...)                                                                   \
    ({                                                                                             \
        type whole_ = __VA_ARGS__;                                                                 \
        whole_ part;                                                                               \
    })
#else
#define PART_OF(type, part, ...) (((type)__VA_ARGS__)part)
#endif
#define IN_PAIR(term) PART_OF(struct fuzz_pair, .x[1], {.x = {[1] = (term)}, .n = 3})
#define IN_UNION(word) PART_OF(union fuzz_word, .number, {.number = (word)})

/* --- filling ---------------------------------------------------------- */

FUZZ_OUTSIDE uint64_t fuzz_hash(uint64_t seed, uint64_t k)
{
    uint64_t z = seed * 0x9e3779b97f4a7c15u + k * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

FUZZ_OUTSIDE int fuzz_int(uint64_t seed, uint64_t k)
{
    return (int)(fuzz_hash(seed, k) % 101) - 50;
}

FUZZ_OUTSIDE unsigned fuzz_unsigned(uint64_t seed, uint64_t k)
{
    return (unsigned)(fuzz_hash(seed, k) % 101);
}

/* A subscript. */
FUZZ_OUTSIDE int fuzz_place(uint64_t seed, uint64_t k)
{
    return (int)(fuzz_hash(seed, k) % 40);
}

FUZZ_OUTSIDE bool fuzz_bit(uint64_t seed, uint64_t k)
{
    return fuzz_hash(seed, k) >> 63;
}

FUZZ_OUTSIDE double fuzz_dyadic(uint64_t seed, uint64_t k)
{
    return ((int)(fuzz_hash(seed, k) % 255) - 127) / 8.0;
}

FUZZ_OUTSIDE double fuzz_rough(uint64_t seed, uint64_t k)
{
    return ((double)(fuzz_hash(seed, k) % 2000003) - 1000001.0) / 65537.0;
}

#define FILL(lvalue, count, type, how, seed)                                                       \
    for (size_t k = 0; k < (size_t)(count); k++)                                                   \
    (lvalue) = (type)how(seed, k)

/* --- references and checks -------------------------------------------- */

static int fuzz_bad;

struct fuzz_ref {
    long double value, magnitude;
    long double updates;
};

#define REF_ADD(r, e)                                                                              \
    do {                                                                                           \
        long double term_ = (long double)(e);                                                      \
        (r).value += term_;                                                                        \
        (r).magnitude += fabsl(term_);                                                             \
        (r).updates += 1;                                                                          \
    } while (0)
#define REF_MUL(r, e)                                                                              \
    do {                                                                                           \
        (r).value *= (long double)(e);                                                             \
        (r).updates += 1;                                                                          \
    } while (0)
#define REF_MIN(r, type, e)                                                                        \
    do {                                                                                           \
        type value_ = (type)(e);                                                                   \
        r = value_ < (r) ? value_ : (r);                                                           \
    } while (0)
#define REF_MAX(r, type, e)                                                                        \
    do {                                                                                           \
        type value_ = (type)(e);                                                                   \
        r = (r) < value_ ? value_ : (r);                                                           \
    } while (0)

FUZZ_OUTSIDE void fuzz_verdict(bool ok)
{
    puts(ok ? "ok" : "BAD");
    fuzz_bad += !ok;
}

FUZZ_OUTSIDE void check_signed(const char *name, long long x, long long ref)
{
    printf("i %s %lld %lld ", name, x, ref);
    fuzz_verdict(x == ref);
}

FUZZ_OUTSIDE void check_unsigned(const char *name, unsigned long long x, unsigned long long ref)
{
    printf("i %s %llu %llu ", name, x, ref);
    fuzz_verdict(x == ref);
}

/* A value that every order of evaluation must give exactly. */
FUZZ_OUTSIDE void check_exact(const char *name, double x, double ref)
{
    printf("f %s %.17g %.17g 0 ", name, x, ref);
    fuzz_verdict(x == ref);
}

/* The bound of the sequential loop in the declared type of unit roundoff u:
 * one rounding an update, and a few more inside of each term. */
FUZZ_OUTSIDE void check_sum(const char *name, double x, struct fuzz_ref ref, long double u)
{
    long double bound = (ref.updates + 16) * u * ref.magnitude;
    /* A sum beyond the range of half is infinite; the sequential loop may stand
     * still before it gets there. */
    bool beyond = (u == HALF_U && fabsl(ref.value) >= 65504 && isinf(x)) ||
                  (!isfinite(ref.value) && !isfinite(x));
    printf("f %s %.17g %.17Lg %.3Lg ", name, x, ref.value, bound);
    fuzz_verdict(beyond || fabsl((long double)x - ref.value) <= bound);
}

FUZZ_OUTSIDE void check_product(const char *name, double x, struct fuzz_ref ref, long double u)
{
    long double bound = (2 * ref.updates + 16) * u * fabsl(ref.value);
    printf("f %s %.17g %.17Lg %.3Lg ", name, x, ref.value, bound);
    fuzz_verdict(fabsl((long double)x - ref.value) <= bound);
}

/* --- called from loops ------------------------------------------------ */

enum { FUZZ_THREE = 3 };

static const double fuzz_offset = 0.25;

/* These have variables of their file, which fuzz_prepare() sets. */
FUZZ_STATIC void fuzz_prepare(void);
FUZZ_STATIC double f_scaled(double x);
FUZZ_STATIC int f_shifted(int k);

#if !defined(FUZZ_APART) || defined(FUZZ_FUNCTIONS)
static double fuzz_scale, fuzz_steps[3], *fuzz_step;
static struct {
    short unused;
    int shift;
    const double *offset;
} fuzz_settings;

FUZZ_STATIC void fuzz_prepare(void)
{
    fuzz_scale = 0.25;
    fuzz_step = fuzz_steps + 1;
    fuzz_step[1] = 0.25;
    fuzz_settings.shift = 3;
    fuzz_settings.offset = &fuzz_offset;
}

FUZZ_STATIC double f_scaled(double x)
{
    return x * (fuzz_scale + fuzz_step[1]);
}

FUZZ_STATIC int f_shifted(int k)
{
    return k + fuzz_settings.shift - FUZZ_THREE;
}
#endif

static inline double f_minus(double x, double y)
{
    double d = x - y;
    return d;
}

static inline double f_abs(double x)
{
    if (x < 0)
        return -x;
    return x;
}

static double f_distance(double x, double y)
{
    return f_abs(f_minus(x, y)) + fuzz_offset;
}

static inline double f_clamp(double x, double limit)
{
    if (x > limit)
        return limit;
    else if (x < -limit)
        return -limit;
    return x;
}

static inline int f_odd(int k)
{
    int twice = 2 * k;
    twice += 1;
    return twice;
}

static inline double f_load(const double *p, long i)
{
    return p[i];
}

static inline double f_three(const double *row)
{
    double s = 0;
    for (int k = 0; k < FUZZ_THREE; k++)
        s += row[k];
    return s;
}

static inline bool f_between(double x, double lo, double hi)
{
    return x >= lo && x <= hi;
}

struct fuzz_point {
    int tag;
    double x, v[2];
};
static const struct fuzz_point fuzz_points[4] = {
    {1, 0.5, {1, 2}}, {-2, 1.25, {3, -4}}, {3, -2.5, {0.125, 6}}, {-4, 7, {-8, 0.25}}};

static inline double f_point(const struct fuzz_point *p, int k)
{
    const double *v = p->v;
    return p->x * k + v[1] - p[0].tag;
}

/* Keeps compilers quiet about whatever a program does not use. */
static inline double fuzz_touch(void)
{
    fuzz_prepare();
    return f_scaled(1) + f_distance(1, 2) + f_clamp(3, 1) + f_odd(1) + f_shifted(2) +
           f_between(1, 0, 2) + f_three((const double[]){1, 2, 3}) + f_load(&fuzz_offset, 0) +
           f_point(fuzz_points, 1);
}

#endif
