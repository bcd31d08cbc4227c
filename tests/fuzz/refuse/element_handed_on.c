/* Refused: a called function reads the reduced element. */
#include <stdio.h>

#define N 1000

static double a[N];

static double get(const double *h)
{
    return h[0];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double h[1] = {1};
#pragma tcr reduce(+ : h[0])
    for (int i = 0; i < N; i++)
        h[0] += a[i] * 0.001 + get(h) * 0.001;
    printf("%.6g\n", h[0]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
