/* Refused: the reduction variable is an element of the array that the loop reads. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr reduce(+ : a[5])
    for (int i = 0; i < N; i++)
        a[5] += a[i];
    printf("%.17g\n", a[5]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
