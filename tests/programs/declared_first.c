/*
 * Variables of a loop's body that are declared, and set later in it: what is read ahead of the
 * body by a place that follows from them.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 */
#include <stdio.h>

enum { N = 10, ALL = N * N * N };
static float in[ALL], out[ALL];

static void show(const char *what)
{
    double s = 0;
    for (int i = 0; i < ALL; i++)
        s += i * out[i];
    printf("%s %.9g\n", what, s);
}

static void levels(int nx, int ny, int nz)
{
#pragma omp parallel for
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                int c, w;
                c = x + y * nx + z * nx * ny;
                w = (x == 0) ? c : c - 1;
                out[c] = in[w] + in[c];
            }
    show("levels");
}

static void between(int nx, int ny, int nz)
{
#pragma omp parallel for
    for (int z = 0; z < nz; z++) {
        int c;
        for (int y = 0; y < ny; y++) {
            int w;
            float *o;
            for (int x = 0; x < nx; x++) {
                float *from, t;
                c = x + y * nx + z * nx * ny;
                o = out + c;
                from = in + c;
                w = c + 1;
                t = from[0];
                *o += *from + in[w % ALL] + t;
            }
        }
    }
    show("between levels");
}

/* One is outside of the loop, the others are of several types. */
static void types(int n)
{
    int q;
#pragma omp parallel for private(q)
    for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++) {
            unsigned long u;
            short k;
            q = z * n + y;
            u = q;
            k = 3;
            out[u] += in[q] * k + in[u];
        }
    show("types");
}

static void one_level(int n)
{
#pragma omp parallel for
    for (int z = 0; z < n; z++) {
        int u;
        u = z;
        const int k = 3;
        int v = u, m;
        m = v;
        out[u] += in[v] * k + in[m];
    }
    show("one level");
}

int main(void)
{
    for (int i = 0; i < ALL; i++)
        in[i] = i % 37;
    levels(N, N, N);
    between(N, N, N);
    types(N);
    one_level(ALL);
    return 0;
}
/* SPDX-License-Identifier: MIT */
