/* SPDX-License-Identifier: MIT */
/* Places that are put together of bits, or of a quotient and a remainder, in loops of which the
 * program promises that iterations do not meet: pairs of amplitudes of a state vector.  Sizes that
 * are no multiples, masks without a zero, products that wrap around.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 11
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void pairs(double *x, long n, long half)
{
#pragma omp parallel for
    for (long k = 0; k < n; k++) {
        const long low = k / half * 2 * half + k % half;
        const double a = x[low], b = x[low + half];
        x[low] = a + 2 * b;
        x[low + half] = a - b + (double)k;
    }
}

static void fours(double *x, long n, int first, int second)
{
#pragma omp parallel for
    for (long k = 0; k < n; k++) {
        long i = k;
        i = (i >> first << (first + 1)) | (i & ((1L << first) - 1));
        i = (i >> second << (second + 1)) | (i & ((1L << second) - 1));
        const long p = i | 1L << first, q = i | 1L << second;
        const double a = x[p];
        x[p] = x[q] + (double)k;
        x[q] = a;
    }
}

static void middles(double *x, int n, int first, int second)
{
#pragma omp parallel for
    for (int k = 0; k < n; k++) {
        const int low = k & ((1 << first) - 1),
                  middle = k >> first & ((1 << (second - first - 1)) - 1);
        const int i = low | middle << (first + 1) | k >> (second - 1) << (second + 1);
        x[i | 1 << second] += x[i];
        x[i] = 3 * k;
    }
}

/* A mask that leaves all, with a stride so large that products of ends would wrap around. */
static void all_bits(double *x, long n, long mask, long stride)
{
#pragma omp parallel for
    for (long k = 0; k < n; k++)
        x[((k & mask) * stride) / stride] += (double)(k % 10);
}

static void before_zero(double *x, long n, long bits)
{
#pragma omp parallel for
    for (long k = 0; k < n; k++)
        x[(k - 40) * 2 | bits] = (double)k;
}

/* Hashes: of 64 bits, the products wrap around. */
static double hashed(const double *x, size_t n, int shift)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (size_t i = 0; i < n; i++)
        s += x[i * 6364136223846793005u >> 54];
#pragma omp parallel for reduction(+ : s)
    for (size_t i = 0; i < n; i++)
        s += x[i * 6364136223846793005u / 18014398509481984u] + x[(i << 60 >> 57) & 1023];
#pragma omp parallel for reduction(+ : s)
    for (size_t i = 0; i < n; i++)
        s += x[i * 11400714819323198485u >> shift];
    return s;
}

/* By many small factors: each is less than 2 bits long, and together they are 26. */
static double hashed_in_steps(const double *x, size_t n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (size_t i = 0; i < n; i += (size_t)1 << 34)
        s += x[(i * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3) >> 54];
#pragma omp parallel for reduction(+ : s)
    for (size_t i = 0; i < n; i += (size_t)1 << 34)
        s += x[(i * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3) /
               18014398509481984u];
    return s;
}

/* The promise is none of what waits for others. */
static void counted(double *x, int *n_large, long n, long half)
{
#pragma omp parallel for
    for (long k = 0; k < n; k++) {
        x[k / half * 2 * half + k % half] += 1;
        if (k % 3 == 0)
#pragma omp atomic
            ++*n_large;
    }
}

static void show(const char *name, const double *x, long n)
{
    double s = 0, t = 0;
    for (long i = 0; i < n; i++) {
        s += x[i];
        t += x[i] * (double)(i % 101);
    }
    printf("%s %.17g %.17g\n", name, s, t);
}

int main(void)
{
    enum { N = 1 << 12 };
    double *x = calloc(N, sizeof *x);
    int n_large = 0;
    for (int i = 0; i < N; i++)
        x[i] = i % 17;
    for (int q = 0; q < 12; q += 5)
        pairs(x, N / 2, 1L << q);
    show("pairs", x, N);
    double *odd = malloc(322 * sizeof *odd);
    memcpy(odd, x, 322 * sizeof *odd);
    pairs(odd, 7 * 21 + 7, 21);
    show("odd pairs", odd, 322);
    fours(x, N / 4, 3, 7);
    fours(x, N / 4, 0, 11);
    fours(x, N / 4 - 77, 5, 6);
    show("fours", x, N);
    middles(x, N / 4, 2, 9);
    middles(x, N / 4, 0, 1);
    show("middles", x, N);
    all_bits(x, N, -1, 1L << 17);
    all_bits(x, 100, 127, 3);
    show("all bits", x, N);
    before_zero(x + 128, 90, 1);
    show("before zero", x, N);
    printf("%.17g %.17g\n", hashed(x, 7, 54), hashed(x, 5001, 54));
    printf("%.17g\n", hashed_in_steps(x, (size_t)1 << 44));
    counted(x, &n_large, N / 2, 64);
    show("counted", x, N);
    printf("%d\n", n_large);
    free(odd);
    free(x);
    return 0;
}
