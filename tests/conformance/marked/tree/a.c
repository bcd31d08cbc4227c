#include <assert.h>
#include <stdio.h>

#include "one.h"

static double sum(const double *x, int n)
{
    double s = 0;

#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * ONE;
    return s;
}

int twice(int x)
{
    double values[100];

    assert(x > 0);
    for (int i = 0; i < 100; i++)
        values[i] = i;
    switch (x) {
    case 1:
        x++; /* fall through */
    case 2:
        x += ONE;
    }
    return printf("%s:%d %g\n", __FILE__, __LINE__, sum(values, 100)) + 2 * x;
}
