/* Loops, headers and bodies out of macros; templates by #include of itself.
 * flags: -O2 -std=c99
 */
#ifndef T
#include <stdio.h>

#define FOR(i, lo, hi) for (i = (lo); i < (hi); i++)
#define SUM_OF(expr, out)                                                                          \
    do {                                                                                           \
        double acc_ = 0;                                                                           \
        int i_;                                                                                    \
        _Pragma("tcr reduce(+ : acc_)") FOR(i_, 0, n) acc_ += expr;                                \
        (out) = acc_;                                                                              \
    } while (0)
#define DECLARE_NORM(type, name)                                                                   \
    static double name(const type *x, int n)                                                       \
    {                                                                                              \
        double s = 0;                                                                              \
        int i;                                                                                     \
        _Pragma("tcr reduce(+ : s)") for (i = 0; i < n; ++i) s += (double)x[i] * x[i];             \
        return s;                                                                                  \
    }
DECLARE_NORM(double, norm_d)
DECLARE_NORM(float, norm_f)
DECLARE_NORM(int, norm_i)

#define T long
#define NAME sum_long
#include "generic_macros.c"
#define T float
#define NAME sum_float
#include "generic_macros.c"

int main(void)
{
    enum { n = 45 };
    double x[n], r;
    float f[n];
    int k[n], i, j;
    long l[n];
    FOR(i, 0, n)
    {
        x[i] = i % 6;
        f[i] = (float)(i % 4);
        k[i] = i % 9 - 4;
        l[i] = i;
    }
    SUM_OF(x[i_] * k[i_], r);
    printf("%g ", r);
    SUM_OF((x[i_] > 2 ? 1 : f[i_]), r);
    printf("%g\n", r);
    printf("%g %g %g\n", norm_d(x, n), norm_f(f, n), norm_i(k, n));
    printf("%g %g\n", sum_long(l, n), sum_float(f, n));
    r = 0;
#define LOOP_OPTIONS collapse(2) private(t_)
    {
        double t_;
#pragma tcr reduce(+ : r) LOOP_OPTIONS
        FOR(i, 1, 9) FOR(j, 2, 7)
        {
            t_ = x[i] * x[j];
            r += t_;
        }
    }
    printf("%g\n", r);
    return 0;
}
#else
static double NAME(const T *x, int n)
{
    T s = 0;
    int i;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++)
        s += x[i];
    return (double)s;
}
#undef T
#undef NAME
#endif
/* SPDX-License-Identifier: MIT */
