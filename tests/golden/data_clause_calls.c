// A function whose calls have other pointers is looked at once more, and what is said of a data
// clause is said once.
static double get(const double *p, const int *x, int i)
{
    return p[x[i]];
}

double of_both(const double *a, const double *b, const double *c, const int *x, int n)
{
    double s = 0;
#pragma tcr reduce(+:s) copyin(c[0:n])
    for (int i = 0; i < n; i++)
        s += get(a, x, i) + get(b, x, i);
    return s;
}
