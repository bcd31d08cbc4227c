/* The clause reproducible: what it takes, and what it cannot promise. */
#include <math.h>

double taken(const double *a, const float *f, int n, double *p)
{
    double s = 0, t = 1;
    float r = 0;
    int best = 0, k = 0;
#pragma tcr reduce(+ : s) reproducible
    for (int i = 0; i < n; i++)
        s += a[i] * sqrt(fabs(a[i]));
#pragma tcr reduce(+ : *p) reproducible
    for (int i = 0; i < n; i++)
        *p += a[i];
#pragma tcr reduce(+ : t, r) reduce(max : best) reduce(+ : k) reproducible collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) {
            t -= a[i];
            r += f[j];
            best = j > best ? j : best;
            k += j;
        }
    return s + t + r + best + k;
}

/* Integers, minima and maxima are always the same. */
double exact(const double *a, int n)
{
    double most = 0;
    long count = 0;
    int all = 1;
#pragma tcr reduce(max : most) reduce(+ : count) reduce(&& : all) reproducible
    for (int i = 0; i < n; i++) {
        most = a[i] > most ? a[i] : most;
        count += a[i] > 0;
        all = all && a[i] < 1e6;
    }
    return most + (double)count + all;
}

double refused(const double *a, int n, double *h)
{
    double s = 0, t = 1, last = 0;
    double _Complex z = 0;
    long double wide = 0;
#pragma tcr reduce(* : t) reproducible
    for (int i = 0; i < n; i++)
        t *= a[i];
#pragma tcr reduce(+ : h[0:4]) reproducible
    for (int i = 0; i < n; i++)
        h[i & 3] += a[i];
#pragma tcr reduce(+ : z) reproducible
    for (int i = 0; i < n; i++)
        z += a[i];
#pragma tcr reduce(+ : wide) reproducible
    for (int i = 0; i < n; i++)
        wide += a[i];
#pragma tcr reduce(+ : s) reproducible
    for (int i = 0; i < n; i++)
        s += exp(a[i]);
#pragma tcr reduce(+ : s) reproducible
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) reproducible
    for (int i = 0; i < n; i++) {
        last = a[i];
        h[i] = last;
        s += last;
    }
    return s + t + last + __real__ z + (double)wide;
}
