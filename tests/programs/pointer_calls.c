/* SPDX-License-Identifier: MIT */
/* Calls through a pointer to a function, in loops of OpenMP for the host: a choice between the
 * functions that the file names as values. What is not among them, the host calls.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 6
 * refused: call-pointer call-pointer call-pointer
 */
#include <math.h>
#include <stdio.h>

typedef double (*function)(double);
struct line {
    double slope, start;
};
enum { N = 400 };
static double x[N], y[N];

static double later(double t);
static double square(double t)
{
    return t * t;
}

static double half(double t)
{
    return t / 2;
}

static double on_line(double t, const void *with)
{
    const struct line *l = with;
    return l->slope * t + l->start;
}

static double decay(double t, const void *with)
{
    return exp(-*(const double *)with * t);
}

static double area(double (*f)(double), double from, double to, int n)
{
    double h = (to - from) / n, sum = 0;
#pragma omp parallel for firstprivate(f) reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += f(from + (i + 0.5) * h);
    return sum * h;
}

/* Names of functions of the mathematical library that are something else here. */
static double with_data(double (*f)(double, const void *), const void *data, double gamma, int n)
{
    double y0 = 0;
#pragma omp parallel for reduction(+ : y0)
    for (int i = 0; i < n; i++)
        y0 += (*f)(i * 0.01, data) * gamma;
    return y0;
}

static void map(function f, function g, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = f(g(x[i])) - g(f(x[i])) / 8; /* nothing cancels */
}

/* `half` is a number here. */
static double hidden(function f, int n)
{
    double sum = 0, half = 0.5;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += f(i) + half;
    return sum;
}

static double in_team(function f, int n)
{
    double sum = 0;
#pragma omp parallel
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += f(i * 0.25);
    return sum;
}

/* Nothing that is declared before it can be meant. */
static int count(int (*keep)(int), int n)
{
    int some = 0;
#pragma omp parallel for reduction(+ : some)
    for (int i = 0; i < n; i++)
        if (keep(i))
            some++;
    return some;
}

static int is_even(int i)
{
    return i % 2 == 0;
}

static int sevenths(int (*keep)(int), int n)
{
    int some = 0;
#pragma omp parallel for reduction(+ : some)
    for (int i = 0; i < n; i += 7)
        some += keep(i);
    return some;
}

/* Another function from the middle on, and one of each iteration's own: the compiler's. */
static double changes(function f, int n)
{
    function *other = &f;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(1)
    for (int i = 0; i < n; i++) {
        sum += f(i);
        if (i == n / 2)
            *other = square;
    }
    return sum;
}

static double chosen(int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        function f = i % 2 ? square : half;
        sum += f(i);
    }
    return sum;
}

static double behind(double t);
static double total(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += y[i] * (i % 3);
    return sum;
}

int main(void)
{
    const function list[] = {square, half, sin, later, behind};
    const struct line line = {2, -1};
    const double rate = 1.5;

    for (int i = 0; i < N; i++)
        x[i] = i * 0.01;
    for (int k = 0; k < 5; k++)
        printf("%.9g %.9g %.9g\n", area(list[k], 0, 2, N), hidden(list[k], N), in_team(list[k], N));
    printf("%.9g %.9g\n", with_data(on_line, &line, 2, N), with_data(decay, &rate, 1, N));
    map(square, cos, N);
    printf("%.9g\n", total());
    map(half, fabs, N);
    printf("%.9g\n", total());
    printf("%d %d\n", count(is_even, N), sevenths(is_even, N));
    printf("%.9g %.9g\n", changes(half, 10), chosen(10));
    return 0;
}

static double later(double t)
{
    return 1 / (1 + t);
}

static double behind(double t)
{
    return t - 3;
}
