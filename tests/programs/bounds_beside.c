/* SPDX-License-Identifier: MIT */
/* Bounds that lie in one structure with the arrays that a loop writes: a common block as f2c
 * has it, and a model of fixed size.  In the last call, a loop writes one that it reads.
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 6
 */
#include <stdio.h>

static struct {
    int n, parts[2];
    double a[300], b[300];
    struct {
        int rows;
        float c[20][30];
    } inner;
} com;

struct model {
    int nx, ny;
    double h, u[32][40], v[32][40];
};

static void common(void)
{
#pragma omp parallel for
    for (int i = 0; i < com.n; i++) {
        com.a[i] = i;
        com.b[i] = com.n - i;
    }
#pragma omp parallel for
    for (int i = com.parts[0]; i < com.parts[1]; i++)
        com.a[i] += com.b[com.n - 1 - i] * com.inner.rows;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < com.inner.rows; i++)
        for (int j = 0; j < 30; j++)
            com.inner.c[i][j] = (float)(com.a[i * 10 + j % 10] + com.n);
}

static void step(struct model *p, int k)
{
#pragma omp parallel for
    for (int i = 0; i < p[k].nx; i++)
        for (int j = 0; j < p[k].ny; j++)
            p[k].u[i][j] = i * p[k].h + j;
#pragma omp parallel for
    for (int i = 1; i < p->nx - 1; i++)
        for (int j = 1; j < p->ny - 1; j++)
            p->v[i][j] = (p->u[i + 1][j] - 2 * p->u[i][j] * p->u[i][j - 1]) / p->h;
}

static void zero(struct model *p, int *from, int m)
{
#pragma omp parallel for
    for (int i = 0; i < p->nx; i++)
        from[i + m] = p->ny;
}

int main(void)
{
    static struct model some[2] = {{32, 40, 0.5, {{0}}, {{0}}}, {20, 30, 0.25, {{0}}, {{0}}}};
    static int far[40];
    double sum = 0;

    com.n = 300;
    com.parts[1] = 250;
    com.inner.rows = 20;
    common();
    for (int i = 0; i < 300; i++)
        sum += com.a[i] * i - com.b[i] + com.inner.c[i % 20][i % 30];
    step(some, 1);
    step(some, 0);
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 40; j++)
            sum += some[0].v[i][j] * j + some[1].u[i][j];
    printf("%.9g %d %d\n", sum, com.n, com.inner.rows);
    zero(some, far, 3);
    zero(some + 1, &some[1].nx, 1); /* ny, and what follows */
    printf("%d %d %d\n", far[34], some[1].ny, some[1].nx);
    return 0;
}
