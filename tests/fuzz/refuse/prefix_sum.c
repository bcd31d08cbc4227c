/* Refused: the reduction variable is an offset: a hidden prefix sum. */
#include <stdio.h>

#define N 100

static double a[N];

static double b[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    int count = 0;
#pragma tcr reduce(+ : count)
    for (int i = 0; i < N; i++) {
        if (a[i] > 4)
            b[count++] = a[i];
    }
    printf("%.17g\n", count + b[7]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
