/* SPDX-License-Identifier: MIT */
/*
 * Pointers that are null in some calls of a function, which then does not follow them.
 *
 * flags: -O1 -std=gnu11 -fopenmp
 * accept: omp
 * device: 3
 */
#include <stdio.h>
#include <stdlib.h>
static double at(const double *x, const double (*cs)[3][3], double *out, int i, int n)
{
    double s = x[i];
    if (cs)
        for (int k = 0; k < n; k++)
            s += cs[i][k][1];
    if (out) {
        out[i] = s;
        *out += 1;
    }
    return s;
}
static double y[100], x[100], cs[100][3][3], o[100];
static void without(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = at(x, NULL, NULL, i, 3);
}
static void both(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] += at(x, (const double(*)[3][3])cs, NULL, i, 3) + at(x, NULL, NULL, i, 2);
}
static void local(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const double *p = NULL;
        double *w = NULL;
        y[i] += x[i] > 3 && p ? p[i] : 1;
        if (w)
            w[i] = 2;
    }
}
int main(void)
{
    for (int i = 0; i < 100; i++) {
        x[i] = i;
        for (int k = 0; k < 9; k++)
            cs[i][k / 3][k % 3] = i * k;
    }
    without(100);
    both(100);
    local(100);
    double s = 0;
    for (int i = 0; i < 100; i++)
        s += y[i] * i;
    printf("%g %g\n", s, o[3]);
}
