/* Refused: setjmp in the body. */
#include <stdio.h>
#include <setjmp.h>

#define N 100

static double a[N];

static jmp_buf place;

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    volatile double keep = 0;
    double sum = keep;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        if (setjmp(place) == 0)
            sum += a[i];
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
