/* SPDX-License-Identifier: MIT */
/* Products of matrices as OpenMP's programs write them: the host computes large ones in tiles, with
 * the bits of the loops.
 * flags: -O1 -fopenmp -ffp-contract=off
 * accept: omp
 * device: 3
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 128, MOST = N * N };
static double a[MOST], b[MOST], c[MOST], d[MOST];

/* Another order of the sum is the device's right, not the host's. */
static int same(double x, double y)
{
    const char *target = getenv("TCR_TARGET");
    bool device = getenv("TCR_BACKEND") || (target && strcmp(target, "host") != 0);
    return device ? x - y < 1e-12 && y - x < 1e-12 : memcmp(&x, &y, sizeof x) == 0;
}

static void fill(void)
{
    unsigned x = 12345;
    for (int i = 0; i < MOST; i++) {
        x = x * 1103515245u + 12345u;
        a[i] = (double)(int)(x >> 8) * 0x1p-22 - 1;
        b[i] = (double)(int)(x >> 12) * 0x1p-20 - 0.5;
        c[i] = d[i] = i % 17 * 0.125;
    }
}

static void check(const char *what, int n)
{
    int bad = 0;
    for (int i = 0; i < n * n; i++)
        bad += !same(c[i], d[i]);
    printf("%s: %d of %d differ\n", what, bad, n * n);
}

/* d, on the host as it stands. */
static void reference(int n, int set)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = set ? 0 : d[i * n + j];
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            d[i * n + j] = sum;
        }
}

static void set_first(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

static void local_sum(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

/* The program asks for a number of threads: it is its own loop. */
static void two_threads(int n)
{
#pragma omp parallel for num_threads(2) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

/* What is written is read, too: no product. */
static void in_place(int n, double *x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                x[i * n + j] += x[i * n + k] * 0.001;
}

static void in_place_parallel(int n, double *x, const double *y)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                x[i * n + j] += y[i * n + k] * 0.001;
}

int main(void)
{
    static const int sizes[] = {3, 40, 97, N};

    for (int k = 0; k < 4; k++) {
        int n = sizes[k];
        fill();
        set_first(n);
        reference(n, 1);
        check("set first", n);
        fill();
        local_sum(n);
        reference(n, 1);
        check("local sum", n);
        fill();
        two_threads(n);
        reference(n, 0);
        check("two threads", n);
        fill();
        in_place_parallel(n, c, c);
        in_place(n, d);
        check("in place", n);
    }
    return 0;
}
