/* SPDX-License-Identifier: MIT */
/* Arrays that live for one turn: allocated, filled, used by two loops, freed.  The first ones are
 * copied by the first loop, and stay for the second; then the first loop knows that they will.
 * flags: -O1
 * device: 2
 * copied: 1146880
 * sanitize: no
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20480, TURNS = 6 };

static double turn(int k)
{
    double *x = aligned_alloc(4096, N * sizeof *x), s = 0.0;

    if (!x)
        exit(1);
    for (int i = 0; i < N; i++)
        x[i] = i % 100 + k;
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = 0.5 * x[i] + 1.0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    free(x);
    return s;
}

int main(void)
{
    for (int k = 0; k < TURNS; k++)
        printf("%.17g\n", turn(k));
    return 0;
}
