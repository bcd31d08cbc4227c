/* SPDX-License-Identifier: MIT */
/* Functions whose parameters get functions by their names: derivatives, Newton's method,
 * Simpson's rule with parameters, a sort with an order, compositions. Each such call has a function
 * of its own.
 * flags: -O2 -fopenmp
 * accept: omp
 * device: 4
 * refused: call-pointer recursion recursion
 */
#include <math.h>
#include <stdio.h>

typedef double (*function)(double);
typedef double (*with)(double, void *);
enum { N = 400 };
static double rows[N][9];

static double square(double x)
{
    return x * x;
}

static double cube(double x)
{
    double y = x * x;
    return y * x;
}

static double apply(function f, double x)
{
    double t = f(x);
    return t + 1;
}

static double apply_often(double (*f)(double), double x)
{
    double t = 0;
    for (int k = 0; k < 3; k++)
        t += apply(f, x + k);
    return t * 2;
}

static double slope(function f, double x)
{
    const double h = 1e-3;
    return ((*f)(x + h) - f(x - h)) / (2 * h);
}

static double newton(function f, double x, double target)
{
    for (int i = 0; i < 20; i++) {
        double d = slope(f, x);
        if (fabs(d) < 1e-9)
            break;
        x -= (f(x) - target) / d;
    }
    return x;
}

static double composed(function f, function g, double x)
{
    return f(g(x));
}

struct line {
    double slope, start;
};

static double on_line(double x, void *p)
{
    const struct line *l = p;
    return l->slope * x + l->start;
}

static double on_parabola(double x, void *p)
{
    const struct line *l = p;
    return l->slope * x * x + l->start;
}

static double simpson(with f, double a, double b, int n, void *p)
{
    double h = (b - a) / n, s = f(a, p) + f(b, p);
    for (int i = 1; i < n; i++)
        s += (i & 1 ? 4 : 2) * f(a + i * h, p);
    return s * h / 3;
}

static int less(const double *a, const double *b)
{
    return *a < *b;
}

static int more(const double *a, const double *b)
{
    return *a > *b;
}

static void sort(double *v, int n, int (*before)(const double *, const double *))
{
    for (int i = 1; i < n; i++) {
        double x = v[i];
        int j = i;
        while (j > 0 && before(&x, &v[j - 1])) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
}

static double again(function f, double x, int n)
{
    return n ? f(again(f, x, n - 1)) : x;
}

static double again_other(function f, double x, int n)
{
    return n ? again_other(f == cube ? square : cube, f(x), n - 1) : f(x);
}

/* The loop's own parameter is none of these. */
static double of_parameter(function f)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += apply(f, i);
    return s;
}

int main(void)
{
    double s = 0, t = 0, u = 0;

#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += apply(square, i * 1e-3) + apply(cube, i) + apply(&square, i) + apply((sqrt), i * 1e-3);
    printf("%.12g\n", s);

#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < N; i++)
        t += apply_often(cube, i * 1e-3) + newton(cube, 1.5, i * 1e-2 + 0.1) +
             composed(square, cube, i * 1e-2) + composed(cube, square, i * 1e-2);
    printf("%.10g\n", t);

    s = 0;
#pragma tcr reduce(+ : s) reduce(+ : u)
    for (int i = 0; i < N; i++) {
        struct line p = {i * 1e-2, 2};
        s += simpson(on_line, 0, 1, 10, &p);
        u += simpson(on_parabola, 0, 1 + i * 1e-3, 10, &p);
    }
    printf("%.12g %.12g\n", s, u);

#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 9; k++)
            rows[i][k] = (i * 31 + k * 17) % 23;
        sort(rows[i], 9, less);
        if (i % 2)
            sort(rows[i], 9, more);
    }
    printf("%g %g %g %g\n", rows[10][0], rows[10][8], rows[11][0], rows[11][8]);

    s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += again(square, i * 1e-3, 3);
    printf("%.12g\n", s);

    s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += again_other(cube, i * 1e-3, 2);
    printf("%.12g %.12g\n", s, of_parameter(square));
    return 0;
}
