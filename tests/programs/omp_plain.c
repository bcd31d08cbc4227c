/* OpenMP's loops without a reduction: in teams, with copies of variables, with what threads do by
 * themselves.  Some of them are left to the compiler, and none may be taken for what it is not.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 14
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define N 500
static double x[N], y[N], z[N], u[N + 2], v[N + 2];
static int cnt[16];
struct grid {
    int nx, ny;
    double *u, *w;
};
static double coef(const struct grid *g, int j, int k)
{
    return 1.0 / (1 + g->u[j * g->nx + k]);
}
static void jacobi(struct grid *g, int its)
{
#pragma omp parallel
    for (int t = 0; t < its; t++) {
        int j, k;
#pragma omp for
        for (j = 1; j < g->ny - 1; j++)
            for (k = 1; k < g->nx - 1; k++) {
                const int index = k + j * g->nx;
                g->w[index] = 0.25 * (g->u[index - 1] + g->u[index + 1] + g->u[index - g->nx] +
                                      g->u[index + g->nx]);
            }
#pragma omp single
        {
            double *s = g->u;
            g->u = g->w;
            g->w = s;
        }
    }
}
static void redblack(double *a, int n, int its)
{
    for (int t = 0; t < its; t++)
        for (int c = 0; c < 2; c++) {
#pragma omp parallel for
            for (int j = 1; j < n - 1; j++)
                for (int k = 1 + (j + c) % 2; k < n - 1; k += 2)
                    a[j * n + k] = 0.25 * (a[(j - 1) * n + k] + a[(j + 1) * n + k] +
                                           a[j * n + k - 1] + a[j * n + k + 1]);
        }
}
static void own_slices(void)
{
#pragma omp parallel
    {
        double *mine = malloc(N * sizeof *mine);
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        double buf[N];
        for (int i = 0; i < N; i++)
            mine[i] = me, buf[i] = 0;
#pragma omp for
        for (int i = 0; i < N; i++) {
            mine[i] = i;
            buf[i] = 2 * i;
        }
#pragma omp barrier
        double s = 0;
        for (int i = 0; i < N; i++)
            s += buf[i] + (mine[i] == i && i % all == 0);
#pragma omp atomic
        y[0] += s * 0 + (s > 0);
        /* every thread's share of buf, all shares together are the whole */
#pragma omp critical
        for (int i = 0; i < N; i++)
            z[i] += buf[i];
        free(mine);
    }
}
static void first_last(void)
{
    int last = -1, a = 3;
    double t = 1;
#pragma omp parallel for firstprivate(a) lastprivate(last) private(t)
    for (int i = 0; i < N; i++) {
        t = a * i;
        x[i] += t;
        last = i;
    }
    printf("last %d %g %d\n", last, t, a);
}
static void shared_scalar(void)
{
    double s = 0, m = 0;
    int c = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        if (i == 7)
            s = 11; /* one iteration writes it */
        y[i] += 1;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int k;
#pragma omp atomic capture
        k = c++;
#pragma omp atomic
        cnt[k % 16]++;
    }
    printf("shared %g %d\n", s, c);
    (void)m;
}
static void histogram(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
#pragma omp atomic
        cnt[(i * 7) % 16] += 2;
}
static void early(void)
{
    int found = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        if (x[i] < 0) {
            found = 1;
            continue;
        }
        u[i + 1] = x[i];
    }
    printf("found %d\n", found);
}
static void collapse2(double a[20][25])
{
#pragma omp parallel for collapse(2) schedule(dynamic, 3)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 25; j++)
            a[i][j] = i * j;
}
static void chunked(void)
{
    /* schedule(static) twice: the same thread has the same i, without a barrier */
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            u[i] = i;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            v[i] = u[i] * 2;
#pragma omp single nowait
        z[3] += 1;
#pragma omp master
        z[4] += 1;
    }
}
static void sections(void)
{
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < N; i++)
            x[i] += 1;
#pragma omp section
        for (int i = 0; i < N; i++)
            y[i] += 1;
    }
}
static void inverted(int n)
{ /* decreasing, steps, unsigned, pointers */
#pragma omp parallel for
    for (int i = n - 1; i >= 0; i -= 3)
        x[i] += 2;
#pragma omp parallel for
    for (unsigned i = 0; i < (unsigned)n; i += 2)
        y[i] *= 1.5;
#pragma omp parallel for
    for (double *p = z; p < z + n; p++)
        *p += 1;
#pragma omp parallel for if (n > 1000) num_threads(3)
    for (long i = 0; i < n; ++i)
        z[i] = z[i] > 3 ? sqrt(z[i]) : z[i];
}
static int rec(int k)
{
    return k ? rec(k - 1) + 1 : 0;
}
static void calls(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] += rec(i % 4);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (y[i] < -1e30)
            printf("never %d\n", i);
#pragma omp parallel for ordered
    for (int i = 0; i < 4; i++)
#pragma omp ordered
        printf("o%d\n", i);
}
int main(void)
{
    static double a[20][25], r[40 * 40];
    struct grid g = {30, 20, calloc(600, 8), calloc(600, 8)};
    for (int i = 0; i < 600; i++)
        g.u[i] = g.w[i] = (i * 37) % 11;
    for (int i = 0; i < 1600; i++)
        r[i] = (i * 31) % 17;
    jacobi(&g, 5);
    redblack(r, 40, 3);
    own_slices();
    first_last();
    shared_scalar();
    histogram();
    early();
    collapse2(a);
    chunked();
    sections();
    inverted(N);
    calls(N);
    double s = 0;
    for (int i = 0; i < 600; i++)
        s += g.u[i] * (i + 1) + coef(&g, 1, 2);
    for (int i = 0; i < 1600; i++)
        s += r[i] * i;
    for (int i = 0; i < N; i++)
        s += x[i] + 2 * z[i] + 3 * u[i] + 4 * v[i] + 5 * y[i] * (i > 0);
    for (int i = 0; i < 500; i++)
        s += a[i / 25][i % 25] * i;
    for (int i = 0; i < 16; i++)
        s += cnt[i];
    printf("%.6f\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
