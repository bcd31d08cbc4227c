/* Loops that write arrays through pointers in memory: T **, structures with
 * pointers, one block cut into rows, rows of growing length; in place, and with
 * rows that overlap.
 * flags: -O1 -fopenmp
 * device: 3 of 4
 */
#include <stdio.h>
#include <stdlib.h>
struct cell {
    int n;
    double *u, *f;
    double w;
};
double jac(int n, int m, double **u, double **un)
{
    double d = 0;
#pragma tcr reduce(max : d)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            double t = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
            un[i][j] = t;
            double e = t - u[i][j];
            if (e < 0)
                e = -e;
            if (e > d)
                d = e;
        }
    return d;
}
void scale(int n, int m, double **u, double c)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double *row = u[i];
        for (int j = 0; j < m; j++)
            row[j] *= c;
    }
}
double cells(int n, struct cell *c)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 7; k++) {
            c[i].u[k] += c[i].f[k] * c[i].w;
        }
        s += c[i].u[2];
    }
    return s;
}
void tri(int n, double **u)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            u[i][j] = i + j;
}
double tot(int n, int m, double **u)
{
    double t = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            t += u[i][j] * (1 + i % 3 + j % 7);
    return t;
}
int main(void)
{
    enum { N = 300, M = 400 };
    double **u = malloc(N * sizeof *u), **v = malloc(N * sizeof *v);
    double *blk = malloc(N * M * 8);
    for (int i = 0; i < N; i++) {
        u[i] = malloc(M * 8);
        v[i] = blk + i * M;
        for (int j = 0; j < M; j++) {
            u[i][j] = i * j % 17;
            v[i][j] = 0;
        }
    }
    printf("%.12g\n", jac(N, M, u, v));
    printf("%.12g %.12g\n", tot(N, M, u), tot(N, M, v));
    scale(N, M, v, 3);
    printf("%.12g\n", tot(N, M, v));
    printf("%.12g\n", jac(N, M, u, u));
    printf("%.12g\n", tot(N, M, u));
    double *keep = v[7];
    v[7] = v[8];
    scale(N, M, v, 0.5);
    printf("%.12g\n", tot(N, M, v));
    v[7] = v[8] + 1;
    scale(N, M, v, 0.5);
    v[7] = keep;
    printf("%.12g\n", tot(N, M, v));
    struct cell *c = malloc(N * sizeof *c);
    for (int i = 0; i < N; i++) {
        c[i].u = u[i];
        c[i].f = v[i];
        c[i].w = i * 0.5;
    }
    printf("%.12g\n", cells(N, c));
    printf("%.12g\n", tot(N, M, u));
    for (int i = 0; i < N; i++) {
        free(u[i]);
        u[i] = malloc((i + 1) * 8);
    }
    tri(N, u);
    double t = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            t += u[i][j] * (i % 3);
    printf("%.12g\n", t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
