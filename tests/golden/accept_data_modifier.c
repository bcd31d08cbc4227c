// options: --tcr-accept=acc --tcr-report
/* Modifiers: `readonly` says nothing of the data; `zero` says what is on the device. */
void halves(int n, double *a, const double *b)
{
#pragma acc data copyin(readonly: b[0:n]) copyout(zero: a[0:n])
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        if (b[i] > 0)
            a[i] = b[i];
#pragma acc parallel loop copyin(readonly: b[0:n]) copy(alwaysout: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += b[i];
#pragma acc parallel loop copyin( readonly : b[0:n])
    for (int i = 0; i < n; i++)
        a[i] += b[i];
}
