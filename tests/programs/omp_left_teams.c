/* A loop that is left to the compiler, on a construct that must stand directly in the one around.
 * flags: -O1 -fopenmp
 * accept: omp
 * refused: unsupported
 */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
    double s = 0;
    int i;
    for (i = 0; i < N; i++)
        a[i] = i;
#pragma omp target map(tofrom : s) map(to : a)
    {
#pragma omp teams distribute parallel for reduction(+ : s)
        for (i = 0; i < N; i++) {
            s += ({
                __typeof__(+a[i]) once = a[i];
                once++;
                once;
            });
        }
    }
    printf("%.17g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
