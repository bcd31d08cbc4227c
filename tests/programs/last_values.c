/* Temporaries whose last values are used after the loop, which may have had no iteration.
 * flags: -O1 -std=gnu17
 * refused: writes-memory
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
static double tmp_g;
static int kk;
struct v {
    double x, y;
} gv;
static double f1(const double *a, const double *b, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        tmp_g = a[i] - b[i];
        if (i % 3)
            continue;
        s += tmp_g * tmp_g;
    }
    return s;
}
static double f2(const double *a, int n, int m)
{
    double s = 0, mx = -1e9;
    int i = 0, j = 0;
    double d = 7;
#pragma tcr reduce(+ : s) reduce(max : mx)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            d = a[i * m + j];
            s += d;
            if (d > mx)
                mx = d;
        }
    return s + 1000 * d + mx + i + j;
}
static double f3(const double *a, int n)
{
    double s = 0;
    const double *p;
    int t = 5;
#pragma tcr reduce(+ : s)
    for (p = a + n - 1; p >= a; p -= 3)
        s += (t = (int)*p);
    return s + t * 1e4 + (a - p);
}
static double f4(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        gv.x = a[i];
        gv.y = i;
        s += gv.x * gv.y;
    }
    return s + gv.x + gv.y;
}
/* The value that the loop leaves behind passes over what a jump skips. */
static double past_break(const double *a, int n)
{
    double s = 0, t = 5;
    for (int turn = 0; turn < 3; turn++) {
        if (turn == 1) {
#pragma tcr reduce(+ : s)
            for (int i = 0; i < n; i++) {
                t = a[i];
                s += t;
            }
            break;
        }
        t = 0;
    }
    return s + 1000 * t;
}
static double past_continue(const double *a, int n, int k)
{
    double s = 0, t = 5, seen = 0;
    for (int turn = 0; turn < 3; turn++) {
        switch (k) {
        case 0:
            seen += 10 * t;
            break;
        case 1: {
#pragma tcr reduce(+ : s)
            for (int i = 0; i < n; i++) {
                t = a[i];
                s += t;
            }
            k = 0;
            if (s != 0)
                continue;
        }
        }
        t = 0;
    }
    return s + seen;
}
int main(void)
{
    int n = 1000;
    double *a = malloc(8 * n), *b = malloc(8 * n);
    for (int i = 0; i < n; i++) {
        a[i] = i % 17 - 3;
        b[i] = i % 11;
    }
    printf("%.10g\n", f1(a, b, n));
    printf("%.10g\n", tmp_g);
    printf("%.10g\n", f1(a, b, 0));
    printf("%.10g\n", tmp_g);
    printf("%.10g\n", f1(a, b, 1));
    printf("%.10g\n", tmp_g);
    printf("%.10g %.10g %.10g %.10g\n", f2(a, 40, 25), f2(a, 0, 25), f2(a, 40, 0), f2(a, 1, 1));
    printf("%.10g %.10g %.10g\n", f3(a, n), f3(a, 2), f3(a, 0));
    printf("%.10g %.10g\n", f4(a, n), f4(a, 0));
    printf("%.10g %.10g\n", past_break(a, n), past_continue(a, n, 1));
}
/* SPDX-License-Identifier: MIT */
