/* A loop of OpenMP's for the host works on the host's data, also where the program has a copy of it
 * on the device and says itself when one is to become the other.
 * flags: -O1 -fopenmp -Wno-unknown-pragmas
 * accept: omp
 * device: 2
 */
#include <stdio.h>

#define N 1000

static double x[N], y[N];

static void fill(double *a, int n, double by)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i + by;
}

static double sum(const double *a, int n)
{
    double s = 0;

#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void)
{
    fill(x, N, 1);
#pragma tcr data copy(x)
    {
        printf("%g\n", sum(x, N));
        fill(x, N, 2); /* here on the host */
#pragma tcr update device(x)
        printf("%g\n", sum(x, N));
        fill(y, N, 3);
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < N; i++)
                x[i] += y[i];
#pragma omp single
            {
#pragma tcr update device(x)
            }
        }
        printf("%g\n", sum(x, N));
    }
    printf("%g %g\n", x[1], x[N - 1]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
