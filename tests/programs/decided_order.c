/* SPDX-License-Identifier: MIT
 *
 * flags: -O1
 * decided: yes
 *
 * A loop whose order is free for thousands of short calls, and is not for some of the next: a
 * settled decision must not answer for the order.  The sizes change in the same way.
 */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static void add_one(double *a, const double *b, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1;
}

static double weighed(const double *x, int n, int by)
{
    double s = 0;

    for (int i = 0; i < n; i++)
        s += x[i] * (i % by);
    return s;
}

int main(void)
{
    static double x[30002], y[30002];
    const int n = 30000;
    double s = 0;

    for (int k = 0; k < 300; k++)
        add_one(y, x, 12000);
    add_one(x + 1, x, n);
    s += weighed(x, n, 3);
    for (int k = 0; k < 300; k++)
        add_one(y, x, 50);
    add_one(x + 1, x, 40);
    s += weighed(x, 60, 7);
    for (int k = 0; k < 30; k++) {
        add_one(y, x, 12000);
        add_one(x + 1, x, 20000);
    }
    printf("%.17g\n", s + weighed(x, n, 5) + weighed(y, n, 4));
    return 0;
}
