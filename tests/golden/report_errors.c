/* A directive in error: an object, too, and the others that were read. */
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(% : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma trc reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
