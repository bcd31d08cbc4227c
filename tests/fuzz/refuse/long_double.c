/* Refused: the reduction variable is long double. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    long double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%.17g\n", (double)sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
