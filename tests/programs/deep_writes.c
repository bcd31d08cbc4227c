/* SPDX-License-Identifier: MIT */
/*
 * Writes behind two pointers in memory: T ***, structures of rows in arrays, uneven rows.
 * Rows and tables that are shared make the iterations depend on their order: the host's.
 *
 * flags: -O2
 * device: 10
 */
#include <stdio.h>
#include <stdlib.h>

enum { I = 7, J = 5, K = 40 };

struct block {
    int n;
    double **rows;
};

struct grid {
    struct block block[3];
    struct block *more;
};

static double ***cube(int n, int m, int l)
{
    double ***c = malloc((size_t)n * sizeof *c);
    for (int i = 0; i < n; i++) {
        c[i] = malloc((size_t)m * sizeof **c);
        for (int j = 0; j < m; j++) {
            c[i][j] = malloc((size_t)l * sizeof ***c);
            for (int k = 0; k < l; k++)
                c[i][j][k] = i * 100 + j * 10 + k / 8.0;
        }
    }
    return c;
}

static double check(double ***c, int n, int m, int l)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                s = s * 0.75 + c[i][j][k];
    return s;
}

static void scale(double ***c, int n, int m, int l)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i][j][k] = 2 * c[i][j][k] + j;
}

static void all_levels(double ***c, int n, int m, int l)
{
#pragma tcr loop collapse(3)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i][j][k] += i + j + k;
}

static void stencil(double ***to, double ***from, int n, int m, int l)
{
#pragma tcr loop
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < l - 1; k++)
                to[i][j][k] = 0.5 * from[i][j][k] + 0.125 * (from[i - 1][j][k] + from[i + 1][j][k]) +
                              0.125 * (from[i][j - 1][k] + from[i][j + 1][k]) +
                              from[i][j][k - 1] - from[i][j][k + 1];
}

static double both(double ***c, int n, int m, int l)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double *row = c[i][j];
            for (int k = 0; k < l; k++) {
                row[k] = row[k] - 1;
                sum += row[k];
            }
        }
    return sum;
}

/* Iteration j changes what iteration j + 1 reads, in another plane or row: the host's. */
static void in_order(double ***c, int m, int l)
{
#pragma tcr loop
    for (int j = 0; j < m - 1; j++)
        for (int k = 0; k < l; k++)
            c[0][j + 1][k] = c[0][j][k] + 1;
}

static void next_plane(double ***c, int n, int m, int l)
{
#pragma tcr loop
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i + 1][j][k] = c[i][j][k] + 1;
}

/* Plane i + 1 is written, and its other half is read. */
static void halves(double ***c, int n, int m, int l)
{
#pragma tcr loop
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l / 2; k++)
                c[i + 1][j][k] = c[i][j][l / 2 + k] + 1;
}

static void planes(double ***c, int m, int l)
{
#pragma tcr loop
    for (int j = 0; j < m - 1; j++)
        for (int k = 0; k < l; k++)
            c[2][j + 1][k] = c[3][j][k] + 1;
}

static void diagonal(double ***c, int m, int l)
{
#pragma tcr loop
    for (int j = 0; j < m; j++)
        for (int k = 0; k < l; k++)
            c[j][j][k] = k - c[j][j][k];
}

static void upper(double ***c, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k <= j; k++)
                c[i][j][k] = i - j - k;
}

static void blocks(struct grid *g, int n, int m, int l)
{
#pragma tcr loop
    for (int b = 0; b < n; b++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                g->more[b].rows[j][k] = b + j * k;
}

static void blocks_within(struct grid *g, int m, int l)
{
#pragma tcr loop
    for (int b = 0; b < 3; b++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                g->block[b].rows[j][k] += b + j * k;
}

int main(void)
{
    double ***c = cube(I, J, K), ***d = cube(I, J, K), ***e = cube(9, 9, 9), sum;
    struct block more[I];
    struct grid g = {.more = more};

    scale(c, I, J, K);
    printf("%.17g\n", check(c, I, J, K));
    all_levels(c, I, J, K);
    printf("%.17g\n", check(c, I, J, K));
    stencil(d, c, I, J, K);
    printf("%.17g\n", check(d, I, J, K));
    sum = both(d, I, J, K);
    printf("%.17g %.17g\n", sum, check(d, I, J, K));
    in_order(d, J, K);
    printf("%.17g\n", check(d, I, J, K));
    next_plane(d, I, J, K);
    printf("%.17g\n", check(d, I, J, K));
    halves(d, I, J, K);
    printf("%.17g\n", check(d, I, J, K));
    planes(d, J, K);
    printf("%.17g\n", check(d, I, J, K));
    diagonal(d, J, K);
    printf("%.17g\n", check(d, I, J, K));
    upper(e, 9);
    printf("%.17g\n", check(e, 9, 9, 9));
    for (int b = 0; b < I; b++)
        more[b] = (struct block){b, c[b]};
    for (int b = 0; b < 3; b++)
        g.block[b] = (struct block){b, d[b]};
    blocks(&g, I, J, K);
    blocks_within(&g, J, K);
    printf("%.17g %.17g\n", check(c, I, J, K), check(d, I, J, K));

    /* two pointers to one row, and two to one table of rows */
    c[1][2] = c[4][3];
    scale(c, I, J, K);
    printf("%.17g\n", check(c, I, J, K));
    d[5] = d[2];
    scale(d, I, J, K);
    printf("%.17g\n", check(d, I, J, K));
    stencil(c, c, I, J, K);
    printf("%.17g\n", check(c, I, J, K));
    return 0;
}
