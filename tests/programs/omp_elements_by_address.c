/* SPDX-License-Identifier: MIT */
/* Elements of reduced arrays that functions update by address: of sums, products and exclusive ors,
 * of arrays, rows and sections, with subscripts that have effects, several in a call, handed on;
 * and one function that looks at the element, whose loop stays with the compiler.
 * flags: -O2 -fopenmp
 * accept: omp
 * device: 6
 * refused: reduction-misuse
 */
#include <stdio.h>
#include <stdlib.h>

static void add(double *p, double v)
{
    *p += v;
}
static void tally(long *p, int c)
{
    if (c)
        ++*p;
}
static void two(double *a, double *b, double v)
{
    *a += v;
    b[0] -= v;
}
static void via(double *p, double v)
{
    add(p, v);
    add(p, 1);
}
static void mul(double *p, double v)
{
    *p *= v;
}
static void mix(unsigned *h, unsigned v)
{
    *h ^= v * 2654435761u;
}
static void clamp(double *p, double v)
{
    *p += v;
    if (*p > 10)
        *p = 10;
}
int main(void)
{
    int n = 1000;
    double arr[3] = {0, 1, 2};
    long h[16] = {0};
#pragma omp parallel for reduction(+ : arr, h)
    for (int i = 0; i < n; i++) {
        add(&arr[i % 3], i);
        tally(&h[i * 7 % 16], i % 3);
        if (i % 5 == 0)
            add(arr + 1, 2);
    }
    printf("%g %g %g %ld %ld\n", arr[0], arr[1], arr[2], h[0], h[15]);
    double *d = calloc(64, sizeof *d), m[4][5] = {{0}};
    int *bin = malloc(n * sizeof *bin);
    for (int i = 0; i < n; i++)
        bin[i] = i * i % 64;
#pragma omp parallel for reduction(+ : d[:64], m)
    for (int i = 0; i < n; i++) {
        via(&d[bin[i]], .5);
        int k = 0;
        add(&m[i % 4][k++ + i % 5], i);
        via(&m[k][k], k);
    }
    double q = 0;
    for (int i = 0; i < 64; i++)
        q += d[i] * i;
    for (int i = 0; i < 20; i++)
        q += m[0][i] * i;
    printf("%g\n", q);
    double c[4] = {0}, e[4] = {0};
#pragma omp parallel for reduction(+ : c, e)
    for (int i = 0; i < n; i++)
        two(&c[i & 3], &e[i % 4], i);
    printf("%g %g %g\n", c[0], e[0], e[3]);
    double pr[2] = {1, 1};
    unsigned x[8] = {0};
#pragma omp parallel for reduction(* : pr) reduction(^ : x)
    for (int i = 0; i < n; i++) {
        mul(&pr[i & 1], 1 + 1e-4 * i);
        mix(&x[i & 7], i);
        for (int k = 0; k < 3; k++)
            mix(&x[(i + k) & 7], k);
    }
    printf("%g %g %u %u\n", pr[0], pr[1], x[0], x[7]);
#pragma omp parallel for reduction(+ : c)
    for (int i = 0; i < n; i++)
        clamp(&c[i & 3], i);
#pragma omp parallel for reduction(+ : c)
    for (int i = 0; i < n; i++)
        two(&c[i & 3], &c[(i + 1) & 3], i);
    printf("%g %g\n", c[0], c[1]);
#pragma tcr reduce(+ : h [0:16])
    for (int i = 0; i < n; i++)
        tally(&h[i * 5 % 16], i % 3);
    printf("%ld %ld\n", h[0], h[15]);
}
