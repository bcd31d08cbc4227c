/* Refused: each iteration moves the subscript further than the one before. */
#include <stdio.h>

#define N 100

static double a[N * N];

int main(void)
{
    for (int i = 0; i < N * N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    int k = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        sum += a[k];
        for (int j = 0; j < i; j++)
            k++;
    }
    printf("%.17g %d\n", sum, k);
    return 0;
}
/* SPDX-License-Identifier: MIT */
