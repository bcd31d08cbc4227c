/* norms.h: loops with directives in a header, of header.c */
#ifndef NORMS_H
#define NORMS_H
#include <math.h>

static inline double norm_one(const double *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += fabs(x[i]);
    return s;
}

static inline double norm_two(const double *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return sqrt(s);
}

static inline double norm_max(const double *x, int n)
{
    double m = 0;
#pragma tcr reduce(max : m)
    for (int i = 0; i < n; i++)
        m = fmax(m, fabs(x[i]));
    return m;
}
#endif
/* SPDX-License-Identifier: MIT */
