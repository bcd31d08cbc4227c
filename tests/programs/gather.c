/* Sections from clauses and from declared arrays: gather, sparse rows, computed subscripts.
 * flags: -O2 -std=c99
 * device: 3
 */
#include <stdio.h>
#include <stdlib.h>

#define NR 12
static int ptr[NR + 1], col[200];
static double val[200], table[16];

static double quadratic(const double *x, int nnz)
{
    double s = 0;
#pragma tcr reduce(+ : s) copyin(x[0:NR])
    for (int i = 0; i < NR; i++)
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += x[i] * val[k] * x[col[k]];
    return s + nnz;
}

static double looked_up(const int *idx, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += table[idx[i]] + table[(i * i) % 16] + table[i / 5];
    return s;
}

static double chosen(const double *a, const double *b, const int *flag, int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s) copyin(a[0:m], b[0:m], flag[0:n])
    for (int i = 0; i < n; i++) {
        const double *p = flag[i] ? a : b;
        s += p[flag[i] % m];
    }
    return s;
}

int main(void)
{
    double x[NR], a[8], b[8];
    int idx[40], flag[40], nnz = 0;
    for (int i = 0; i < NR; i++) {
        x[i] = i - 4;
        ptr[i] = nnz;
        for (int j = i % 3; j < NR; j += 1 + i % 4) {
            col[nnz] = j;
            val[nnz++] = i + j;
        }
    }
    ptr[NR] = nnz;
    for (int i = 0; i < 16; i++)
        table[i] = i * 0.5;
    for (int i = 0; i < 40; i++) {
        idx[i] = i * 7 % 16;
        flag[i] = i % 6;
    }
    for (int i = 0; i < 8; i++) {
        a[i] = i;
        b[i] = 10 * i + 1;
    }
    printf("%g %g %g\n", quadratic(x, nnz), looked_up(idx, 40), chosen(a, b, flag, 40, 8));
    return 0;
}
/* SPDX-License-Identifier: MIT */
