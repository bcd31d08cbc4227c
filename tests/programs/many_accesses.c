/* SPDX-License-Identifier: MIT */
/* Threads share loops whose bodies make very many accesses, blocks that are reduced in place, all
 * written out; where an iteration reads what the one before has written, none is shared.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 2
 * compared: yes
 */
#include <stdio.h>

enum { N = 12 };

static double left[N][N][N][3][5][5], right[N][N][N][5];
static int points[3] = {N, N - 1, N};

#define EACH(of, p) of(p, 0) of(p, 1) of(p, 2) of(p, 3) of(p, 4)
#define EACH_ROW(p) ROW(p, 0) ROW(p, 1) ROW(p, 2) ROW(p, 3) ROW(p, 4)
#define SCALE(p, n) l[p][n] *= pivot; c[p][n] *= pivot;
#define TAKE(q, n) l[q][n] -= part * lp[n]; c[q][n] -= part * cp[n];
#define ROW(p, q)                                                                                  \
    if (p != q) {                                                                                  \
        const double *lp = l[p], *cp = c[p];                                                       \
        part = l[q][p];                                                                            \
        EACH(TAKE, q)                                                                              \
        r[q] -= part * r[p];                                                                       \
    }
#define PIVOT(p)                                                                                   \
    pivot = 1.0 / l[p][p];                                                                         \
    EACH(SCALE, p)                                                                                 \
    r[p] *= pivot;                                                                                 \
    EACH_ROW(p)

static void reduce(double l[5][5], double c[5][5], double r[5])
{
    double pivot, part;
    PIVOT(0) PIVOT(1) PIVOT(2) PIVOT(3) PIVOT(4)
}

static void fill(int i, int j, int k)
{
    for (int b = 0; b < 3; b++)
        for (int m = 0; m < 5; m++)
            for (int n = 0; n < 5; n++)
                left[i][j][k][b][m][n] =
                    (m == n) * (8 + b) + ((i + 2 * j + 3 * k + 5 * m + 7 * n + b) % 11) / 16.0;
    for (int m = 0; m < 5; m++)
        right[i][j][k][m] = (i + 3 * j + k + m) % 7;
}

static void solve(int k)
{
#pragma omp parallel for
    for (int i = 1; i < points[0] - 1; i++)
        for (int j = 1; j < points[1] - 1; j++) {
            reduce(left[i][j][k][0], left[i][j][k][1], right[i][j][k - 1]);
            reduce(left[i][j][k][1], left[i][j][k][2], right[i][j][k]);
        }
}

static void chain(int k)
{
#pragma omp parallel for
    for (int i = 1; i < points[0] - 1; i++)
        for (int j = 1; j < points[1] - 1; j++) {
            left[i][j][k][1][0][0] += left[i][j - 1][k][2][4][4] + 4;
            reduce(left[i][j][k][1], left[i][j][k][2], right[i][j][k]);
        }
}

static void show(const char *what)
{
    double sum = 0, most = 0;
    for (int i = 0; i < N * N * N * 3 * 25; i++) {
        double x = (&left[0][0][0][0][0][0])[i];
        sum += x * (i % 13 + 1);
        most = x > most ? x : most;
    }
    for (int i = 0; i < N * N * N * 5; i++)
        sum += (&right[0][0][0][0])[i] * (i % 5 + 1);
    printf("%s: %.9g, at most %.9g\n", what, sum, most);
}

int main(void)
{
    for (int i = 0; i < N * N * N; i++)
        fill(i / N / N, i / N % N, i % N);
    for (int k = 1; k < N; k += 2)
        solve(k);
    show("solved");
    for (int i = 0; i < N * N * N; i++)
        fill(i / N / N, i / N % N, i % N);
    for (int k = 0; k < N; k++)
        chain(k);
    show("chained");
    return 0;
}
