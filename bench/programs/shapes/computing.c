// SPDX-License-Identifier: MIT
// Shapes that compute much and read little.
#include <math.h>

#include "shapes.h"

#include "../program.h"

static double integral(long n, double from, double to)
{
    const double h = (to - from) / (double)n;
    double s = 0.0;

#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++) {
        const double x = from + ((double)i + 0.5) * h;
        s += exp(-x) * sin(x) / (1.0 + x * x);
    }
    return s * h;
}

static double integrals(long n, long calls)
{
    double total = 0.0;

    for (long c = 0; c < calls; c++)
        total += integral(n, 0.0, 1.0 + (double)(c % 10));
    return total;
}

// Near the edge, fused operations decide otherwise: the count has a tolerance.
static double mandelbrot(long n, long calls)
{
    long total = 0;

    for (long c = 0; c < calls; c++) {
        long inside = 0;

#pragma omp parallel for reduction(+ : inside) schedule(dynamic)
        for (long j = 0; j < n; j++) {
            for (long i = 0; i < n; i++) {
                const double cx = -2.0 + 3.0 * (double)i / (double)n,
                             cy = -1.5 + 3.0 * (double)j / (double)n;
                double x = 0.0, y = 0.0;
                int k = 0;

                while (k < 500 && x * x + y * y < 4.0) {
                    const double t = x * x - y * y + cx;
                    y = 2.0 * x * y + cy;
                    x = t;
                    k++;
                }
                inside += k == 500;
            }
        }
        total += inside;
    }
    return (double)total;
}

static double gravity(long n, long calls)
{
    double *x = vector(4 * n), *y = x + n, *z = y + n, *a = z + n, total = 0.0;

    for (long i = 0; i < n; i++) {
        x[i] = (double)(i % 31);
        y[i] = (double)(i % 37);
        z[i] = (double)(i % 41);
    }
    for (long c = 0; c < calls; c++) {
#pragma omp parallel for
        for (long i = 0; i < n; i++) {
            double s = 0.0;

            for (long j = 0; j < n; j++) {
                const double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
                s += 1.0 / sqrt(dx * dx + dy * dy + dz * dz + 0.01);
            }
            a[i] = s;
        }
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            x[i] += 1e-6 * a[i];
        total += a[c % n];
    }
    total += digest(x, n);
    free(x);
    return total;
}

static double multiply(long n, long calls)
{
    double *a = vector(n * n), *b = vector(n * n), *c = vector(n * n), total = 0.0;

    for (long i = 0; i < n * n; i++) {
        a[i] = (double)(i % 13) * 0.1;
        b[i] = (double)(i % 17) * 0.1;
    }
    for (long t = 0; t < calls; t++) {
#pragma omp parallel for
        for (long i = 0; i < n; i++) {
            for (long j = 0; j < n; j++)
                c[i * n + j] = 0.0;
            for (long k = 0; k < n; k++)
                for (long j = 0; j < n; j++)
                    c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
        total += digest(c, n * n);
        a[0] += 1.0;
    }
    free(a);
    free(b);
    free(c);
    return total;
}

// A long chain of arithmetic for each element.
static double chains(long n, long calls)
{
    double *x = vector(n);

    for (long i = 0; i < n; i++)
        x[i] = 0.1 + 0.8 * (double)(i % 1000) / 1000.0;
    for (long c = 0; c < calls; c++) {
#pragma omp parallel for
        for (long i = 0; i < n; i++) {
            double v = x[i];

            for (int k = 0; k < 1000; k++)
                v = 0.5 * (v + 0.7 / (v + 0.5));
            x[i] = v + 0.001 * x[i];
        }
    }
    const double result = digest(x, n);
    free(x);
    return result;
}

const struct shape computing_shapes[] = {
    {"integral_1e2_1e6", integrals, 100, 1000000, 100, 100, 1e-9},
    {"integral_1e6_1", integrals, 1000000, 1, 1000, 1, 1e-9},
    {"integral_1e7_20", integrals, 10000000, 20, 3000, 3, 1e-9},
    {"integral_1e9_1", integrals, 1000000000, 1, 10000, 1, 1e-9},
    {"mandelbrot_3000_1", mandelbrot, 3000, 1, 24, 1, 1e-3},
    {"gravity_3e4_10", gravity, 30000, 10, 120, 2, 1e-9},
    {"multiply_1500_4", multiply, 1500, 4, 30, 2, 1e-9},
    {"chains_1e6_10", chains, 1000000, 10, 30, 2, 1e-9},
    {NULL, NULL, 0, 0, 0, 0, 0.0},
};
