/* Loops in switch cases, unbraced branches, labels, under #ifdef, in macros.
 * flags: -O2 -std=c89 -DUSE_TCR -Wall -Wextra
 */
#include <stdio.h>

#define N 40
#ifdef USE_TCR
#define REDUCE(v) _Pragma(#v)
#endif

static double a[N];

static double by_kind(int kind)
{
    double s = 0;
    int i;
    switch (kind) {
    case 0:
#ifdef USE_TCR
#pragma tcr reduce(+ : s)
#endif
        for (i = 0; i < N; i++)
            s += a[i];
        break;
    case 1:
        s = 1;
#ifdef USE_TCR
#pragma tcr reduce(* : s)
#else
#pragma omp parallel for reduction(* : s)
#endif
        for (i = 0; i < 10; i++)
            s *= 1 + a[i];
        break;
    default:
#ifndef USE_TCR
#pragma tcr reduce(nothing)
#endif
        for (i = 0; i < N; i++)
            s -= a[i];
    }
    return s;
}

static double branches(int on)
{
    double s = 0;
    int i;
    if (on)
#pragma tcr reduce(+ : s)
        for (i = 0; i < N; i++)
            s += a[i];
    else
#pragma tcr reduce(+ : s)
        for (i = 0; i < N; i += 2)
            s += a[i];
    while (on--)
#pragma tcr reduce(+ : s)
        for (i = 0; i < N; i++)
            s += 1;
    do
#pragma tcr reduce(max : s)
        for (i = 0; i < N; i++)
            s = a[i] > s ? a[i] : s;
    while (0);
    return s;
}

static double labelled(int again)
{
    double s = 0;
    int i;
more:
#pragma tcr reduce(+ : s)
    for (i = 0; i < N; i++)
        s += a[i];
    if (again-- > 0)
        goto more;
    return s;
}

static double macro(void)
{
    double s = 0;
    int i;
    REDUCE(tcr reduce(+ : s))
    for (i = 0; i < N; i++)
        s += a[i] * a[i];
    return s;
}

int main(void)
{
    int i;
    for (i = 0; i < N; i++)
        a[i] = i % 6 * 0.5;
    printf("%g %g %g\n", by_kind(0), by_kind(1), by_kind(2));
    printf("%g %g\n", branches(0), branches(2));
    printf("%g %g\n", labelled(0), labelled(3));
    printf("%g\n", macro());
    return 0;
}
/* SPDX-License-Identifier: MIT */
