/* SPDX-License-Identifier: MIT */
/* Sums, differences and products that functions update by their addresses: with conditions, with
 * a continue in the loop, two levels, in a team, beside others that the loop updates itself.
 * flags: -O2 -std=gnu11 -fopenmp
 * accept: omp
 * device: 5
 */
#include <math.h>
#include <stdio.h>

enum { N = 3000 };
static double a[N];

static inline void accumulate(double *sum, int *count, double v)
{
    if (v > 0.25) {
        *sum += v;
        ++*count;
    }
}

static void scale(double *p, double by)
{
    *p *= by;
}

static void add(double *sum, double v)
{
    *sum += v;
}

static void mix(unsigned *h, unsigned i)
{
    *h ^= i * 2654435761u;
}

int main(void)
{
    double sum = 1, product = 2, e1 = 0, e2 = 0, shared = 0, weight = 0;
    int count = 3, missed = 0;
    unsigned h = 17;

    for (int i = 0; i < N; i++)
        a[i] = fabs(sin(i));
#pragma omp parallel for reduction(+ : sum, count) reduction(- : missed)
    for (int i = 0; i < N; i++) {
        if (i % 5 == 0) {
            missed++;
            continue;
        }
        accumulate(&sum, &count, a[i]);
    }
    printf("%.9g %d %d\n", sum, count, missed);
#pragma omp parallel for reduction(* : product) reduction(^ : h)
    for (int i = 0; i < 40; i++) {
        scale(&product, 1 + a[i]);
        mix(&h, (unsigned)i);
    }
    printf("%.9g %u\n", product, h);
#pragma omp parallel for reduction(+ : e1, e2) collapse(2)
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 40; j++) {
            int none = 0;
            accumulate(&e1, &none, a[i + j]);
            e2 += a[i * 40 + j];
        }
    printf("%.9g %.9g\n", e1, e2);
#pragma omp parallel
    {
#pragma omp for reduction(+ : shared)
        for (int i = 0; i < N; i++)
            for (int k = 0; k < 5; k++) {
                int none = 0;
                accumulate(&shared, &none, a[(i + k) % N]);
            }
    }
#pragma omp simd reduction(+ : weight)
    for (int i = 0; i < N; i++)
        add(&weight, a[i]);
    printf("%.9g %.9g\n", shared, weight);
    return 0;
}
