/* SPDX-License-Identifier: MIT
 *
 * flags: -O1
 * decided: yes
 * compared: no
 * optimised: yes
 *
 * A loop whose order is free for thousands of short calls, and is not for some of the next: a
 * settled decision must not answer for the order, nor an answer that is kept for other calls.  The
 * sizes change in the same way, and so does the memory.
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

/* The arrays are apart, then one of them has moved into the other, whose order is kept from then
 * on; and the other way round. */
static double in_other_memory(void)
{
    double *x = malloc(20000 * sizeof *x), *y = x + 10000, s = 0;

    if (!x)
        exit(1);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 10000; i++)
            x[i] = i % 100;
        for (int k = 0; k < 200; k++)
            add_one(y, x, 9000);
        x = realloc(x, (size_t)(20000 + 200000 * (round % 2)) * sizeof *x);
        if (!x)
            exit(1);
        y = x + (round % 2 ? 10000 : 1);
        for (int k = 0; k < 200; k++)
            add_one(y, x, 9000);
        s += weighed(x, 9000, 11) + weighed(y, 9000, 13);
        y = x + 10000;
    }
    free(x);
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
    s += in_other_memory();
    printf("%.17g\n", s + weighed(x, n, 5) + weighed(y, n, 4));
    return 0;
}
