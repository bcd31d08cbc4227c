/* Refused: an integer variable takes floating terms: every step truncates. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    long count = 0;
#pragma tcr reduce(+ : count)
    for (int i = 0; i < N; i++)
        count += a[i] - 4;
    printf("%ld\n", count);
    return 0;
}
/* SPDX-License-Identifier: MIT */
