/* Variables whose last value is used after loops that write memory: the last iteration gives them
 * back, also where the device has run it.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 19
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 700, M = 9 };
static double a[N], b[N], c[N][M], seen_later;
static double *volatile shown = &seen_later;

static double sum(void)
{
    double s = 0;
    for (int i = 0; i < N; i++) {
        s = s / 2 + b[i];
        for (int j = 0; j < M; j++)
            s += c[i][j] / (i + j + 1);
    }
    return s;
}

static void plain(int n, int from, int by)
{
    double x = -1, y = -2;
    float f = 0;
    _Bool odd = 0;
    signed char low = 0;
    int i, at = -5;
#pragma omp parallel for lastprivate(x, at)
    for (i = from; i < n; i += by) {
        x = a[i] * 2;
        at = i;
        b[i] = x + 1;
    }
    printf("%g %d ", x, at);
#pragma omp parallel for lastprivate(i, y, f, odd, low)
    for (i = n - 1; i >= from; i -= 3) {
        odd = i & 1;
        f = (float)a[i] / 3;
        low = (signed char)(i * 5);
        y = odd ? f : -f;
        b[i] += y;
    }
    printf("%d %.9g %.9g %d %d ", i, y, f, odd, low);
#pragma omp parallel for lastprivate(x)
    for (unsigned char u = 3; u < 203; u += 50) {
        x = u;
        b[u] = x;
    }
    printf("%g ", x);
#pragma omp parallel for lastprivate(x)
    for (unsigned u = (unsigned)n - 1; u > 2; u--) {
        x = a[u] + 1;
        b[u] -= x;
    }
    printf("%g ", x);
#pragma omp parallel for lastprivate(x)
    for (long k = from; k <= n - 1; k++) {
        x = a[k] + 1;
        if (k % 3)
            continue;
        x += 5;
        for (int t = 0; t < 3; t++) {
            if (t == 1)
                continue;
            b[k] += x * t;
        }
        if (k % 2)
            continue;
        x += 7;
    }
    printf("%g %g\n", x, sum());
}

/* In several loops, and with an inner one. */
static void nests(int n, int m)
{
    double x = 0, t = 0, s = 0;
    int i, j;
#pragma omp parallel for collapse(2) lastprivate(x)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            x = a[i] + j;
            c[i][j] = x;
        }
    printf("%g ", x);
#pragma omp parallel for private(j) lastprivate(x, t)
    for (i = 0; i < n; i++) {
        t = a[i] / 7;
        for (j = 0; j < M; j++) {
            x = t + a[j];
            c[i][j] += x;
        }
    }
    printf("%g %g ", x, t);
#pragma omp parallel for lastprivate(x, t) reduction(+ : s)
    for (i = 0; i < n; i += 2) {
        x = 0;
        for (int k = 0; k < m; k++)
            x += c[i][k];
        t = x / (m + 1);
        b[i] = t;
        s += x;
    }
    printf("%.12g %.12g %.12g %g\n", x, t, s, sum());
}

static void simd(int n)
{
    double x = 0;
    int last = 0;
#pragma omp simd lastprivate(x)
    for (int i = 0; i < n; i++) {
        x = a[i] + 3;
        b[i] = x * x;
    }
    printf("%g ", x);
#pragma omp target teams distribute parallel for lastprivate(x) map(from : b)
    for (int i = 0; i < n; i++) {
        x = a[i] + 4;
        b[i] = x * x;
    }
#ifndef __clang__ /* clang 14 takes x for a variable of the target's alone, as OpenMP 4.5 has it   \
                   */
    printf("%g ", x);
#endif
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        last = i;
        b[i] /= last + 1;
    }
    printf("%d %g\n", last, sum());
}

/* In a parallel region; a variable of the team. */
static void team(int n)
{
    double x = 0;
    int k = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp for lastprivate(x)
        for (int i = 0; i < n; i++) {
            x = a[i] - 1;
            b[i] = x;
        }
#pragma omp for lastprivate(k)
        for (int i = 0; i < n; i++) {
            k = (int)b[i] * 2;
            b[i] += k + x;
        }
    }
    printf("%g %d %g\n", x, k, sum());
}

/* A pointer may lead to it. */
static void by_pointer(int n, const double *from)
{
    double x = 2;
#pragma omp parallel for lastprivate(seen_later)
    for (int i = 0; i < n; i++) {
        seen_later = a[i];
        b[i] = seen_later / 3;
    }
    printf("%g ", *shown);
#pragma omp parallel for lastprivate(x)
    for (int i = 0; i < n; i++) {
        x = from[i] + 1;
        b[i] -= x;
    }
    printf("%g %g\n", x, sum());
}

/* Whether the arrays overlap is asked at the call. */
static void asked(const double *from, double *to, int n)
{
    double s = 0, x = -1;
#pragma omp parallel for lastprivate(x) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        x = from[i] * 2;
        s += x;
        if (x > 100)
            continue;
        to[i] = x + 3;
    }
    printf("%g %g ", x, s);
#pragma omp parallel
    {
#pragma omp for lastprivate(x) reduction(+ : s)
        for (int i = 0; i < n; i++) {
            x = from[i] * 2 - i;
            s += x;
            to[i] += x;
        }
    }
    printf("%g %g %g\n", x, s, sum());
}

/* No iteration: it keeps its value. */
static void none(int n)
{
    int x = 77;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        b[i] = 0;
    for (int once = 0; once < 2; once++) {
        if (n > 0)
#pragma omp parallel for lastprivate(x)
            for (int i = 0; i < n; i++) {
                x = i;
                b[i] += x;
            }
        printf("%d ", x);
    }
    printf("%g\n", sum());
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101;
    plain(N, 0, 1);
    plain(N - 3, 5, 7);
    nests(N, M);
    nests(2, 1);
    simd(N);
    simd(1);
    team(N);
    by_pointer(N, a);
    by_pointer(1, &seen_later);
    asked(a, b, N);
    none(0);
    none(N);
    return 0;
}
/* SPDX-License-Identifier: MIT */
