/* SPDX-License-Identifier: MIT */
/*
 * The same products of matrices again and again, which the device's library is then asked for in a
 * shorter way: with other contents each time, of more matrices than are remembered, in memory that
 * has been another one's, and by several threads.  All sums are exact.
 *
 * flags: -O1 -pthread
 * device: 2
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, TIMES = 12, MATRICES = 10 };

static void product(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

static void add_product(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += a[k * n + i] * b[k * n + j];
            c[i * n + j] += 2 * s;
        }
}

static double checksum(int n, const double *c)
{
    double sum = 0;
    for (int i = 0; i < n * n; i++)
        sum += c[i] * (i % 13 - 6);
    return sum;
}

/* In place, so that only the contents change. */
static double in_place(int n, int first)
{
    double *a = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n * n),
           *c = malloc(sizeof(double) * n * n);
    double all = 0;

    for (int i = 0; i < n * n; i++)
        b[i] = i % 5 - 2;
    for (int t = 0; t < TIMES; t++) {
        for (int i = 0; i < n * n; i++)
            a[i] = (i * 7 + t + first) % 11 - 5;
        product(n, a, b, c);
        all += checksum(n, c) * (t + 1);
    }
    free(a);
    free(b);
    free(c);
    return all;
}

/* Kept on the device between the calls; C grows. */
static double kept(int n)
{
    float *a = malloc(sizeof(float) * n * n), *b = malloc(sizeof(float) * n * n),
          *c = calloc((size_t)n * n, sizeof(float));
    double all = 0;

    for (int i = 0; i < n * n; i++) {
        a[i] = (float)(i % 3 - 1);
        b[i] = (float)(i % 4 - 1);
    }
#pragma tcr data copyin(a [0:n * n], b [0:n * n]) copy(c [0:n * n])
    for (int t = 0; t < TIMES; t++) {
        add_product(n, a, b, c);
        a[t] += 1;
#pragma tcr update device(a [t:1])
    }
    for (int i = 0; i < n * n; i++)
        all += c[i] * (i % 7 - 3);
    free(a);
    free(b);
    free(c);
    return all;
}

static double many(int n)
{
    double *m[MATRICES], all = 0;

    for (int k = 0; k < MATRICES; k++) {
        m[k] = malloc(sizeof(double) * n * n);
        for (int i = 0; i < n * n; i++)
            m[k][i] = (i + k) % 3 - 1;
    }
    for (int t = 0; t < 6; t++)
        for (int k = 0; k + 2 < MATRICES; k++) {
            product(n, m[k], m[k + 1], m[MATRICES - 1]);
            all += checksum(n, m[MATRICES - 1]) * (k + 1);
            m[k][t] += 1;
        }
    for (int k = 0; k < MATRICES; k++)
        free(m[k]);
    return all;
}

struct work {
    pthread_t thread;
    int first;
    double result;
};

static void *run(void *of)
{
    struct work *w = of;

    w->result = in_place(N + w->first, w->first) + many(N - w->first);
    return NULL;
}

int main(void)
{
    struct work w[3];

    printf("%.17g %.17g\n", in_place(N, 0), in_place(N, 3));
    printf("%.17g %.17g\n", kept(N), many(N));
    for (int k = 0; k < 3; k++) {
        w[k].first = k;
        if (pthread_create(&w[k].thread, NULL, run, &w[k]))
            return 1;
    }
    for (int k = 0; k < 3; k++) {
        pthread_join(w[k].thread, NULL);
        printf("%.17g\n", w[k].result);
    }
    return 0;
}
