/* Pointers to pointers to pointers, and structures that hold pointers.
 * flags: -O1 -std=gnu17
 * device: 9
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
typedef struct {
    double h;
    double *v;
    int n;
    double *w;
} Blk;
typedef struct {
    int nb;
    Blk *blk;
    Blk bl[3];
    double ***f;
} Msh;
typedef struct {
    double pos[3];
    int k;
} P;
typedef struct {
    int n;
    P *p;
} Cell;
typedef struct {
    int n;
    Cell *ps;
} Dom;
static double a1(double ***f, int n)
{
    double r = 0;
    int i, j, k;
#pragma tcr reduce(+ : r)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++)
                r += f[i][j][k] * (i + j * k);
    return r;
}
static double a2(Msh *a, int n)
{
    double r = 0;
    int i, j, k;
#pragma tcr reduce(+ : r)
    for (i = 1; i < n - 1; i++)
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++)
                r += a->f[i][j][k] - a->f[i + 1][j][k] + a->f[i - 1][j][(k + 1) % n];
    return r;
}
static double a3(double ***f, int n, int k)
{
    double r = 0;
    int i, j;
#pragma tcr reduce(+ : r)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            r += f[k][i][j] + f[i][k][j];
    return r;
}
static double a4(double ***f, int n)
{
    double r = 0;
    int i, j, k;
#pragma tcr reduce(+ : r)
    for (i = 0; i < n; i++) {
        double **fi = f[i];
        for (j = 0; j < n; j++) {
            double *fj = fi[j];
            for (k = 0; k < n; k++)
                r += fj[k];
        }
    }
    return r;
}
static double a5(Msh *m)
{
    double r = 0;
    int b, i;
#pragma tcr reduce(+ : r)
    for (b = 0; b < m->nb; b++)
        for (i = 0; i < 10; i++)
            r += m->blk[b].v[i] * m->blk[b].h + m->blk[b].w[9 - i];
    return r;
}
static double a6(Msh *m)
{
    double r = 0;
    int i;
#pragma tcr reduce(+ : r)
    for (i = 0; i < 10; i++)
        r += m->bl[1].v[i] * m->bl[0].v[i];
    return r;
}
static double a7(Dom *c)
{
    double s = 0;
    int i, k;
#pragma tcr reduce(+ : s)
    for (i = 0; i < c->n; i++)
        for (k = 0; k < 4; k++)
            s += c->ps[i].p[k].pos[0] * c->ps[i].p[k].k;
    return s;
}
static double a8(Blk *b, int n)
{
    double r = 0;
#pragma tcr reduce(+ : r)
    for (int i = 0; i < n; i++) {
        const Blk *p = &b[i];
        const double *v = p->v;
        double t = 0;
        for (int k = 0; k < p->n; k++)
            t += v[k];
        if (p->w)
            r += t * p->w[1];
    }
    return r;
}
static double a9(Blk *b, int n)
{
    double r = 0;
#pragma tcr reduce(+ : r)
    for (const Blk *p = b; p < b + n; p++)
        r += p->v[0] * p->v[3] + p->h;
    return r;
}
int main(void)
{
    int n = 12;
    double ***f = malloc(n * 8);
    for (int i = 0; i < n; i++) {
        f[i] = malloc(n * 8);
        for (int j = 0; j < n; j++) {
            f[i][j] = malloc(n * 8);
            for (int k = 0; k < n; k++)
                f[i][j][k] = (i * 7 + j * 5 + k * 3) % 11;
        }
    }
    Msh m = {.nb = 20, .f = f};
    m.blk = calloc(20, sizeof(Blk));
    for (int b = 0; b < 20; b++) {
        Blk *p = &m.blk[b];
        p->h = b * .5;
        p->n = b % 10;
        p->v = malloc(80);
        p->w = malloc(80);
        for (int i = 0; i < 10; i++)
            p->v[i] = i + b, p->w[i] = i * b;
    }
    m.bl[0] = m.blk[3];
    m.bl[1] = m.blk[4];
    Cell *cs = malloc(30 * sizeof *cs);
    for (int i = 0; i < 30; i++) {
        cs[i].n = 4;
        cs[i].p = malloc(4 * sizeof(P));
        for (int k = 0; k < 4; k++)
            cs[i].p[k] = (P){{i + k}, k};
    }
    Dom d = {30, cs};
    printf("%.10g\n%.10g\n%.10g\n%.10g\n%.10g\n%.10g\n%.10g\n%.10g\n%.10g\n", a1(f, n), a2(&m, n),
           a3(f, n, 2), a4(f, n), a5(&m), a6(&m), a7(&d), a8(m.blk, 20), a9(m.blk, 20));
}
/* SPDX-License-Identifier: MIT */
