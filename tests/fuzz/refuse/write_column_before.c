/* Refused: the column before is written, too. */
#include <stdio.h>

#define N 30000

static double a[N];
#define AT(i, j) a[(i)*150 + (j)]

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr loop collapse(2)
    for (int i = 0; i < 150; i++)
        for (int j = 1; j < 150; j++)
            AT(i, j) = AT(i, j - 1) * 0.5 + 1;
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
