// options: --tcr-accept=acc
/* OpenACC's data directives, and what stays on the host among them. */
double resident(double *a, int n)
{
    double s = 0;
#pragma acc enter data pcopyin(readonly : a [0:n]) async
#pragma acc data present(a) copy(s)
    {
#pragma acc kernels
        {
            a[0] = 1;
#pragma acc loop reduction(+ : s)
            for (int i = 0; i < n; i++)
                s += a[i];
        }
#pragma acc update host(a [0:1])
    }
#pragma acc exit data delete(a) finalize
#pragma acc host_data use_device(a)
    return s;
}
