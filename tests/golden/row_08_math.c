/* Row 8: math.h, float and double; a function that is not there. */
#include <math.h>
#include <stdlib.h>
double f(const double *a, const float *b, int n)
{
    double s = 0, m = 0;
    float t = 0;
#pragma tcr reduce(+ : s, t) reduce(max : m)
    for (int i = 0; i < n; i++) {
        s += sqrt(fabs(a[i])) + pow(a[i], 2.0) * exp(-a[i]) + abs(i - 5);
        t += sqrtf(b[i]) * cosf(b[i]);
        m = fmax(m, hypot(a[i], b[i]));
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += significand(a[i]) * rand();
    return s + t + m;
}
