// Clauses that are not C where the loop stands.
struct q {
    double v;
};
struct m {
    int n;
    double *a;
};
double f(double *a, int n, struct q *q, int m) {
    int i;
    double s = 0, t;
#pragma tcr reduce(+ : s) if (nosuch > 3)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) if (n >)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) if (*q)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) copyin(a [0:n + ])
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) copyin(a [0:nosuch])
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : zz)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : q->nosuch)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : m.x)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) copyin(nosuch [0:n]) private(nosuch2)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s, t)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) if (n >)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) copyin(a [0;n])
    for (i = 0; i < n; i++)
        s += a[i];
    double total = 0;
#pragma tcr reduce(+ : totl)
    for (i = 0; i < n; i++)
        total += a[i];
    return s + total;
}
