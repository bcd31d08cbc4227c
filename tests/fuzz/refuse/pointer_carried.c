/* Refused: a pointer walks along with the loop, not always as far. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    const double *p = a;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N / 2; i++) {
        sum += *p;
        p += 1 + (i & 1);
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
