/* if (...) x = k under |, &, min and max: OpenMP's copies, and the program's own loop otherwise.
 * flags: -O2 -std=c99 -fopenmp
 * accept: omp
 * device: 12 (three start from what the constant does not have, and stay on the host)
 * refused: reduction-misuse reduction-misuse
 */
#include <math.h>
#include <stdio.h>

#define N 1000
static double x[N];

static void openmp(void)
{
    int a = 0, c = 0, k = 1, n = 5, big = 7;
    unsigned char u = 2;

#pragma omp parallel for reduction(| : a)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            a = 1;
#pragma omp parallel for reduction(max : c, big)
    for (int i = 0; i < N; i++) {
        if (x[i] > 400)
            c = 1;
        if (x[i] > 450)
            big = 1;
    }
#pragma omp parallel for reduction(& : k)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            k = 0;
#pragma omp parallel for reduction(min : n)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            n = -3;
#pragma omp parallel for reduction(| : u)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            u = 1;
    printf("%d %d %d %d %d %d\n", a, c, k, n, big, u);
}

/* In the order of the program: the last assignment counts, whatever was before. */
static void sequential(void)
{
    int a = 0, c = 9, n = -9, none = 9, mixed = 0;

#pragma tcr reduce(| : a)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            a = 1;
#pragma tcr reduce(max : c)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            c = 1;
#pragma tcr reduce(min : n)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            n = 4;
#pragma tcr reduce(& : none)
    for (int i = 0; i < N; i++)
        if (x[i] > 4000)
            none = 4;
#pragma tcr reduce(| : mixed)
    for (int i = 0; i < N; i++) {
        if (x[i] > 400)
            mixed = 1;
        if (x[i] > 450)
            mixed |= 2;
    }
    printf("%d %d %d %d %d\n", a, c, n, none, mixed);
}

static void floating_openmp(void)
{
    double least = 9, most = 0, high = 7;
    float f = 1;

#pragma omp parallel for reduction(min : least)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            least = 0.5;
#pragma omp parallel for reduction(max : most, high) reduction(max : f)
    for (int i = 0; i < N; i++) {
        if (x[i] > 400)
            most = 100;
        if (x[i] > 450)
            high = -2.25;
        if (x[i] > 480)
            f = 1.1;
    }
    printf("%g %g %g %.9g\n", least, most, high, f);
}

static void floating_sequential(double start, float low)
{
    double a = start, b = start, c = start, d = start;

#pragma tcr reduce(max : a)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            a = 1.5;
#pragma tcr reduce(min : b)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            b = -1.5;
#pragma tcr reduce(max : c)
    for (int i = 0; i < N; i++)
        if (x[i] > 4000)
            c = 1.5;
#pragma omp parallel for reduction(min : low)
    for (int i = 0; i < N; i++)
        if (x[i] > 400)
            low = -0.1;
#pragma tcr reduce(max : d)
    for (int i = 0; i < N; i++) {
        if (x[i] > 400)
            d = 1.5;
        if (x[i] > 450)
            d = 2.5;
    }
    printf("%g %g %g %.9g %g\n", a, b, c, low, d);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i * 0.5;
    openmp();
    sequential();
    floating_openmp();
    floating_sequential(0, 4);
    floating_sequential(2, -7);
    floating_sequential(-2, -0.1f);
    floating_sequential(NAN, 1);
    floating_sequential(INFINITY, -INFINITY);
    return 0;
}
/* SPDX-License-Identifier: MIT */
