/* OpenMP's collapse with constants that are no plain numbers.
 * flags: -O1 -fopenmp
 * accept: omp
 */
#include <stdio.h>

enum { DEPTH = 2, ROWS = 6, COLUMNS = 9 };
#define ALL (DEPTH + 1)
static double b[ROWS][COLUMNS][4];

int main(void)
{
    double t = 0, u = 0;
    int n = 0;
    for (int i = 0; i < ROWS * COLUMNS * 4; i++)
        b[i / 4 / COLUMNS][i / 4 % COLUMNS][i % 4] = i % 31;
#pragma omp parallel for collapse(DEPTH) reduction(+ : t)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            t += b[i][j][1];
#pragma omp parallel for simd collapse(ALL) reduction(+ : u, n)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            for (int k = 0; k < 4; k++) {
                u += b[i][j][k];
                n++;
            }
    printf("%g %g %d\n", t, u, n);
    return 0;
}
/* SPDX-License-Identifier: MIT */
