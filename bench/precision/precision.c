/* SPDX-License-Identifier: MIT */
/*
 * precision.c: products of matrices in all precisions of tcr_gemm beside cuBLAS: time and error,
 * for n = 512 to 8192 or the numbers of the command line, of elements in [-1, 1] and [-16, 16]; and
 * batches of 16 by 16.
 *
 *     cc -O2 precision.c $(pkg-config --cflags --libs tcr) -lm -ldl && ./a.out 512 1024
 *
 * All matrices are on the device before.  A time is the least of several calls, each with all that
 * a call needs.  The error is the maximum norm of C less that of cuBLAS in FP64, and the greatest
 * quotient of an element's error and k max|A| max|B|; `bound` is tcr_gemm_bound(), which is
 * relative to an element's sum of |a b|.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../blas_peer.h"
#include "tcr.h"

/* ---- calls ---- */

static struct {
    long long n, batch;
    float *a, *b, *c; /* device memory */
    double *wide_a, *wide_b, *wide_c;
    enum tcr_precision precision;
} job;

static void by_tcr(void)
{
    const long long n = job.n, all = n * n;
    int error = tcr_gemm_batched(TCR_F32, 0, 0, n, n, n, 1, job.a, n, all, job.b, n, all, 0, job.c,
                                 n, all, job.batch, job.precision, NULL);
    if (error) {
        fprintf(stderr, "tcr_gemm: %s\n", tcr_strerror(error));
        exit(1);
    }
}
static void by_blas(void)
{
    const float one = 1, zero = 0;
    const int n = (int)job.n;
    if (blas.f32_batched(blas.handle, 0, 0, n, n, n, &one, job.b, n, (long long)n * n, job.a, n,
                         (long long)n * n, &zero, job.c, n, (long long)n * n, (int)job.batch))
        exit(1);
    blas.wait();
}
static void by_blas_f64(void)
{
    const double one = 1, zero = 0;
    const int n = (int)job.n;
    if (blas.f64(blas.handle, 0, 0, n, n, n, &one, job.wide_b, n, job.wide_a, n, &zero, job.wide_c,
                 n))
        exit(1);
    blas.wait();
}

/* Seconds, the least of so many calls as take a tenth of a second. */
static double measure(void (*call)(void))
{
    double least = INFINITY, begin;
    call();
    begin = blas_now();
    for (int k = 0; k < 100 && (k < 3 || blas_now() - begin < 0.1); k++) {
        double start = blas_now();
        call();
        least = fmin(least, blas_now() - start);
    }
    return least;
}

/* ---- data ---- */

static double random_of(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

/* The same numbers as float and double on the device. */
static void make(float *device, double *wide, long long n, double range, unsigned long long seed)
{
    float *x = malloc((size_t)n * sizeof *x);
    double *y = malloc((size_t)n * sizeof *y);
    for (long long k = 0; k < n; k++)
        y[k] = (double)(x[k] = (float)(range * random_of(&seed)));
    tcr_memcpy_to_device(device, x, (size_t)n * sizeof *x);
    if (wide)
        tcr_memcpy_to_device(wide, y, (size_t)n * sizeof *y);
    free(x);
    free(y);
}

static double error_of(const double *want)
{
    const size_t all = (size_t)(job.n * job.n);
    float *c = malloc(all * sizeof *c);
    double worst = 0;
    tcr_memcpy_from_device(c, job.c, all * sizeof *c);
    for (size_t k = 0; k < all; k++) {
        double error = fabs((double)c[k] - want[k]);
        if (!(error <= worst))
            worst = error;
    }
    free(c);
    return worst;
}

static const char *const names[] = {"full",   "tf32",   "tf32x2", "tf32x3", "bf16",
                                    "bf16x2", "bf16x3", "f16",    "f16x2",  "f16x3"};
enum { PRECISIONS = sizeof names / sizeof *names };

static int failed;

static void row(const char *name, double range, double seconds, double error, double bound)
{
    const double n = (double)job.n;
    printf("%5lld [-%g,%g] %-16s %10.4f ms %8.1f TFLOP/s  error %9.3g  relative %9.3g", job.n,
           range, range, name, 1e3 * seconds, 2 * n * n * n / seconds * 1e-12, error,
           error / (n * range * range));
    printf(bound > 0 ? "  bound %9.3g" : "", bound);
    /* of F16, elements are rounded to multiples of 2^-24 besides */
    if (bound > 0 && !(error <= bound * n * range * range + 0x1p-24 * n * range)) {
        printf("  WRONG");
        failed = 1;
    }
    printf("\n");
    fflush(stdout);
}

static void square(long long n, double range)
{
    const size_t all = (size_t)(n * n);
    double *want = malloc(all * sizeof *want), seconds;
    job.n = n;
    job.batch = 1;
    make(job.a, job.wide_a, n * n, range, 1);
    make(job.b, job.wide_b, n * n, range, 2);
    seconds = measure(by_blas_f64);
    tcr_memcpy_from_device(want, job.wide_c, all * sizeof *want);
    row("cuBLAS FP64", range, seconds, 0, 0);
    blas.math(blas.handle, BLAS_PEDANTIC);
    seconds = measure(by_blas);
    row("cuBLAS FP32", range, seconds, error_of(want), 0);
    blas.math(blas.handle, BLAS_TF32);
    seconds = measure(by_blas);
    row("cuBLAS TF32", range, seconds, error_of(want), 0);
    blas.math(blas.handle, BLAS_DEFAULT);
    for (int p = 0; p < PRECISIONS; p++) {
        job.precision = (enum tcr_precision)p;
        seconds = measure(by_tcr);
        row(names[p], range, seconds, error_of(want), tcr_gemm_bound(TCR_F32, job.precision, n));
    }
    free(want);
}

static void little(long long batch)
{
    job.n = 16;
    job.batch = batch;
    make(job.a, NULL, 256 * batch, 1, 1);
    make(job.b, NULL, 256 * batch, 1, 2);
    printf("16 by 16, %lld times: ", batch);
    blas.math(blas.handle, BLAS_PEDANTIC);
    printf("cuBLAS FP32 %.4f ms", 1e3 * measure(by_blas));
    for (int p = 1; p < PRECISIONS; p++) {
        double seconds;
        job.precision = (enum tcr_precision)p;
        seconds = measure(by_tcr);
        printf(", %s %.4f ms (%.0f GB/s)", names[p], 1e3 * seconds,
               3072e-9 * (double)batch / seconds);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    static const char *const usual[] = {"512", "1024", "2048", "4096", "8192"};
    const int n_sizes = argc > 1 ? argc - 1 : 5;
    const long long batch = 100000;
    long long most = 256 * batch;
    for (int k = 0; k < n_sizes; k++) {
        long long n = atoll(argc > 1 ? argv[k + 1] : usual[k]);
        most = n * n > most ? n * n : most;
    }
    float **const narrow[] = {&job.a, &job.b, &job.c};
    double **const wide[] = {&job.wide_a, &job.wide_b, &job.wide_c};
    for (int k = 0; k < 3; k++) {
        *narrow[k] = tcr_malloc((size_t)most * sizeof(float));
        *wide[k] = tcr_malloc((size_t)most * sizeof(double));
        if (!*narrow[k] || !*wide[k])
            return 1;
    }
    if (!blas_open()) {
        fprintf(stderr, "there is no cuBLAS\n");
        return 1;
    }
    printf("%s\n", tcr_device_name());
    for (int k = 0; k < n_sizes; k++)
        for (int range = 1; range <= 16; range += 15)
            square(atoll(argc > 1 ? argv[k + 1] : usual[k]), range);
    little(batch);
    return failed;
}
