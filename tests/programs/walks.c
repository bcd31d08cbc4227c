/* Pointers and integers that move along with inner loops, and while loops that count.
 * flags: -O1 -std=gnu17
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
static double *numbers(long n, int k)
{
    double *p = malloc(n * sizeof *p);
    for (long i = 0; i < n; i++)
        p[i] = ((i * 37 + k) % 101) - 50;
    return p;
}

static double g1(double *a, int m, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        const double *p = a + i * n;
        double t = 0;
        for (int j = 0; j < n; j++)
            t += *p++;
        s += t * t;
    }
    return s;
}
static double g2(double *a, double *b, int m, int n, int lda, int incy)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        int ix = i, iy = 0;
        double t = 0;
        for (int j = 0; j < n; j++) {
            t += a[ix] * b[iy];
            ix += lda;
            iy += incy;
        }
        s += t * t;
    }
    return s;
}
static double g3(double *a, int m, int ny, int nx)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        const double *p = &a[i * nx * ny];
        double t = 0;
        for (int y = 0; y < ny; y++) {
            for (int x = 0; x < nx; x++)
                t += *p++ * (x + 1);
            t *= 0.5;
        }
        s += t;
    }
    return s;
}
static double g4(double *a, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        int ok = 1;
        double t = 0;
        for (int j = 0; j < 3 && ok; j++) {
            t += a[3 * i + j];
            ok = t < 40;
        }
        s += t;
    }
    return s;
}
static double g5(double *a, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        double t = 0;
        int k = 3 * i;
        for (int j = 0; j < 3; j++, k++)
            t += a[k];
        s += t;
        t = 0;
        unsigned u = 0;
        while (u < 3) {
            t += a[u];
            u++;
        }
        s += t;
    }
    return s;
}
/* last row ends at the end of a */
static double g6(double *a, int m, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        const double *p = a + i * n, *e = p + n;
        double t = 0;
        while (p < e)
            t += *p++;
        s += t;
    }
    return s;
}
static double g7(double *a, int m, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        const double *p = a + i * n, *e = p + n;
        double t = 0;
        for (; p < e; p++)
            t += *p;
        for (const double *q = a + i * n; q != e; q++)
            t -= *q * .5;
        s += t;
    }
    return s;
}
static double g8(double *a, int m, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        const double *p = a + i * n;
        double t = 0;
        for (int j = n; j > 0; j--) {
            if (j == 3)
                continue;
            t += *p;
            p += 1;
        }
        for (int j = n; j--;)
            t += a[i * n + j];
        s += t;
    }
    return s;
}
static double g9(double *a, int m, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        int k = i * n;
        double t = 0;
        for (int j = 0; j < n / 2; j++) {
            t += a[k++];
            t -= a[k++];
        }
        s += t;
    }
    return s;
}
int main(void)
{
    double *a = numbers(10000, 3), *b = numbers(10000, 5);
    printf("%.10g\n%.10g\n%.10g\n%.10g\n", g1(a, 100, 100), g2(a, b, 100, 100, 100, 1),
           g3(a, 10, 100, 10), g4(a, 3333));
    printf("%.10g\n%.10g\n%.10g\n%.10g\n%.10g\n", g5(a, 3333), g6(a, 100, 100), g7(a, 100, 100),
           g8(a, 100, 100), g9(a, 100, 100));
}
/* SPDX-License-Identifier: MIT */
