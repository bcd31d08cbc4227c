/* Row 11: min and max in all their spellings. */
#include <math.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
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
