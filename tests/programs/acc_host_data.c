/* SPDX-License-Identifier: MIT */
/* host_data gives functions that know nothing of directives the device's address, which is the host's:
 * they see what loops have written, and loops see what they write.
 * flags: -O1
 * accept: acc
 */
#include <stdio.h>

#define N 2000
static double x[N], y[N];

__attribute__((noinline)) static void raise(double *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] += i;
}

static void step(double *v, int n)
{
#pragma acc parallel loop present(v [0:n])
    for (int i = 0; i < n; i++)
        v[i] *= 3;
}

static double in_region(void)
{
    double s = 0;
#pragma acc data copyin(x) create(y)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            y[i] = 2 * x[i];
#pragma acc host_data use_device(y)
        raise(y, N);
#pragma acc parallel loop reduction(+ : s)
        for (int i = 0; i < N; i++)
            s += y[i];
    }
    return s;
}

/* A loop that is taken over stands between two such functions. */
static double around_loops(double *v, double *same, int n)
{
    double s = 0;
#pragma acc enter data copyin(v [0:n])
    step(v, n);
#pragma acc host_data use_device(v) if_present
    {
        raise(v, n);
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            same[i] += 0.5;
        raise(v, n);
    }
    step(v, n);
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
#pragma acc exit data copyout(v [0:n])
    return s + v[n - 1];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 17;
    printf("%g\n", in_region());
    printf("%g\n", around_loops(x, x, N));
    return 0;
}
