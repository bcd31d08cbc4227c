/* Directives in a project header, found and placed there. */
// options: -Iinclude
#include "norms.h"
double f(const double *a, int n)
{
    return norm2(a, n);
}
