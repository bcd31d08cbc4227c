/* The same of ours. */
void steps(int n, double *a)
{
#pragma tcr enter data copyin(a[0 : n])
#pragma tcr loop present(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma trc update self(a[0 : n])
    a[0] += a[1];
#pragma update device(a[0 : 1])
#pragma tcr exit data copyout(a[0 : n])
}
