/* Row 11: min and max in all their spellings. */
#include <math.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static double larger(double a, double b)
{
    return a > b ? a : b;
}
double f(const double *a, const int *b, int n)
{
    double m = a[0], x = a[0], y = a[0], z = 0;
    int k = b[0], l = b[0];
#pragma tcr reduce(min : m, k) reduce(max : x, y, z, l)
    for (int i = 1; i < n; i++) {
        if (m > a[i])
            m = a[i];
        x = MAX(x, a[i]);
        y = y >= a[i] ? y : a[i];
        z = fmax(fabs(a[i]), z);
        if (b[i] < k) {
            k = b[i];
        }
        l = b[i] > l ? b[i] : l;
    }
    /* a maximum that is called a minimum, and one with its place */
    int where = 0;
#pragma tcr reduce(min : m)
    for (int i = 1; i < n; i++)
        if (a[i] > m)
            m = a[i];
#pragma tcr reduce(max : x)
    for (int i = 1; i < n; i++)
        if (a[i] > x) {
            x = a[i];
            where = i;
        }
    return m + x + y + z + k + l + where;
}
/* of more than two values, with a temporary, under conditions, and negated */
double g(const double *a, const double *b, const int *c, int n)
{
    double m = a[0], x = a[0], y = a[0], z = 0, t;
    int k = c[0];
#pragma tcr reduce(max : m, x, y, z, k)
    for (int i = 1; i < n; i++) {
        m = fmax(larger(m, a[i]), b[i]);
        x = MAX(MAX(x, a[i]), b[i]);
        if ((t = fabs(a[i])) > y)
            y = t;
        z = a[i] < b[i] ? fmax(b[i], z) : z;
        k = !(c[i] <= k) ? c[i] : k;
    }
    /* not what it looks like */
#pragma tcr reduce(max : x)
    for (int i = 1; i < n; i++)
        x = a[i] > x ? a[i] : b[i] > x ? b[i] : x;
#pragma tcr reduce(max : y)
    for (int i = 1; i < n; i++)
        y = fmin(fmax(y, a[i]), b[i]);
#pragma tcr reduce(max : z)
    for (int i = 1; i < n; i++)
        if (!(a[i] <= z))
            z = a[i];
#pragma tcr reduce(max : m)
    for (int i = 1; i < n; i++)
        if ((t = a[i]) > m)
            m = b[i];
    return m + x + y + z + k;
}
