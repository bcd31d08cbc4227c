/* Refused: what is written is what is read one element on. */
#include <stdio.h>

#define N 30000

static double a[N];

static void run(double *y, const double *x, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 0.5 + 1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    run(a + 1, a, N - 1);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
