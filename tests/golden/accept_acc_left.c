// options: --tcr-accept=acc -fopenacc
/* Regions that the compiler heeds and that do not go as a whole: what keeps each of them. */
void loops(double *a, double *b, int n)
{
#pragma acc kernels
    {
#pragma acc loop seq
        for (int i = 1; i < n; i++)
            a[i] += a[i - 1];
#pragma acc loop
        for (int i = 0; i < n; i++)
            b[i] *= 2;
    }
#pragma acc parallel
    {
#pragma acc loop device_type(nvidia) gang
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma acc loop
        for (int i = 0; i < n; i++)
            b[i] *= 2;
    }
#pragma acc parallel
    {
#pragma acc loop
        for (int i = 0; i < n; i++) {
            __asm__("");
            a[i] += 1;
        }
#pragma acc loop
        for (int i = 0; i < n; i++)
            b[i] *= 2;
    }
}
void rest(double *a, double *b, int n, double s)
{
#pragma acc parallel private(s)
    {
#pragma acc loop
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
#pragma acc parallel private(s)
    {
#pragma acc loop
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma acc loop
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
#pragma acc parallel
    {
        a[0] = 1;
#pragma acc loop
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        __asm__("");
#pragma acc loop
        for (int j = 0; j < 4; j++)
            a[4 * i + j] += 1;
    }
}
