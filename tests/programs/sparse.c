/* Loops over sparse matrices: subscripts and bounds that come out of memory.
 * sanitize: no
 * flags: -O1 -std=gnu17
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *get(size_t n)
{
    void *p = calloc(1, n);
    if (!p)
        exit(1);
    return p;
}
static double *numbers(int n, int k)
{
    double *x = get((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = ((i * 13 + k) % 23) - 11;
    return x;
}

/* ---- sparse matrices ---- */

typedef struct {
    int n, nnz;
    int *row, *col, *rowind;
    double *val;
} csr_t;

static csr_t make_csr(int n)
{
    csr_t a = {n,
               0,
               get((n + 1) * sizeof(int)),
               get(9 * n * sizeof(int)),
               get(9 * n * sizeof(int)),
               get(9 * n * sizeof(double))};
    for (int i = 0; i < n; i++) {
        a.row[i] = a.nnz;
        for (int j = i % 4; j < n && a.nnz < a.row[i] + 9; j += 7 + i % 3) {
            a.col[a.nnz] = j;
            a.rowind[a.nnz] = i;
            a.val[a.nnz++] = (i - j) * 0.5;
        }
    }
    a.row[n] = a.nnz;
    return a;
}

/* x'Ax, bounds of the rows in memory */
static double csr_form(const csr_t *a, const double *x)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < a->n; i++) {
        double t = 0;
        for (int k = a->row[i]; k < a->row[i + 1]; k++)
            t += a->val[k] * x[a->col[k]];
        s += x[i] * t;
    }
    return s;
}
/* the diagonal by a search that ends early */
static double csr_trace(const csr_t *a)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < a->n; i++)
        for (int k = a->row[i]; k < a->row[i + 1]; k++)
            if (a->col[k] == i) {
                s += a->val[k];
                break;
            }
    return s;
}
/* bounds in locals; largest row sum */
static double csr_norm(int n, const int *ia, const double *aa)
{
    double norm = 0;
#pragma tcr reduce(max : norm)
    for (int i = 0; i < n; i++) {
        int begin = ia[i], end = ia[i + 1], k;
        double t = 0.0;
        for (k = begin; k < end; ++k)
            t += fabs(aa[k]);
        if (t > norm)
            norm = t;
    }
    return norm;
}
/* residual, 1-based as in Fortran */
static double csr_residual(int n, const int *ia, const int *ja, const double *a, const double *x,
                           const double *b)
{
    double r2 = 0;
#pragma tcr reduce(+ : r2)
    for (int i = 1; i <= n; i++) {
        double r = b[i - 1];
        for (int k = ia[i - 1]; k <= ia[i] - 1; k++)
            r -= a[k] * x[ja[k]];
        r2 += r * r;
    }
    return r2;
}
/* coordinates */
static double coo(int nnz, const int *ri, const int *ci, const double *v, const double *x,
                  const double *y)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int k = 0; k < nnz; k++)
        s += y[ri[k]] * v[k] * x[ci[k]];
    return s;
}
/* ELLPACK with a length for each row */
static double ell(int n, int width, const int *len, const int *col, const double *val,
                  const double *x)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < len[i]; k++)
            s += val[i * width + k] * x[col[i * width + k]];
    return s;
}
/* ELLPACK by columns, padded with -1 */
static double ell_t(int n, int width, const int *col, const double *val, const double *x)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < width; k++) {
            int c = col[k * n + i];
            if (c < 0)
                break;
            s += val[k * n + i] * x[c];
        }
    return s;
}
/* pointers set from the row's beginning */
static double csr_pointers(const csr_t *a, const double *x)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < a->n; i++) {
        const double *v = a->val + a->row[i];
        const int *c = &a->col[a->row[i]];
        int len = a->row[i + 1] - a->row[i];
        for (int k = 0; k < len; k++)
            s += v[k] * x[c[k]];
    }
    return s;
}
/* walked with ++ */
static double csr_walk(const csr_t *a, const double *x)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < a->n; i++) {
        const double *v = &a->val[a->row[i]], *end = &a->val[a->row[i + 1]];
        const int *c = &a->col[a->row[i]];
        while (v < end)
            s += *v++ * x[*c++];
    }
    return s;
}
/* blocks of 2 x 2 */
static double bcsr(int nb, const int *row, const int *col, const double *val, const double *x)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int I = 0; I < nb; I++)
        for (int k = row[I]; k < row[I + 1]; k++) {
            const double *b = val + 4 * k;
            const double *xx = x + 2 * col[k];
            s += b[0] * xx[0] + b[1] * xx[1] + b[2] * xx[0] + b[3] * xx[1];
        }
    return s;
}
/* bisection in a row's columns */
static double entry(const csr_t *a, int i, int j)
{
    int lo = a->row[i], hi = a->row[i + 1];
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a->col[mid] < j)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < a->row[i + 1] && a->col[lo] == j ? a->val[lo] : 0.0;
}
static double symmetric(const csr_t *a)
{
    double worst = 0;
#pragma tcr reduce(max : worst)
    for (int i = 0; i < a->n; i++)
        for (int k = a->row[i]; k < a->row[i + 1]; k++) {
            double d = fabs(a->val[k] - entry(a, a->col[k], i));
            if (d > worst)
                worst = d;
        }
    return worst;
}

int main(void)
{
    int n = 200;
    csr_t a = make_csr(n);
    double *x = numbers(1024, 3), *y = numbers(1024, 7), *val = numbers(6 * 1024, 2);
    int *col = get(6 * 1024 * sizeof(int)), *len = get(n * sizeof(int));
    int *one = get((n + 1) * sizeof(int));
    for (int i = 0; i < n; i++) {
        len[i] = i % 6;
        for (int k = 0; k < 6; k++)
            col[i * 6 + k] = (i + 11 * k) % n;
    }
    printf("%g %g %g\n", csr_form(&a, x), csr_trace(&a), csr_norm(n, a.row, a.val));
    printf("%g\n", csr_residual(n, a.row, a.col, a.val, x, y));
    printf("%g %g\n", coo(a.nnz, a.rowind, a.col, a.val, x, y), ell(n, 6, len, col, val, x));
    for (int i = 0; i < 6 * n; i++)
        if (i / n >= i % n % 6)
            col[i] = -1;
    printf("%g %g %g\n", ell_t(n, 6, col, val, x), csr_pointers(&a, x), csr_walk(&a, x));
    for (int i = 0; i <= n; i++)
        one[i] = a.row[i] / 2;
    printf("%g %g\n", bcsr(n, one, a.col, val, x), symmetric(&a));
    return 0;
}
/* SPDX-License-Identifier: MIT */
