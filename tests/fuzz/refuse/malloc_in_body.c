/* Refused: memory is allocated in the body, and given back by a later iteration. */
#include <stdio.h>
#include <stdlib.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0, *last = NULL;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        double *t = malloc(sizeof *t);
        *t = a[i];
        sum += *t;
        free(last);
        last = t;
    }
    free(last);
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
