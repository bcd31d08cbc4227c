// options: --tcr-accept=omp --tcr-report
/* An update of OpenMP's that is none for a slip in its name. */
void steps(int n, double *a)
{
#pragma omp target enter data map(to : a[0 : n])
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma omp update from(a[0 : n])
        a[0] += a[1];
#pragma omp target updat to(a[0 : 1])
#pragma omp taget update to(a[0 : 1])
#pragma omp target exit map(from : a[0 : n])
    }
#pragma omp target exit data map(from : a[0 : n])
}
