// options: --tcr-accept=omp --tcr-openmp=on -fopenmp
// Subscripts of bits: shifts by numbers of the host, masks, sums of bits, products that may wrap around.
void promised(double *x, long n, int first)
{
    /* the range is what is written; no marks */
#pragma omp parallel for
    for (long k = 0; k < n; k++)
        x[(k >> first << (first + 1)) | (k & ((1L << first) - 1))] *= 2;
}

void asked(double *x, long n, int first)
{
#pragma tcr loop
    for (long k = 0; k < n; k++)
        x[(k >> first << (first + 1)) | (k & ((1L << first) - 1))] *= 2;
}

/* an atomic operation, behind the write: nothing is promised */
void counted(double *x, int *n_large, long n, long half)
{
#pragma omp parallel for
    for (long k = 0; k < n; k++) {
        x[k / half * 2 * half + k % half] += 1;
#pragma omp atomic
        ++*n_large;
    }
}

double hashed(const double *x, unsigned long n, int shift)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (unsigned long i = 0; i < n; i++)
        s += x[i * 6364136223846793005u >> 54] + x[i * 6364136223846793005u % 1024] + x[i * 8 / 3] +
             x[i >> shift];
    return s;
}
