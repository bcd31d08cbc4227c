/* SPDX-License-Identifier: MIT */
/*
 * Arrays of variable length whose rows vary, too: on the device their places are computed.
 *
 * flags: -O1 -std=gnu11 -fopenmp
 * accept: omp
 * device: 2
 */
#include <stdlib.h>
#include <stdio.h>
#define N 60
static double a[N], out[N];
static int c[N];
static void both_vary(int n, int m, int l)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double t[m][l], s = 0;
        for (int k = 0; k < m; k++)
            for (int j = 0; j < l; j++)
                t[k][j] = a[i] * (k + j);
        for (int k = 0; k < m; k++)
            for (int j = 0; j < l; j++)
                s += t[k][j] * t[m - 1 - k][l - 1 - j];
        t[0][l - 1] += 2;
        (t)[m - 1][0]++;
        double *p = &t[0][0];
        s += p[1];
        out[i] = s + sizeof t + t[0][l - 1] + t[m - 1][0];
    }
}
static double f(int i, int m)
{
    short w[3][m + 2];
    int big[m][m + 1];
    double s = 0;
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < m + 2; j++)
            w[k][j] = i + k * j;
    for (int k = 0; k < m; k++)
        for (int j = 0; j <= m; j++)
            big[k][j] = w[k % 3][j];
    for (int k = 0; k < m; k++)
        s += big[k][m - k];
    return s;
}
static void in_function(int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] += f(i, m);
}
/* Left to the compiler: handed on as a whole, a row by itself. */
static double row(int m, double t[][m])
{
    return t[0][m - 1];
}
static void left(int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double t[2][m];
        t[0][m - 1] = i;
        out[i] += row(m, t);
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double t[2][m];
        double *q = t[1];
        q[0] = i;
        out[i] += q[0];
    }
}
static void show(const char *w)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += out[i] * (i + 1);
    printf("%s %.12g\n", w, s);
}
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 0.25, c[i] = (i * 37) % 23 - 11;
    both_vary(N, 5, 9);
    show("both vary");
    both_vary(N, 50, 90); /* more than the device has room for */
    show("large");
    in_function(N, 11);
    show("in a function");
    left(N, 4);
    show("left");
    return 0;
}
