/* Every canonical form. */
typedef unsigned long size;
double f(const double *a, int n, long m, unsigned u, short h, signed char c)
{
    double s = 0;
    int i;
    size z;
    const double *p;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; ++i)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = n; i > 0; i--)
        s += a[i - 1];
#pragma tcr reduce(+ : s)
    for (i = n - 1; i >= 0; --i)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (long k = 1; k <= m; k += 3)
        s += a[k];
#pragma tcr reduce(+ : s)
    for (long k = m; 1 <= k; k -= 3)
        s += a[k];
#pragma tcr reduce(+ : s)
    for (i = 0; n > i; i = i + 2)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i = 2 + i)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i != n; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (unsigned k = u; k > 2; k = k - 2)
        s += a[k];
#pragma tcr reduce(+ : s)
    for (z = 0; z < (size)n; z++)
        s += a[z];
#pragma tcr reduce(+ : s)
    for (short k = 0; k < h; k++)
        s += a[k];
#pragma tcr reduce(+ : s)
    for (signed char k = c; k >= 0; k--)
        s += a[k];
#pragma tcr reduce(+ : s)
    for (p = a; p < a + n; p++)
        s += *p;
#pragma tcr reduce(+ : s)
    for (const double *q = a + n - 1; q != a; q--)
        s += *q;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i += h)
        s += a[i];
    return s + i;
}
