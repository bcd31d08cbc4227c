/* SPDX-License-Identifier: MIT */
/*
 * Clauses about queues: a loop is over before the next statement runs, which `async` allows and
 * `wait` wants.
 *
 * device: 3
 */
#include <stdio.h>

#define N 1000

static double a[N], b[N];

int main(void)
{
    double s = 0;

#pragma tcr loop async(1)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma tcr loop async(2) wait(1)
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[N - 1 - i];
#pragma tcr reduce(+ : s) wait async
    for (int i = 0; i < N; i++)
        s += a[i] * b[i];
#pragma tcr wait
    printf("%g %g %g\n", s, a[N - 1], b[N - 1]);
    return 0;
}
