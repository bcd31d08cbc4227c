/* OpenACC's constructs; the compiler heeds them.
 * compiler: gcc
 * flags: -O1 -fopenacc
 * accept: acc
 * device: 13
 */
#include <stdio.h>
#include <stdlib.h>

#define N 5000
#define CLAUSES reduction(+ : s) copyin(a [0:n])
#define PRAGMA(x) _Pragma(#x)

struct sums {
    double sum, *v;
    int n;
};
static double a[N], b[N], A[64][64], x[64];

static double combined(const double *v, int n)
{
    double s = 0;
    int odd = 0, i = -1;
#pragma acc parallel loop reduction(+ : s) copyin(v [0:n]) gang vector async(1) if (n > 10)
    for (i = 0; i < n; i++)
        s += v[i];
#pragma acc wait
    printf("%d\n", i);
#pragma acc kernels loop independent reduction(+ : s) pcopyin(v [0:n])
    for (i = 0; i < n; i++)
        s += v[i];
#pragma acc serial loop reduction(+ : odd)
    for (int k = 0; k < n; k++)
        odd += (int)v[k] & 1;
#pragma acc parallel loop reduction(+ : s) present_or_copy(v [0:n]) tile(32)
    for (int k = 0; k < n; k++)
        s += v[k];
    return s + odd;
}

static double regions(const double *v, int n)
{
    double s = 1, m = -1e300;
#pragma acc data copyin(v [0:n])
    {
#pragma acc kernels present(v)
        {
#pragma acc loop independent reduction(+ : s)
            for (int i = 0; i < n; i++) s += v[i];
#pragma acc loop reduction(max : m)
    for (int i = 0; i < n; i++)
        m = v[i] > m ? v[i] : m;
}
#pragma acc update self(v [0:n])
}
#pragma acc parallel reduction(+ : s) num_gangs(4)
{
#pragma acc loop
    for (int i = 0; i < n; i++)
        s += v[i] * 2;
}
#pragma acc parallel copyin(v [0:n]) vector_length(128)
#pragma acc loop gang vector reduction(+ : s)
for (int i = 0; i < n; i++)
    s += v[i] * 3;
return s + m;
}

static double nests(void)
{
    double s = 0, y[64];
    int i, j, n = N;
#pragma acc parallel loop collapse(2) reduction(+ : s) private(j) copyin(A [0:64] [0:64], x [0:64])
    for (i = 0; i < 64; i++)
        for (j = 0; j < 64; j++)
            s += A[i][j] * x[j];
    printf("i %d j %d\n", i, j);
    PRAGMA(acc parallel loop CLAUSES)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma acc parallel loop
    for (i = 0; i < 64; i++) {
        double t = 0;
#pragma acc loop vector reduction(+ : t)
        for (j = 0; j < 64; j++)
            t += A[i][j] * x[j];
        y[i] = t;
    }
#pragma acc parallel loop gang reduction(+ : s)
    for (i = 0; i < 64; i++) {
        double t = 0;
#pragma acc loop vector reduction(+ : t)
        for (j = 0; j < 64; j++)
            t += A[i][j] * x[j];
        s += t * y[i];
    }
    return s;
}

static int members(struct sums *p)
{
    int found = 5, odd = 0;
    double sum = p->sum;
#pragma acc parallel loop reduction(|| : found) deviceptr(p)
    for (int i = 0; i < p->n; i++)
        found = found || p->v[i] > 1e9;
#pragma acc parallel loop reduction(+ : sum)
    for (int i = 0; i < p->n; i++)
        sum += p->v[i];
    p->sum = sum;
    return odd * 10 + found;
}

int main(void)
{
    struct sums p = {3, a, N};
    for (int i = 0; i < N; i++)
        a[i] = i % 37 - 3, b[i] = i % 11;
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            A[i][j] = i - j, x[i] = i;
    printf("%g %g %g\n", combined(a, N), regions(b, N), nests());
    printf("%d %g\n", members(&p), p.sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
