/* _Pragma: bare, out of a macro, with the loop out of the macro too. */
#define STRING(x) #x
#define PRAGMA(x) _Pragma(STRING(x))
#define SUM_LOOP(v, e)                                                                             \
    PRAGMA(tcr reduce(+ : v))                                                                      \
    for (int i = 0; i < n; i++)                                                                    \
        v += e;
double f(const double *a, int n)
{
    double s = 0;
    _Pragma("tcr reduce(+:s)")
    for (int i = 0; i < n; i++)
        s += a[i];
    PRAGMA(tcr reduce(+ : s))
    for (int i = 0; i < n; i++)
        s += a[i];
    SUM_LOOP(s, a[i] * a[i])
    return s;
}
