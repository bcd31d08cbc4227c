/* A kernel changes present arrays in place and fails, or what else it has written cannot
 * be copied back: the host's loop starts from what was there before.
 * flags: -O1
 * faults: launch:1 launch:2 sync:1 sync:2 sync:3 sync:6 sync:7 copy:2 copy:3 copy:4 copy:7 alloc:3
 */
#include <stdio.h>
enum { N = 1000 };
static double u[N], y[N], *rows[10], table[10][50];
static void twice(int n, double *a, double *b)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
        if (i % 3 == 0)
            b[i] = a[i];
    }
}
static double add_rows(int n, double **a, double by)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 50; j++) {
            a[i][j] += by;
            s += a[i][j];
        }
    return s;
}
int main(void)
{
    double t = 0;
    for (int i = 0; i < N; i++)
        u[i] = i;
    for (int i = 0; i < 10; i++)
        rows[i] = table[i];
#pragma tcr data copy(u)
    {
        twice(N, u, y);
        for (int i = 0; i < N; i++)
            t += y[i] * (i % 5);
    }
    for (int i = 0; i < N; i++)
        t += u[i] * (i % 7);
    printf("%.17g\n", t);
#pragma tcr data copy(table)
    t = add_rows(10, rows, 0.5);
    printf("%.17g %g\n", t, table[3][4]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
