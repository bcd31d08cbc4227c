/* Refused: a called function writes a global. */
#include <stdio.h>

#define N 100

static double a[N];

static int calls;
static double counted(double x)
{
    calls++;
    return x;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += counted(a[i]);
    printf("%.17g\n", sum + calls);
    return 0;
}
/* SPDX-License-Identifier: MIT */
