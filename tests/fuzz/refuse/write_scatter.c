/* Refused: subscripts from memory may be equal. */
#include <stdio.h>

#define N 30000

static double a[N];
static int to[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    for (int i = 0; i < N; i++)
        to[i] = i * 7 % 1000;
#pragma tcr loop
    for (int i = 1; i < N - 1; i++)
        a[to[i]] = i;
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
