/* Subscripts that are one of several or lie between two ends: neighbours of a periodic field,
 * clamped bounds, remainders, masks, conditions around a subscript.
 * flags: -O1 -std=gnu17
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define N 1000
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static double *numbers(long n, int k)
{
    double *p = malloc(n * sizeof *p);
    for (long i = 0; i < n; i++)
        p[i] = ((i * 37 + k) % 101) - 50;
    return p;
}

/* k two definitions */
static double f1(double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n / 4; i++) {
        int k = 2 * i;
        s += a[k];
        k = k + 1;
        s += 2 * a[k];
        k += n / 2;
        s += a[k];
    }
    return s;
}
/* periodic by ?: */
static double f2(double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int im = i == 0 ? n - 1 : i - 1, ip = i == n - 1 ? 0 : i + 1;
        s += a[i] * (a[ip] - 2 * a[i] + a[im]);
    }
    return s;
}
/* periodic by if */
static double f3(double *a, int n)
{
    double s = 0;
    int ip;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        ip = i + 1;
        if (ip >= n)
            ip = 0;
        s += a[i] * a[ip];
    }
    return s;
}
/* by % */
static double f4(double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * a[(i + 1) % n] + a[(i - 1 + n) % n] * a[(i + 7) & 7];
    return s;
}
/* MIN MAX bounds */
static double f5(double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = MAX(0, i - 2); j <= MIN(n - 1, i + 2); j++)
            s += a[i] * a[j];
    return s;
}
static double f6(double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (i > 0)
            s += a[i] - a[i - 1];
        if (i < n - 1)
            s += 3 * (a[i + 1] - a[i]);
        if (i == 0)
            continue;
        s += a[i - 1];
    }
    return s;
}
static double f7(double *a, int n, int nx, int ny)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int j = 0; j < ny; j++) {
        int jm = j ? j - 1 : ny - 1, jp = (j + 1 == ny) ? 0 : j + 1;
        for (int i = 0; i < nx; i++) {
            int im = (i + nx - 1) % nx, ip = (i + 1) % nx;
            s +=
                a[j * nx + i] * (a[jm * nx + i] + a[jp * nx + i] + a[j * nx + im] + a[j * nx + ip]);
        }
    }
    return s;
}
/* pointer walks */
static double f8(double *a, int m, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        const double *p = a + i * n;
        p = p + 1;
        s += p[0];
        p += 2;
        s += *p;
    }
    return s;
}
static double f9(double *a, double *b, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        const double *p = i % 2 ? a : b;
        s += p[i];
    }
    return s;
}
static double f10(double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i / 2] * a[i >> 2] * a[abs(i - n / 2)];
    return s;
}
static int wrap(int i, int n)
{
    if (i < 0)
        return i + n;
    if (i >= n)
        return i - n;
    return i;
}
static double f11(double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * (a[wrap(i - 1, n)] + a[wrap(i + 1, n)]);
    return s;
}
static double f12(unsigned char *c, double *t, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += t[c[i]];
    return s;
}
static double f13(double *a, int n, int d)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 1; i < n - 1; i++) {
        int k;
        switch (d) {
        case 0:
            k = i - 1;
            break;
        case 1:
            k = i + 1;
            break;
        default:
            k = i;
        }
        s += a[k];
    }
    return s;
}
static double f14(size_t n, double *a)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (size_t i = 0; i < n; i++) {
        size_t im = i > 0 ? i - 1 : n - 1;
        s += a[im] * a[i];
    }
    return s;
}
static double f15(unsigned n, double *a)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (unsigned i = 0; i < n; i++) {
        unsigned im = i != 0 ? i - 1 : n - 1;
        s += a[im] * a[i];
        if (i)
            s += a[i - 1];
    }
    return s;
}
static double f16(double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n / 8; i++) {
        int best = 0;
        for (int j = 1; j < 8; j++)
            if (a[8 * i + j] > a[8 * i + best])
                best = j;
        s += a[8 * i + best];
    }
    return s;
}
int main(void)
{
    int n = N;
    double *a = numbers(n, 3), *b = numbers(n, 5);
    unsigned char *c = malloc(n);
    for (int i = 0; i < n; i++)
        c[i] = i * 7;
    printf("%.10g\n%.10g\n%.10g\n%.10g\n%.10g\n", f1(a, n), f2(a, n), f3(a, n), f4(a, n), f5(a, n));
    printf("%.10g\n%.10g\n%.10g\n%.10g\n%.10g\n", f6(a, n), f7(a, n, 40, 25), f8(a, 100, 10),
           f9(a, b, n), f10(a, n));
    printf("%.10g\n%.10g\n%.10g %.10g %.10g\n%.10g\n%.10g\n", f11(a, n), f12(c, a, n), f13(a, n, 0),
           f13(a, n, 1), f13(a, n, 2), f14(n, a), f15(n, a));
    printf("%.10g\n", f16(a, n));
    printf("%.10g %.10g %.10g %.10g\n", f2(a, 1), f3(a, 1), f4(a, 1), f14(1, a));
}
/* SPDX-License-Identifier: MIT */
