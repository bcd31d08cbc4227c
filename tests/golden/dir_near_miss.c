/* Misspelt words: a warning with the correction; other people's pragmas: nothing. */
double f(const double *a, int n)
{
    double s = 0;
#pragma trc reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduc(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma TCR reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s) colapse(1)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma trace on
    return s;
}
