/* Clauses as they are written: blanks and continued lines in brackets, what is only read in
 * firstprivate, the last index as a maximum.
 * compiler: gcc
 * flags: -O1 -fopenmp
 * accept: omp
 */
#include <stdio.h>

#define N 1000
struct pair {
    double a;
    int b;
};

static double mapped(const double *a, int n)
{
    double s = 0, t = 0;
#pragma omp target teams distribute parallel for map( tofrom : s) reduction(+ : s) if( target : n > 1)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp target teams distribute parallel for map( \
    tofrom : s, t ) reduction( + : s, t) collapse( 1 )
    for (int i = 0; i < n; i++) {
        s += a[i];
        t += a[i] * a[i];
    }
#pragma omp parallel for simd reduction(+ : s) if( simd : n < 0) schedule( static )
    for (int i = 0; i < n; i++)
        s += a[i];
    return s + t;
}

static double read_only(int n, double *x, const double *y)
{
    double s = 0, w[3] = {1, 2, 3};
    struct pair p = {0.5, 2};
    int i;
#pragma omp parallel for schedule(static) firstprivate(x, y, w, p) private(i) reduction(+ : s)
    for (i = 0; i < n; ++i)
        s += x[i] * y[i] * w[i % 3] + p.b;
    return s;
}

static int last(const double *a, int n, int at)
{
    int count = 0;
#pragma omp parallel for reduction(max : at) reduction(+ : count)
    for (int i = 0; i < n; i++)
        if (a[i] < 1e-35) {
            count++;
            at = i;
        }
    return at * 1000 + count;
}

int main(void)
{
    static double a[N];
    for (int i = 0; i < N; i++)
        a[i] = i % 37;
    printf("%g %g\n", mapped(a, N), read_only(N, a, a));
    printf("%d %d %d\n", last(a, N, -1), last(a, N, 5), last(a, N, 5000));
    return 0;
}
/* SPDX-License-Identifier: MIT */
