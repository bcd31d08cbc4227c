/* Last values: a temporary that the next turn of the loop around may read. */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double s = 0, t = 5;
    for (int k = 0; k < 4; k++) {
        if (k == 2) {
            printf("%g\n", t);
            t = 0;
        }
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++) {
            t = a[i] * 2;
            s += t;
        }
        if (k == 1)
            continue;
        t = 0;
    }
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
