// options: --tcr-accept=omp --tcr-strict
/* The only directive of its file is none: it is looked at all the same. */
double total(int n, const double *a)
{
    double s = 0;
#pragma omp paralell for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma pmo simd
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
