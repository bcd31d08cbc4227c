/* Last values: a member of the temporary has its address taken. */
#include <stdio.h>

#define N 1000

static double a[N];

struct pair {
    double x, y;
};

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    double s = 0;
    struct pair t = {0, 0};
    double *p = &t.x;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        t = (struct pair){a[i], 1};
        s += t.x;
    }
    printf("%g %g\n", s, *p);
    return 0;
}
/* SPDX-License-Identifier: MIT */
