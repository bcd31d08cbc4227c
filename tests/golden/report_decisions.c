/* What the reports say of each kind of decision. */
#include <stdio.h>

struct set {
    double *v;
    int n;
};

double decisions(const double *a, const float *f, const signed char *c, double b[4][3],
                 const struct set *p, const int *idx, double *restrict w, int n, int m)
{
    double s = 0, lo = 0, table[8] = {1};
    float t = 0;
    long k = 0;
    _Bool any = 0;
    /* on the device: every kind of sum */
#pragma tcr reduce(+ : s, t, k) reduce(min : lo) reduce(|| : any)
    for (int i = 0; i < n; i++) {
        s += a[i];
        t += f[i];
        k += c[i];
        any |= a[i] > 3;
        if (a[i] < lo)
            lo = a[i];
    }
    /* sections: subscripts, declared extents, clauses */
#pragma tcr reduce(+ : s)
    for (int i = 1; i < n - 1; i++)
        s += a[i - 1] + a[i + 1] + p->v[2 * i] + table[i & 7];
#pragma tcr reduce(+ : s) copyin(a[m : 2 * n]) present(f)
    for (int i = 0; i < n; i++)
        s += a[idx[i]] * f[i];
#pragma tcr reduce(+ : s) deviceptr(a)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            s += b[i][j] * a[j];
#pragma tcr reduce(+ : s) reduce(max : lo)
    for (int i = 3; i <= m; i++)
        for (int j = 0; j < i; j++)
            s += a[i * n + j];
    /* host threads: the device lacks something, or a clause says so */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[idx[i]];
#pragma tcr reduce(+ : s) device(1)
    for (int i = 0; i < n; i++)
        s += a[i];
    /* refused: legal for threads, but not in a form that OpenMP takes */
#pragma tcr reduce(+ : s) device(1)
    for (short i = 0; i < 100; i++)
        s += a[i];
    /* refused: not to be reordered */
#pragma tcr reduce(+ : s, lo)
    for (int i = 0; i < n; i++) {
        s += a[i];
        printf("%g\n", s);
    }
    /* a part of the loop around */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
#pragma tcr reduce(+ : s)
        for (int j = 0; j < m; j++)
            s += a[i * m + j];
    }
    /* no loop: honoured, for everything is synchronous */
#pragma tcr wait
    /* misspelt */
#pragma trc reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    /* written arrays */
#pragma tcr loop
    for (int i = 0; i < n; i++)
        w[i] = a[i];
#pragma tcr reduce(+ : s) copyout(w[0 : n])
    for (int i = 0; i < n; i++) {
        s += a[i];
        w[i] = 2 * a[i];
    }
    return s + t + (double)k + lo + any;
}
