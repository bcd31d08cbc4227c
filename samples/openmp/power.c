/*
 * The largest eigenvalue of a symmetric matrix by power iteration, as OpenMP programs are
 * written: one parallel region for the whole iteration, loops orphaned in functions, a
 * combined construct here and there.  Nothing in it knows of tcr:
 *
 *     tcr-cc --tcr-accept=omp -fopenmp -O2 power.c -o power -lm
 *
 * The matrix is that of -d2/dx2 on n points, whose largest eigenvalue is
 * 2 + 2 cos(pi / (n + 1)).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double dot_result;

/* All threads of the team call it. */
static void dot(const double *x, const double *y, int n)
{
#pragma omp single
    dot_result = 0;
#pragma omp for reduction(+ : dot_result)
    for (int i = 0; i < n; i++)
        dot_result += x[i] * y[i];
}

static void multiply(const double *x, double *y, int n)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i] - (i > 0 ? x[i - 1] : 0) - (i < n - 1 ? x[i + 1] : 0);
}

static double largest(double *x, double *y, int n, int turns)
{
    double lambda = 0;
#pragma omp parallel shared(lambda)
    for (int turn = 0; turn < turns; turn++) {
        multiply(x, y, n);
        dot(y, y, n);
        double norm = sqrt(dot_result);
#pragma omp barrier
        dot(x, y, n);
#pragma omp single
        lambda = dot_result;
#pragma omp for
        for (int i = 0; i < n; i++)
            x[i] = y[i] / norm;
    }
    return lambda;
}

int main(void)
{
    enum { N = 20000, TURNS = 60 };
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    double norm = 0, most = 0;
    if (!x || !y)
        return 1;
    for (int i = 0; i < N; i++)
        x[i] = (i % 2 ? -1 : 1) * (1 + i % 10 * 0.01);
#pragma omp parallel for reduction(+ : norm)
    for (int i = 0; i < N; i++)
        norm += x[i] * x[i];
    norm = sqrt(norm);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        x[i] /= norm;
    printf("largest eigenvalue  %.4f\n", largest(x, y, N, TURNS));
    printf("expected            %.4f\n", 2 + 2 * cos(acos(-1.0) / (N + 1)));
#pragma omp parallel for simd reduction(max : most)
    for (int i = 0; i < N; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    printf("largest component   %.4f\n", most);
    free(x);
    free(y);
    return 0;
}
/* SPDX-License-Identifier: MIT */
