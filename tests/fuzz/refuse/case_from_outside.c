/* Refused: a case label leads into the loop. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    int i;
    for (i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    i = 50;
    switch (a[7] > 1) {
    case 0:
#pragma tcr reduce(+ : sum)
        for (i = 0; i < N; i++) {
            sum += 1;
        case 1:
            sum += a[i];
        }
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
