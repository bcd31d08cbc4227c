// options: --tcr-accept=acc
/* One of them in a data directive keeps all others away. */
void steps(int n, double *a)
{
#pragma acc enter data copyin(a[0 : n])
    for (int k = 0; k < 3; k++) {
#pragma acc parallel loop present(a[0 : n])
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma acc update self(a[0 : m])
        a[0] += a[1];
#pragma acc update device(a[0 : 1])
    }
#pragma acc exit data copyout(a[0 : n])
}

void others(int n, double *a, double *b)
{
#pragma acc enter data copyout(a[0 : n])
#pragma acc data copy(a[0 : n]) deviceptr(b)
    {
    }
#pragma acc data present(c[0 : n]) copy(a[0 : n])
    {
    }
}
