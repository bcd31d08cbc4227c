/* Refused: the variable is reset in every iteration. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double row = 0;
#pragma tcr reduce(+ : row)
    for (int i = 0; i < N; i++) {
        row = 0;
        for (int j = 0; j < 4; j++)
            row += a[(i + j) % N];
    }
    printf("%.17g\n", row);
    return 0;
}
/* SPDX-License-Identifier: MIT */
