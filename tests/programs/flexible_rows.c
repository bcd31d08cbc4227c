/* SPDX-License-Identifier: MIT */
/*
 * Rows of structures that end in arrays, without a size or of one element.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 4
 */
#include <stdio.h>
#include <stdlib.h>
struct row {
    int n;
    float w;
    double v[];
};
struct row1 {
    int n;
    double v[1];
};
static double sum(struct row **rows, int m)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < rows[i]->n; j++)
            s += rows[i]->v[j] * rows[i]->w;
    return s;
}
static void scale(struct row **rows, int m, double f)
{
#pragma omp parallel for
    for (int i = 0; i < m; i++) {
        struct row *r = rows[i];
        for (int j = 0; j < r->n; j++)
            r->v[j] *= f;
        r->w += 1;
    }
}
static double one(struct row *r)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int j = 0; j < r->n; j++)
        s += r->v[j];
    return s;
}
static void set(struct row *r, double a)
{
#pragma omp parallel for
    for (int j = 0; j < r->n; j++)
        r->v[j] = a + j;
}
static double old(struct row1 **rows, int m)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < rows[i]->n; j++)
            s += rows[i]->v[j];
    return s;
}
int main(void)
{
    enum { M = 60 };
    struct row *r[M];
    struct row1 *o[M];
    for (int i = 0; i < M; i++) {
        int n = 5 + i % 9;
        r[i] = malloc(sizeof **r + n * 8);
        r[i]->n = n;
        r[i]->w = 0.5f * i;
        o[i] = malloc(sizeof **o + n * 8);
        o[i]->n = n;
        for (int j = 0; j < n; j++)
            r[i]->v[j] = i - j, o[i]->v[j] = j * i;
    }
    printf("%g\n", sum(r, M));
    scale(r, M, 1.5);
    printf("%g %g\n", sum(r, M), one(r[7]));
    set(r[8], 3);
    printf("%g %g\n", one(r[8]), old(o, M));
    return 0;
}
