/* SPDX-License-Identifier: MIT */
/* Inverses of square roots, which have a function of their own on the device, as C rounds them.
 * flags: -O1 -std=gnu17
 * optimised: yes
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void roots(int n, const float *x, float *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        y[i] = 1.0f / sqrtf(x[i]) + 1 / sqrtf(x[i] + 1);
}

int main(void)
{
    static const unsigned special[] = {0,          0x80000000, 1,          0x007fffff, 0x00800000,
                                       0x1fffffff, 0x20000000, 0x3f7fffff, 0x3f800000, 0x40000000,
                                       0x407ffffe, 0x407fffff, 0x5f7ffffe, 0x5f7fffff, 0x60000000,
                                       0x60000001, 0x7f7fffff, 0x7f800000};
    enum { SPECIAL = sizeof special / sizeof *special, ALL = 4096 };
    float *x = malloc(ALL * sizeof *x), *y = malloc(ALL * sizeof *y);
    unsigned bits = 0, sum = 0;
    for (int i = 0; i < ALL; i++) {
        bits = i < SPECIAL ? special[i] : bits * 1664525 + 1013904223 & 0x7fffffff;
        memcpy(&x[i], &bits, sizeof bits);
        if (x[i] != x[i])
            x[i] = 2;
    }
    roots(ALL, x, y);
    for (int i = 0; i < ALL; i++) {
        memcpy(&bits, &y[i], sizeof bits);
        sum = sum * 31 + bits;
    }
    printf("roots: %08x\n", sum);
    free(x);
    free(y);
    return 0;
}
