/* Directives that say something of a loop and leave its meaning as it is.
 *
 * accept: omp
 * flags: -O1 -w -fopenmp
 * compiler: gcc
 * device: 4
 */
#include <stdio.h>

enum { N = 500 };
static double a[N], b[N];

int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#pragma omp assume holds(i >= 0)
        {
            b[i] = 2 * a[i];
        }
#pragma omp nothing
        b[i] += 1;
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        double t = 0;
#pragma omp unroll partial(4)
        for (int k = 0; k < 8; k++)
            t += b[(i + k) % N];
        s += t;
    }
#pragma omp parallel for
#pragma omp unroll partial(2)
    for (int i = 0; i < N; i++)
        b[i] -= s;
#pragma omp parallel for reduction(+ : s)
#pragma omp tile sizes(4)
    for (int i = 0; i < N; i++)
        s += b[i];
#pragma omp assume holds(s != 0)
    {
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            b[i] /= s;
    }
    for (int i = 0; i < N; i++)
        s = s / 2 + b[i];
    printf("%.12g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
