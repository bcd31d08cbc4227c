/* Refused: the matrix is transposed in place. */
#include <stdio.h>

#define N 30000

static double a[N];
#define AT(i, j) a[(i)*150 + (j)]

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr loop
    for (int i = 0; i < 150; i++)
        for (int j = 0; j < 150; j++)
            AT(i, j) = AT(j, i) + j;
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
