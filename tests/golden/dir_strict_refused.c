// options: --tcr-strict
#include <stdio.h>
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        printf("%d\n", i);
        s += a[i];
    }
    return s;
}
