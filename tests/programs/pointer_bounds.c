/* Inner loops that end at another pointer: of one object, or of another one or another
 * row, whose copies' addresses say nothing.
 * flags: -O1 -std=gnu17
 * device: 4
 * refused: pointer-compare pointer-compare
 */
#include <stdio.h>
#include <stdlib.h>
static double next_row(double **r, int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n - 1; i++) {
        double t = 0;
        for (const double *p = r[i]; p < r[i + 1]; p++)
            t += *p;
        s += t;
    }
    return s;
}
static double same_row(double **r, int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n - 1; i++) {
        double t = 0;
        for (const double *p = r[i]; p < r[i] + m; p++)
            t += *p;
        s += t;
    }
    return s;
}
static double end_of_row(double **r, int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n - 1; i++) {
        double t = 0;
        const double *p = r[i], *e = p + m;
        for (; p != e; p++)
            t += *p;
        s += t;
    }
    return s;
}
static int shifted(int *a, int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int j = 20;
        while (j >> 2) {
            s += a[j];
            j--;
        }
    }
    return s;
}
static double x[100];
static double *xend = x + 100;
static double other_variable(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (const double *p = x; p < xend; p++)
            t += *p;
        s += t;
    }
    return s;
}
static double moving_end(double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (const double *p = a + i, *e = a + i + 3; p < e; p++)
            t += *p;
        s += t;
    }
    return s;
}
int main(void)
{
    int n = 40, m = 7;
    double **r = malloc(8 * n), *b = malloc(8 * n * m);
    int a[21];
    for (int i = 0; i < n * m; i++)
        b[i] = i % 11;
    for (int i = 0; i < n; i++)
        r[i] = b + i * m;
    for (int i = 0; i < 21; i++)
        a[i] = i;
    printf("%g %g %g %d\n", next_row(r, n, m), same_row(r, n, m), end_of_row(r, n, m),
           shifted(a, 30));
    for (int i = 0; i < 100; i++)
        x[i] = i;
    printf("%g %g\n", other_variable(50), moving_end(x, 90));
}
/* SPDX-License-Identifier: MIT */
