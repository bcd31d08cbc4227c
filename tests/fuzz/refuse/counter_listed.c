/* Refused: the list names the inner loop's counter. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum, j)
    for (i = 0; i < N - 4; i++)
        for (j = 0; j < 4; j++)
            sum += a[i + j];
    printf("%.17g %d\n", sum, j);
    return 0;
}
/* SPDX-License-Identifier: MIT */
