/* What translate.py makes of OpenACC's directives; acc.tcr is the translation. */
#include <stdlib.h>

#define N 1000

#pragma acc routine seq
static double half(double x)
{
    return x / 2;
}

static double rows(int n, double *restrict a, double *restrict mean)
{
    double all = 0, temp;
#pragma acc data present_or_copyin(a[0:n*n]) copyout(mean[0:n])
    {
#pragma acc kernels loop gang private(temp) vector_length(64)
        for (int i = 0; i < n; i++) {
            temp = 0;
#pragma acc loop vector reduction(+:temp)
            for (int j = 0; j < n; j++)
                temp += a[i * n + j];
            mean[i] = half(temp) / n;
        }
#pragma acc parallel reduction(+:all) copyin(mean[0:n])
        {
#pragma acc loop gang worker
            for (int i = 0; i < n; i++)
                all += mean[i];
        }
#pragma acc update self(mean[0:n])
    }
    return all;
}

static int sequential(int n)
{
    int last = 1, found = 0;
#pragma acc serial
    {
#pragma acc loop seq
        for (int i = 0; i < n; i++)
            last = (last * 5 + i) % 11;
#pragma acc loop seq reduction(||:found)
        for (int i = 0; i < n; i++)
            found = found || i == last;
    }
    return last + 100 * found;
}

static double both(int n, double *x)
{
    double total = 0;
#pragma acc enter data copyin(readonly: x[0:n]) async(1)
#pragma acc wait(1)
#pragma acc parallel loop copyin(x[0:n]) copyout(x[0:n]) copyin(total) copyout(total) \
    reduction(+:total) self(n < 5) device_type(host) num_gangs(1)
    for (int i = 0; i < n; i++) {
        x[i] += 1;
        total += x[i];
    }
#pragma acc exit data copyout(x[0:n]) finalize
    return total;
}

int main(void)
{
    double *a = malloc(20 * 20 * sizeof *a), mean[20];
    for (int i = 0; i < 400; i++)
        a[i] = i;
    return rows(20, a, mean) != 1995 || mean[1] != 14.75 || sequential(100) != 109 ||
           both(400, a) != 80200 || a[399] != 400;
}
