/* Refused: it calls a function of another unit. */
#include <stdio.h>

#define N 100

static double a[N];

int rand_r(unsigned *seed);

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    unsigned seed = 1;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += rand_r(&seed) % 7;
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
