/* Refused: a goto leads into a block. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        if (i % 3 == 0)
            goto inside;
        if (a[i] > 2) {
            sum += 1;
        inside:
            sum += a[i];
        }
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
