/* Minima with further conditions, tables of constants, strided triangular loops,
 * and variables that nobody has listed.
 * flags: -O1 -std=gnu17
 * refused: carried carried
 */
#include <math.h>
#include <stdio.h>
struct mat {
    int n;
    const double *a;
};
static double at(const struct mat *m, int i, int j) {
    static const double w[4] = {1, .5, .25, .125};
    return m->a[i * m->n + j] * w[j & 3];
}
static double poly(double x) {
    static const double c[3] = {1, 2, 3};
    double s = 0;
    for (int k = 2; k >= 0; k--)
        s = s * x + c[k];
    return s;
}
int main(void) {
    static double a[400];
    for (int i = 0; i < 400; i++)
        a[i] = (i * 37) % 101 - 50;
    struct mat m = {20, a};
    double s = 0;
    int best = 1000, last = -1;
    double lo = 1e30;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m.n; i++)
        for (int j = 0; j < m.n; j++)
            s += at(&m, i, j);
    printf("%.10g\n", s);
#pragma tcr reduce(min : best, lo) reduce(max : last)
    for (int i = 0; i < 400; i++) {
        if (a[i] > 20 && i < best)
            best = i;
        if (i > last && a[i] < -30 && i % 2)
            last = i;
        if ((i & 1) && a[i] < lo && a[i] > -40)
            lo = a[i];
    }
    printf("%d %d %g\n", best, last, lo);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 400; i++) {
        static const int t[2][2] = {{1, 2}, {3, 4}};
        s += poly(a[i] / 50) * t[i & 1][(i >> 1) & 1];
    }
    printf("%.10g\n", s);
    double t = 5;
#pragma tcr reduce(+ : s) private(t)
    for (int i = 0; i < 400; i++) {
        s += i;
        t += 2 * i;
    }
    printf("%.10g %g\n", s, t);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 400; i++) {
        s += i;
        t -= 2 * i;
    }
    printf("%.10g %g\n", s, t);
#pragma tcr reduce(+ : s) private(t)
    for (int i = 0; i < 400; i++) {
        for (int k = 0; k < 3; k++)
            t = a[i] + k;
        s += t;
    }
    printf("%.10g\n", s);
    for (int r = 0; r < 2; r++) {
#pragma tcr reduce(+ : s)
        for (int i = 0; i < 20; i++)
            for (int j = 20; j > i; j -= 2)
                s += a[i * 20 + j - 1];
    }
    printf("%.10g\n", s);
}
/* SPDX-License-Identifier: MIT */
