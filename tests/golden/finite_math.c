// options: -ffinite-math-only
// Nothing is a NaN: a negated comparison says what the plain one does.
double least(int n, const double *a)
{
    double m = 1e30;
#pragma tcr reduce(min:m)
    for (int i = 0; i < n; i++)
        if (!(a[i] >= m))
            m = a[i];
    return m;
}

double most(int n, const double *a)
{
    double m = -1e30;
#pragma tcr reduce(max:m)
    for (int i = 0; i < n; i++)
        m = !(a[i] <= m) ? a[i] : m;
    return m;
}
