/* Clauses and items that stand twice, arguments out of range. */
double f(const double *a, int n)
{
    double s = 0, t = 0;
#pragma tcr reduce(+:s) collapse(1) collapse(1)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s) reduce(max:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s) private(t) firstprivate(t)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s) collapse(0)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s) block(100)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s) precision(half)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s + t;
}
