// Sections that are written as in other languages.
double f7(int n, double *a, double *h)
{
    double s = 0;
#pragma tcr reduce(+:s) copyin(a[0,n])
  for (int i = 0; i < n; i++) s += a[i];
#pragma tcr reduce(+:h[0,n])
  for (int i = 0; i < n; i++) h[i] += a[i];
#pragma tcr reduce(+:s) copyin(a(0:n))
  for (int i = 0; i < n; i++) s += a[i];
#pragma tcr reduce(+:s) copyin(a(0,n))
  for (int i = 0; i < n; i++) s += a[i];
#pragma tcr reduce(+ : s) copyin(a[(0, n)])
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
