/* Refused: a compensated sum must not be re-associated. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    double c = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        double y = a[i] * 0.1 - c, t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
