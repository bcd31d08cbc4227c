/* Loops that write arrays and read elements whose place is known between two ends only:
 * an iteration may read anything between them.
 * flags: -O1
 * device: 3
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 30000 };

struct cell {
    double force, x;
};

/* reads the second half, where the first half's iterations have written */
static void halved(double *y, const double *x, int n, int step)
{
#pragma tcr loop
    for (int i = 0; i < n; i += step)
        y[i] = 0.5 * x[i / 2] + 1;
}

static void wrapped(double *y, const double *x, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        y[i] = x[i % m] + 1;
}

static void chosen(double *y, const double *x, int n, const unsigned char *at)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        y[i] += x[at[i]];
}

/* both stay in their own pair of elements */
static void pairs(double *y, const int *odd, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        y[2 * i + (odd[i] & 1)] = i;
}

/* reads no member that it writes */
static void ring(struct cell *c, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        int before = i == 0 ? n - 1 : i - 1;
        c[i].force = c[before].x - c[(i + 1) % n].x;
    }
}

int main(void)
{
    double *a = malloc(3 * N * sizeof *a), sum[5] = {0};
    struct cell *c = malloc(N * sizeof *c);
    unsigned char *at = malloc(N);
    int *odd = malloc(N * sizeof *odd);
    for (int i = 0; i < 3 * N; i++)
        a[i] = i % 17;
    for (int i = 0; i < N; i++) {
        at[i] = (unsigned char)(7 * i);
        odd[i] = 3 * i % 5;
        c[i] = (struct cell){0, i % 23};
    }
    halved(a, a + N / 3, N, 2);
    for (int i = 0; i < 3 * N; i++)
        sum[0] += a[i] * (1 + i % 3);
    wrapped(a + N / 7, a, N, N / 5);
    for (int i = 0; i < 3 * N; i++)
        sum[1] += a[i] * (1 + i % 3);
    chosen(a, a + 10, N, at);
    wrapped(a + N, a, N, N / 5); /* apart: on the device */
    for (int i = 0; i < 3 * N; i++)
        sum[2] += a[i] * (1 + i % 3);
    pairs(a, odd, N);
    ring(c, N);
    for (int i = 0; i < N; i++) {
        sum[3] += a[2 * i] * (i % 3) + a[2 * i + 1];
        sum[4] += c[i].force * (1 + i % 5);
    }
    printf("%.17g %.17g %.17g %.17g %.17g\n", sum[0], sum[1], sum[2], sum[3], sum[4]);
    free(a);
    free(c);
    free(at);
    free(odd);
    return 0;
}
/* SPDX-License-Identifier: MIT */
