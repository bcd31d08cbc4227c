/* Refused: a firstprivate variable is carried from one iteration to the next. */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double s = 0, w = 3;
#pragma tcr reduce(+ : s) firstprivate(w)
    for (int i = 0; i < N; i++) {
        w = w + a[i];
        s += w;
    }
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
