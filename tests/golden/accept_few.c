// options: --tcr-accept=omp --tcr-report -fopenmp
/* Loops under `simd` alone of a few iterations, which are written: no device is worth a call. */
#define DIM 3
static double dot(const double *a, const double *b)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (unsigned i = 0; i < DIM; i++)
        sum += a[i] * b[i];
    return sum;
}

double few(double *a, double m[DIM][DIM], int n)
{
    double s = dot(a, m[0]);
#pragma omp simd collapse(2)
    for (int i = 2; i >= 0; i--)
        for (int j = 0; j < DIM; j++)
            m[i][j] = i - j;
/* those are others: nobody says how many, many, much in each, and the threads of a team */
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += dot(a + i, a);
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < 2000; i++)
        s += a[i];
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < n; j++)
            s += a[i * n + j];
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < DIM; i++)
        s += a[i];
    return s;
}
