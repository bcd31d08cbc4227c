/* Refused: what gets the address of the reduction variable does more with it than add to it. */
#include <stdio.h>

#define N 100

static double a[N];

static void add_to(double *x, double e)
{
    *x += *x > 3 ? -e : e;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        add_to(&sum, 0.125);
        sum += a[i];
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
