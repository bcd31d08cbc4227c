/* Refused: the variable of the clause is a loop counter. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    int i;
#pragma tcr reduce(+ : sum, i)
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("%.17g\n", sum + i);
    return 0;
}
/* SPDX-License-Identifier: MIT */
