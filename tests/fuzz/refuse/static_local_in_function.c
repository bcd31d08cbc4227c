/* Refused: a called function keeps state. */
#include <stdio.h>

#define N 100

static double a[N];

static double next(void)
{
    static double state;
    return state += 0.25;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += a[i] * next();
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
