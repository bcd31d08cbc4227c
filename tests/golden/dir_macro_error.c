/* An error inside a macro's text points at the macro. */
#define SUM(x) reduce(+:x) colapse(2)
#define DO_PRAGMA(x) _Pragma(#x)
#define REDUCE(x) DO_PRAGMA(tcr reduce(plus:x))
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr SUM(s)
    for (int i = 0; i < n; i++)
        s += a[i];
    REDUCE(s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
