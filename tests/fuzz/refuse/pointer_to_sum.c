/* Refused: a pointer to the reduced variable is read. */
#include <stdio.h>

#define N 1000

static double a[N];

static int count;

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double s = 0;
    int *p = &count;
#pragma tcr reduce(+ : count, s)
    for (int i = 0; i < N; i++) {
        count += a[i] > 3;
        s += *p;
    }
    printf("%d %g\n", count, s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
