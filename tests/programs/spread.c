/* Writes at places of which only the range can be computed: quotients, remainders, shifts.  Most
 * are places of an iteration's own; where iterations meet, the loop runs in its order.
 *
 * device: 8
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 10 };

struct amplitude {
    double re, im;
};

static double digest(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * (i % 7 + 1);
    return s;
}

/* Pairs of a butterfly. */
static void butterfly(double *x, long half, long pairs)
{
#pragma tcr loop
    for (long k = 0; k < pairs; k++) {
        const long low = k / half * 2 * half + k % half;
        const double a = x[low], b = x[low + half];
        x[low] = a + b;
        x[low + half] = 0.5 * (a - b);
    }
}

static void turn(struct amplitude *x, int bit, long pairs)
{
    const long half = 1L << bit;
#pragma tcr loop
    for (long k = 0; k < pairs; k++) {
        struct amplitude *a = x + (k / half * 2 * half + k % half);
        const struct amplitude keep = *a;
        a->re = a[half].im;
        a[half].im = keep.re + 1;
    }
}

/* Divisors that are constants, and a range that has as many places as iterations. */
static void tiles(double *x, int n)
{
#pragma tcr loop
    for (int k = 0; k < n; k++)
        x[k / 16 * 32 + k % 16 + 16] = k;
#pragma tcr loop
    for (int k = 0; k < 64; k++)
        x[k % 8 * 8 + k / 8] += k;
}

static void transposed(double *to, const double *from, unsigned rows, unsigned columns)
{
#pragma tcr loop
    for (unsigned k = 0; k < rows * columns; k++)
        to[k % columns * rows + k / columns] = from[k];
}

/* Of an array that the program declares, and of one behind a member. */
static double table[N];
struct holder {
    double *x;
};

static void others(struct holder *h, long half)
{
#pragma tcr loop
    for (long k = 0; k < N / 2; k++)
        table[k / half * 2 * half + k % half] = k;
#pragma tcr loop
    for (long k = 0; k < N / 2; k++)
        h->x[k / half * 2 * half + k % half] -= k;
}

/* Two iterations have one element: the last one's value stays. */
static void meet(double *x, long half)
{
#pragma tcr loop
    for (long k = 0; k < N; k++)
        x[k % half] = k;
}

int main(void)
{
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    struct amplitude *z = calloc(N, sizeof *z);
    for (int i = 0; i < N; i++)
        x[i] = i * 0.25;
    for (long half = 1; half < N; half *= 2)
        butterfly(x, half, N / 2);
    printf("%.6g\n", digest(x, N));
    for (int bit = 0; bit < 10; bit++)
        turn(z, bit, N / 2);
    printf("%.6g\n", digest((double *)z, 2 * N));
    tiles(x, N / 2);
    printf("%.6g\n", digest(x, N));
    transposed(y, x, 32, N / 32);
    printf("%.6g\n", digest(y, N));
    others(&(struct holder){y}, 8);
    printf("%.6g %.6g\n", digest(table, N), digest(y, N));
    meet(x, N);
    printf("%.6g\n", digest(x, N));
    meet(x, 100);
    printf("%.6g\n", digest(x, N));
    free(x);
    free(y);
    free(z);
    return 0;
}
/* SPDX-License-Identifier: MIT */
