/* SPDX-License-Identifier: MIT
 *
 * Target constructs with `nowait`: the host runs them as tasks, after the text behind them.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 */
#include <stdio.h>

static double a[5000], b[5000];

int main(void)
{
    const int n = 5000;
    double sum = 0;

#pragma omp parallel
#pragma omp single
    {
#pragma omp target teams distribute parallel for nowait
        for (int i = 0; i < n; i++)
            a[i] = 2 * i;
#pragma omp target teams distribute parallel for nowait
        for (int i = 0; i < n; i++)
            b[i] = 3 * i;
#pragma omp taskwait
#pragma omp target teams distribute parallel for nowait map(tofrom : sum) reduction(+ : sum)
        for (int i = 0; i < n; i++)
            sum += a[i] + b[i];
    }
    printf("%g %g %g\n", a[n - 1], b[n - 1], sum);
    return 0;
}
