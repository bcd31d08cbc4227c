/* Last values: it changes a thread-local variable. */
#include <stdio.h>

#define N 100

static double a[N];

static _Thread_local int seen;

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        seen = i;
        sum += a[i];
    }
    printf("%.17g\n", sum + seen);
    return 0;
}
/* SPDX-License-Identifier: MIT */
