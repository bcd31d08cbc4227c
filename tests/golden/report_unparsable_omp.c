/* A unit that libclang cannot parse: the report has the constructs that would be taken over. */
// options: --tcr-accept=omp -fopenmp
double f(const double *a, double *b, int n)
{
    double s = 0;
    double twice(double x)
    {
        return 2 * x;
    }
#pragma omp target data map(to : a [0:n]) map(from : b [0:n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[i];
    }
#pragma omp parallel
    {
#pragma omp for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += twice(a[i]);
#pragma omp barrier
    }
    return s;
}
