/* norm.c: the one file of this program that has a directive. */
#include "norm.h"

#include <math.h>

double norm(int n, const double *x, double *most)
{
    double squares = 0, largest = 0;

    #pragma tcr reduce(+:squares) reduce(max:largest)
    for (int i = 0; i < n; i++) {
        squares += x[i] * x[i];
        if (fabs(x[i]) > largest)
            largest = fabs(x[i]);
    }
    *most = largest;
    return sqrt(squares);
}
/* SPDX-License-Identifier: MIT */
