/* Refused: the bound is what is reduced. */
#include <stdio.h>

#define N 1000

static double a[N];

struct list {
    int n;
};

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    struct list s = {10}, *p = &s;
#pragma tcr reduce(+ : p->n)
    for (int i = 0; i < p->n; i++)
        p->n += a[i] < 5;
    printf("%d\n", p->n);
    return 0;
}
/* SPDX-License-Identifier: MIT */
