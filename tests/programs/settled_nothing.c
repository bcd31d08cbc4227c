/* SPDX-License-Identifier: MIT */
/* A team's loop whose question to each thread has neither numbers nor arrays.
 * flags: -O1 -fopenmp
 * accept: omp
 */
#include <stdio.h>

int main(void)
{
    int n = 100, whole = 0;
    double p = 1;
#pragma omp parallel private(p)
    {
        p = 1;
#pragma omp for
        for (int i = 0; i < n; i++)
            p *= 2;
        if (p >= 1)
#pragma omp atomic write
            whole = 1;
    }
    printf("%d\n", whole);
    return 0;
}
