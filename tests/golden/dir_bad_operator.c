/* Grammar: an operator that does not exist, and a missing colon. */
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(%:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(sum:s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
