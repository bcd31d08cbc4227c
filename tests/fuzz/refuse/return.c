/* Refused: a return leaves the loop. */
#include <stdio.h>

#define N 100

static double a[N];

static double sum_until(double limit)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        if (a[i] > limit)
            return sum;
        sum += a[i];
    }
    return -1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;

    printf("%.17g\n", sum_until(7.5));
    return 0;
}
/* SPDX-License-Identifier: MIT */
