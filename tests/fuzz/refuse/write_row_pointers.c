/* Refused: what is written are the row pointers that it follows. */
#include <stdio.h>

#define N 30000

static double a[N];
static double *rows[100];

static void run(unsigned char *y, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        y[i] = (unsigned char)(y[i] + 0 * (int)rows[i / 8][i % 100]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    for (int i = 0; i < 100; i++)
        rows[i] = a + i * 100;
    run((unsigned char *)rows, 8 * 100);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
