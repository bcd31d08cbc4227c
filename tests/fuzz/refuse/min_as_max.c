/* Refused: the comparison keeps the smaller value. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double x = 5;
#pragma tcr reduce(max : x)
    for (int i = 0; i < N; i++)
        if (a[i] < x)
            x = a[i];
    printf("%.17g\n", x);
    return 0;
}
/* SPDX-License-Identifier: MIT */
