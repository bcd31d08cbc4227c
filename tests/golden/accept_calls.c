// options: --tcr-accept=acc --tcr-report
/* Functions that have to do with addresses of the device: the file's data stays with the compiler. */
#line 1 "openacc.h"
void *acc_copyin(void *, unsigned long);
void *acc_deviceptr(void *);
#line 7 "accept_calls.c"
void twice(int n, double *a);
double *address(double *a, int n);

void twice(int n, double *a)
{
#pragma acc data copy(a[0:n])
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

double *address(double *a, int n)
{
    acc_copyin(a, sizeof *a * (unsigned long)n);
    return acc_deviceptr(a);
}
