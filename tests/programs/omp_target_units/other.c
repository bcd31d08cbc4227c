/* flags: -O1 -fopenmp */
#include "other.h"

void block(double *a)
{
#pragma omp target
    {
        a[0] = 100;
        a[1] += 7;
    }
}

void serial(double *a, int n)
{
#pragma omp target parallel for ordered
    for (int i = 1; i < n; i++)
#pragma omp ordered
        a[i] += a[i - 1];
}

/* of the host's copy, whatever that is at the time */
double total(const double *a, int n)
{
    double s = 0;

#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * a[i];
    return s;
}
/* SPDX-License-Identifier: MIT */
