/* Variables that every iteration moves by the same amount.
 * flags: -O1 -std=gnu99
 */
#include <stdio.h>
#include <stdlib.h>

#define M 300000

struct point {
    double x, y;
};

static double a[M];
static struct point points[1000];

static double dot(int n, const double *x, int incx, const double *y, int incy)
{
    double sum = 0;
    int i, ix = 0, iy = 0;
#pragma tcr reduce(+ : sum)
    for (i = 0; i < n; i++) {
        sum += x[ix] * y[iy];
        ix += incx;
        iy += incy;
    }
    return sum + ix - iy;
}

static double total(const double *p, int n)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < n; i++)
        sum += *p++;
    return sum + *p;
}

int main(void)
{
    double s = 0, t = 0, largest = 0;
    int i, j, k = 0, m = 7, ld = 10, last = 0;
    long down = M - 1;
    size_t step = 5;
    unsigned wraps = 5, by = 3;
    for (i = 0; i < M; i++)
        a[i] = i * 7 % 32;
    for (i = 0; i < 1000; i++) {
        points[i].x = i % 9;
        points[i].y = i % 5;
    }
    printf("%g %g\n", dot(M / 3, a, 3, a + M - 1, -2), total(a + 5, M - 7));
#pragma tcr reduce(+ : s)
    for (int i = M - 1; i >= 0; i--) {
        s += a[down] * (i & 7);
        down -= 1;
    }
    printf("%g %ld\n", s, down);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < M / 2; i++) {
        s += a[k++] * (i & 3);
        if (a[k++] > 3)
            s += 2 * a[k - 1];
        last = k;
    }
    printf("%g %d %d\n", s, k, last);
    const double *p = a, *q = a + M;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < M / 10; i++) {
        for (j = 0; j < m; j++)
            s += *p++ * j - *--q;
        p += ld - m;
    }
    printf("%g %ld %ld\n", s, (long)(p - a), (long)(q - a));
    const double *row = a;
#pragma tcr reduce(+ : s) collapse(2)
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < 1000; j++)
            s += *row++ * i;
    printf("%g %ld\n", s, (long)(row - a));
#pragma tcr reduce(+ : s)
    for (size_t i = 0; i < M / 4; i++) {
        s += a[step];
        step = step + by;
    }
    printf("%g %zu\n", s, step);
/* modulo 2^32 */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < M; i++) {
        s += a[wraps % 1000u];
        wraps -= 2;
    }
    printf("%g %u\n", s, wraps);
    const struct point *at = points;
#pragma tcr reduce(+ : s) reduce(max : largest)
    for (i = 0; i < 1000; i++) {
        t = at->x * at->y;
        s += t;
        if (t > largest)
            largest = t;
        at++;
    }
    printf("%g %g %g %ld\n", s, largest, t, (long)(at - points));
    return 0;
}
/* SPDX-License-Identifier: MIT */
