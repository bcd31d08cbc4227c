/* SPDX-License-Identifier: MIT */
/* Last values: behind the loop, a mathematical function sets the first member of a structure. */
#include <math.h>
#include <stdio.h>

#define N 100000

struct pair {
    double whole, other;
};

static struct pair a[16];

int main(void)
{
    struct pair t;
    double s = 0;
    for (int i = 0; i < 16; i++)
        a[i].whole = a[i].other = i + 1;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        t = a[i % 16];
        s += t.whole * t.other;
    }
    double part = modf(2.5, (double *)&t);
    printf("%g %g %g %.0f\n", part, t.whole, t.other, s);
    return 0;
}
