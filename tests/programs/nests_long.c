/* SPDX-License-Identifier: MIT */
/* Few long rows, which several blocks do together, and rows of which some are far longer than
 * others: these are left to a warp, a block, some blocks or all of them.  All numbers are whole, so
 * that sums do not depend on their order.
 * compared: no
 */
#include <stdio.h>
#include <stdlib.h>

static int wrong;

static void check(const char *what, int row, double is, double should)
{
    if (is == should)
        return;
    if (wrong++ < 10)
        printf("%s, row %d: %g, not %g\n", what, row, is, should);
}

/* ---- few long rows ---- */

struct row {
    double sum, most, spread;
    int at, any;
};

static struct row of_row(const double *a, int m)
{
    struct row r = {0, a[0], 0, 0, 0};
    for (int k = 0; k < m; k++) {
        r.sum += a[k];
        if (a[k] > r.most) {
            r.most = a[k];
            r.at = k;
        }
        r.any |= a[k] == 7;
    }
    for (int k = 0; k < m; k++)
        r.spread += (a[k] - r.most) * (a[k] - r.most);
    return r;
}

static void statistics(const double *restrict a, int n, int m, double *restrict sum,
                       double *restrict most, int *restrict at, int *restrict any,
                       double *restrict spread)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0, best = a[(long)i * m], d = 0;
        int where = 0, seven = 0;
        for (int k = 0; k < m; k++) {
            s += a[(long)i * m + k];
            if (a[(long)i * m + k] > best) {
                best = a[(long)i * m + k];
                where = k;
            }
            seven |= a[(long)i * m + k] == 7;
        }
        for (int k = 0; k < m; k++)
            d += (a[(long)i * m + k] - best) * (a[(long)i * m + k] - best);
        sum[i] = s;
        most[i] = best;
        at[i] = where;
        any[i] = seven;
        spread[i] += d;
    }
}

/* Each element is needed after all have been written. */
static void shift(double *restrict a, double *restrict left, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double least = a[(long)i * m];
        for (int k = 0; k < m; k++)
            least = a[(long)i * m + k] < least ? a[(long)i * m + k] : least;
        for (int k = 0; k < m; k++)
            a[(long)i * m + k] -= least;
        double s = 0;
        for (int k = 0; k < m; k++)
            s += a[(long)i * m + m - 1 - k];
        left[i] = s;
    }
}

static double total(const double *restrict a, const double *restrict w, int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int k = 0; k < m; k++)
            t += a[(long)i * m + k];
        s += w[i] * t;
    }
    return s;
}

static void few(int n, int m)
{
    double *a = malloc(sizeof *a * (size_t)n * (size_t)m);
    double sum[5], most[5], spread[5] = {1, 2, 3, 4, 5}, left[5], w[5] = {1, 3, 5, 7, 9}, all = 0;
    int at[5], any[5];
    for (int i = 0; i < n * m; i++)
        a[i] = (double)((i * 2654435761u >> 20) % 1000) + 8;
    a[(n - 1) * m + m / 2] = 7;
    statistics(a, n, m, sum, most, at, any, spread);
    for (int i = 0; i < n; i++) {
        struct row r = of_row(a + (long)i * m, m);
        check("sum", i, sum[i], r.sum);
        check("maximum", i, most[i], r.most);
        check("its place", i, at[i], r.at);
        check("a seven", i, any[i], r.any);
        check("spread", i, spread[i], i + 1 + r.spread);
        all += w[i] * r.sum;
    }
    check("total", n, total(a, w, n, m), all);
    shift(a, left, n, m);
    for (int i = 0; i < n; i++)
        check("shifted", i, left[i], sum[i] - m * (i == n - 1 ? 7. : 8.));
    free(a);
}

/* ---- rows of all lengths ---- */

static void times(const int *restrict first, const int *restrict column,
                  const double *restrict value, const double *restrict x, double *restrict y, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}

static int length(int i, int longest)
{
    if (i == 1700)
        return longest;
    return i % 1000 == 3 ? 40000 : i % 250 == 77 ? 3000 : i % 60 == 11 ? 300 : i % 6;
}

static void unequal(int n, int longest)
{
    int *first = malloc(sizeof *first * (size_t)(n + 1));
    first[0] = 0;
    for (int i = 0; i < n; i++)
        first[i + 1] = first[i] + length(i, longest);
    const size_t m = (size_t)first[n];
    int *column = malloc(sizeof *column * m);
    double *value = malloc(sizeof *value * m), *x = malloc(sizeof *x * (size_t)n);
    double *y = malloc(sizeof *y * (size_t)n);
    for (size_t k = 0; k < m; k++) {
        column[k] = (int)(k * 7919 % (size_t)n);
        value[k] = (double)(k % 5) - 1;
    }
    for (int i = 0; i < n; i++)
        x[i] = i % 17;
    for (int again = 0; again < 2; again++) {
        times(first, column, value, x, y, n);
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (int k = first[i]; k < first[i + 1]; k++)
                s += value[k] * x[column[k]];
            check("product", i, y[i], s);
        }
    }
    free(first);
    free(column);
    free(value);
    free(x);
    free(y);
}

int main(void)
{
    setenv("TCR_SIM_SMS", "16", 0);
    for (int n = 1; n <= 5; n++)
        few(n, 20000);
    few(1, 70001); /* more iterations than all threads have at a time */
    few(3, 70001);
    unequal(2001, 2000);   /* less than blocks wait for */
    unequal(3001, 500000); /* more */
    printf("%s\n", wrong ? "wrong" : "right");
    return wrong != 0;
}
