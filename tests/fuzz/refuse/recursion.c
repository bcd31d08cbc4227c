/* Refused: a recursive function. */
#include <stdio.h>

#define N 100

static double a[N];

static int ones(int k)
{
    return k == 0 ? 0 : (k & 1) + ones(k / 2);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += ones(i);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
