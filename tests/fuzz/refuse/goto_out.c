/* Refused: a goto leaves the loop. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        if (a[i] > 7)
            goto out;
        sum += a[i];
    }
out:
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
