/* SPDX-License-Identifier: MIT */
/* Functions of another unit that call a function with a variant: which one it is, only the compiler
 * of that unit says. A call from here is one of the base function, for the directive stands there
 * alone.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 2
 * refused: call-unknown
 */
#include <stdio.h>

#include "scaled.h"

int main(void)
{
    enum { N = 500 };
    double s = 0, t = 0, u = 0;

#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < N; i++)
        t += plain(i);
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += scaled(i);
#pragma omp parallel for reduction(+ : u)
    for (int i = 0; i < N; i++)
        u += plain(i) + named(i);
    printf("%g %g %g\n", s, t, u);
    return 0;
}
