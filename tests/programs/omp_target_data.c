/* OpenMP's data directives: data that stays on the device between target loops, and loops for the
 * host, which work on the host's copy.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 5
 * copied: 8128
 * faults: alloc:1 alloc:3 copy:1 copy:3 launch:1 launch:2 launch:4 sync:2 lost:3
 */
#include <stdio.h>
#include <stdlib.h>
#define N 1000
struct mesh {
    int n;
    double *u, *v, w[64];
};
static double tbl[64];
#pragma omp declare target
static double twice(double a)
{
    return 2 * a;
}
static double g[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma omp end declare target
static double host_sum(const double *a, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static double dev_sum(const double *a, int n)
{
    double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom : s)
    for (int i = 0; i < n; i++)
        s += a[i] + g[i % 8];
    return s;
}
static void step(struct mesh *m)
{
    double *u = m->u, *v = m->v;
    int n = m->n;
#pragma omp target teams distribute parallel for map(to : u [0:n]) map(from : v [0:n])
    for (int i = 0; i < n; i++)
        v[i] = twice(u[i]) + 1;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        u[i] = v[i] * 0.25;
}
int main(void)
{
    struct mesh m = {N, malloc(N * 8), malloc(N * 8), {0}};
    double scratch[N], *p = m.u, t = 0;
    for (int i = 0; i < N; i++)
        m.u[i] = i, m.v[i] = -i, scratch[i] = 1;
    for (int i = 0; i < 64; i++)
        tbl[i] = i;
#pragma omp target enter data map(to : m.u [0:N]) map(alloc : m.v [0:N])
    for (int k = 0; k < 3; k++)
        step(&m);
    printf("%g\n", dev_sum(m.u, N));
#pragma omp target update from(m.u [10:20])
    for (int i = 10; i < 30; i++)
        m.u[i] += 100; /* halo work on the host */
#pragma omp target update to(m.u [10:20])
    printf("%g\n", dev_sum(p, N));
#pragma omp target update from(p [0:N])
    printf("%g\n", host_sum(m.u, N));
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        m.u[i] = i * 0.5; /* on the host's copy */
    printf("%g\n", host_sum(m.u, N));
#pragma omp target update to(m.u [0:N])
    step(&m);
#pragma omp target exit data map(from : m.u [0:N]) map(release : m.v [0:N])
    printf("%g\n", host_sum(m.u, N));
#pragma omp target data map(to : tbl) map(tofrom : scratch [0:N]) map(alloc : m.v[:N]) if (t < 1)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
            m.v[i] = tbl[i % 64];
            scratch[i] += m.v[i];
        }
#pragma omp target update from(scratch [0:N])
        for (int i = 0; i < N; i++)
            t += scratch[i];
    }
    for (int i = 0; i < N; i++)
        t += scratch[i];
    printf("%g\n", t);
    free(m.u);
    free(m.v);
    return 0;
}
/* SPDX-License-Identifier: MIT */
