/* What the loop writes through a pointer may be a variable that it also names: one
 * that it reduces or reads, its own loop variable, or a bound.
 * flags: -O1 -fopenmp
 * device: 0
 */
#include <stdio.h>
#include <stdlib.h>
enum { N = 30000 };
static double total;
double seen;
static int at;
static void reduced(int n, double *a)
{
#pragma tcr reduce(+ : total)
    for (int i = 0; i < n; i++) {
        total += 2;
        if (i % n == 5)
            a[i - 5] = 100;
    }
}
static void reduced_extern(int n, double *a)
{
#pragma tcr reduce(max : seen)
    for (int i = 0; i < n; i++) {
        if (i % 100 > seen)
            seen = i % 100;
        if (i % n == n - 1)
            a[i - n + 1] = 3;
    }
}
static double captured(int n, double *x)
{
    double k = 2, *p = &k;
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        if (i % n == n / 2)
            p[i - n / 2] = 3;
        x[i] = k * i;
    }
    return k;
}
static double parameter(int n, double *x, double k)
{
    double *p = &k;
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        x[i] = k * i;
        if (i % n == 7)
            p[i - 7] = 3;
    }
    return k;
}
static int loop_variable(int n, int *a)
{
    int t = 0;
#pragma tcr reduce(+ : t)
    for (at = 0; at < n; at++) {
        if (at % n == 7)
            a[at - 7] = 20;
        t++;
    }
    return t;
}
static int upper_bound(int n, int *x)
{
    int m = n, *p = &m;
#pragma tcr loop
    for (int i = 0; i < m; i++) {
        x[i] = i;
        if (i % n == 7)
            p[i - 7] = n / 2;
    }
    return m;
}
int main(void)
{
    double *x = calloc(N, sizeof *x), t = 0, r;
    int *y = calloc(N, sizeof *y), k;
    total = seen = 1;
    reduced(N, &total);
    reduced_extern(N, &seen);
    printf("%g %g\n", total, seen);
    r = captured(N, x);
    for (int i = 0; i < N; i++)
        t += x[i];
    printf("%g %g\n", r, t);
    r = parameter(N, x, 2);
    for (int i = 0; i < N; i++)
        t += x[i];
    printf("%g %g\n", r, t);
    k = loop_variable(N, &at);
    printf("%d %d\n", k, at);
    k = upper_bound(N, y);
    for (int i = t = 0; i < N; i++)
        t += y[i];
    printf("%d %g\n", k, t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
