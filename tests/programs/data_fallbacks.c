/* Loops on arrays that are on the device, of which some run on the host: by their
 * if clause, and because one iteration writes what another reads.
 */
#include <stdio.h>
static double a[100], b[100];
static void step(double *x, const double *y, int n, int on)
{
#pragma tcr loop if (on)
    for (int i = 0; i < n; i++)
        x[i] = y[i] + 1;
}
static double sum(const double *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * (i + 1);
    return s;
}
int main(void)
{
    for (int i = 0; i < 100; i++)
        a[i] = i, b[i] = 2 * i;
#pragma tcr data copy(a, b)
    {
        step(a, b, 100, 1);
        printf("%g\n", sum(a, 100));
        step(b, a, 100, 0);
        printf("%g\n", sum(b, 100));
        step(a + 1, a, 99, 1); /* in its own order */
        printf("%g\n", sum(a, 100));
        step(b, a, 50, 1);
        step(a + 20, b, 30, 0);
        printf("%g %g\n", sum(a, 100), sum(b, 100));
#pragma tcr update self(a [0:10])
        printf("%g %g\n", a[3], a[9]);
    }
    printf("%g %g\n", sum(a, 100), sum(b, 100));
}
/* SPDX-License-Identifier: MIT */
