/* Refused: the loop writes a number that it multiplies by. */
#include <stdio.h>

#define N 30000

static double a[N];
static struct {
    double y[8], k, more[N];
} box = {.k = 2};

static void run(double *y, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        y[i] = box.k * i;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    run(box.y, N);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g %g %g\n", sum, box.k, box.more[5]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
