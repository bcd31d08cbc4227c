/* Functions that return a part of their results through pointers.
 * flags: -O1 -std=gnu17
 * refused: writes-memory carried call-unknown carried writes-memory
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

enum { N = 3000 };
static double x[N];
static float xf[N];
struct vec {
    double x, y, z;
};
struct box {
    struct vec low, high;
    int count[2];
};

static void split(double v, int *k, double *f)
{
    double whole;
    *f = modf(v, &whole);
    *k = (int)whole;
}
static void positive(double v, int *k)
{
    if (v > 0)
        *k = (int)v;
}
static void either(double v, int *k)
{
    if (v > 0) {
        *k = (int)v;
        return;
    }
    *k = 3;
}
static void by_case(double v, double *a, double *b)
{
    switch ((int)v % 3) {
    case 0:
        *a = 1;
        *b = 2;
        break;
    case 1:
        *a = 2;
        *b = v;
        break;
    default:
        *a = *b = 0;
    }
}
static void add_to(double v, double *a)
{
    *a += v;
}
static void downwards(double *r, double v)
{
    for (int k = 2; k >= 0; k--)
        r[k] = v * k;
}
static void turned(double v, double r[3])
{
    double q[3];
    downwards(q, v);
    for (int k = 0; k < 3; k++)
        r[k] = q[2 - k];
}
static void some(double *r, int n, double v)
{
    for (int i = 0; i < n; i++)
        r[i] = v + i;
}
static void fill(struct vec *p, double v)
{
    p->x = v;
    p->y = 2;
    p->z = p->x * p->y;
}
static void fill_box(struct box *p, double v)
{
    fill(&p->low, v);
    fill(&p->high, v + 1);
    p->count[0] = p->count[1] = 2;
}

static double library(void)
{
    double s = 0, whole;
    float wholef;
    int e, q;
    long all = 0;
#pragma tcr reduce(+ : s, all)
    for (int i = 0; i < N; i++) {
        double t, sine, cosine, a[2];
        s += modf(x[i], &t) + 2 * t;
        s += frexp(x[i], &e);
        all += e;
        s += remquo(x[i], 3, &q);
        all += q & 7;
        sincos(x[i] * 0, &sine, &cosine);
        s += sine + cosine;
        a[1] = modf(x[i] * 2, a);
        s += a[0] * a[1];
    }
    for (int step = 1; step < 3; step++) {
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++) {
            s += modf(x[i] * step, &whole);
            s += whole;
        }
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++) {
            s += modff(xf[i], &wholef) * modf(x[i], &whole);
            s += wholef * whole;
        }
    }
    return s + all;
}

static double visible(void)
{
    double s = 0, f, a, b, r[3], q[3];
    int k, m;
    struct box box;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        split(x[i], &k, &f);
        s += k * f;
        either(x[i], &m);
        s += m;
        by_case(x[i], &a, &b);
        s += a + b;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        turned(x[i], r);
        some(q, 3, x[i]);
        s += r[0] * r[1] - r[2] + q[0] * q[2];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        fill_box(&box, x[i]);
        s += box.low.z + box.high.z * box.count[1];
    }
    return s;
}

static double listed(void)
{
    double s = 0, f = 1;
    int k = 1;
#pragma tcr reduce(+ : s) private(k, f)
    for (int i = 0; i < N; i++) {
        split(x[i], &k, &f);
        s += k * f;
    }
    return s;
}

static double carried(void)
{
    double s = 0, a = 1, r[3] = {1, 2, 3};
    int k = 4, sign, m;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        positive(x[i], &k);
        s += k;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        add_to(x[i], &a);
        s += a;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += lgamma_r(2 + 0 * x[i], &sign);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        some(r, 2, x[i]);
        s += r[0] * r[1] - r[2];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        either(x[i], &m);
        s += m;
    }
    return s + k + m + sign;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = xf[i] = (i % 101) * 0.25 - 7;
    printf("%.17g\n", library());
    printf("%.17g\n", visible());
    printf("%.17g\n", listed());
    printf("%.17g\n", carried());
}
/* SPDX-License-Identifier: MIT */
