/* Refused: a case is entered without the assignment before it. */
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
        switch (i % 3) {
        case 0:
            t = a[i];
            break;
        default:
            s += t;
        }
    }
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
