/* Minima and maxima through functions of the program's own.
 * flags: -O2 -std=c99
 * refused: reduction-misuse
 */
#include <math.h>
#include <stdio.h>

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline int smaller(int a, int b)
{
    if (b < a)
        return b;
    else
        return a;
}

static float least(float a, float b)
{
    if (a <= b)
        return a;
    return b;
}

static double odd(double a, double b)
{
    return a > b ? b : b;
}

int main(void)
{
    static double x[500];
    static int k[500];
    static float f[500];
    double most = -1e300, last = 0;
    int low = 1000000;
    float lowest = 1e30f;

    for (int i = 0; i < 500; i++) {
        x[i] = (i * 37) % 491 - 200.5;
        k[i] = (i * 91) % 487 + 3;
        f[i] = (float)((i * 17) % 499) - 9;
    }
#pragma tcr reduce(max : most) reduce(min : low, lowest)
    for (int i = 0; i < 500; i++) {
        most = larger(most, fabs(x[i]));
        low = smaller(k[i], low);
        lowest = least(lowest, f[i]);
    }
    printf("%g %d %g\n", most, low, lowest);
#pragma tcr reduce(max : last)
    for (int i = 0; i < 500; i++)
        last = odd(last, x[i]);
    printf("%g\n", last);
    return 0;
}
/* SPDX-License-Identifier: MIT */
