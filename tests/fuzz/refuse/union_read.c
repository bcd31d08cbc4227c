/* Refused: another member of the reduced union is read. */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    union {
        double d;
        long l;
    } u = {0};
    long c = 0;
#pragma tcr reduce(+ : u.d, c)
    for (int i = 0; i < N; i++) {
        u.d += a[i];
        c += u.l >> 52;
    }
    printf("%g %ld\n", u.d, c);
    return 0;
}
/* SPDX-License-Identifier: MIT */
