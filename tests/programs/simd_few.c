/* SPDX-License-Identifier: MIT */
/* Short loops under simd alone, of a length that the program finds, that functions have which threads
 * call: nobody asks where they run, and they find what the device has written.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * decided: yes
 */
#include <stdio.h>
#include <stdlib.h>

#define N 200000

static double *x, *y;

static double dot(const double *a, const double *b, int n)
{
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void scale(double *a, double by, int n)
{
#pragma omp simd
    for (int i = 0; i < n; i++)
        a[i] *= by;
}

static void step(double t)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        x[i] = x[i] * 0.5 + t;
        y[i] = x[i] - i % 3;
    }
}

int main(int argc, char **argv)
{
    const int longest = argc > 1 ? atoi(argv[1]) : 9;
    double all = 0;
    x = malloc(N * sizeof *x);
    y = malloc(N * sizeof *y);
    for (int i = 0; i < N; i++)
        x[i] = y[i] = i % 5;
    for (int t = 0; t < 6; t++) {
        step(t);
        for (int k = 0; k < N; k += 40000) {
            scale(x + k, 2, k % 7 % longest + 1);
            all += dot(x + k, y + k, k % 11 % longest);
        }
        all += dot(x, y, 3000);
    }
#pragma omp parallel for reduction(+ : all)
    for (int k = 0; k < N - 10; k++)
        all += dot(x + k, y + k, k % longest);
    printf("%.10g\n", all);
    free(x);
    free(y);
    return 0;
}
