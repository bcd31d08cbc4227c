// options: --tcr-accept=omp,acc
/* Remedies in the words of the directive that is there. */
double sums(const double *a, int n)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr loop
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int last(const double *a, int n)
{
    int k = 0;
#pragma omp parallel for lastprivate(k)
    for (int i = 0; i < n; i++)
        k = (int)a[i] * 2;
    return k;
}
