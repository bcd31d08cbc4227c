/* Refused: Neumaier's compensated sum. */
#include <math.h>
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) * 0.1;
    double sum = 1e16, lost = 0;
#pragma tcr reduce(+ : sum, lost)
    for (int i = 0; i < N; i++) {
        double t = sum + a[i];
        if (fabs(sum) >= fabs(a[i]))
            lost += (sum - t) + a[i];
        else
            lost += (a[i] - t) + sum;
        sum = t;
    }
    printf("%.17g\n", sum + lost);
    return 0;
}
/* SPDX-License-Identifier: MIT */
