/* Names that are nearly ours: a warning each with what to write. */
#define P(x) _Pragma(#x)
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr_reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcreduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma rtc reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma crt reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma reduce(+:s)
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        s += a[i];
    P(reduction(+:s))
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma reduce(+:s)
    s += 1;
#pragma tcr_debug on
    return s;
}
