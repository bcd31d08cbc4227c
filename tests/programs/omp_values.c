/* What variables hold after a loop that was taken over: as with OpenMP, and as without.
 * compiler: gcc
 * sanitize: no
 * flags: -O1 -fopenmp
 * accept: omp
 * refused: call-effects volatile
 */
#include <stdio.h>
#define N 1000
static double a[N], gs;
static int count;
static double noisy(double x)
{
    count++;
    return x;
}
static volatile double vol[N];
static double lists(int n)
{
    double s = 0, t = 0, last = 0, u[2] = {1, 2};
    int i, j = 3, k = 0;
#pragma omp parallel for reduction(+ : s)
    for (i = 0; i < n; i++)
        s += noisy(a[i]);
#pragma omp parallel for reduction(+ : s)
    for (i = 0; i < n; i++)
        s += vol[i];
#pragma omp parallel for reduction(+ : s) firstprivate(t) private(j)
    for (i = 0; i < n; i++) {
        j = i * 2;
        s += a[i] + t + j;
    }
    printf("%g %d\n", s, j);
#pragma omp parallel for reduction(+ : s) lastprivate(last, j)
    for (i = 0; i < n; i++) {
        last = a[i] * 2;
        j = i;
        s += last;
    }
    printf("%g %g %d\n", s, last, j);
#pragma omp parallel for reduction(+ : s) lastprivate(i)
    for (i = 0; i < n; i++)
        s += a[i];
    printf("%g %d\n", s, i);
#pragma omp simd reduction(+ : s) linear(k : 2)
    for (i = 0; i < n; i++) {
        s += a[k % N] * (k < 2 * n);
        k += 2;
    }
    printf("%g %d %d\n", s, i, k);
#pragma omp simd collapse(2) reduction(+ : s)
    for (i = 0; i < 10; i++)
        for (j = 0; j < 5; j++)
            s += a[i * 5 + j];
    printf("%g %d %d\n", s, i, j);
#pragma omp parallel for reduction(+ : s) firstprivate(u)
    for (i = 0; i < n; i++)
        s += a[i] * u[i & 1];
    printf("%g\n", s);
#pragma omp parallel private(t) firstprivate(j) reduction(+ : s)
    {
        t = j;
#pragma omp for
        for (i = 0; i < n; i++)
            s += a[i] * t;
#pragma omp for
        for (i = 0; i < n; i++) {
            t = a[i];
            s += t;
        }
        j++;
    }
    printf("%g %d\n", s, j);
#pragma omp parallel for reduction(+ : s)
    for (i = n - 1; i >= 0; i -= 1)
        s += a[i];
#pragma omp parallel for reduction(- : s)
    for (i = 0; i <= n - 1; i++)
        s -= a[i];
    int big = 0;
    unsigned char uc = 250;
    short sh = 0;
    float fl = 0;
    _Bool any = 0;
#pragma omp parallel for reduction(+ : uc, sh, big) reduction(+ : fl) reduction(|| : any)
    for (i = 0; i < n; i++) {
        uc += i;
        sh += i * 100;
        big += 1 << (i % 31);
        fl += i & 3;
        any = any || a[i] > 3;
    }
    printf("%g %d %d %d %g %d\n", s, uc, sh, big, fl, any);
    double mn = 5, mx = -5;
#pragma omp parallel for reduction(min : mn) reduction(max : mx)
    for (i = 0; i < n; i++) {
        if (mn > a[i])
            mn = a[i];
        if (mx < a[i])
            mx = a[i];
    }
    printf("%g %g\n", mn, mx);
    return s;
}
static void counters(void)
{
    int i = -1, k = -1, j = -2;
    double s = 0, t = 5;

#pragma omp target simd reduction(+ : s)
    for (i = 0; i < N; i++)
        s += a[i];
    printf("%g %d\n", s, i);
    i = -1;
#pragma omp target teams distribute simd reduction(+ : s)
    for (i = 0; i < N; i++)
        s += a[i];
    printf("%g %d\n", s, i);
    i = -1;
#pragma omp teams distribute parallel for simd reduction(+ : s) lastprivate(t)
    for (i = 0; i < N; i++) {
        t = a[i];
        s += t;
    }
    printf("%g %d %g\n", s, i, t);
    i = -1;
#pragma omp for simd reduction(+ : gs)
    for (i = 0; i < N; i++)
        gs += a[i];
    printf("%g %d\n", gs, i);
    i = -1;
#pragma omp parallel for simd collapse(2) reduction(+ : s)
    for (i = 0; i < 10; i++)
        for (j = 0; j < 7; j++)
            s += a[i * 7 + j];
    printf("%g %d %d\n", s, i, j);
    i = j = -1;
#pragma omp target parallel for reduction(+ : s) private(t, j)
    for (i = 0; i < N; i++) {
        t = 1;
        for (j = 0; j < 3; j++)
            t += a[(i + j) % N];
        s += t;
    }
    printf("%g %d %d %g\n", s, i, j, t);
#pragma omp parallel for reduction(+ : s) private(t, j)
    for (k = 0; k < N; k++) {
        t = 1;
        for (j = 0; j < 3; j++)
            t += a[(k + j) % N];
        s += t;
    }
    printf("%g %d %d %g\n", s, k, j, t);
#pragma omp parallel for reduction(+ : s) private(t)
    for (k = 0; k < N; k++) {
        int j;
        t = 1;
        for (j = 0; j < 3; j++)
            t += a[(k + j) % N];
        s += t;
    }
    printf("%g %d %d %g\n", s, k, j, t);
}

/* Last of all: GCC 12's library may wait for ever in a parallel region after a loop of tasks with
 * a reduction outside of one. */
static void tasks(void)
{
    int i = -1;
    double s = 0;
#pragma omp taskloop simd reduction(+ : s)
    for (i = 0; i < N; i++)
        s += a[i];
    printf("%g %d\n", s, i);
    i = -1;
#pragma omp taskloop reduction(+ : s)
    for (i = 0; i < N; i++)
        s += a[i];
    printf("%g %d\n", s, i);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 19 - 4, vol[i] = 1;
    printf("%g\n", lists(N));
    counters();
    tasks();
    return 0;
}
/* SPDX-License-Identifier: MIT */
