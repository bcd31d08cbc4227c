// options: -ffast-math
/* Where the compiler may reorder, nothing is promised but of integers. */
double f(const double *a, const int *k, int n)
{
    double s = 0;
    long c = 0;
#pragma tcr reduce(+ : s) reproducible
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : c) reproducible
    for (int i = 0; i < n; i++)
        c += k[i];
    return s + (double)c;
}
