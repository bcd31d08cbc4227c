/* Refused: one of the cases reads what the iteration before has written. */
#include <stdio.h>

#define N 30000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr loop
    for (int i = 1; i < N; i++)
        switch (i % 3) {
        case 0:
            a[i] = 1;
            break;
        case 1:
            a[i] += a[i - 1];
            /* fall through */
        default:
            a[i] *= 0.5;
        }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
