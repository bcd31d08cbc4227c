/* SPDX-License-Identifier: MIT */
/*
 * Calls through members that a loop only calls, and through elements of constant tables.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 9
 * refused: call-pointer call-pointer call-pointer call-pointer
 */
#include <stdio.h>
#include <stdlib.h>
typedef double (*rule)(double, double);
struct ops {
    double scale;
    double (*pot)(double);
    struct {
        double (*f)(double);
        int k;
    } in;
};
static double sq(double x)
{
    return x * x;
}
static double cube(double x)
{
    return x * x * x;
}
static double other(double x);
static double mid(double a, double b)
{
    return sq((a + b) / 2) * (b - a);
}
static double trap(double a, double b)
{
    return (sq(a) + sq(b)) / 2 * (b - a);
}
static double simp(double a, double b)
{
    return (sq(a) + 4 * sq((a + b) / 2) + sq(b)) / 6 * (b - a);
}
static const rule rules[] = {mid, &trap, simp};
static double (*const tab2[2][1])(double) = {{sq}, {cube}};
static rule vary[] = {mid, trap};
static struct ops G = {2, cube, {sq, 1}};
static double a1(const struct ops *p, const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += p->pot(x[i]) * p->scale + (*p->in.f)(x[i]);
    return s;
}
static double a2(struct ops o, const double *x, double *y, int n)
{
    double s = 0;
    struct ops l = o, *q = &l;
    l.pot = cube;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = l.pot(x[i]) + q->in.f(x[i]) + o.pot(1.5);
    for (int i = 0; i < n; i++)
        s += y[i];
    return s;
}
static double a3(const int *kind, int n, int k)
{
    double s = 0;
    unsigned char c = (unsigned char)k;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += rules[kind[i]](i * 0.01, (i + 1) * 0.01) + (*rules[k])(0, i) + rules[c](i, 2);
    return s;
}
static double via(int k, double x)
{
    return rules[k](x, x + 1);
}
static double a4(int n)
{
    double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom : s)
    for (int i = 0; i < n; i++)
        s += via(i % 3, i);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += rules[i & 1](1, i);
    return s;
}
static double bad1(struct ops *p, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s) firstprivate(p) num_threads(1)
    for (int i = 0; i < n; i++) {
        if (i == 3)
            p->pot = sq;
        s += p->pot(i);
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        struct ops *q = p + (i & 0);
        s += q->pot(i);
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += vary[i & 1](1, i) + tab2[i & 1][0](i);
    return s;
}
static double none(struct ops *p, int n)
{
    double s = 1;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += p->pot(i);
    return s;
}
/* An address that says something else than where a structure is. */
#define NOTHING ((struct ops *)16)
static double marked(struct ops *p, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += p == NOTHING ? 1 : p->pot(i) * p->scale;
    return s;
}
static double (*current)(double) = sq;
static void change(struct ops *o, int i)
{
    o->pot = i & 1 ? sq : cube;
}
static double glob(int n)
{
    double s = 1;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += current(i);
    current = cube;
#pragma omp parallel for reduction(+ : s) num_threads(1)
    for (int i = 0; i < n; i++) {
        change(&G, i);
        s += G.pot(i);
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += G.pot(i);
    return s;
}
int main(int argc, char **argv)
{
    enum { N = 500 };
    double x[N], y[N];
    int k[N];
    for (int i = 0; i < N; i++)
        x[i] = i % 9 * 0.5, k[i] = i * 7 % 3;
    struct ops o = {1.5, sq, {cube, 2}}, o2 = {1, other, {sq, 0}};
    printf("%.12g %.12g\n", a1(&o, x, N), a1(&G, x, N));
    printf("%.12g\n", a1(&o2, x, N));
    printf("%.12g %.12g %.12g\n", a2(o, x, y, N), a3(k, N, 2), a4(N));
    printf("%.12g\n", bad1(&o, N));
    printf("%.12g %.12g\n", none(NULL, 0), none(&G, 10));
    printf("%.12g %.12g\n", marked(NOTHING, 10), marked(&G, 10));
    printf("%.12g\n", glob(10));
    (void)argc;
    (void)argv;
    (void)tab2;
    return 0;
}
static double other(double x)
{
    return x + 1;
}
