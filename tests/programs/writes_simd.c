/* What is read and then written by one iteration, beside sums.
 * flags: -O1 -fopenmp
 * compiler: clang-19
 */
#include <stdio.h>
#include <stdlib.h>
static unsigned long count;
static struct {
    long n;
} size;
static double run(int *a, double *b)
{
    double sum = 0;
    size.n = 10005;
#pragma tcr reduce(+ : count, sum)
    for (long long i = 6; i < size.n; i += 2) {
        count += (unsigned long)((b[i * 2 - 2] >= -2.5 ? 24 : a[i + 1] % 50) % 50);
        sum += b[2 * i];
        b[2 * i] -= b[i * 2] / 3;
    }
    return sum;
}
int main(void)
{
    int *a = calloc(20000, sizeof *a);
    double *b = calloc(40000, sizeof *b), sum, t = 0;
    for (int i = 0; i < 20000; i++)
        a[i] = i % 71;
    for (int i = 0; i < 40000; i++)
        b[i] = (i * 7919 % 255 - 127) / 8.0;
    sum = run(a, b);
    for (int i = 0; i < 40000; i++)
        t += b[i] * (i % 7);
    printf("%.15g %lu %.12g\n", sum, count, t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
