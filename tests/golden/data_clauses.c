/* Sections from clauses. */
struct s {
    double *v;
    int n;
};
double f(const double *a, double *b, const int *idx, struct s *p, const double *dev, int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s) copyin(a[0:n], idx[0:n])
    for (int i = 0; i < n; i++)
        s += a[idx[i]];
#pragma tcr reduce(+ : s) copyin(p->v[m:2 * n]) copy(b[:n])
    for (int i = 0; i < n; i++)
        s += p->v[m + i] * b[i];
#pragma tcr reduce(+ : s) present(a) deviceptr(dev)
    for (int i = 0; i < n; i++)
        s += a[i] * dev[i];
#pragma tcr reduce(+ : s) copyin(b[2:])
    for (int i = 0; i < n; i++)
        s += b[i];
#pragma tcr reduce(+ : s) copyin(dev[0:n])
    for (int i = 0; i < n; i++)
        s += b[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[idx[i]];
    return s;
}
