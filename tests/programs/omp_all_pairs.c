/* Shortest paths between all pairs: the inner loop reads an element of the row that it writes, so
 * that only the outer one, of which the program says so, is shared.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 5
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 27, FAR = 1000000 };

static void fill(int *d)
{
    unsigned s = 1;
    for (int i = 0; i < N * N; i++) {
        s = s * 1103515245u + 12345u;
        d[i] = i % (N + 1) == 0 ? 0 : (s >> 16) % 5 == 0 ? (int)((s >> 20) % 100) + 1 : FAR;
    }
}

static long sum(const int *d)
{
    long h = 0;
    for (int i = 0; i < N * N; i++)
        h = (h * 31 + d[i]) % 1000003;
    return h;
}

static void rows(int n, int (*d)[n], int (*next)[n])
{
    for (int k = 0; k < n; k++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j]) {
                    d[i][j] = d[i][k] + d[k][j];
                    next[i][j] = k;
                }
    }
}

static void flat(int n, int *d)
{
    int i, j, k;
    for (k = 0; k < n; k++) {
#pragma omp parallel for private(j) schedule(static)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++) {
                int by = d[i * n + k] + d[k * n + j];
                d[i * n + j] = by < d[i * n + j] ? by : d[i * n + j];
            }
    }
}

static void pointers(int n, int **d)
{
    for (int k = 0; k < n; k++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
    }
}

static void both(int n, int *d)
{
    for (int k = 0; k < n; k++) {
#pragma omp parallel for collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j])
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
    }
}

/* What is apart stays a loop of its own. */
static void elimination(int n, int *d)
{
    for (int k = 0; k < n; k++) {
#pragma omp parallel for
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                d[i * n + j] -= d[i * n + k] % 7 * d[k * n + j] % 1009;
    }
}

int main(void)
{
    int n = N, *d = malloc(sizeof(int[N][N])), *next = calloc(N * N, sizeof *next);
    int **p = malloc(N * sizeof *p);
    for (int i = 0; i < N; i++)
        p[i] = d + i * N;
    fill(d);
    rows(n, (int(*)[n])d, (int(*)[n])next);
    printf("%ld %ld ", sum(d), sum(next));
    fill(d);
    flat(n, d);
    printf("%ld ", sum(d));
    fill(d);
    pointers(n, p);
    printf("%ld ", sum(d));
    fill(d);
    both(n, d);
    printf("%ld ", sum(d));
    elimination(n, d);
    printf("%ld\n", sum(d));
    return 0;
}
/* SPDX-License-Identifier: MIT */
