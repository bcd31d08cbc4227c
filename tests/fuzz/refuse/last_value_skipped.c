/* Refused: the last iterations do not assign what is used after the loop. */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double s = 0, t = 5;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (i >= 20)
            continue;
        t = a[i] * 2;
        s += t;
    }
    printf("%g %g\n", s, t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
