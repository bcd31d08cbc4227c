// options: --tcr-accept=omp,acc
/* Names in clauses that are not declared, and expressions that are not C, whether the clause says
 * anything to the device or not. */
double a[100], b[100];
int n = 100, chunk = 4, threads = 2;

double wrong(void)
{
    double s = 0;
    int i;
#pragma acc parallel loop copy(a[0 : nn])
    for (i = 0; i < n; i++)
        a[i] += 1;
#pragma acc parallel loop copy(zz[0 : n])
    for (i = 0; i < n; i++)
        a[i] += 1;
#pragma omp parallel for private(zz)
    for (i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target teams distribute parallel for map(zz)
    for (i = 0; i < n; i++)
        a[i] += 1;
#pragma omp parallel for reduction(+ : s) schedule(static, chnk)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma omp parallel for reduction(+ : s) num_threads(thread)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma omp parallel for reduction(+ : s) if (n >)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma omp parallel for reduction(+ : s, q)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma omp parallel for reduction(+ : s) collapse(n)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma acc parallel num_gangs(gangs)
#pragma acc loop reduction(+ : s)
    for (i = 0; i < n; i++)
        s += a[i];
    return s;
}

double right(const double *p)
{
    double s = 0;
    int i;
#pragma omp parallel for simd reduction(+ : s) aligned(p : 32) linear(i : 1) simdlen(8)
    for (i = 0; i < n; i++)
        s += p[i];
#pragma omp parallel for reduction(+ : s) schedule(dynamic, chunk * 2) num_threads(threads) shared(b)
    for (i = 0; i < n; i++)
        s += p[i];
#pragma omp target teams loop reduction(+ : s) map(tofrom : s) map(iterator(it = 0 : 2), to : b[it])
    for (i = 0; i < n; i++)
        s += p[i];
#pragma acc parallel loop reduction(+ : s) copyin(p[0 : n]) self(n < 10) present(b)
    for (i = 0; i < n; i++)
        s += p[i];
    return s;
}
