/* Sections of one number, by their length or as an element, of every kind of number.
 * flags: -O1
 */
#include <stdio.h>

#define N 3000

struct table {
    double d[4];
    float f[4];
    int i[4];
    unsigned char c[4];
    long long m[4];
};

static void sums(struct table *t, const double *x, int n)
{
#pragma tcr reduce(+ : t->d [1:1], t->f [2:1], t->i [3:1], t->c [0:1]) reduce(max : t->m [2:1])
    for (int k = 0; k < n; k++) {
        t->d[1] += x[k];
        t->f[2] += (float)x[k] * 2;
        t->i[3] += k % 7;
        t->c[0] += (unsigned char)(k % 5);
        if (k * 3 % 1001 > t->m[2])
            t->m[2] = k * 3 % 1001;
    }
}

static void elements(struct table *t, const double *x, int n)
{
#pragma tcr reduce(+ : t->d[3]) reduce(+ : t->i[0]) reduce(min : t->f[1])
    for (int k = 0; k < n; k++) {
        t->d[3] += x[k] * 0.5;
        t->i[0] -= k % 3;
        t->f[1] = (float)x[k] < t->f[1] ? (float)x[k] : t->f[1];
    }
}

static void alone(int *h, int n)
{
#pragma tcr reduce(+ : h [5:1])
    for (int k = 0; k < n; k++)
        h[5] += k % 11;
}

int main(void)
{
    static double x[N];
    struct table t = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13}, {0}};
    int h[8] = {0};
    for (int k = 0; k < N; k++)
        x[k] = k % 13 - 4;
    sums(&t, x, N);
    elements(&t, x, N);
    alone(h, N);
    printf("%g %g %g %g\n", t.d[0], t.d[1], t.d[2], t.d[3]);
    printf("%g %g %g %g\n", t.f[0], t.f[1], t.f[2], t.f[3]);
    printf("%d %d %d %d %d %lld %d\n", t.i[0], t.i[1], t.i[2], t.i[3], t.c[0], t.m[2], h[5]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
