/*
 * Target loops and data directives with work of the host's in between.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * faults: launch:1 launch:2 launch:5 copy:1 copy:2 alloc:1 alloc:3 sync:2 lost:5
 */
#include <stdio.h>
#include <stdlib.h>
#define N 600
struct box {
    int n;
    double *a, *b;
    double in[16];
};
static struct box G;
static double halo[4];
static void kern(double *x, const double *y, int n, double f)
{
#pragma omp target teams distribute parallel for simd map(tofrom : x [0:n]) map(to : y [0:n])
    for (int i = 0; i < n; i++)
        x[i] = x[i] * f + y[i];
}
static void pack(const double *x, int n)
{
#pragma omp target teams distribute parallel for map(from : halo)
    for (int i = 0; i < 4; i++)
        halo[i] = x[i < 2 ? i : n - 4 + i];
}
static double norm(const double *x, int n)
{
    double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom : s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
static void tmp_use(double *t, double *x, int n, int it)
{
#pragma omp target data map(alloc : t [0:n]) map(tofrom : x [0:n])
    {
        kern(x, x, n, 0.5);
#pragma omp target teams loop
        for (int i = 0; i < n; i++)
            t[i] = x[i] + it;
        for (int i = 0; i < n; i++)
            t[i] = -1; /* host scratch: the host's copy */
        {
            double c = 0;
            for (int i = 0; i < n; i++)
                c += t[i];
            printf("c %g\n", c);
        }
    }
}
int main(void)
{
    double *x = malloc(N * 8), *y = malloc(N * 8), *t = malloc(N * 8);
    for (int i = 0; i < N; i++)
        x[i] = i % 7, y[i] = i % 5, t[i] = 0;
    G = (struct box){N, x, y, {1, 2, 3}};
#pragma omp target enter data map(to : G.a [0:N], G.b [0:N])
#pragma omp target data map(tofrom : x [0:N]) map(from : halo)
    {
        kern(G.a, G.b, N, 2);
        pack(x, N);
#pragma omp target update from(halo)
        printf("%g %g %g %g\n", halo[0], halo[1], halo[2], halo[3]);
        halo[0] += 1;
#pragma omp target update to(halo)
        kern(x, y, N, 0.25);
    }
    /* still referenced: not copied back here under offload; update makes both alike */
#pragma omp target update from(G.a [0:N])
    double s = 0;
    for (int i = 0; i < N; i++)
        s += x[i];
    printf("%g %g %g\n", s, halo[0], norm(x, N));
    for (int it = 0; it < 3; it++) {
        tmp_use(t, x, N, it);
#pragma omp target update from(x [0:N / 2])
        for (int i = 0; i < N / 2; i++)
            x[i] += 1;
#pragma omp target update to(x [0:N / 2])
    }
#pragma omp target exit data map(from : G.a [0:N]) map(release : G.b [0:N])
    s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i] + y[i];
    printf("%g\n", s);
    /* again, and freed while absent */
#pragma omp target enter data map(alloc : t [0:N])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        t[i] = 2 * i;
#pragma omp target exit data map(from : t [0:N])
    for (int i = 0; i < N; i++)
        s += t[i];
#pragma omp target enter data map(to : t [0:N]) if (s < 0)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        t[i] += 1;
#pragma omp target exit data map(delete : t [0:N]) if (s < 0)
    for (int i = 0; i < N; i++)
        s += t[i];
    printf("%g\n", s);
    free(x);
    free(y);
    free(t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
