/* Refused: the reduced element is another one in every iteration. */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    static double h[8];
#pragma tcr reduce(+ : h[i % 8])
    for (int i = 0; i < N; i++)
        h[i % 8] += a[i];
    printf("%g %g\n", h[0], h[7]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
