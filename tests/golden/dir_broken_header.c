// compiler: gcc
/* A function of a system header that libclang cannot parse whole. */
#include "include/broken_system.h"
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += twice(a[i]);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
