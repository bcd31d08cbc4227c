/* Refused: the bytes that are written belong to the numbers that are read. */
#include <stdio.h>

#define N 30000

static double a[N];
static unsigned b[N];

static void run(unsigned char *y, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        y[i] = (unsigned char)(b[i / 8 + 1] & 255);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    for (int i = 0; i < N; i++)
        b[i] = i * 2654435761u;
    run((unsigned char *)b, 8 * 1000);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g %u %u\n", sum, b[3], b[999]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
