/* Last values: a temporary whose value a break carries past its next assignment. */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double s = 0, t = -1;
    for (int k = 0; k < 2; k++) {
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++) {
            t = a[i] * 2;
            s += t;
        }
        if (k == 1)
            break;
        t = 0;
    }
    printf("%g %g\n", s, t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
