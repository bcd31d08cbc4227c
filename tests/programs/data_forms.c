/* Data directives in all their forms and places; what is copied is what the host
 * has, so that all ends as without them. */
#include <stdio.h>
#include <stdlib.h>

#define N 60
#define WITH(x) copyin(x[0:N])
#define PRAGMA(x) _Pragma(#x)
#define BRING(x, n) PRAGMA(tcr enter data copyin(x[0:n]))

struct grid {
    int nx, ny;
    double *v;
    double edge[4];
    struct {
        float *w;
    } in;
};

static double table[8][6];
static int counts[N];

static double sum_of(const double *a, int lo, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = lo; i < lo + n; i++)
        s += a[i];
    return s;
}

static double members(struct grid *g)
{
    double s = 0;
    int n = g->nx * g->ny;
#pragma tcr enter data copyin(*g, g->v[0:n]) copyin(g->in.w[0:n])
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += g->v[i] * g->in.w[i] + g->edge[i % 4];
    g->v[3] += 100;
    g->edge[1] = 50;
#pragma tcr update device(g->v[3:1], g->edge[1])
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += g->v[i] + g->edge[i & 3];
#pragma tcr exit data delete(g->v[0:n], g->in.w[0:n]) delete(*g)
    return s;
}

static double vla(int n, int m, double w[n][m])
{
    double s = 0;
    double local[n];
    for (int i = 0; i < n; i++)
        local[i] = i;
#pragma tcr data copyin(w[0:n][0:m], local) if (n > 2)
    for (int k = 0; k < 2; k++) {
        if (k == 5)
            break;
#pragma tcr reduce(+ : s)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                s += w[i][j] * local[i];
    }
    return s;
}

/* Rows behind pointers, one by one. */
static double rows_of(double **row, int n, int m, struct grid *many)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
#pragma tcr enter data copyin(row[i][0:m], many[i].v[0:4])
    }
    row[1][2] += 1000;
#pragma tcr update device(row[1][2:1])
#pragma tcr reduce(+ : s) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += row[i][j] * many[i].v[j & 3];
    for (int i = 0; i < n; i++) {
#pragma tcr exit data delete(row[i][0:m], many[i].v)
    }
    return s;
}

/* The same data entered at every depth. */
static double deep(const double *a, int n, int depth)
{
    double s;
    if (depth == 0)
        return sum_of(a, 0, n);
#pragma tcr data copy(a[0:n])
    {
        s = deep(a, n, depth - 1);
    }
    return s + depth;
}

static long labels(int kind)
{
    long s = 0;
    switch (kind) {
    case 0:
#pragma tcr update device(counts) if_present
        s++;
        break;
    default:
#pragma tcr data copyin(counts)
    {
        int i = 0;
    again:
        i++;
#pragma tcr reduce(+ : s)
        for (int k = 0; k < N; k++)
            s += counts[k];
        if (i < 3)
            goto again;
    }
    }
    return s;
}

/* What the loop sums into is part of what is mapped. */
static double mapped_sums(struct grid *g, double *h)
{
#pragma tcr data copy(*g, h[0:4]) copyin(g->v[0:20])
    {
#pragma tcr reduce(+ : g->edge[2]) reduce(max : h[1])
        for (int i = 0; i < 20; i++) {
            g->edge[2] += g->v[i];
            if (g->v[i] > h[1])
                h[1] = g->v[i];
        }
        double s = 0;
#pragma tcr reduce(+ : s)
        for (int i = 0; i < 4; i++)
            s += g->edge[i] + h[i];
        h[0] = s;
#pragma tcr update device(h[0:1])
    }
    return g->edge[2] + h[0] + h[1];
}

int main(void)
{
    double a[N], *p = malloc(N * sizeof *p), h[4] = {1, 2, 3, 4};
    float w[N];
    struct grid g = {6, 10, p, {1, 2, 3, 4}, {w}};
    double s = 0;

    for (int i = 0; i < N; i++) {
        a[i] = i;
        p[i] = 0.5 * i;
        w[i] = (float)(i % 3);
        counts[i] = i;
        table[i % 8][i % 6] = i;
    }
#pragma tcr data WITH(a) copyin(table)
    {
        printf("%g\n", sum_of(a, 0, N) + sum_of(a, 10, 20));
        a[5] = 500;
#pragma tcr update device(a[5:1])
        printf("%g\n", sum_of(a, 0, N));
#pragma tcr update self(table[2:3][1:2]) if (s == 0)
#pragma tcr reduce(+ : s) collapse(2)
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 6; j++)
                s += table[i][j];
        printf("%g\n", s);
    }
    BRING(p, 30)
    printf("%g %g\n", sum_of(p, 0, 30), sum_of(p, 30, 30));
#pragma tcr exit data delete(p[0:30]) finalize
    printf("%g\n", members(&g));
    printf("%g\n", vla(8, 6, table));
    printf("%g\n", vla(2, 6, table));
    printf("%g\n", deep(a, N, 4));
    double *row[5];
    struct grid many[5];
    for (int i = 0; i < 5; i++) {
        row[i] = a + 7 * i;
        many[i] = g;
        many[i].v = p + 5 * i;
    }
    printf("%g\n", rows_of(row, 5, 7, many));
    printf("%ld %ld\n", labels(0), labels(1));
    printf("%g\n", mapped_sums(&g, h));
    free(p);
    return 0;
}
/* SPDX-License-Identifier: MIT */
