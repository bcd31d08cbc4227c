/* Functions that write rows, elements and structures of arrays that the loop names.
 * flags: -O1 -fopenmp
 * refused: carried writes-memory
 */
#include <stdio.h>
enum { N = 30000 };
struct s {
    int k;
    double v[8];
};
static double rows[300][100], a[N + 1];
static struct s cells[N / 10], one;
static void scale_row(double *row, int m, double by)
{
    for (int j = 0; j < m; j++)
        row[j] *= by;
}
static void put(double *p, int k, double x)
{
    p[k] = x;
}
static void put_column(double (*p)[100], int k, double x)
{
    p[k][3] = x;
}
static void fill(struct s *p, double x)
{
    p->k = (int)x;
    for (int i = 0; i < 8; i++)
        p->v[i] = x + i;
}
static void fill_one(struct s *p, int i, double x)
{
    p->v[i & 7] = x;
}
int main(void)
{
    double t = 0;
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 100; j++)
            rows[i][j] = i * j % 23;
#pragma tcr loop
    for (int i = 0; i < 300; i++)
        scale_row(rows[i], 100, 1.5);
#pragma tcr loop
    for (int i = 0; i < N; i++)
        put(a, i, 2 * i);
#pragma tcr loop
    for (int i = 0; i < N; i++)
        put(a, i + 1, 0.5 * a[i]);
#pragma tcr loop
    for (int i = 0; i < 300; i++)
        put_column(rows, i, i);
#pragma tcr loop
    for (int i = 0; i < N / 10; i++)
        fill(&cells[i], i);
#pragma tcr loop
    for (int i = 0; i < N; i++)
        fill_one(&one, i, i);
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 100; j++)
            t += rows[i][j] * (i + j);
    for (int i = 0; i < N; i++)
        t += a[i] * (i % 7) + cells[i / 10].v[i % 8] + cells[i / 10].k;
    printf("%.17g %g\n", t, one.v[3]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
