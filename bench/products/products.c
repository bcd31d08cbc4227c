/* SPDX-License-Identifier: MIT */
/*
 * products.c: products of matrices written as loops beside cuBLAS, time and error, for n = 256 to
 * 8192 or the numbers of the command line.
 *
 *     tcr-cc -O2 products.c loops.c -lm -ldl && ./a.out 256 512 (default: 256 to 8192)
 *     TCR_BLAS=0 ./a.out          the program's own kernels alone
 *     TCR_BLAS=1 ./a.out          by cuBLAS from the first call on
 *
 * All matrices are on the device before.  A time is the least of several calls, each with all that
 * a call needs.  An error is the greatest of 64 elements', against sums in long double, divided by
 * k max|A| max|B|.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "../blas_peer.h"
#include "products.h"
#include "tcr.h"

/* ---- data ---- */

static double random_of(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

static void fill(int n, int wide, void *x, double range, unsigned long long seed)
{
    for (long k = 0; k < (long)n * n; k++) {
        double value = range * random_of(&seed);
        if (wide)
            ((double *)x)[k] = value;
        else
            ((float *)x)[k] = (float)value;
    }
}

static long double at(int wide, const void *x, long k)
{
    return wide ? ((const double *)x)[k] : (long double)((const float *)x)[k];
}

static double error_of(int n, int wide, const void *a, const void *b, const void *c, double range)
{
    unsigned long long seed = 99;
    double worst = 0;
    for (int k = 0; k < 64; k++) {
        long i = (long)((random_of(&seed) + 1) / 2 * n), j = (long)((random_of(&seed) + 1) / 2 * n);
        long double sum = 0;
        for (long l = 0; l < n; l++)
            sum += at(wide, a, i * n + l) * at(wide, b, l * n + j);
        double error = fabs((double)(at(wide, c, i * n + j) - sum));
        if (!(error <= worst))
            worst = error;
    }
    return worst / (range * range * n);
}

/* ---- calls ---- */

static int n_now;
static void *a_now, *b_now, *c_now;

static void peer_f64(void)
{
    const double one = 1, zero = 0;
    blas.f64(blas.handle, 0, 0, n_now, n_now, n_now, &one, tcr_deviceptr(b_now), n_now,
             tcr_deviceptr(a_now), n_now, &zero, tcr_deviceptr(c_now), n_now);
    blas.wait();
}
static void peer_f32(void)
{
    const float one = 1, zero = 0;
    blas.f32(blas.handle, 0, 0, n_now, n_now, n_now, &one, tcr_deviceptr(b_now), n_now,
             tcr_deviceptr(a_now), n_now, &zero, tcr_deviceptr(c_now), n_now);
    blas.wait();
}
static void loops_f64(void)
{
    product_f64(n_now, a_now, b_now, c_now);
}
static void loops_f32(void)
{
    product_f32(n_now, a_now, b_now, c_now);
}

/* Seconds, the least of so many calls as take a third of a second. */
static double measure(void (*call)(void))
{
    double least = INFINITY, begin;
    call();
    begin = blas_now();
    for (int k = 0; k < 200 && (k < 3 || blas_now() - begin < 0.3); k++) {
        double start = blas_now();
        call();
        least = fmin(least, blas_now() - start);
    }
    return least;
}

static const struct way {
    const char *name;
    int wide, pedantic;
    void (*call)(void);
    int peer;
} ways[] = {{"loops f64", 1, 0, loops_f64, 0},          {"cuBLAS f64", 1, 0, peer_f64, 1},
            {"cuBLAS f64 pedantic", 1, 2, peer_f64, 1}, {"loops f32", 0, 0, loops_f32, 0},
            {"cuBLAS f32", 0, 0, peer_f32, 1},          {"cuBLAS f32 pedantic", 0, 2, peer_f32, 1}};

/* 0: all errors are as small as that of sums in the type. */
static int run(int n, double range, int peers)
{
    int wrong = 0;
    size_t bytes = sizeof(double) * (size_t)n * (size_t)n;
    void *a = malloc(bytes), *b = malloc(bytes), *c = calloc(1, bytes);
    n_now = n;
    a_now = a;
    b_now = b;
    c_now = c;
    for (size_t k = 0; k < sizeof ways / sizeof *ways && a && b && c; k++) {
        if (ways[k].peer && !peers)
            continue;
        fill(n, ways[k].wide, a, range, 1);
        fill(n, ways[k].wide, b, range, 2);
        if (tcr_copyin(a, bytes) || tcr_copyin(b, bytes) || tcr_copyin(c, bytes))
            exit(1);
        if (ways[k].peer)
            blas.math(blas.handle, ways[k].pedantic);
        double seconds = measure(ways[k].call);
        tcr_update_host(c, bytes);
        double error = error_of(n, ways[k].wide, a, b, c, range);
        wrong |= !(error <= (ways[k].wide ? 0x1p-52 : 0x1p-23));
        printf("%6d  %-22s %10.2f us %9.0f GFLOP/s   error %.2e\n", n, ways[k].name, seconds * 1e6,
               2e-9 * n * n * n / seconds, error);
        fflush(stdout);
        tcr_delete(a, bytes);
        tcr_delete(b, bytes);
        tcr_delete(c, bytes);
    }
    free(a);
    free(b);
    free(c);
    return wrong;
}

int main(int argc, char **argv)
{
    printf("device: %s\n", tcr_device_name() ? tcr_device_name() : "none");
    int peers = blas_open(), wrong = 0;
    for (int n = 256; argc < 2 && n <= 8192; n *= 2)
        wrong |= run(n, 1, peers);
    for (int k = 1; k < argc; k++)
        wrong |= run(atoi(argv[k]), 1, peers);
    return wrong;
}
