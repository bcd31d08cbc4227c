/* A directive in a header that -isystem finds is one like any other. */
// options: -isystem include/system
#include <total.h>
double f(const double *a, int n)
{
    return total(a, n);
}
