/* Refused: the reduction variable is read in the body. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    double above = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        sum += a[i];
        if (sum > 100)
            above++;
    }
    printf("%.17g\n", sum + above);
    return 0;
}
/* SPDX-License-Identifier: MIT */
