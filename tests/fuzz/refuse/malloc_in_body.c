/* Refused: memory is allocated in the body, and given back by another list of statements. */
#include <stdio.h>
#include <stdlib.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        double *t = malloc(sizeof *t);
        *t = a[i];
        sum += *t;
        if (a[i] >= 0)
            free(t);
    }
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
