/* Refused: many iterations of the outer loop add to one element. */
#include <stdio.h>

#define N 30000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr loop
    for (int i = 0; i < 170; i++)
        for (int j = 0; j <= i; j++)
            a[j] += i - 2 * j;
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
