/* Sweeps along one dimension run on the device, those of the directive's loop side by side.
 * accept: omp
 */
#include <stdio.h>
#include <stdlib.h>

enum { W = 40, H = 30, D = 20 };
static double m[H][W], v[D * H * W];

static void fill(void)
{
    for (int i = 0; i < H * W; i++)
        m[i / W][i % W] = i * 37 % 101 - 50;
    for (int i = 0; i < D * H * W; i++)
        v[i] = i * 11 % 31 - 15;
}

static void show(const char *name)
{
    double all = 0;
    for (int i = 0; i < H * W; i++)
        all += m[i / W][i % W] * (1 + i % 3);
    for (int i = 0; i < D * H * W; i++)
        all += v[i] * (1 + i % 7);
    printf("%s %.17g\n", name, all);
    fill();
}

static void columns(void)
{
#pragma tcr loop
    for (int j = 0; j < W; j++)
        for (int i = 1; i < H; i++)
            m[i][j] += m[i - 1][j];
}

static void threads(void)
{
#pragma omp parallel for
    for (int j = 0; j < W; j++)
        for (int i = H - 2; i >= 0; i--)
            m[i][j] += m[i + 1][j];
}

static void flat(int w, int h)
{
#pragma tcr loop
    for (int j = 0; j < w; j++)
        for (int i = 1; i < h; i++)
            v[i * w + j] += v[(i - 1) * w + j];
}

static void guarded(int w, int h)
{
#pragma tcr loop
    for (int j = 0; j < w; j++)
        for (int i = 0; i < h; i++)
            if (i > 0)
                v[i * w + j] += v[(i - 1) * w + j];
}

static void pointer(int n, int w, double (*t)[w])
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 12; j < w; j++)
            t[i][j] += t[i][j - 12];
}

static void rows(double **t, int n, int w)
{
#pragma tcr loop
    for (int j = 0; j < w; j++)
        for (int i = 1; i < n; i++)
            t[i][j] += t[i - 1][j];
}

#define AT(i, j, k) (((k)*ny + (j)) * nx + (i))

static void middle(int nx, int ny, int nz)
{
#pragma tcr loop
    for (int k = 0; k < nz; k++)
        for (int j = 1; j < ny; j++)
            for (int i = 0; i < nx; i++)
                v[AT(i, j, k)] += 0.5 * v[AT(i, j - 1, k)];
}

static void innermost(int nx, int ny, int nz)
{
#pragma tcr loop
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 1; i < nx; i++)
                v[AT(i, j, k)] += 0.5 * v[AT(i - 1, j, k)];
}

int main(void)
{
    double *t[H];
    for (int i = 0; i < H; i++)
        t[i] = v + i * W;
    fill();
    columns();
    show("columns");
    threads();
    show("threads");
    flat(W, H);
    show("flat");
    guarded(W, H);
    show("guarded");
    pointer(H, W, (double(*)[W])v);
    show("pointer");
    rows(t, H, W);
    show("rows");
    middle(W, H, D);
    show("middle");
    innermost(W, H, D);
    show("innermost");
    return 0;
}
/* SPDX-License-Identifier: MIT */
