/* Variable-length arrays, restrict, array parameters with bounds, offsets.
 * flags: -O3 -std=c11
 */
#include <stdio.h>
#include <string.h>

typedef float real_t;

static double total(int n, int m, double a[restrict n][m], const double w[static 1])
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i][j] * w[j];
    return s;
}

static real_t inner(int n, real_t (*restrict u)[n][n], int k)
{
    real_t s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            s += u[k][i][j] -
                 (real_t)0.25 * (u[k][i - 1][j] + u[k][i + 1][j] + u[k][i][j - 1] + u[k][i][j + 1]);
    return s;
}

int main(void)
{
    int n = 9, m = 14;
    double a[n][m], w[m], local[2 * n + 1];
    real_t u[3][n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = (i * m + j) % 10, w[j] = j + 1;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                u[k][i][j] = (real_t)((k + i * j) % 8);
    for (int i = 0; i <= 2 * n; i++)
        local[i] = i;
    printf("%g %g %g\n", total(n, m, a, w), total(3, m, a, w), inner(n, u, 1));
    double s = 0, even = 0;
#pragma tcr reduce(+ : s, even)
    for (int i = -n; i <= n; i++) {
        s += local[n + i];
        even += i % 2 ? 0 : local[i + n];
    }
    printf("%g %g\n", s, even);
    double *mid = local + n;
    s = 0;
#pragma tcr reduce(+ : s)
    for (int i = -n; i <= n; i++)
        s += mid[i] * mid[-i];
    printf("%g\n", s);
    double parts[n], *to = w;
    memset(parts, 0, sizeof parts); /* sizeof has no use for its address */
#pragma tcr reduce(+ : parts [0:n])
    for (int i = 0; i < m; i++)
        parts[i % 3] += to[i];
    printf("%g %g %g\n", parts[0], parts[1], parts[2]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
