/* SPDX-License-Identifier: MIT */
/* Prefix sums as OpenMP 5 has them; a loop that a team shares, is the
 * compiler's.  (Clang 14's own forget the value from before the loop.)
 * compiler: gcc
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 4
 * refused: scan
 */
#include <stdio.h>

enum { N = 10000 };
static double a[N], out[N];
static int b[N], c[N];

static double running(double s)
{
#pragma omp parallel for reduction(inscan, + : s)
    for (int i = 0; i < N; i++) {
        s += a[i];
#pragma omp scan inclusive(s)
        out[i] = s;
    }
    return s;
}

static int places(int k)
{
#pragma omp parallel for simd reduction(inscan, + : k)
    for (int i = 0; i < N; i++) {
        b[i] = k;
#pragma omp scan exclusive(k)
        k += a[i] > 30;
    }
    return k;
}

static int greatest(int m, int n)
{
#pragma omp parallel for reduction(inscan, max : m)
    for (int i = 0; i < n; i++) {
        m = b[i] % 1000 > m ? b[i] % 1000 : m;
#pragma omp scan inclusive(m)
        c[i] = m;
    }
    return m;
}

static double shared(double s)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            out[i] += c[i];
#pragma omp for reduction(inscan, + : s)
        for (int i = 0; i < N; i++) {
            s += a[i];
#pragma omp scan inclusive(s)
            out[i] += s;
        }
    }
    return s;
}

int main(void)
{
    double total = 0;
    for (int i = 0; i < N; i++)
        a[i] = i % 77;
    double s = running(1.5);
    int k = places(5), m = greatest(-1, N - 3);
    double t = shared(0);
    for (int i = 0; i < N; i++)
        total += out[i] * (i % 7) + b[i] + c[i];
    printf("%g %d %d %g %.17g\n", s, k, m, t, total);
    return 0;
}
