/* Refused: Welford's running mean is carried. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double mean = 0, squares = 0;
#pragma tcr reduce(+ : squares)
    for (int i = 0; i < N; i++) {
        double d = a[i] - mean;
        mean += d / (i + 1);
        squares += d * (a[i] - mean);
    }
    printf("%.17g %.17g\n", mean, squares);
    return 0;
}
/* SPDX-License-Identifier: MIT */
