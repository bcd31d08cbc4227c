// m > e ? m : e takes a NaN: the host's loop runs in its order, and nothing is written on a device.
double most(int n, const double *a)
{
    double m = 0;
#pragma tcr reduce(max:m)
    for (int i = 0; i < n; i++)
        m = m > a[i] ? m : a[i];
    return m;
}

double scaled(int n, const double *a, double *b)
{
    double m = 0;
#pragma tcr reduce(max:m)
    for (int i = 0; i < n; i++) {
        b[i] = 2 * a[i];
        m = m > a[i] ? m : a[i];
    }
    return m;
}
