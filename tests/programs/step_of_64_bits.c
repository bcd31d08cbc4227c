/* SPDX-License-Identifier: MIT */
/* A variable of 64 bits that moves by an amount that is no constant, in several threads. */
#include <stdio.h>

#define N 100000

static double x[3 * N];

static double strided(int n, long step)
{
    double s = 0;
    long k = step < 0 ? -step * (n - 1) : 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += x[k];
        k += step;
    }
    return s + k;
}

int main(void)
{
    for (int i = 0; i < 3 * N; i++)
        x[i] = i % 997;
    for (long step = -3; step <= 3; step++)
        printf("%.0f\n", strided(N, step));
    return 0;
}
