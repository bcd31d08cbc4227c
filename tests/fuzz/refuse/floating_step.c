/* Refused: the step is not an integer. */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i += 2.5)
        s += a[i];
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
