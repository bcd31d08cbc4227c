/* Types that devices do not have, or that must not be reordered. */
#include <complex.h>
double f(const double *a, const volatile double *v, const long double *x, int n)
{
    double s = 0;
    long double big = 0;
    long double complex z = 0;
    volatile double w = 0;
    _Atomic int count = 0;
    const char *p = "";
#pragma tcr reduce(+ : big)
    for (int i = 0; i < n; i++)
        big += a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i];
#pragma tcr reduce(+ : z)
    for (int i = 0; i < n; i++)
        z += a[i] * I;
#pragma tcr reduce(+ : w)
    for (int i = 0; i < n; i++)
        w += a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
#pragma tcr reduce(+ : count)
    for (int i = 0; i < n; i++)
        count++;
#pragma tcr reduce(+ : p)
    for (int i = 0; i < n; i++)
        p += 1;
#pragma tcr reduce(& : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s + (double)big + creal(z) + w + count + *p;
}
