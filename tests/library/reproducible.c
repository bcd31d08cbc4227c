/* SPDX-License-Identifier: MIT */
/* reproducible.c: the bits that TCR_REPRODUCIBLE promises, from plain loops over exact sums: the
 * last element first, one at a time. */
#include <math.h>
#include <string.h>
#include "../../include/tcr_region.h"
#include "cases.h"

static double total(struct tcr_exact *sum)
{
    return tcr_exact_round(sum, 0, TCR_F64);
}

/* A product rounded to double, whatever the compiler makes of products that are added. */
static double product(double x, double y)
{
    volatile double p = x * y;

    return p;
}

bool is_reproducible_sum(enum tcr_type type, const char *operation)
{
    if (!strcmp(operation, "meanvar"))
        return true;
    if (!strcmp(operation, "nrm2"))
        return type_size[type] > 1;
    return type >= TCR_F16 &&
           (!strcmp(operation, "sum") || !strcmp(operation, "asum") || !strcmp(operation, "dot"));
}

static double one_nan(double x)
{
    return isnan(x) ? (double)NAN : x;
}

static double norm_of(double small, double middle, double large)
{
    double low, high;

    if (large > 0 || isnan(large)) {
        large += middle > 0 || isnan(middle) ? product(middle * 0x1p-538, 0x1p-538) : 0;
        return sqrt(large) * 0x1p538;
    }
    if (!(small > 0) || isnan(middle))
        return sqrt(middle);
    small = sqrt(small) * 0x1p-537;
    middle = sqrt(middle);
    low = fmin(small, middle) / fmax(small, middle);
    high = fmax(small, middle);
    return high * sqrt(1 + product(low, low));
}

/* The 2-norm; of f64, squares of three sizes apart. */
static double norm(const struct test_case *c, const void *x)
{
    struct tcr_exact sum[3];

    tcr_exact_start(sum, 3);
    for (long long k = c->n - 1; k >= 0; k--) {
        double v = (double)element_value(c->type, x, place_of(k, c->n, c->incx)), square;
        bool wide = c->type == TCR_F64, small = wide && fabs(v) < 0x1p-511;
        bool large = wide && fabs(v) > 0x1p486;

        v *= small ? 0x1p537 : large ? 0x1p-538 : 1;
        square = product(v, v);
        tcr_exact_add(&sum[small ? 0 : large ? 2 : 1], &square, 1);
    }
    return norm_of(total(&sum[0]), total(&sum[1]), total(&sum[2]));
}

/* A number near the data: the mean of eight elements. */
static long double shift_of(const struct test_case *c, const void *x)
{
    double first =
        c->type < TCR_F16 ? 0 : (double)element_value(c->type, x, place_of(0, c->n, c->incx));
    double sum = first;
    long double whole = 0;

    for (int j = 0; j < 8; j++) {
        long double v = element_value(c->type, x, place_of(c->n / 8 * j, c->n, c->incx));

        sum += (double)v / 8 - first / 8;
        whole += truncl(v / 8);
    }
    return c->type < TCR_F16 ? whole : isfinite(sum) ? sum : 0;
}

static struct tcr_moments moments(const struct test_case *c, const void *x)
{
    const double none = (double)NAN, n = (double)c->n;
    struct tcr_exact sum, squares;
    long double k = c->n ? shift_of(c, x) : 0;
    double first, mean, rest;

    tcr_exact_start(&sum, 1);
    tcr_exact_start(&squares, 1);
    for (long long i = c->n - 1; i >= 0; i--) {
        long double v = element_value(c->type, x, place_of(i, c->n, c->incx));
        double d = c->type < TCR_F16 ? (double)(v - k) : (double)v - (double)k, square;

        square = product(d, d);
        tcr_exact_add(&sum, &d, 1);
        tcr_exact_add(&squares, &square, 1);
    }
    if (c->n == 0)
        return (struct tcr_moments){none, none, none};
    first = total(&sum);
    mean = first / n;
    rest = total(&squares);
    if (!isinf(rest) || !isfinite(mean))
        rest -= product(first, mean);
    rest = rest < 0 ? 0 : rest;
    return (struct tcr_moments){one_nan((double)k + mean), one_nan(rest / n),
                                c->n > 1 ? one_nan(rest / (n - 1)) : none};
}

void expect_reproducible(const struct test_case *c, const void *x, const void *y,
                         struct reproducible *e)
{
    struct tcr_exact sum[3];

    tcr_exact_start(sum, 3);
    for (long long k = c->n - 1; k >= 0; k--) {
        double v = (double)element_value(c->type, x, place_of(k, c->n, c->incx));
        double w = (double)element_value(c->type, y, place_of(k, c->n, c->incy));
        double size = fabs(v);

        w = product(v, w);
        tcr_exact_add(&sum[0], &v, 1);
        tcr_exact_add(&sum[1], &size, 1);
        tcr_exact_add(&sum[2], &w, 1);
    }
    *e = (struct reproducible){total(&sum[0]), total(&sum[1]), total(&sum[2]), norm(c, x),
                               moments(c, x)};
}
