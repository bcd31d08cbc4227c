/* Functions of every kind called from loops.
 * flags: -O2 -std=c99 -Wall -Wextra
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct { double re, im; } cplx;
static const double coefficients[] = {1.0, -0.5, 0.25, -0.125};
static double shift = 0.5;
static double forward(double x, int depth);

static double horner(double x)
{
    double r = 0;
    int k = (int)(sizeof coefficients / sizeof *coefficients);
    while (--k >= 0)
        r = r * x + coefficients[k];
    return r + shift;
}
static cplx cmul(cplx a, cplx b)
{
    return (cplx){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
static int mandel(double x, double y)
{
    cplx z = {0, 0}, c = {x, y};
    int n;
    for (n = 0; n < 50; n++) {
        z = cmul(z, z);
        z.re += c.re;
        z.im += c.im;
        if (z.re * z.re + z.im * z.im > 4)
            break;
    }
    return n;
}
static void sort3(double *a, double *b, double *c)
{
    if (*a > *b) { double t = *a; *a = *b; *b = t; }
    if (*b > *c) { double t = *b; *b = *c; *c = t; }
    if (*a > *b) { double t = *a; *a = *b; *b = t; }
}
static double median(const double *x, int i)
{
    double a = x[i - 1], b = x[i], c = x[i + 1];
    sort3(&a, &b, &c);
    return b;
}
static bool prime(unsigned n)
{
    if (n < 2)
        return false;
    for (unsigned d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return true;
}
static unsigned gcd(unsigned a, unsigned b)
{
    do {
        unsigned t = a % b;
        a = b;
        b = t;
    } while (b);
    return a;
}
static unsigned long long mix(unsigned long long z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

struct fit { double weight, c[3]; int degree; };

static double evaluate(const struct fit *f, double x)
{
    double y = 0;
    for (int j = 0; j <= f->degree; j++)
        y = y * x + f->c[j];
    return y * f->weight;
}

static void split(double x, int *whole, double *rest)
{
    *whole = (int)floor(x);
    *rest = x - *whole;
}

static double scaled(const double *x, int n)
{
    return *x * n;
}

/* addresses of what stands outside of the loop, and of its own variables */
static double addresses(const double *x, int n)
{
    struct fit f = {2, {1, .5, .25}, 2};
    double w = 3, s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int whole;
        double rest;
        split(x[i], &whole, &rest);
        s += evaluate(&f, x[i]) + scaled(&w, i) + scaled(&f.weight, 2) + scaled(&x[i], 1);
        s += whole * rest;
    }
    return s;
}

int main(void)
{
    double x[60], s = 0;
    int inside = 0, count = 0, pi = 0;
    unsigned g = 0;
    for (int i = 0; i < 60; i++)
        x[i] = i * 17 % 23 / 4.0;
    printf("%.10g\n", addresses(x, 60));
#pragma tcr reduce(+ : s)
    for (int i = 1; i < 59; i++)
        s += horner(x[i] / 8) + median(x, i) + forward(x[i], 2);
    printf("%.9g\n", s);
#pragma tcr reduce(+ : inside, count) collapse(2)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++) {
            int n = mandel(-2 + i * 0.15, -1.5 + j * 0.15);
            inside += n == 50;
            count += n;
        }
#pragma tcr reduce(+ : g, pi)
    for (unsigned i = 1; i < 300; i++) {
        g += gcd(i, 36) * prime(i);
        unsigned long long h = mix(i);
        double u = (double)(h >> 40) / 16777216, v = (double)(h & 0xffffff) / 16777216;
        if (u * u + v * v < 1)
            pi++;
    }
    printf("%d %d %u %d\n", inside, count, g, pi);
    return 0;
}

static double forward(double x, int depth)
{
    switch (depth) {
    case 0:
        return 0;
    case 2:
        x += 1;
        /* fall through */
    default:
        return fabs(x) * depth;
    }
}
/* SPDX-License-Identifier: MIT */
