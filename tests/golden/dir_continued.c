/* A directive over continuation lines, with comments; errors keep their column. */
double f(const double *a, int n)
{
    double s = 0, t = 0;
#pragma tcr reduce(+ : s) /* the sum */ \
            reduce(max :            \
                   t)
    for (int i = 0; i < n; i++) {
        s += a[i];
        if (a[i] > t)
            t = a[i];
    }
#   pragma   tcr   reduce(+ : s)    \
        reduce(mx : t) // wrong
    for (int i = 0; i < n; i++)
        s += a[i];
    return s + t;
}
