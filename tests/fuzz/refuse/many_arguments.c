/* Refused: a structure that exceeds what a kernel's arguments may hold. */
#include <stdio.h>

#define N 100

struct weights {
    double w[506];
    int shift;
};

static double a[N];

int main(void)
{
    struct weights ws = {.shift = 3};
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    for (int i = 0; i < 506; i++)
        ws.w[i] = i % 5;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        struct weights local = ws;
        sum += a[i] * local.w[(i + local.shift) % 506];
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
