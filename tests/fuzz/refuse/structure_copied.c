/* Refused: the structure with the reduced member is copied. */
#include <stdio.h>

#define N 1000

static double a[N];

struct total {
    double sum, w;
};

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    struct total s = {0, 1};
    double c = 0;
#pragma tcr reduce(+ : s.sum, c)
    for (int i = 0; i < N; i++) {
        struct total t = s;
        s.sum += a[i];
        c += t.sum;
    }
    printf("%g %g\n", s.sum, c);
    return 0;
}
/* SPDX-License-Identifier: MIT */
