/* Refused: it relaxes in place. */
#include <stdio.h>

#define N 30000

static double a[N];
#define AT(i, j) a[(i)*150 + (j)]

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr loop
    for (int i = 1; i < 149; i++)
        for (int j = 1; j < 149; j++)
            AT(i, j) = 0.25 * (AT(i - 1, j) + AT(i + 1, j) + AT(i, j - 1) + AT(i, j + 1));
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
