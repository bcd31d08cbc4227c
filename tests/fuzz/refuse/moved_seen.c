/* Refused: the moved subscript is read by another name. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    int k = 0;
    const int *seen = &k;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        sum += a[*seen] * i;
        k++;
    }
    printf("%.17g %d\n", sum, k);
    return 0;
}
/* SPDX-License-Identifier: MIT */
