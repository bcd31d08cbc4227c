/* OpenMP's and OpenACC's words: told what they are here. */
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr reduction(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr parallel for reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s) schedule(static)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s) pcopyin(a[0:n])
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) nowait
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
