/* Refused: one member of the union is read, and another one of the next is written. */
#include <stdio.h>

#define N 30000

static double a[N];
static union {
    unsigned b[2];
    unsigned long w;
} u[1001];

static void run(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        u[i + 1].b[0] = (unsigned)u[i].w + 3;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    run(1000);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g %u\n", sum, u[999].b[0]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
