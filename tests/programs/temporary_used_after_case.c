/* Last values: a temporary that the next case would assign, but for the break. */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double s = 0, t = -1;
    switch ((int)a[0]) {
    case 1:
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++) {
            t = a[i] * 2;
            s += t;
        }
        break;
    case 2:
        t = 0;
    }
    printf("%g %g\n", s, t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
