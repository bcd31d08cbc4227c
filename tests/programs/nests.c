/* Nests: collapsed, triangular, imperfect, inner bounds of all kinds.
 * flags: -O2 -std=c99
 */
#include <stdio.h>

#define N 12
static double a[N][N], v[N];

int main(void)
{
    double s = 0, diag = 0;
    long count = 0;
    int i, j, k;

    for (i = 0; i < N; i++) {
        v[i] = i - 3;
        for (j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 13 - 6;
    }
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 0; i < N; i++)
        for (j = i + 1; j < N; j++)
            s += a[i][j];
    printf("%g\n", s);
#pragma tcr reduce(+ : s, diag, count) collapse(2)
    for (i = 0; i < N; i++) {
        diag += a[i][i];
        for (j = 0; j < N; j++) {
            s += a[i][j] * v[j];
            count++;
        }
        count += 100;
    }
    printf("%g %g %ld\n", s, diag, count);
#pragma tcr reduce(+ : s) collapse(3)
    for (i = 0; i < N; i++)
        for (j = 0; j < 5; j++)
            for (k = 2; k <= 8; k += 3)
                s += a[i][k] * v[j];
    printf("%g %d\n", s, i);
#pragma tcr reduce(+ : s)
    for (i = N - 1; i >= 0; i--)
        for (j = N - 1; j > i; j -= 2)
            for (k = 0; k < j - i; k++)
                s += a[j][k];
    printf("%g\n", s);
#pragma tcr reduce(max : s) private(j, k)
    for (i = 0; i < N; i++) {
        double row = 0, best = -100;
        for (j = 0; j < N; ++j) {
            row += a[i][j];
            for (k = j; k < N; ++k)
                best = a[i][k] > best ? a[i][k] : best;
        }
        if (row + best > s)
            s = row + best;
    }
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
