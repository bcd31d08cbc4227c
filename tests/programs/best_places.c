/* SPDX-License-Identifier: MIT */
/*
 * Minima and maxima with their places under tcr's own clause: the first of equal ones, none that is
 * better, of a nest, several in one loop with a sum beside them, of what a function makes,
 * downwards, with NaN.
 *
 * device: 8
 */
#include <math.h>
#include <stdio.h>

#define N 3000
#define ROWS 40

static double x[N], m[ROWS][ROWS];
static int y[N];
static float f[N];

static double far(double a, double b)
{
    return a > b ? a - b : b - a;
}

static void lines(int n)
{
    double best = -1e300, none = 1e300, least = 1e300;
    int at = -1, nowhere = -7, where = -1, seen = 0;

#pragma tcr reduce(max : best)
    for (int i = 0; i < n; i++)
        if (x[i] > best) {
            best = x[i];
            at = i;
            seen = y[i];
        }
#pragma tcr reduce(max : none)
    for (int i = 0; i < n; i++)
        if (x[i] > none) {
            none = x[i];
            nowhere = i;
        }
#pragma tcr reduce(min : least)
    for (int i = n - 1; i >= 0; i -= 2) {
        if (y[i] % 7 == 0)
            continue;
        const double d = far(x[i], 3);
        if (least > d)
            least = d, where = i;
    }
    printf("%.9g %d %d, %.3g %d, %.9g %d\n", best, at, seen, none, nowhere, least, where);
}

/* Values that come again and again, and a sum that the host's iteration must not change. */
static void several(int n)
{
    int low = 1000, high = -1000, at_low = -1, at_high = -1;
    long sum = 5;

#pragma tcr reduce(min : low) reduce(max : high) reduce(+ : sum)
    for (int i = 0; i < n; i++) {
        sum += y[i];
        if (y[i] < low && i % 5 != 2) {
            at_low = i;
            low = y[i];
        }
        if (f[i] == f[i] && y[i] > high) {
            high = y[i];
            at_high = i;
        }
    }
    printf("%d %d, %d %d, %ld\n", low, at_low, high, at_high, sum);
}

/* The pivot of a matrix, a row that is searched within, and the nearest of points. */
static void nests(void)
{
    double pivot = 0, nearest = 1e9;
    int row = -1, column = -1, a = -1, b = -1;

#pragma tcr reduce(max : pivot) collapse(2)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS; j++)
            if (fabs(m[i][j]) > pivot) {
                pivot = fabs(m[i][j]);
                row = i;
                column = j;
            }
#pragma tcr reduce(min : nearest)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < i; j++) {
            double d = far(m[i][0], m[j][0]);
            if (d < nearest) {
                nearest = d;
                a = i;
                b = j;
            }
        }
    printf("%.9g %d %d, %.9g %d %d\n", pivot, row, column, nearest, a, b);
}

/* What is NaN is never better; what starts as one stays. */
static void not_numbers(int n)
{
    float most = -INFINITY, odd = NAN;
    int at = -1, never = -1;

#pragma tcr reduce(max : most)
    for (int i = 0; i < n; i++)
        if (f[i] > most) {
            most = f[i];
            at = i;
        }
#pragma tcr reduce(max : odd)
    for (int i = 0; i < n; i++)
        if (f[i] > odd) {
            odd = f[i];
            never = i;
        }
    printf("%.7g %d, %d %d\n", most, at, isnan(odd), never);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = sin(i * (i % 37)) * (i % 11);
        y[i] = (int)(i * 7919L % 101) - 50;
        f[i] = i % 5 == 0 ? NAN : (float)cos(i);
    }
    for (int i = 0; i < ROWS * ROWS; i++)
        m[i / ROWS][i % ROWS] = x[i % N] * (i % 2 ? -1 : 1);
    lines(N);
    lines(1);
    lines(0);
    several(N);
    several(2);
    nests();
    not_numbers(N);
    return 0;
}
