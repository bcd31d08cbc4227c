// options: --tcr-accept=omp -fopenmp
/* An error in one directive hides none of the others'. */
double sums(const double *x, int n)
{
    double s = 0, t = 0;
#pragma omp parallel for reductoin(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i];
#pragma tcr reduce(+:t) reducee(+:s)
    for (int i = 0; i < n; i++)
        t += x[i];
#pragma tcr reduce(+:u)
    for (int i = 0; i < n; i++)
        t += x[i];
#pragma tcr data copyin(y[0:n])
    t++;
#pragma tcr reduce(+:t) copyin(x[0:m])
    for (int i = 0; i < n; i++)
        t += x[i];
    return s + t;
}
