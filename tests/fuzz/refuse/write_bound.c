/* Refused: the loop writes its own bound. */
#include <stdio.h>

#define N 30000

static double a[N];
static struct {
    int y[8], n, more[N];
} box;

static void run(int *y)
{
#pragma tcr loop
    for (int i = 0; i < box.n; i++)
        y[i] = 3 + i % 2;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    box.n = N;
    run(box.y);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g %d %d\n", sum, box.n, box.more[5]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
