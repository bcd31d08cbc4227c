/* Loops that write arrays: in place, into members, under conditions, through
 * rows that they only read; and calls of the same loops with arrays that overlap,
 * where the order of the iterations counts.
 * flags: -O1 -fopenmp
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct v3 {
    double x, y, z;
};
struct part {
    struct v3 p, v;
    double m;
    int id;
};
double f(int n, double *restrict r, const double *q, double alpha, double *x, const double *p)
{
    double rr = 0;
#pragma tcr reduce(+ : rr)
    for (int i = 0; i < n; i++) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        rr += r[i] * r[i];
    }
    return rr;
}
double g(int n, struct part *a, double dt)
{
    double e = 0;
#pragma tcr reduce(+ : e)
    for (int i = 0; i < n; i++) {
        a[i].p.x += dt * a[i].v.x;
        a[i].p.y += dt * a[i].v.y;
        if (a[i].id > 3)
            a[i].p.z = 0;
        e += a[i].m * a[i].v.x;
    }
    return e;
}
void h(int n, int m, double u[n][m], double un[n][m])
{
#pragma tcr loop
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            un[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}
double alias(int n, double *a, double *b)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        s += a[i];
    }
    return s;
}
static double tab[64];
double glob(int n)
{
    double s = 0;
    int i;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        tab[i] = i * 0.5;
        s += tab[i];
    }
    return s;
}
float fl(int n, float *a)
{
    float s = 0;
    int i;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        a[i] *= 1.5f;
        s += a[i];
    }
    return s;
}
struct st {
    int n;
    double room[4];
    double sum;
    double *a, *b;
};
void st(struct st *p)
{
#pragma tcr reduce(+ : p->sum)
    for (int i = 0; i < p->n; i++) {
        p->a[i] = p->b[i] * p->b[i];
        p->sum += p->a[i];
    }
}
void redblack(int n, double *u)
{
#pragma tcr loop
    for (int i = 1; i < n - 1; i += 2)
        u[i] = 0.5 * (u[i - 1] + u[i + 1]);
}
void matvec(int n, int m, double **a, const double *x, double *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += a[i][j] * x[j];
        y[i] = s;
    }
}
void acc(int n, int m, const double *a, const double *x, double *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i] += a[i * m + j] * x[j];
}
int main(void)
{
    enum { N = 300000 };
    double *x = malloc(8 * N), *r = malloc(8 * N), *q = malloc(8 * N), *p = malloc(8 * N);
    for (int i = 0; i < N; i++) {
        x[i] = i;
        r[i] = i % 7;
        q[i] = i % 5;
        p[i] = 1;
    }
    printf("%.12g\n", f(N, r, q, 0.5, x, p));
    double t = 0;
    for (int i = 0; i < N; i++)
        t += x[i] * (i % 3) + r[i] * (i % 11);
    printf("%.12g\n", t);
    struct part *a = malloc(N * sizeof *a);
    memset(a, 0, N * sizeof *a);
    for (int i = 0; i < N; i++) {
        a[i].p.z = 5;
        a[i].v.x = i;
        a[i].v.y = 1;
        a[i].m = 2;
        a[i].id = i % 7;
    }
    printf("%.12g\n", g(N, a, 0.1));
    t = 0;
    for (int i = 0; i < N; i++)
        t += a[i].p.x + 2 * a[i].p.y + 3 * a[i].p.z;
    printf("%.12g\n", t);
    static double u[20][30], un[20][30];
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            u[i][j] = i * j % 13;
    h(20, 30, u, un);
    t = 0;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            t += un[i][j] * (i + 2 * j);
    printf("%.12g\n", t);
    h(20, 30, u, u);
    t = 0;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            t += u[i][j] * (i + 2 * j);
    printf("inplace %.12g\n", t);
    printf("%.12g\n", alias(N - 1, x, x));
    printf("%.12g\n", alias(N - 1, x, x + 1));
    printf("%.12g\n", alias(N - 1, x + 1, x));
    t = 0;
    for (int i = 0; i < N; i++)
        t += x[i] * (i % 3);
    printf("%.12g\n", t);
    printf("%.12g\n", glob(64) + tab[5]);
    float fa[300];
    for (int i = 0; i < 300; i++)
        fa[i] = i;
    printf("%.7g\n", fl(300, fa) + fa[7]);
    struct st s = {.n = N, .sum = 1, .a = x, .b = p};
    st(&s);
    printf("%.12g %.12g\n", s.sum, x[3]);
    struct st s2 = {.n = 5, .sum = 1, .a = s2.room, .b = p}; /* the last is the sum */
    st(&s2);
    printf("%.12g\n", s2.sum);
    redblack(N, x);
    t = 0;
    for (int i = 0; i < N; i++)
        t += x[i] * (i % 3);
    printf("%.12g\n", t);
    double *rows[10];
    for (int i = 0; i < 10; i++)
        rows[i] = x + i * 20;
    matvec(10, 20, rows, p, q);
    t = 0;
    for (int i = 0; i < 10; i++)
        t += q[i] * (i % 3);
    printf("%.12g\n", t);
    matvec(10, 20, rows, p, x + 35);
    t = 0;
    for (int i = 0; i < N; i++)
        t += x[i] * (i % 3);
    printf("%.12g\n", t);
    acc(10, 20, r, p, q);
    t = 0;
    for (int i = 0; i < 10; i++)
        t += q[i] * (i % 3);
    printf("%.12g\n", t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
