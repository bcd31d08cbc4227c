/* GNU's a ?: b, whose first operand is evaluated once.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 4
 * refused: unsupported unsupported
 */
#include <stdio.h>

enum { N = 1000 };
static int a[N], b[N];
static double x[N], y[N];

static int twice(int k)
{
    return 2 * k;
}

int main(void)
{
    long s = 0, t = 0;
    double d = 0;
    const double *none = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i % 3;
        b[i] = i;
        x[i] = i % 4 / 8.0;
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += a[i] ?: b[i];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        y[i] = (x[i] ?: -1) + (a[i] /* or */ ?: /* else */ 0.5) + ((a[i] - 1) ?: (b[i] ?: 7));
#pragma omp parallel for reduction(+ : d)
    for (int i = 0; i < N; i++)
        d += (none ?: y)[i];
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        unsigned char c = (unsigned char)(b[i] ?: 'c');
        b[i] = (signed char)c ?: i;
    }
    printf("%ld %.17g\n", s, d);
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < N; i++) {
        int k = a[i];
        t += k++ ?: 5;
        t += k;
    }
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < N; i++)
        t += twice(a[i]) ?: b[i];
    for (int i = 0; i < N; i++)
        t = t * 3 % 1000003 + b[i];
    printf("%ld\n", t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
