/* Empty loops, guarded null pointers, one iteration, if() that says no.
 * flags: -O2 -std=c99
 * device: 3 (the others have no iteration, or are told not to)
 */
#include <limits.h>
#include <stdio.h>

static double sum(const double *x, int lo, int hi)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = lo; i < hi; i++)
        s += x[i];
    return s;
}

static long grid(int nx, int ny, const int (*a)[4])
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            s += a[i][j];
    return s;
}

static int smallest(const int *p, int n)
{
    int m = INT_MAX, big = INT_MIN, bits = -1;
#pragma tcr reduce(min : m) reduce(max : big) reduce(& : bits)
    for (int i = 0; i < n; i++) {
        if (p[i] < m)
            m = p[i];
        big = p[i] > big ? p[i] : big;
        bits &= p[i];
    }
    return n ? m + big + bits : m == INT_MAX && big == INT_MIN && bits == -1;
}

static double told(const double *x, int n, int on)
{
    double s = 0;
#pragma tcr reduce(+ : s) if (on && n > 3)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

int main(void)
{
    double x[5] = {1, 2, 3, 4, 5};
    int a[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    printf("%g %g %g\n", sum(NULL, 0, 0), sum(NULL, 5, -5), sum(x, 4, 5));
    printf("%ld %ld %ld\n", grid(0, 4, NULL), grid(5, 0, NULL), grid(2, 3, (const int (*)[4])a));
    printf("%d %d %d\n", smallest(NULL, 0), smallest(a[1], 1), smallest(a[0], 8));
    printf("%g %g\n", told(x, 5, 0), told(x, 3, 1));
    return 0;
}
/* SPDX-License-Identifier: MIT */
