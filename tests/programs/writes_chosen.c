/* Rows that an inner loop chooses, one of two rows, rows that are one, columns.
 * flags: -O1 -fopenmp
 * device: 2 of 3
 * refused: writes-memory
 */
#include <stdio.h>
#include <stdlib.h>
double lbm(int n, double *f[9], double *g[9], double w)
{
    double m = 0;
    int i, k;
#pragma tcr reduce(+ : m)
    for (i = 0; i < n; i++) {
        double rho = 0;
        for (k = 0; k < 9; k++)
            rho += f[k][i];
        for (k = 0; k < 9; k++)
            g[k][i] = f[k][i] - w * (f[k][i] - rho / 9);
        m += rho;
    }
    return m;
}
void pick(int n, double **u, const int *c)
{
#pragma tcr loop
    for (int i = 0; i < n - 1; i++) {
        double *p = c[i] ? u[i] : u[i + 1];
        for (int j = 0; j < 4; j++)
            p[j] += i;
    }
}
void after(int n, double **u)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double *p = u[0];
        for (int k = 0; k < 3; k++)
            p = u[3 * i + k];
        p[1] += i;
    }
}
void cols(int n, int m, double **u)
{
#pragma tcr loop
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            u[i][j] += u[i - 1][j];
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
    enum { N = 90, M = 500 };
    double **u = malloc(N * sizeof *u);
    int c[N];
    for (int i = 0; i < N; i++) {
        u[i] = malloc(M * 8);
        c[i] = i % 3 == 0;
        for (int j = 0; j < M; j++)
            u[i][j] = i * j % 17;
    }
    double *f[9], *g[9];
    for (int k = 0; k < 9; k++) {
        f[k] = u[k];
        g[k] = u[9 + k];
    }
    printf("%.12g\n", lbm(M, f, g, 0.3));
    printf("%.12g\n", tot(N, M, u));
    g[3] = g[4];
    printf("%.12g\n", lbm(M, f, g, 0.3));
    printf("%.12g\n", tot(N, M, u));
    pick(N, u, c);
    printf("%.12g\n", tot(N, M, u));
    after(N / 3, u);
    printf("%.12g\n", tot(N, M, u));
    cols(N, M, u);
    printf("%.12g\n", tot(N, M, u));
    return 0;
}
/* SPDX-License-Identifier: MIT */
