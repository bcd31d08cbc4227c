/* Refused: a goto passes by what sets the temporary. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0, t = 5;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        int turns = 0;
        goto test;
    set:
        t = a[i];
    test:
        sum += t;
        if (turns++ < i % 3)
            goto set;
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
