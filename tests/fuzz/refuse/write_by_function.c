/* Refused: the function writes the element after. */
#include <stdio.h>

#define N 30000

static double a[N];

static void put(double *p, double x)
{
    p[1] = x + 1;
}
static void run(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        put(a + i, a[i]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    run(N - 1);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
