/* Refused: rows of the matrix overlap in the flat array. */
#include <stdio.h>

#define N 30000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr loop collapse(2)
    for (int i = 0; i < 290; i++)
        for (int j = 0; j < 101; j++)
            a[i * 100 + j] += i - j;
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
