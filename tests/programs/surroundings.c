/* SPDX-License-Identifier: MIT */
/*
 * Loops under directives of ours in odd surroundings: in a macro, in a parallel loop, below an if
 * without braces, in a switch, with levels whose variables come from outside.
 *
 * flags: -O2 -std=gnu11 -fopenmp
 * accept: omp
 * device: 4
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#define BEST(v, n, b, at)                                                                          \
    do {                                                                                           \
        _Pragma("tcr reduce(max: b)") for (int k_ = 0; k_ < (n); k_++) if ((v)[k_] > b) b =        \
            (v)[k_],                                                                               \
                                                                                        at = k_;   \
    } while (0)
static double top(const double *v, int n, int *at)
{
    double b = -HUGE_VAL;
    int w = -1;
    BEST(v, n, b, w);
    *at = w;
    return b;
}
static int count(const double *v, int n, double lim)
{
    int c = 0;
    if (n > 3)
#pragma tcr reduce(+ : c)
        for (int i = 0; i < n; i++)
            c += v[i] > lim;
    else
        c = -1;
    switch (c % 3) {
    case 0:
#pragma tcr reduce(+ : c)
        for (int i = 0; i < n; i++)
            c += v[i] < 0;
        break;
    case 1: {
        double best = 1e9;
        long best_at = -1;
#pragma tcr reduce(min : best)
        for (int i = 0; i < n; i++) {
            if (fabs(v[i]) <= best) {
                best = fabs(v[i]);
                best_at = i;
            }
        }
        c += (int)best_at;
    }
    }
    return c;
}
int main(void)
{
    int n = 5000;
    double *v = malloc(n * sizeof *v);
    int at[4];
    double b[4];
    long cs = 0;
    for (int i = 0; i < n; i++)
        v[i] = sin(i * 1.3) * (i % 71);
#pragma omp parallel for
    for (int t = 0; t < 4; t++)
        b[t] = top(v + t * 100, n - 500, &at[t]);
    for (int t = 0; t < 6; t++)
        cs = cs * 7 + count(v, n - t * 17, t * 3.0);
    printf("%.6f %d %.6f %d %ld %d\n", b[0], at[0], b[3], at[3], cs, count(v, 3, 0));
    int i, j = 0, x = -1, y = -1;
    float m = -1;
#pragma tcr reduce(max : m) collapse(2)
    for (i = 10; i < 80; i += 7)
        for (j = 60; j > 3; j -= 2) {
            float m2 = (float)v[i * 60 + j];
            if (m2 > m) {
                m = m2;
                x = i;
                y = j;
            }
        }
    printf("%.5f %d %d %d %d\n", m, x, y, i, j);
    return 0;
}
