/* Loops with `nowait` whose parallel region calls functions, or stands in the function's callers.
 * Threads wait for each other only where the loops stay with the compiler.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 7
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>

#define N 600
static double u[N], rhs[N], exact[N], w[N], v[N];
static volatile int done[64];
static int begun[64];

static double value(double at)
{
    return 1 + at * (2 + at * 3) + sqrt(at);
}

static void at_zero(double *to)
{
    to[0] = value(0);
}

/* Of a region in the text: 2. */
static void begin(void)
{
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            exact[i] = value(i / (double)N);
#pragma omp single
        at_zero(w);
#pragma omp for nowait schedule(static)
        for (int i = 1; i < N; i++)
            w[i] = 2 + value(i);
    }
}

/* Orphans: 4, of regions in step() and in main(). */
static void residual(int n)
{
#pragma omp for nowait
    for (int i = 0; i < n; i++)
        rhs[i] = exact[i] - u[i];
#pragma omp barrier
#pragma omp for schedule(static) nowait
    for (int i = 1; i < n; i++)
        v[i] = rhs[i] - rhs[i - 1];
#pragma omp barrier
}

static void add(int n, double part)
{
#pragma omp for schedule(dynamic, 16)
    for (int i = 0; i < n; i++)
        u[i] += part * rhs[i];
}

static void step(int n)
{
    residual(n);
    add(n, 0.5);
#pragma omp for nowait
    for (int i = 0; i < n; i++)
        w[i] += u[i];
#pragma omp master
    printf("a step of %d\n", n);
#pragma omp barrier
}

/* Other units may call it, and wait around it. */
void seen_by_all(int n);
void seen_by_all(int n)
{
#pragma omp for nowait
    for (int i = 0; i < n; i++)
        w[i] += 1;
}

/* So may whoever has its address. */
static void by_pointer(int n)
{
#pragma omp for nowait
    for (int i = 0; i < n; i++)
        w[i] += 2;
}
static void (*const pointer)(int) = by_pointer;

/* And whoever calls it by the name of another function. */
static void by_alias(int n)
{
#pragma omp for nowait
    for (int i = 0; i < n; i++)
        w[i] += 3;
}
void aliased(int n) __attribute__((alias("by_alias")));

static void wait_for(int t, int k)
{
    for (; t >= 0 && done[t] < k;) {
#pragma omp flush
    }
}

static void tell(int t, int k)
{
#pragma omp flush
    done[t] = k;
}

/* One thread is here only when the other one is past it. */
static void handed_on(int k)
{
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
        v[i] += k;
}

static void pipeline(void)
{
#pragma omp parallel num_threads(2)
    {
        int t = omp_get_thread_num();
        for (int k = 1; k < 9; k++) {
            wait_for(t - 1, k);
            handed_on(k);
            tell(t, k);
        }
    }
}

/* The same without a directive, and by a function that has no word for it. */
static int is_behind(int t, int k)
{
    return t >= 0 && begun[t] < k;
}

static void watched(void)
{
#pragma omp parallel num_threads(2)
    {
        int t = omp_get_thread_num(), behind;
        for (int k = 1; k < 9; k++) {
            for (;;) {
#pragma omp critical
                behind = is_behind(t - 1, k);
                if (!behind)
                    break;
            }
#pragma omp for schedule(static) nowait
            for (int i = 0; i < N; i++)
                v[i] += k;
#pragma omp critical
            begun[t] = k;
        }
    }
}

int main(void)
{
    double s = 0, r = 0, q = 0;

    begin();
#pragma omp parallel num_threads(3)
    {
        for (int k = 0; k < 4; k++)
            step(N);
        residual(N - 10);
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            w[i] += value(0.5);
    }
#pragma omp parallel
    {
        seen_by_all(N);
        pointer(N);
#pragma omp barrier
        aliased(N);
    }
    pipeline();
    watched();
    residual(N);
    for (int i = 0; i < N; i++) {
        s += u[i];
        r += w[i];
        q += v[i] * i;
    }
    printf("%.9g %.9g %.9g\n", s, r, q);
    return 0;
}
/* SPDX-License-Identifier: MIT */
