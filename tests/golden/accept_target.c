// options: --tcr-accept=omp --tcr-report -fopenmp
// compiler: gcc
/* OpenMP's data directives as ours. */
struct mesh {
    int n;
    double *u, w[8];
};

void all(struct mesh *m, double *a, double (*b)[8], int n)
{
    double s = 0;
#pragma omp target enter data map(to : m->u[0 : n], m->w) map(alloc : a[:n])
#pragma omp target data map(tofrom : b[0 : n]) map(to : s) if(target data : n > 10) device(0)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] = m->u[i] + b[i][3];
#pragma omp target update to(m->w, m->u[1 : 2]) from(a[0 : n])
    }
#pragma omp target exit data map(from : m->u[0 : n]) map(release : m->w)
#pragma omp target exit data map(delete : a[:n])
}
