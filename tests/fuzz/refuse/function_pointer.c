/* Refused: a call through a pointer. */
#include <stdio.h>

#define N 100

static double a[N];

static double half(double x)
{
    return x / 2;
}

static double twice(double x)
{
    return x * 2;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    double (*f)(double) = a[1] > 3 ? half : twice;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += f(a[i]);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
