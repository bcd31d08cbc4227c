/* Extents: declared, run-time, and unknown. */
extern double table[64];
double f(const double *a, const int *idx, int n, int m, int k)
{
    double s = 0, local[m];
    for (int i = 0; i < m; i++)
        local[i] = i;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += table[(i * 7) % 64] + local[i % m];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i * i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i * k + m] + a[n - 1 - i];
    return s;
}
