/* Loops of units whose lines are counted: their directives of OpenMP are not heeded, and
 * gcc takes one behind an `if` for the statement that it governs.
 * flags: -O1 -std=gnu99 -ftest-coverage
 * accept: omp
 */
#include <stdio.h>

static double y[4000], z[4000];

static void add(int n)
{
    int i;
#pragma tcr loop
    for (i = 0; i < n; i++)
        y[i] += 1;
#pragma omp parallel for
    for (i = 0; i < n; i++)
        z[i] += 1;
}

static double sums(int n)
{
    double s = 0, t = 0;
    int i;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        z[i] += y[i];
        s += z[i];
    }
#pragma omp parallel for reduction(+ : t)
    for (i = 0; i < n; i++)
        t += y[i] * i;
#pragma tcr reduce(+ : t) reproducible
    for (i = 0; i < n; i++)
        t += z[i];
    return s + t + i;
}

int main(void)
{
    for (int k = 0; k < 3; k++) {
        add(4000);
        printf("%g %g %g\n", sums(4000), y[5], z[7]);
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */
