/* Variables that are declared once more in blocks.
 * device: 2
 * refused: not-visible
 */
#include <stdio.h>

int n2 = 3;

static double g(int i)
{
    extern int n2;
    return i + n2;
}

static double h(int i)
{
    extern double later;
    return i + later;
}

static double in_the_loop(void)
{
    double u = 0;
#pragma tcr reduce(+ : u)
    for (int i = 0; i < 100; i++) {
        extern int n2;
        u += n2 * i;
    }
    return u;
}

int main(void)
{
    double s = 0, t = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 100; i++)
        s += g(i);
#pragma tcr reduce(+ : t)
    for (int i = 0; i < 100; i++)
        t += h(i);
    printf("%g %g %g\n", s, t, in_the_loop());
    return 0;
}

double later = 5;
/* SPDX-License-Identifier: MIT */
