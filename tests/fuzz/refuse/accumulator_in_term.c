/* Refused: the update reads the variable twice. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += a[i] - 0.5 * sum;
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
