/* Refused: it goes down, and reads what it has just written. */
#include <stdio.h>

#define N 30000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr loop
    for (int i = N - 2; i >= 0; i--)
        a[i] = a[i + 1] * 0.5 + i;
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
