/* Refused: a continue skips the assignment of a temporary. */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double s = 0, t = 1;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        do {
            if (i % 3)
                continue;
            t = a[i];
        } while (0);
        s += t;
    }
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
