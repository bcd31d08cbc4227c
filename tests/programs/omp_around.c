/* Directives of ours in and beside OpenMP's constructs.
 * flags: -O1 -fopenmp
 * refused: simd-region thread-local inner-construct
 */
#include <omp.h>
#include <stdio.h>

#define N 4096

static double a[N], total, own;
#pragma omp threadprivate(own)

static double dot(const double *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

/* Met by every thread, by one, by the master. */
static void regions(int n)
{
    double s = 0, p[4] = {0}, q = 0;
#pragma omp parallel num_threads(4)
    {
        double mine = omp_get_thread_num();
#pragma tcr reduce(+ : mine)
        for (int k = 0; k < n; k++)
            mine += a[k];
        p[omp_get_thread_num()] = mine;
#pragma omp single
        {
#pragma tcr reduce(+ : s)
            for (int k = 0; k < n; k++)
                s += a[k];
        }
#pragma omp master
        {
#pragma tcr reduce(+ : q)
            for (int k = 0; k < n; k++)
                q += a[k];
        }
    }
    printf("%g %g %g %g %g %g\n", p[0], p[1], p[2], p[3], s, q);
#pragma omp parallel default(none) shared(a, n, s)
    {
#pragma omp single
        {
#pragma tcr reduce(+ : s)
            for (int k = 0; k < n; k++)
                s += a[k];
        }
    }
    printf("%g\n", s);
}

static void tasks_and_loops(int n)
{
    double r[8];
    int i;
#pragma omp parallel num_threads(3)
#pragma omp single
    for (i = 0; i < 8; i++)
#pragma omp task firstprivate(i) shared(r)
        r[i] = dot(a, n - i);
    for (i = 0; i < 8; i++)
        printf(" %g", r[i]);
#pragma omp parallel for
    for (i = 0; i < 8; i++) {
        double t = 0;
#pragma tcr reduce(+ : t)
        for (int k = i; k < n; k++)
            t += a[k];
        r[i] = t;
    }
#pragma omp parallel sections
    {
#pragma omp section
        {
            double t = 0;
#pragma tcr reduce(+ : t)
            for (int k = 2; k < n; k++)
                t += a[k];
            r[2] = t;
        }
#pragma omp section
        r[3] = dot(a, n - 3);
    }
    for (i = 0; i < 8; i++)
        printf(" %g", r[i]);
    printf("\n");
}

/* Both on one loop, in either order. */
static void beside(int n)
{
    double m = -1;
    int i = -1;
#pragma tcr reduce(max : m)
#pragma omp parallel for reduction(max : m)
    for (i = 0; i < n; i++)
        if (a[i] > m)
            m = a[i];
    printf("%g %d\n", m, i);
    m = -1;
#pragma omp parallel for reduction(max : m)
#pragma tcr reduce(max : m)
    for (i = 0; i < n; i++)
        if (a[i] > m)
            m = a[i];
    printf("%g %d\n", m, i);
#pragma omp parallel
    {
#pragma omp for reduction(+ : total)
#pragma tcr reduce(+ : total)
        for (i = 0; i < n; i++)
            total += a[i];
#pragma tcr reduce(+ : total)
#pragma omp for reduction(+ : total)
        for (i = 0; i < n; i++)
            total += a[i];
    }
#pragma omp simd reduction(+ : total)
#pragma tcr reduce(+ : total)
    for (i = 0; i < n; i++)
        total += a[i];
    printf("%g %d\n", total, i);
}

static void not_possible(int n)
{
    double part[4] = {0}, s = 0;
    int i;
#pragma omp simd
    for (i = 0; i < 4; i++) {
        double t = 0;
#pragma tcr reduce(+ : t)
        for (int k = i; k < n; k++)
            t += a[k];
        part[i] = t;
    }
    own = 1;
#pragma tcr reduce(+ : s)
#pragma omp parallel for reduction(+ : s)
    for (i = 0; i < n; i++)
        s += a[i] * (own > 5);
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
#pragma omp parallel num_threads(1)
        s += a[i];
    }
    printf("%g %g %g\n", part[0], part[3], s);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 100;
    regions(N);
    tasks_and_loops(N);
    beside(N);
    not_possible(N);
    return 0;
}
/* SPDX-License-Identifier: MIT */
