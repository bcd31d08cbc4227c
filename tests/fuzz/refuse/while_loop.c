/* Refused: a while loop is no for loop. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    int i = 0;
#pragma tcr reduce(+ : sum)
    while (i < N) {
        sum += a[i];
        i++;
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
