/* Refused: where it writes depends on how many iterations have written. */
#include <stdio.h>

#define N 30000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    int k = 0;
#pragma tcr loop
    for (int i = 0; i < N; i++)
        if (a[i] > 3)
            a[k++] = a[i];
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g %d\n", sum, k);
    return 0;
}
/* SPDX-License-Identifier: MIT */
