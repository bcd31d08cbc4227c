/* SPDX-License-Identifier: MIT */
/* Products of matrices with a precision: their errors are no larger than what the clause allows, on
 * either side; infinities and NaN come out as in the loop; products of other sizes than tiles.
 * device: 6
 * refused: precision
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define ROOM 40000
#define ALLOWED 1e-4
static float a[ROOM], b[ROOM], c[ROOM], was[ROOM];

static void fill(float largest, unsigned long long seed)
{
    float *const arrays[] = {a, b, c, was};
    for (int m = 0; m < 4; m++)
        for (int k = 0; k < ROOM; k++) {
            seed = seed * 6364136223846793005ull + 1442695040888963407ull;
            arrays[m][k] = largest * (float)((double)(seed >> 11) / 9007199254740992.0);
        }
    for (int k = 0; k < ROOM; k++)
        c[k] = was[k];
}

/* The greatest error of C = alpha A B + beta C, of m by n and sums of l, in units of the terms'
 * magnitudes. */
static double error_of(int m, int n, int l, double alpha, double beta)
{
    double worst = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = beta * was[i * n + j], size = fabs(sum);
            for (int k = 0; k < l; k++) {
                double term = alpha * a[i * l + k] * b[k * n + j];
                sum += term;
                size += fabs(term);
            }
            double error = fabs(c[i * n + j] - sum) / size;
            if (!(error <= worst))
                worst = error;
        }
    return worst;
}

static void check(const char *name, double error, double allowed)
{
    printf("%s: %s\n", name, error <= allowed ? "right" : "WRONG");
    if (!(error <= allowed))
        printf("%g, but %g\n", error, allowed);
}

static void set(int m, int n, int l)
{
#pragma tcr loop precision(1e-2)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < l; k++)
                s += a[i * l + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

static void add(int m, int n, int l)
{
#pragma tcr loop precision(ALLOWED)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < l; k++)
                c[i * n + j] += a[i * l + k] * b[k * n + j];
}

static void scale(int m, int n, int l, float alpha, float beta)
{
#pragma tcr loop collapse(2) precision(1e-5)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < l; k++)
                s += a[i * l + k] * b[k * n + j];
            c[i * n + j] = alpha * s + beta * c[i * n + j];
        }
}

static void by_word(int n)
{
#pragma tcr loop precision(tf32)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

static void half_with_rests(int n)
{
#pragma tcr loop precision(f16x3)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

/* C's columns follow each other. */
static void by_columns(int m, int n, int l)
{
#pragma tcr loop precision(bf16x2)
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            float s = 0;
            for (int k = 0; k < l; k++)
                s += a[i * l + k] * b[k * n + j];
            c[j * m + i] = s + c[j * m + i];
        }
}

static void turn(int m, int n)
{
    static float turned[ROOM];
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            turned[i * n + j] = c[j * m + i];
    for (int k = 0; k < m * n; k++)
        c[k] = turned[k];
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            turned[i * n + j] = was[j * m + i];
    for (int k = 0; k < m * n; k++)
        was[k] = turned[k];
}

static void odd_numbers(int n)
{
    int numbers = 0, infinite = 0;
    a[0] = INFINITY;
    a[2 * n + 3] = NAN;
    b[4 * n + 4] = -INFINITY;
    a[5 * n + 1] = 1e5f; /* too large for half precision */
    half_with_rests(n);
    for (int k = 0; k < n * n; k++) {
        numbers += isfinite(c[k]) != 0;
        infinite += isinf(c[k]) != 0;
    }
    printf("%d numbers, %d infinite, %.2f\n", numbers, infinite,
           c[5 * n + 7] / (a[5 * n + 1] * b[n + 7]));
}

int main(void)
{
    float s = 0;
    fill(1, 1);
    set(100, 70, 90);
    check("1e-2", error_of(100, 70, 90, 1, 0), 1e-2);
    fill(16, 2);
    add(33, 130, 200);
    check("1e-4", error_of(33, 130, 200, 1, 1), 1e-4);
    fill(1, 3);
    scale(50, 50, 700, 2, 0.5f);
    check("1e-5", error_of(50, 50, 700, 2, 0.5), 1e-5);
    fill(16, 4);
    by_word(64);
    check("tf32", error_of(64, 64, 64, 1, 0), 1e-3);
    fill(16, 6);
    by_columns(72, 128, 50);
    turn(72, 128);
    check("by columns", error_of(72, 128, 50, 1, 1), 4.1e-3);
    fill(1, 5);
    half_with_rests(65);
    check("f16x3", error_of(65, 65, 65, 1, 0), 3e-6);
    odd_numbers(65);
#pragma tcr reduce(+ : s) precision(bf16)
    for (int k = 0; k < 100; k++)
        s += was[k] > 0.5;
    printf("%g\n", s);
    return 0;
}
