/* What of complex numbers is not reduced, or only by the host. */
#include <complex.h>

void refused(double complex *h, const double complex *a, const int *bin, double complex *out, int n)
{
    double complex p = 1, z = 0;
    float complex m = 0;
    _Complex int k = 0;
#pragma tcr reduce(* : p)
    for (int i = 0; i < n; i++)
        p *= a[i];
#pragma tcr reduce(+ : h[0:n])
    for (int i = 0; i < n; i++)
        h[bin[i]] += a[i];
#pragma tcr reduce(max : m)
    for (int i = 0; i < n; i++)
        m = cabs(a[i]) > cabsf(m) ? a[i] : m;
#pragma tcr reduce(& : z)
    for (int i = 0; i < n; i++)
        z += a[i];
#pragma tcr reduce(+ : z)
    for (int i = 0; i < n; i++)
        z += __real__ z * a[i];
#pragma tcr reduce(+ : z)
    for (int i = 0; i < n; i++)
        __real__ z = __imag__ z + 1;
#pragma tcr reduce(+ : z)
    for (int i = 0; i < n; i++)
        z *= a[i];
#pragma tcr reduce(+ : k)
    for (int i = 0; i < n; i++)
        k += bin[i];
#pragma tcr reduce(+ : z)
    for (int i = 0; i < n; i++)
        z += clog(a[i]);
    *out = p + z + m + k;
}
