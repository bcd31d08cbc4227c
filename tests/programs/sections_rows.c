/*
 * Sections of what a pointer in memory points to: h[k][0:m] with double **h.
 *
 *     device: 4
 *     refused: reduction-misuse reduction-misuse array-reduction section-shape section-shape
 */
#include <stdio.h>
#include <stdlib.h>
static void one(double **h, const double *x, int n, int k)
{
#pragma tcr reduce(+ : h[k] [1:2])
    for (int i = 0; i < n; i++) {
        h[k][1] += x[i];
        h[k][2] += 1;
    }
}
static void hist(double **h, const int *b, int n, int k, int m)
{
#pragma tcr reduce(+ : h[k + 1] [0:m])
    for (int i = 0; i < n; i++)
        h[k + 1][b[i]] += 2;
}
struct s {
    double *v[4];
};
static void mem(struct s *p, const int *b, int n, int k, int m)
{
#pragma tcr reduce(+ : p->v[k] [0:m])
    for (int i = 0; i < n; i++)
        p->v[k][b[i]] += 2;
}
static void two(double ***h, const int *b, int n, int k, int m)
{
#pragma tcr reduce(max : h[1][k] [0:m])
    for (int i = 0; i < n; i++)
        if (i > h[1][k][b[i]])
            h[1][k][b[i]] = i;
}
/* Another row may be the same one. */
static void other(double **h, const int *b, int n, int k)
{
#pragma tcr reduce(+ : h[k] [0:10])
    for (int i = 0; i < n; i++) {
        h[k][b[i]] += 2;
        h[k + 1][i % 4] += 1;
    }
}
static void reads(double **h, const int *b, int n, int k, int m)
{
#pragma tcr reduce(+ : h[k] [0:m])
    for (int i = 0; i < n; i++) {
        h[k][b[i]] += h[k - 1][i % m];
    }
}
static void varies(double **h, const int *b, int n)
{
    for (int k = 0; k < 1; k++) {
#pragma tcr reduce(+ : h[k] [0:10])
        for (int i = 0; i < n; i++) {
            k = i % 2;
            h[k][b[i]] += 1;
        }
    }
}
static void rows(double **h, int n)
{
#pragma tcr reduce(+ : h [0:2] [0:4])
    for (int i = 0; i < n; i++) {
        h[i % 2][i % 4] += 1;
    }
}
/* The pointer must be spelt as in the clause. */
static void spelt(double **h, int n, int k)
{
#pragma tcr reduce(+ : h[k] [0:4])
    for (int i = 0; i < n; i++) {
        h[k + 0][i % 4] += 1;
    }
}
int main(void)
{
    int n = 1000, b[1000];
    double x[1000], *h[4], **hh[2] = {h, h};
    struct s s;
    for (int i = 0; i < n; i++)
        b[i] = i * 7 % 10, x[i] = i * .5;
    for (int k = 0; k < 4; k++)
        s.v[k] = h[k] = calloc(10, 8);
    one(h, x, n, 1);
    hist(h, b, n, 1, 10);
    mem(&s, b, n, 3, 10);
    two(hh, b, n, 0, 10);
    other(h, b, n, 2);
    reads(h, b, n, 1, 10);
    varies(h, b, n);
    rows(h, n);
    spelt(h, n, 2);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 10; i++)
            printf("%g%c", h[k][i], i == 9 ? '\n' : ' ');
    return 0;
}
/* SPDX-License-Identifier: MIT */
