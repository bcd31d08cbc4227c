/* SPDX-License-Identifier: MIT */
/*
 * Arrays of nests that are apart, one and the same, or overlap in part, by pointers that do not say
 * so: each call finds out whether threads may share its inner loops.
 * flags: -O1 -std=gnu17
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 70 * 300 };

static double pool[3 * MOST];
static int counts[MOST];

/* Multiples of 1/8, whose sums are the same in every order. */
static void fill(void)
{
    for (int k = 0; k < 3 * MOST; k++)
        pool[k] = (double)(k * 7919L % 33) / 8 - 2;
    for (int k = 0; k < MOST; k++)
        counts[k] = k * 13 % 37;
}

static void show(const char *what, int n, int m)
{
    double s = 0;
    long c = 0;
    for (int k = 0; k < 3 * MOST; k++)
        s += pool[k] * (k % 13 + 1);
    for (int k = 0; k < MOST; k++)
        c += counts[k] * (k % 7L + 1);
    printf("%s %d %d: %.12g %ld\n", what, n, m, s, c);
    fill();
}

/* The largest, a sum, and all of a row divided. */
static void rows(double *y, const double *x, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double top = x[i * m], sum = 0;
        for (int k = 1; k < m; k++)
            top = fmax(top, x[i * m + k]);
        for (int k = 0; k < m; k++) {
            y[i * m + k] = top - x[i * m + k];
            sum += y[i * m + k];
        }
        for (int k = 0; k < m; k++)
            y[i * m + k] = y[i * m + k] * 2 + (sum > 9);
    }
}

/* The same by columns. */
static void columns(double *y, const double *x, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < m; k++)
            sum += x[k * n + i];
        for (int k = 0; k < m; k++)
            y[k * n + i] = x[k * n + i] - (sum > 2);
    }
}

/* A sum in memory, which the loop may read by the other pointers. */
static void product(double *y, const double *a, const double *x, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            y[i] += a[i * m + k] * (x[k] > 0);
        y[i] -= 1;
    }
}

/* Two of them, one of which some turns leave out. */
static void sums(double *y, double *z, const double *x, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            y[i] += x[i * m + k];
            if (x[i * m + k] > 1)
                z[i] += 0.5;
        }
}

/* Subscripts that might wrap around, and do not. */
static void wrapping(double *y, const double *x, unsigned n, unsigned m)
{
#pragma tcr loop
    for (unsigned i = 0; i < n; i++) {
        double s = 0;
        for (unsigned k = 0; k < m; k++)
            s += x[i * m + k];
        for (unsigned k = 0; k < m; k++)
            y[i * m + k] = x[i * m + k] + s;
    }
}

/* Chosen by numbers in memory, of another type. */
static void gathered(double *y, const double *x, const int *at, int n, int m)
{
#pragma tcr loop copyin(x[0 : 37])
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            y[i * m + k] = x[at[k]] * 2;
        y[i * m] += 1;
    }
}

/* Rows behind pointers. */
static void behind(double **c, double **a, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            c[i][0] += a[i][k];
        for (int k = 1; k < m; k++)
            c[i][k] = a[i][k] - c[i][0];
    }
}

/* Integers, one of which the loop's length is read from. */
static void lengths(int *y, const int *x, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < x[i] % m; k++)
            y[i] += k;
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 300}, {5, 100}, {33, 31}, {33, 1}, {70, 8}, {3, 257}};
    fill();
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *x = pool, *y = pool + MOST, *z = pool + 2 * MOST;
        rows(y, x, n, m), show("rows, apart", n, m);
        rows(x, x, n, m), show("rows, one", n, m);
        rows(x + 1, x, 1, m), show("rows, one behind", n, m);
        rows(x, x + 1, 1, m), show("rows, one ahead", n, m);
        rows(y + 3, y, 1, m), show("rows, three behind", n, m);
        columns(y, x, n, m), show("columns, apart", n, m);
        columns(x, x, n, m), show("columns, one", n, m);
        columns(x + 1, x, 1, m), show("columns, one behind", n, m);
        product(z, x, y, n, m), show("product, apart", n, m);
        product(y + m / 2, x, y, 1, m), show("product, into x", n, m);
        product(x + m / 3, x, y, 1, m), show("product, into a", n, m);
        product(x, x, x, 1, m), show("product, one", n, m);
        sums(y, z, x, n, m), show("sums, apart", n, m);
        sums(y, y, x, n, m), show("sums, one", n, m);
        sums(y, y + 1, x, 1, m), show("sums, next to each other", n, m);
        sums(x + m - 1, z, x, 1, m), show("sums, into the last", n, m);
        wrapping(y, x, (unsigned)n, (unsigned)m), show("wrapping", n, m);
        wrapping(x, x, (unsigned)n, (unsigned)m), show("wrapping, one", n, m);
        gathered(y, x, counts, n, m), show("gathered", n, m);
        gathered(x + 10, x, counts, 1, m), show("gathered, in part", n, m);
        lengths(counts + n, counts, n, m), show("lengths", n, m);
        lengths(counts, counts, 1, m), show("lengths, one", n, m);
        double *from[70], *to[70];
        for (int i = 0; i < n; i++) {
            from[i] = x + i * m;
            to[i] = y + (n - 1 - i) * m;
        }
        behind(to, from, n, m), show("behind", n, m);
    }
    return 0;
}
