/* Loops that write arrays on the device, which stay there: Jacobi sweeps and
 * conjugate gradients with everything resident.
 * copied: 0
 * faults: alloc:1 alloc:3 alloc:5 copy:1 copy:3 launch:1 launch:2 launch:7 sync:1 sync:3 sync:5
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 40

static double f[N][N];

/* What the last of many sweeps changes. */
static double sweeps(int n, double u[n][n], double v[n][n], int times)
{
    double most = 0;
    for (int t = 0; t < times; t++) {
        most = 0;
#pragma tcr loop collapse(2)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] + f[i][j]);
#pragma tcr reduce(max : most) collapse(2)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                most = fmax(most, fabs(v[i][j] - u[i][j]));
                u[i][j] = v[i][j];
            }
    }
    return most;
}

struct vectors {
    int n;
    double *x, *r, *p, *q;
};

static double apply(struct vectors *w)
{
    double pq = 0;
    const double *p = w->p;
    int n = w->n;
#pragma tcr reduce(+ : pq)
    for (int i = 0; i < n; i++) {
        double left = i > 0 ? p[i - 1] : 0, right = i + 1 < n ? p[i + 1] : 0;
        w->q[i] = 2.5 * p[i] - left - right;
        pq += p[i] * w->q[i];
    }
    return pq;
}

static int solve(struct vectors *w)
{
    double rr = 0, next;
    int turns = 0, n = w->n;
#pragma tcr enter data create(w->p[0:n], w->q[0:n])
#pragma tcr reduce(+ : rr)
    for (int i = 0; i < n; i++) {
        w->p[i] = w->r[i];
        rr += w->r[i] * w->r[i];
    }
    for (; rr > 1e-16 && turns < 100; turns++) {
        double alpha = rr / apply(w);
        next = 0;
#pragma tcr reduce(+ : next)
        for (int i = 0; i < n; i++) {
            w->x[i] += alpha * w->p[i];
            w->r[i] -= alpha * w->q[i];
            next += w->r[i] * w->r[i];
        }
        double beta = next / rr;
#pragma tcr loop
        for (int i = 0; i < n; i++)
            w->p[i] = w->r[i] + beta * w->p[i];
        rr = next;
    }
#pragma tcr exit data delete(w->p, w->q)
    return turns < 100;
}

int main(void)
{
    double (*u)[N] = calloc(N, sizeof *u), (*v)[N] = calloc(N, sizeof *v), sum = 0;
    struct vectors w = {300, NULL, NULL, NULL, NULL};

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            f[i][j] = (i * 7 + j * 3) % 5 - 2;
#pragma tcr data copyin(f) copy(u[0:N][0:N]) create(v[0:N])
    {
        printf("%.9f\n", sweeps(N, u, v, 3));
#pragma tcr update self(u[5][3:4])
        printf("%.9f\n", u[5][4]);
        u[5][4] += 1;
#pragma tcr update device(u[5][4])
        printf("%.9f\n", sweeps(N, u, v, 5));
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += u[i][j] * (i + 2 * j);
    printf("%.9f\n", sum);

    w.x = calloc(300, sizeof *w.x);
    w.r = malloc(300 * sizeof *w.r);
    w.p = malloc(300 * sizeof *w.p);
    w.q = malloc(300 * sizeof *w.q);
    for (int i = 0; i < 300; i++)
        w.r[i] = i % 7 - 3;
#pragma tcr data copyin(w.r[:300]) copy(w.x[:300])
    printf("%d\n", solve(&w));
    printf("%.6f %.6f\n", w.x[0], w.x[211]);
    free(u);
    free(v);
    free(w.x);
    free(w.r);
    free(w.p);
    free(w.q);
    return 0;
}
/* SPDX-License-Identifier: MIT */
