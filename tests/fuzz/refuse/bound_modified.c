/* Refused: the body changes the bound. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    int n = N;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < n; i++) {
        sum += a[i];
        if (i == 10)
            n = 50;
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
