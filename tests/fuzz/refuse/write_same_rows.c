/* Refused: two row pointers point to one row. */
#include <stdio.h>

#define N 30000

static double a[N];
static double *rows[200];

static void run(double **r, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 100; j++)
            r[i][j] = r[i][j] * 0.5 + i;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    for (int i = 0; i < 200; i++)
        rows[i] = a + i % 150 * 100;
    run(rows, 200);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
