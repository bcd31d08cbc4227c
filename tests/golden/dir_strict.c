// options: --tcr-strict
/* What is a warning otherwise is an error that says so. */
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr redcue(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma trc reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
