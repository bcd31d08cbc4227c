// options: --tcr-accept=acc --tcr-report
/* An update that is none for a slip in its name: without it the others would bring old data. */
void steps(int n, double *a)
{
#pragma acc enter data copyin(a[0 : n])
    for (int k = 0; k < 3; k++) {
#pragma acc parallel loop present(a[0 : n])
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma acc updte self(a[0 : n])
        a[0] += a[1];
#pragma acc update device(a[0 : 1])
    }
#pragma acc self(a[0 : n])
#pragma acc magic(a[0 : n])
#pragma acc enter dta copyin(a[0 : n])
#pragma acc exit copyout(a[0 : n])
#pragma ac update self(a[0 : n])
#pragma update self(a[0 : n])
#pragma update acc self(a[0 : n])
#pragma acc parallel present(a[0 : n]) loop
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma acc exit data copyout(a[0 : n])
}
