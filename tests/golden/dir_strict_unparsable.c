// options: --tcr-strict
double f(const double *a, int n)
{
    double s = 0;
    double twice(double x)
    {
        return 2 * x;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return twice(s);
}
