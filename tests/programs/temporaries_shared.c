/* SPDX-License-Identifier: MIT */
/* Temporaries that are declared where C89 wants them, and that several inner loops set for
 * themselves: threads share these loops.  What one iteration leaves for the next, or the loop for
 * what follows it, they do not share.
 *
 * flags: -O1 -fopenmp -std=c89 -Wno-long-long
 * accept: omp
 * device: 5
 */
#include <stdio.h>

enum { ROWS = 37, N = 150 };

static double u[ROWS][N][3], f[ROWS][N], g[ROWS][N], h[ROWS][N], s[ROWS];

static void both(int n)
{
    int i, k, m;
    double tmp, v, w;
#pragma omp parallel for private(k, m, tmp, v, w)
    for (i = 0; i < ROWS; i++) {
        for (k = 1; k < n; k++) {
            tmp = 1.0 / u[i][k][0];
            v = tmp * u[i][k][1];
            tmp = 1.0 / u[i][k - 1][0];
            w = tmp * u[i][k - 1][1];
            f[i][k] = v - w;
        }
        for (k = 1; k < n; k++) {
            tmp = f[i][k];
            if (tmp > 0)
                v = tmp;
            else
                v = -tmp;
            for (m = 0; m < 3; m++)
                v += m;
            g[i][k] = v * tmp;
        }
    }
}

/* The last value of one loop is read behind it. */
static void last(int n)
{
    int i, k;
    double tmp;
#pragma omp parallel for private(k, tmp)
    for (i = 0; i < ROWS; i++) {
        tmp = 0;
        for (k = 0; k < n; k++) {
            tmp = g[i][k];
            h[i][k] = 2 * tmp;
        }
        s[i] = tmp;
    }
}

/* A value of the iteration before, where a condition sets none. */
static void kept(int n)
{
    int i, k;
    double tmp;
#pragma omp parallel for private(k, tmp)
    for (i = 0; i < ROWS; i++) {
        tmp = 1;
        for (k = 0; k < n; k++) {
            if (k % 7 == i % 7)
                tmp = g[i][k];
            h[i][k] += tmp;
        }
        for (k = 0; k < n; k++) {
            tmp = h[i][k];
            f[i][k] += tmp;
        }
    }
}

/* The second loop begins with what the first has left. */
static void from_one_to_the_next(int n)
{
    int i, k;
    double tmp;
#pragma omp parallel for private(k, tmp)
    for (i = 0; i < ROWS; i++) {
        tmp = i;
        for (k = 0; k < n; k++) {
            tmp = f[i][k];
            g[i][k] = tmp + 1;
        }
        for (k = 0; k < n; k++) {
            h[i][k] -= tmp;
            tmp = 0.5 * g[i][k];
        }
    }
}

/* An array of the iteration, and a number that an inner loop of an inner loop sets. */
static void deeper(int n)
{
    int i, k, m;
    double tmp, t[3];
#pragma omp parallel for private(k, m, tmp, t)
    for (i = 0; i < ROWS; i++) {
        for (k = 0; k < n; k++) {
            for (m = 0; m < 3; m++) {
                tmp = u[i][k][m];
                t[m] = tmp * tmp;
            }
            u[i][k][0] = t[0] + t[1] + t[2] + 1;
        }
        for (k = 1; k < n; k++) {
            tmp = u[i][k][0];
            f[i][k] = tmp;
        }
    }
}

int main(void)
{
    int i, k, m;
    double sum = 0, weight = 1;
    for (i = 0; i < ROWS; i++)
        for (k = 0; k < N; k++)
            for (m = 0; m < 3; m++)
                u[i][k][m] = 1 + (i * 7 + k * 3 + m) % 11;
    both(N);
    last(N);
    kept(N);
    from_one_to_the_next(N);
    deeper(N);
    for (i = 0; i < ROWS; i++)
        for (k = 0; k < N; k++) {
            weight = weight < 1e6 ? weight * 1.01 : 1;
            sum += weight * (f[i][k] + 2 * g[i][k] + 3 * h[i][k] + u[i][k][0]) + s[i];
        }
    printf("%.10g\n", sum);
    return 0;
}
