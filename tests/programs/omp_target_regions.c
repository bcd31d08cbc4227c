/* SPDX-License-Identifier: MIT */
/*
 * Regions of OpenMP's `target` with several loops, and statements between them.  (clang 14 itself
 * loses half of the sum of one `parallel for simd` from -O1 on.)
 *
 * compiler: gcc
 * flags: -O1 -fopenmp
 * accept: omp
 * faults: launch:1 launch:2 launch:9 copy:1 copy:2 copy:7 alloc:1 alloc:3 sync:2 lost:5
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 1000
struct par {
    double w;
    int n;
    double t[4];
};
static double g[N];
static double dot(const double *a, const double *b, int n)
{
    double s = 0, unmapped = 5;
    int k = 3;
#pragma omp target map(to : a [0:n], b [0:n]) map(tofrom : s)
    {
        k = 4;
        unmapped = 6;
#pragma omp parallel for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += a[i] * b[i];
        s += k;
#pragma omp parallel for reduction(+ : unmapped)
        for (int i = 0; i < n; i++)
            unmapped += a[i];
        s += unmapped;
    }
    return s + 100 * k + unmapped;
}
static void steps(double *u, double *v, int n, int nt, struct par *p)
{
#pragma omp target data map(tofrom : u [0:n])
#pragma omp target map(tofrom : u [0:n]) map(from : v [0:n])
    {
        for (int t = 0; t < nt; t++) {
#pragma omp parallel for
            for (int i = 0; i < n; i++)
                v[i] = u[i] + (i ? u[i - 1] : 0) * 0.25;
#pragma omp parallel for
            for (int i = 0; i < n; i++)
                u[i] = v[i] * p->w;
        }
    }
}
static double teams(double *u, int n)
{
    double s = 0;
#pragma omp target teams map(tofrom : u [0:n], s)
    {
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            u[i] += 1;
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            u[i] *= 1.5;
        s = 3;
    }
    for (int i = 0; i < n; i++)
        s += u[i];
    return s;
}
static double threads(double *u, int n)
{
    double s = 0, mx = -1;
    int cnt = 0, loc[3] = {1, 2, 3};
#pragma omp target parallel num_threads(3) map(tofrom : u [0:n]) reduction(+ : s) map(tofrom: mx) firstprivate(cnt)
    {
        double mine = 0;
#pragma omp for
        for (int i = 0; i < n; i++)
            u[i] += loc[i % 3];
#pragma omp single
        u[0] += 10;
#pragma omp for reduction(max : mx)
        for (int i = 0; i < n; i++)
            mx = u[i] > mx ? u[i] : mx;
#pragma omp for
        for (int i = 0; i < n; i++)
            s += u[i];
#pragma omp master
        loc[0] = 7;
    }
    return s + mx + loc[0] + cnt;
}
static int chosen(double *a)
{
    int hit = 0;
#pragma omp target map(tofrom : a [0:N], hit)
    {
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            g[i] = a[i] * 2;
        if (g[3] > 1e9)
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                g[i] = 0;
        else
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                g[i] += 1;
        for (int i = 0; i < 10; i++)
            g[i] = -1, hit++;
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            a[i] = g[i] + 1;
    }
    return hit;
}
static int gi = 4, gm = 5;
static const double w[3] = {1, 2, 3};
struct st {
    double x, y;
    int k;
};
static struct st gs = {1, 2, 3};
#pragma omp declare target
static int dt = 2;
static void fill(double *p, int n, double v)
{
    for (int i = 0; i < n; i++)
        p[i] = v + i;
}
#pragma omp end declare target
static double A[40][50];

static double one(double *x, const int n, int m, struct st s)
{
    double tmp[8] = {0}, sum = 0;
    double *q = x, e;
    int i, j;
#pragma omp target private(tmp, i, e) firstprivate(m, q) map(tofrom : sum, x [0:n], gm)
    {
        memset(tmp, 0, sizeof tmp);
        tmp[3] = 4;
        gi = 9;
        gm = 10;
        dt = 3;
        s.x += 1;
        q = x + 1;
#pragma omp parallel for private(e)
        for (i = 0; i < n - 1; i++) {
            e = w[i % 3] * 2;
            x[i] = x[i] + e + tmp[3] + gi + dt;
        }
        m = 3;
#pragma omp parallel for collapse(2) reduction(+ : sum)
        for (int a = 0; a < 40; a++)
            for (j = 0; j < 50; j++) {
                A[a][j] = a * j + m + gm;
                sum += A[a][j] * s.x;
            }
        fill(x, 5, m);
#pragma omp parallel for simd reduction(+ : sum)
        for (int k = 0; k < n; k++)
            sum += x[k];
        gs.k++;
    }
    return sum + m + (q - x) + gi + gm + tmp[0] + s.x + dt + gs.k;
}
static int flow(double *a, double *b, int n)
{
    double *p = a;
    int k = n;
#pragma omp target map(to : a [0:n], b [0:n])
    {
        p = b;
        k = n / 2;
#pragma omp parallel for
        for (int i = 0; i < k; i++)
            p[i] += 1;
#pragma omp parallel for
        for (int i = 0; i < k; i++)
            a[i] += p[i];
    }
#pragma omp target teams distribute parallel for map(tofrom : p [0:n])
    for (int i = 0; i < k; i++)
        p[i] -= 0.5;
    return k;
}
static void inpar(double *x, int n)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
#pragma omp target map(tofrom : x [0:n])
            {
#pragma omp parallel for
                for (int i = 0; i < n; i++)
                    x[i] *= 1.25;
#pragma omp parallel for
                for (int i = 1; i < n; i++)
                    x[i] += i;
            }
        }
#pragma omp for
        for (int i = 0; i < n; i++)
            x[i] -= 1;
    }
}
static void alt(double *x, int n, int dev)
{
    if (dev)
#pragma omp target map(tofrom : x [0:n])
    {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            x[i] += 2;
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < n; i++)
                x[i] *= 2;
#pragma omp for nowait
            for (int i = 0; i < n; i++)
                x[i] -= 2;
#pragma omp barrier
#pragma omp master
            x[0] = n;
        }
    } else
        x[1] = 0;
}
static double vl(int n, double (*m)[n], double *v)
{
    double acc = 0;
    int n2 = n;
#pragma omp target map(tofrom : m [0:n], acc) map(to : v [0:n])
    {
#pragma omp parallel for
        for (int i = 0; i < n2; i++)
            for (int j = 0; j < n; j++)
                m[i][j] = v[i] * v[j];
        int h = n2 / 2;
#pragma omp parallel for reduction(+ : acc)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < n; j++)
                acc += m[i][j];
        double loc[n];
        for (int i = 0; i < n; i++)
            loc[i] = m[i][i];
#pragma omp parallel for reduction(+ : acc)
        for (int i = 0; i < n; i++)
            acc += loc[i];
    }
    return acc;
}
int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b),
           (*m)[30] = malloc(sizeof(double[30][30]));
    struct par p = {0.5, 3, {1}};
    for (int i = 0; i < N; i++)
        a[i] = i % 13, b[i] = i % 7;
    printf("%g\n", dot(a, b, N));
    steps(a, b, N, 3, &p);
    printf("%g %g %g\n", a[3], b[7], a[N - 1]);
    printf("%g\n", teams(a, N));
    printf("%g\n", threads(a, N));
    printf("%d\n", chosen(a));
    printf("%g\n", one(a, N, 7, gs));
    printf("%d\n", flow(a, b, N));
    inpar(a, N);
    alt(a, N, 1);
    alt(b, N, 0);
    printf("%g\n", vl(30, m, b));
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * (i + 1) + b[i] * (i % 3) + g[i];
    for (int i = 0; i < 30; i++)
        s += m[i][3];
    printf("%.10g %d %d %d %g %d\n", s, gi, gm, dt, gs.x, gs.k);
    return 0;
}
