/* Only active #if branches count. */
// options: -DUSE_TCR
double f(const double *a, int n)
{
    double s = 0;
#ifdef USE_TCR
#pragma tcr reduce(+ : s)
#else
#pragma tcr reduce(nonsense)
#endif
    for (int i = 0; i < n; i++)
        s += a[i];
#if 0
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#endif
    return s;
}
