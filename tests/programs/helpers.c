/* Functions that take the memory of the program in one call and a local in another.
 * flags: -O1 -std=gnu17
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
typedef struct {
    double re, im;
} cplx;
typedef struct {
    cplx e[3][3];
} su3;
static void mult(const su3 *a, const su3 *b, su3 *c)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            cplx t = {0, 0};
            for (int k = 0; k < 3; k++) {
                t.re += a->e[i][k].re * b->e[k][j].re - a->e[i][k].im * b->e[k][j].im;
                t.im += a->e[i][k].re * b->e[k][j].im + a->e[i][k].im * b->e[k][j].re;
            }
            c->e[i][j] = t;
        }
}
static double retrace(const su3 *a)
{
    return a->e[0][0].re + a->e[1][1].re + a->e[2][2].re;
}
static double plaq(const su3 *U, int vol)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < vol; i++) {
        su3 t, u;
        mult(&U[4 * i], &U[4 * i + 1], &t);
        mult(&t, &U[4 * i + 2], &u);
        mult(&u, &t, &t);
        s += retrace(&t) + retrace(&U[4 * i + 3]);
    }
    return s;
}
struct grid {
    int n;
    double h;
    double *a;
};
static double at(const struct grid *g, int i)
{
    return g->a[i] * g->h;
}
static double two(const struct grid *g, const struct grid *k)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < g->n; i++)
        s += at(g, i) * at(k, i);
    return s;
}
static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static double norm3(const double *a)
{
    return sqrt(dot3(a, a));
}
static double md(double (*x)[3], double (*v)[3], int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double d[3];
        for (int k = 0; k < 3; k++)
            d[k] = x[i][k] - v[i][k];
        s += dot3(d, d) + dot3(x[i], d) + dot3(x[i], v[i]) + norm3(d) + norm3(v[i]);
    }
    return s;
}
int main(void)
{
    int vol = 200;
    su3 *U = malloc(4 * vol * sizeof *U);
    for (int i = 0; i < 4 * vol * 18; i++)
        ((double *)U)[i] = (i * 7 % 11 - 5) * .25;
    struct grid g = {500, .5, malloc(4000)}, k = {500, .25, malloc(4000)};
    for (int i = 0; i < 500; i++)
        g.a[i] = i % 7, k.a[i] = i % 5;
    double x[300][3], v[300][3];
    for (int i = 0; i < 900; i++)
        ((double *)x)[i] = i % 8, ((double *)v)[i] = i % 3;
    printf("%.10g\n%.10g\n%.10g\n", plaq(U, vol), two(&g, &k), md(x, v, 300));
}
/* SPDX-License-Identifier: MIT */
