/* Refused: the subscript moves in some iterations only. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    int k = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        if (a[i] > 3)
            continue;
        sum += a[k] * i;
        k++;
    }
    printf("%.17g %d\n", sum, k);
    return 0;
}
/* SPDX-License-Identifier: MIT */
