/* Headers of two variables; the second may start from the first. */
double f(const double *a, const double *b, int n, int k)
{
    double s = 0;
    int i, j;
    const double *p;
#pragma tcr reduce(+ : s)
    for (i = 0, j = n - 1; i < n; i++, j--)
        s += a[i] * b[j];
#pragma tcr reduce(+ : s)
    for (i = k, p = &a[i]; i < n; i++, p++)
        s += *p;
#pragma tcr reduce(+ : s)
    for (i = 0, j = 0; j < n; i += 2, ++j)
        s += a[i] * b[j];
    return s + i + j;
}
