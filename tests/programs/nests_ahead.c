/* Iterations of levels that read ahead (kernels/ahead.cuh): places that an iteration has written
 * before it reads them, arrays that are one, rows and columns of all lengths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 17 };
static double a[MOST], b[MOST], c[MOST], d[MOST];
static int whole[MOST];
static short narrow[MOST];

static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        a[i] = i * 37 % 101 - 50;
        b[i] = i * 11 % 31 - 15;
        c[i] = i % 7;
        d[i] = 0;
        whole[i] = i * 13 % 17;
        narrow[i] = (short)(i % 300);
    }
}

static void show(const char *name, double sum)
{
    double all = sum;
    for (int i = 0; i < MOST; i++)
        all += a[i] * (1 + i % 3) + b[i] * (1 + i % 5) + c[i] + d[i] * (1 + i % 7) + whole[i] +
               narrow[i];
    printf("%s %.17g %.17g\n", name, sum, all);
}

/* Read after it is written, in the same iteration; p, q, x and r may be one. */
static double step(int n, const double *p, const double *q, double *x, double *r)
{
    double rr = 0;
#pragma tcr reduce(+ : rr)
    for (int i = 0; i < n; i++) {
        x[i] += 2 * p[i];
        r[i] -= 3 * q[i];
        rr += r[i] * r[i];
    }
    return rr;
}

static void restricted(int n, double *restrict x, const double *restrict y, double *restrict z)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        x[i] = y[i] + z[i];
        z[i] = y[i] * x[i];
        x[i] += y[i] + z[i];
    }
}

static double stencil(int ny, int nx, const double *u, double *v)
{
    double norm = 0;
#pragma tcr reduce(+ : norm)
    for (int j = 1; j < ny - 1; j++)
        for (int k = 1; k < nx - 1; k++) {
            const int at = j * nx + k;
            double next = u[at - nx] + u[at + nx] + u[at - 1] + u[at + 1];
            v[at] = next;
            norm += next - u[at];
        }
    return norm;
}

/* The subscript in a variable from before the loop. */
static int old(int ny, int nx, int nz, const double *u, double *v)
{
    int i, j, k, at, most = 0;
#pragma tcr reduce(max : most) private(at)
    for (k = 0; k < nz; k++)
        for (j = 0; j < ny; j++)
            for (i = 0; i < nx; i++) {
                at = (k * ny + j) * nx + i;
                v[at] = u[at] + k - j + i;
                if ((int)u[at] > most)
                    most = (int)u[at];
            }
    return most;
}

static void rows(int ny, int nx, double **u, double **v)
{
#pragma tcr loop
    for (int j = 0; j < ny; j++)
        for (int i = 1; i < nx; i++)
            v[j][i] = u[j][i - 1] + u[j][i];
}

/* Numbers that are cut off, and statements that not every iteration comes to. */
static void types(int n, int *w, short *s, const double *x)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        s[i] *= 3;
        w[i] += x[i] / 2;
        if (w[i] > 3)
            continue;
        w[i] <<= 1;
        s[i] -= w[i];
    }
}

/* Its own row, upside down in place, by pairs. */
static void in_place(int ny, int nx, double *x)
{
#pragma tcr loop
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            double *row = x + j * nx;
            row[i] = row[i] * 2 - j;
            row[i] += row[i] / 4;
        }
}

int main(void)
{
    static const int sizes[][2] = {{3, 3},    {5, 66},   {40, 66},   {12, 129},  {300, 97},
                                   {9, 1000}, {1000, 9}, {15, 8700}, {64, 2000}, {900, 130}};
    fill();
    show("step", step(MOST, a, b, c, d));
    show("p is x", step(9001, a, b, a, d));
    show("q is x", step(9001, b, a, a, d));
    show("x is r", step(9001, a, b, c, c));
    show("all one", step(9001, a, a, a, a));
    fill();
    restricted(10000, a, b, c);
    show("restricted", 0);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int ny = sizes[k][0], nx = sizes[k][1];
        double *u[1000], *v[1000];
        fill();
        for (int j = 0; j < ny; j++) {
            u[j] = a + j * nx;
            v[j] = d + (ny - 1 - j) * nx;
        }
        printf("%d x %d\n", ny, nx);
        show("stencil", stencil(ny, nx, a, d));
        show("old", old(ny / 3, nx, 3, b, d));
        rows(ny, nx, u, v);
        show("rows", 0);
        in_place(ny, nx, c);
        show("in place", 0);
    }
    types(20011, whole, narrow, a);
    show("types", 0);
    return 0;
}
/* SPDX-License-Identifier: MIT */
