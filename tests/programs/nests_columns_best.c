/* SPDX-License-Identifier: MIT */
/*
 * Places of minima by columns: columns that have nothing below what the variable starts with beside
 * others that have, and threads without a column; behind a loop that stays in a thread.
 * flags: -O1
 * sanitize: no
 */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64, LENGTH = 100 };

static double *a, *y, *z;

static void sums(const char *name, int n)
{
    double t = 0;
    for (int i = 0; i < n; i++)
        t += y[i] * (i + 1) + z[i] * (i % 7 + 1);
    printf("%s %g\n", name, t);
}

/* Only every other column has anything below 4. */
static void improve_some(int n, int m)
{
#pragma tcr loop copyin(a[0:n*m])
    for (int i = 0; i < n; i++) {
        double best = 4;
        int at = -1;
        for (int j = 0; j < m; j++)
            if (a[j * n + i] < best) {
                best = a[j * n + i];
                at = j;
            }
        z[i] = best + at;
    }
}

static void walk_and_improve(int n, int m, const int *perm, const int *row)
{
#pragma tcr loop copyin(a[0:n*m], perm[0:n], row[0:n+1])
    for (int i = 0; i < n; i++) {
        double s = 0, best = 9;
        int at = -1;
        const double *p = a + row[i], *end = a + row[i + 1];
        while (p < end)
            s += *p++;
        y[perm[i]] = s;
        for (int j = 0; j < m; j++)
            if (a[j * n + i] <= best) {
                best = a[j * n + i];
                at = j;
            }
        z[perm[i]] = best + at;
    }
}

int main(void)
{
    static const int columns[] = {1, 31, 33, 64};
    a = malloc(MOST * LENGTH * sizeof *a);
    y = calloc(MOST, sizeof *y);
    z = calloc(MOST, sizeof *z);
    for (int c = 0; c < 4; c++) {
        int n = columns[c], *perm = malloc((size_t)n * sizeof *perm),
            *row = malloc(((size_t)n + 1) * sizeof *row);
        for (int k = 0; k <= n; k++)
            row[k] = k * LENGTH;
        for (int k = 0; k < n; k++)
            perm[k] = n - 1 - k;
        for (int k = 0; k < n * LENGTH; k++)
            a[k] = k % n % 2 ? 5 : k % 7;
        improve_some(n, LENGTH);
        sums("some improve", n);
        walk_and_improve(n, LENGTH, perm, row);
        sums("behind a walk", n);
        free(perm);
        free(row);
    }
    return 0;
}
