/* Refused: the sum is an element of what the loop writes. */
#include <stdio.h>

#define N 30000

static struct {
    double head[100], total, tail[N];
} box;
static double a[N];

static void run(double *y, int n)
{
#pragma tcr reduce(+ : box.total)
    for (int i = 0; i < n; i++) {
        box.total += a[i];
        y[i] = i;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    run(box.head, N);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g %g %g\n", sum, box.total, box.tail[5]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
