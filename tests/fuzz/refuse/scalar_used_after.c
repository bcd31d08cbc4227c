/* Refused: a scalar that only some iterations set is used after the loop. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    double last = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        if (a[i] > 4)
            last = a[i] * 2;
        sum += a[i];
    }
    printf("%.17g\n", sum + last);
    return 0;
}
/* SPDX-License-Identifier: MIT */
