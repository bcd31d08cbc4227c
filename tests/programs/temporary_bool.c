/* SPDX-License-Identifier: MIT */
/* Last values: a _Bool, which lanes of gcc 12 cannot have. */
#include <stdio.h>

#define N 100000

static int a[N];

static double odd(int n)
{
    _Bool is_odd = 0;
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        is_odd = a[i] & 1;
        s += is_odd * a[i];
    }
    return s + (is_odd ? 0.25 : 0.5);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 23;
    for (int n = 0; n <= N; n = 7 * n + 3)
        printf("%.2f\n", odd(n));
    printf("%.2f\n", odd(N));
    return 0;
}
