/* Loops that all threads of a team meet: nested in a parallel region, orphaned in a
 * function, with the reduction on the region around.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 14
 */
#include <omp.h>
#include <stdio.h>

#define N 3000
#define M 40

struct particle {
    double x[3], mass;
    int kind;
};

static double a[N], b[N], A[M][M], total;
static struct particle p[N];

static void orphan(const double *x, int n)
{
#pragma omp for reduction(+ : total)
    for (int i = 0; i < n; i++)
        total += x[i];
}

/* Threads that call it with values of their own. */
static void weighted(const double *x, int n, double w)
{
#pragma omp for reduction(+ : total) schedule(static)
    for (int i = 0; i < n; i++)
        total += w * x[i];
}

static double nested(int n)
{
    int i, k = -1;
    double s = 0, t = 7, hi = -1e300, e;
#pragma omp parallel private(e) num_threads(4)
    {
        double mine = 0;
#pragma omp for reduction(+ : s) nowait
        for (i = 0; i < n; i++) {
            e = p[i].x[0] + p[i].x[1];
            s += e * p[i].mass;
        }
#pragma omp for simd reduction(+ : t) lastprivate(k)
        for (k = 0; k < N; k++)
            t += a[k];
#pragma omp for collapse(2) reduction(max : hi)
        for (int ii = 0; ii < M; ii++)
            for (int jj = 0; jj < M; jj++)
                hi = hi > A[ii][jj] * 2 ? hi : A[ii][jj] * 2;
#pragma omp for
        for (i = 0; i < n; i++) /* each thread sums for itself */
            mine += a[i];
#pragma omp critical
        s += mine;
#pragma omp barrier
#pragma omp loop bind(parallel) reduction(+ : t)
        for (i = 0; i < n; i++)
            t += b[i];
    }
    printf("%g %g %g %d\n", s, t, hi, k);
    return s;
}

static double unlisted(const double *x, int n)
{
    double s = 0;
#pragma omp parallel default(none) shared(s, x, n)
    {
#pragma omp for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += x[i];
    }
    return s;
}

/* What a thread writes ahead of `nowait` is what it reads in the loop that follows. */
static double in_parts(int n)
{
    double s = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            b[i] = a[i] + 1;
#pragma omp for schedule(static) reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += b[i];
    }
    return s;
}

static void region_reduction(int n)
{
    int i, j;
    double s = 1, t = 2, hi = -1e300;
    long count = 0;
#pragma omp parallel reduction(+ : s, t, count) reduction(max : hi) num_threads(4) private(j)
    {
        const int w = 3;
        int id = omp_get_thread_num();
        if (id >= 0)
            t += 1;
#pragma omp for schedule(static) nowait
        for (i = 0; i < n; i++) {
            s += a[i] * w;
            hi = hi > a[i] ? hi : a[i];
            count++;
        }
#pragma omp for
        for (i = 0; i < M; i++)
            for (j = 0; j < M; j++)
                s += A[i][j];
#pragma omp for /* every thread has its own id */
        for (i = 0; i < n; i++)
            s += b[i] * (id + 1) / (id + 1);
#pragma omp for schedule(static) reduction(+ : total) nowait
        for (i = 0; i < n; i++)
            total += a[i];
    }
    printf("%g %g %g %ld\n", s, t, hi, count);
#pragma omp parallel reduction(+ : s) if (n < 0)
    {
#pragma omp for
        for (i = 0; i < n; i++)
            s += a[i];
        s += 1;
    }
    printf("%g\n", s);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 19 - 4, b[i] = i % 7;
        p[i].x[0] = i % 5, p[i].x[1] = i % 3, p[i].mass = 2;
    }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            A[i][j] = (i * j) % 9 - 3;
#pragma omp parallel
    {
        orphan(a, N);
        orphan(b, N / 2);
    }
    printf("%g\n", total);
    orphan(b, N);
    printf("%g\n", total);
#pragma omp parallel num_threads(3)
    weighted(a, N, 2);
    printf("%g\n", total);
#pragma omp parallel num_threads(4)
    weighted(a, N, omp_get_thread_num() + 1);
    printf("%g\n", total);
    nested(N);
    printf("%g %g\n", unlisted(a, N), in_parts(N));
    region_reduction(N);
    printf("%g\n", total);
    return 0;
}
/* SPDX-License-Identifier: MIT */
