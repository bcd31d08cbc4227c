// options: --tcr-accept=acc
/* Loops over time steps in kernels: around each loop there is a call where the host's statements may
 * use what is on the device; numbers of the function's own are not there, unless a directive says so.
 */
double plain(int n, int steps, double *a, double *b)
{
    double error = 0;
#pragma acc data copy(a[0:n]) create(b[0:n])
#pragma acc kernels
    for (int t = 0; t < steps; t++) {
        error = 0;
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        if (t % 2 == 1 && !(error > 1))
            for (int i = 1; i < n - 1; i++)
                a[i] = b[i];
        error += t * 0.5;
    }
    return error;
}

double named(int n, int steps, double *a, double *count)
{
    double total = 0;
#pragma acc data copy(a[0:n], total)
    {
#pragma acc kernels
        for (int t = 0; t < steps; t++) {
            a[t] += 1;
            for (int i = 1; i < n - 1; i++)
                a[i] *= 2;
        }
#pragma acc kernels
        for (int t = 0; t < steps; t++) {
            total += t;
            for (int i = 1; i < n - 1; i++)
                a[i] *= 2;
        }
#pragma acc kernels
        for (int t = 0; t < steps; t++) {
            *count = t;
            for (int i = 1; i < n - 1; i++)
                a[i] *= 2;
        }
    }
    return total;
}
