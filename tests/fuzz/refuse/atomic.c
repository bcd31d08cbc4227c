/* Refused: what an atomic operation gives depends on the order of the iterations. */
#include <stdio.h>

#define N 100

static double a[N];

static _Atomic int hits;

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        sum += a[i] * (hits++ % 3);
    }
    printf("%.17g\n", sum + hits);
    return 0;
}
/* SPDX-License-Identifier: MIT */
