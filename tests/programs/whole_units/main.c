/* Loops that call functions of other files: tables, variables, structures,
 * results through pointers, functions that call those of a third file. */
#include <stdio.h>
#include <stdlib.h>
#include "mesh.h"

enum { N = 500 };

static double helper(double x)
{
    return x + 1; /* weight.c has one of this name, too */
}

static void arrays(const double *a)
{
    static double m[40][8];
    double s = 0, t = 0;
    int k = 0;
    for (int i = 0; i < 40 * 8; i++)
        m[i / 8][i % 8] = i * 0.25;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += weight(a, i) + helper(a[i]);
#pragma tcr reduce(+ : t)
    for (int i = 0; i < 40; i++)
        t += row_sum(8, m, i);
#pragma tcr reduce(+ : k)
    for (int i = 0; i < N; i++)
        k += kind_of(i) + narrow(i);
    printf("%.10g %.10g %d\n", s, t, k);
}

static void structures(const double *a)
{
    struct mesh *m = malloc(sizeof *m);
    double s = 0, t = 0, most = -1, w = 0, e = 0;
    m->n = N;
    m->v = malloc(N * sizeof *m->v);
    m->nodes = calloc(N, sizeof *m->nodes);
    m->pairs = malloc(N * sizeof *m->pairs);
    for (int i = 0; i < N; i++) {
        m->v[i] = a[i] * 2;
        m->nodes[i].x = i;
        m->nodes[i].y = -i;
        m->pairs[i].re = i * 0.5;
        m->pairs[i].im = 1;
    }
#pragma tcr reduce(+ : s) reduce(max : most)
    for (int i = 0; i < N; i++) {
        double d = node_norm(m, i);
        s += d;
        if (d > most)
            most = d;
    }
#pragma tcr reduce(+ : t)
    for (int i = 0; i < N; i++)
        t += pair_abs(m->pairs[i]);
#pragma tcr reduce(+ : w)
    for (int i = 1; i < N - 1; i++)
        w += window(m, i);
#pragma tcr reduce(+ : e)
    for (int i = 0; i < N; i++)
        e += *element(m, i);
    printf("%.10g %.10g %.10g %.10g %.10g\n", s, t, most, w, e);
    free(m->v);
    free(m->nodes);
    free(m->pairs);
    free(m);
}

static void results(const double *a)
{
    double s = 0, r = 0, c = 0, o = 0;
#pragma tcr reduce(+ : s, r)
    for (int i = 0; i < N; i++) {
        double whole, rest;
        split(a[i], &whole, &rest);
        s += whole;
        r += rest;
    }
#pragma tcr reduce(+ : c)
    for (int i = 0; i < N; i++)
        c += chain(a[i]);
#pragma tcr reduce(+ : o)
    for (int i = 0; i < N; i++)
        o += old_style(a[i], i);
    printf("%.10g %.10g %.10g %.10g\n", s, r, c, o);
}

static void written(const double *a, double *b)
{
    double s = 0;
#pragma tcr loop
    for (int i = 0; i < N; i++)
        smooth(N, a, b, i);
    for (int i = 0; i < N; i++)
        s += b[i] * (i % 7);
    printf("%.10g\n", s);
}

int main(void)
{
    double *a = malloc((N + 1) * sizeof *a);
    static double b[N];
    for (int i = 0; i <= N; i++)
        a[i] = i * 0.25 - 3;
    arrays(a);
    structures(a);
    results(a);
    written(a, b);
    scale = 3;
    offsets[2] = 40;
    arrays(a);
    free(a);
    return 0;
}
/* SPDX-License-Identifier: MIT */
