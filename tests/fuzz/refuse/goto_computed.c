/* Refused: a goto to a computed label. */
#include <stdio.h>

#define N 100

static double a[N];

static double kind(const double *x)
{
    static const void *const to[] = {&&small, &&large};
    goto *to[*x > 4];
small:
    return 1;
large:
    return *x;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += kind(&a[i]);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
